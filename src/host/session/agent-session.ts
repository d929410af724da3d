import type {
  ActionKind,
  ActionOk,
  CallToolPayload,
  ExtractPayload,
  PageCallTool,
  PageExtract,
  PageKind,
  PageOk,
  PageTool,
  PageTools,
  QueryKind,
  QueryOk,
  RenderOptions,
  SnapshotOptions,
  WaitPayload,
} from '../../contract.ts';
import { token } from '../../render/one-line.ts';
import type { Driver } from '../driver.ts';
import {
  type ActionPayload,
  type PageAnswer,
  type PagePayload,
  payloadByFields,
  type QueryAnswer,
  type QueryInput,
} from '../kinds.ts';
import { AfterCall, isSameDocument } from './after-call.ts';
import { type CallOptions, toCallOptions } from './current-call.ts';
import { DOWNLOADED, type HostErrorInfo, HostFailure, hostError, isError, type Outcome } from './errors.ts';
import { withFrames } from './frame-reading.ts';
import type { Draft, Observation, Snapshot } from './observation.ts';
import {
  type AllowTool,
  type ResolvedSessionOptions,
  resolveSessionOptions,
  type SessionOptions,
} from './options.ts';
import { type Answer, type Page, pause } from './page.ts';
import { isProofRefused, Reading } from './reading.ts';
import { actionWords, errorWords, pageWords, queryWords, quoted } from './result-words.ts';
import type { SnapshotMode } from './snapshot-source.ts';
import type { TabInfo } from './tab-info.ts';
import { actTrusted, isTrustedKind, pressTrusted } from './trusted-action.ts';
import { TAB_CLOSED, Turns } from './turns.ts';
import { WatchedTabs } from './watched-tabs.ts';

/** Page verbs after which the page may look different. */
const CHANGING: ReadonlySet<PageKind> = new Set([
  'wait',
  'scroll',
  'pressKey',
  'char',
  'mouseMove',
  'mouseDown',
  'mouseUp',
  'mouseClick',
  'wheel',
  'keyDown',
  'keyUp',
]);

const NAVIGATING: ReadonlySet<PageKind> = new Set(['navigate', 'back', 'forward', 'reload', 'pushState']);

const NO_SCRIPT: HostErrorInfo = {
  code: 'unsupported_kind',
  message: 'Scripts can not run in this page: take a snapshot, or act. Nothing else can be asked.',
};

/** A click may lead to another page: so long it has until the tree is read. */
const TREE_SETTLES_MS = 300;

const DOWNLOAD_TOLD_MS = 100;

const opened = async <T>(open: () => T | Promise<T>): Promise<T> => {
  try {
    return await open();
  } catch (reason) {
    if (reason instanceof HostFailure) throw reason;
    const [why = ''] = String((reason as Error | undefined)?.message ?? reason).split('\n');
    throw new HostFailure({
      code: 'open_failed',
      message: `The page could not be opened: ${why}. Check the address, or try another one.`,
    });
  }
};

const BUSY_LEFT = 'The page did not answer, and its tab was closed. In a tab of its own:';

const NO_TABS: HostErrorInfo = {
  code: 'unsupported_kind',
  message:
    'Tabs can not be opened or closed here. Stay in this one: open the address in it, and go back afterwards.',
};

const LAST_TAB: HostErrorInfo = {
  code: 'no_effect',
  message: 'This is the only tab, and it stays open. Close the page when the task is done.',
};

/** What a payload says of it itself, as in the page. */
const timeoutIn = (payload: unknown): number | undefined => {
  const { timeoutMs } = (payload ?? {}) as { timeoutMs?: unknown };
  return typeof timeoutMs === 'number' ? timeoutMs : undefined;
};

/** How a tool of the page is called. */
export interface CallToolOptions
  extends Pick<CallToolPayload, 'after' | 'limitChars' | 'timeoutMs'>,
    CallOptions {
  /** In the place of the session's own. */
  allowTool?: AllowTool;
}

const REFUSED: HostErrorInfo = {
  code: 'tool_refused',
  message:
    'This app does not allow this tool of the page. Do it with the page itself, or ask the user whether it may be called.',
};

/**
 * One tab that a model works in: takes snapshots, acts by ref, and tells after each step what changed.
 *
 * ```
 * const session = new AgentSession(playwright(page));
 * const page = await session.snapshot();           // page.text goes to the model
 * const step = await session.act('kd5', 'click');  // step.text: what happened and what changed
 * ```
 *
 * The script is put into the page whenever it is not there: before the first call and after every navigation.
 * Calls run one after the other, whoever makes them. Everything that takes time goes through `start` and `poll`, so that
 * no call blocks the page.
 *
 * The last argument of each call is a signal, or {@link CallOptions}. A signal gives the call up: one that waits for its turn
 * is not begun, one that runs answers at once with the error `cancelled`; what the page had begun to do by then it may still
 * finish.
 *
 * Nothing is thrown for what a page does: errors are in {@link Observation.error}. A page that is left in the middle of a
 * call is waited for, read anew and told about ({@link Observation.pageChanged}); so is a ref that is dead.
 */
export class AgentSession {
  readonly #options: ResolvedSessionOptions;
  readonly #tabs: WatchedTabs;
  readonly #reading: Reading;
  readonly #after: AfterCall;
  readonly #turns: Turns;

  /** @param driver or only its `evaluate` */
  constructor(driver: Driver | Driver['evaluate'], options: SessionOptions = {}) {
    this.#options = resolveSessionOptions(options);
    this.#tabs = new WatchedTabs(this.#options);
    this.#reading = new Reading(this.#tabs, this.#options);
    this.#after = new AfterCall(this.#tabs, this.#reading, this.#options);
    this.#turns = new Turns(this.#tabs, this.#reading, this.#options);
    this.#reading.goTo(this.#tabs.watch(typeof driver === 'function' ? { evaluate: driver } : driver));
  }

  /** The driver of the tab that the session is in. */
  get driver(): Driver {
    return this.#tabs.current.driver;
  }

  /** How pages are written where a call does not say otherwise. */
  get render(): RenderOptions {
    return this.#options.render;
  }

  /** Reads the page. `how`, `render`: other options than the session's, for this once; a `snapshotMode` alone keeps them. */
  snapshot(
    how?: SnapshotOptions & { snapshotMode?: SnapshotMode },
    render: RenderOptions = this.#options.render,
    signal?: AbortSignal,
  ): Promise<Observation<Snapshot>> {
    return this.#turns.take(
      async () => {
        const before = this.#reading.document;
        const { snapshotMode, ...given } = how ?? {};
        const isMode = snapshotMode !== undefined && Object.keys(given).length === 0;
        const options = how === undefined || isMode ? this.#options.snapshot : given;
        let result = await this.#reading.read(options, snapshotMode);
        // What is asked for is the page, whichever that is by now.
        const hasClosed = !result.ok && this.#reading.leaveGone();
        if (hasClosed) {
          result = await this.#reading.read(options, snapshotMode);
        }
        const isOther = before !== undefined && this.#reading.document !== before;
        return this.#reading.observe(result, hasClosed ? TAB_CLOSED : '', result, isOther);
      },
      { render, ...(signal && { signal }) },
    );
  }

  /**
   * Acts on the element of a ref, which has to come from the last document that was read, and waits up to `timeoutMs`
   * for it to be ready. The observation holds what changed; where the page was left, the new page.
   */
  act<K extends ActionKind>(
    ref: string,
    kind: K,
    payload?: ActionPayload<K>,
    timeoutMs: number = timeoutIn(payload) ?? this.#options.actionTimeoutMs,
    how?: AbortSignal | CallOptions,
  ): Promise<Observation<ActionOk>> {
    return this.#turns.take(async () => {
      const before = this.#reading.document;
      const what = `${token(String(kind))} ${token(String(ref))}`;
      if (this.#reading.source.isFromTree) return this.#actOnTree(what, String(ref), kind, payload);
      const result = await this.#reading.result<ActionOk>(await this.#perform(ref, kind, payload, timeoutMs));
      return isError(result)
        ? this.#after.afterError(what, result, before)
        : this.#after.afterAction(result, what, before);
    }, toCallOptions(how));
  }

  /** Asks about one element. */
  query<K extends QueryKind>(
    ref: string,
    kind: K,
    payload: QueryInput = {},
    how?: AbortSignal | CallOptions,
  ): Promise<Observation<QueryAnswer<K>>> {
    return this.#turns.take(async () => {
      if (this.#reading.source.isFromTree) throw new HostFailure(NO_SCRIPT);
      const proof = this.#reading.proof(this.#reading.document);
      const args = [ref, kind, { ...payload, ...this.#reading.known(), ...proof }];
      const answer = proof.channelProof
        ? await this.#tabs.current.run(this.#options.evaluateTimeoutMs, 'query', ...args)
        : await this.#tabs.current.call('query', args, true);
      const result = await this.#reading.result<QueryAnswer<K>>(answer);
      if (isError(result))
        return this.#after.afterError(`query ${token(String(ref))}`, result, this.#reading.document);
      return { result, text: queryWords(result as unknown as QueryOk), refs: [ref], pageChanged: false };
    }, toCallOptions(how));
  }

  /**
   * Asks the page, or does something to it. Navigation waits for the page that comes and reads it; input, scrolling and
   * waiting tell what changed.
   */
  page<K extends PageKind>(
    kind: K,
    payload?: PagePayload<K>,
    timeoutMs: number = timeoutIn(payload) ?? this.#options.actionTimeoutMs,
    how?: AbortSignal | CallOptions,
  ): Promise<Observation<PageAnswer<K>>> {
    if (kind === 'callTool') {
      const { name, input, ...given } = (payload ?? {}) as unknown as CallToolPayload;
      const called = this.callTool(name, input, { timeoutMs, ...given, ...toCallOptions(how) });
      return called as Promise<Observation<never>>;
    }
    return this.#turns.take(async () => {
      const before = this.#reading.document ?? (await this.#tabs.current.document());
      const given = { ...(payload as object | undefined), timeoutMs };
      const deadline = timeoutMs + this.#options.evaluateTimeoutMs;
      const { input } = this.driver;
      const pressed =
        kind === 'pressKey' && this.#options.input === 'trusted' && input
          ? await pressTrusted(this.#tabs.current, input, payload ?? {}, timeoutMs, deadline)
          : undefined;
      const answer = pressed ?? (await this.#askPage(deadline, kind, given));
      const result = await this.#reading.result<PageAnswer<K>>(answer);
      if (isError(result)) {
        const hasReturned = kind === 'back' && result.error.code === 'no_effect' && this.#tabs.isFollowed;
        return hasReturned ? this.#after.afterReturn(result) : this.#after.afterError(kind, result, before);
      }
      const { after } = given as { after?: unknown };
      if (kind === 'extract') {
        const whole = await withFrames(this.#tabs.current, result as PageExtract, given as ExtractPayload);
        return { result: whole as typeof result, text: pageWords(whole), refs: [], pageChanged: false };
      }
      const words = pageWords(result as PageOk, Number(after) || 0);
      if (NAVIGATING.has(kind)) return this.#after.afterNavigation(result, before);
      if (CHANGING.has(kind)) return this.#after.afterChange(result, words, before);
      return { result, text: words, refs: [], pageChanged: false };
    }, toCallOptions(how));
  }

  /**
   * Calls a tool that the page offers (`page('tools')` lists them), if `allowTool` lets it: checks the input, and tells what
   * the tool gave and what changed. A form that a person has to submit is only filled.
   */
  callTool(
    name: string,
    input: Record<string, unknown> = {},
    { allowTool = this.#options.allowTool, signal, render, ...how }: CallToolOptions = {},
  ): Promise<Observation<PageCallTool>> {
    return this.#turns.take(
      async () => {
        const before = this.#reading.document ?? (await this.#tabs.current.document());
        const what = `callTool ${quoted(String(name))}`;
        const { timeoutMs = this.#options.toolTimeoutMs } = how;
        const ask = async <Ok extends { ok: true }>(kind: PageKind, payload: object): Promise<Outcome<Ok>> =>
          this.#reading.result<Ok>(
            await this.#askPage(timeoutMs + this.#options.evaluateTimeoutMs, kind, payload),
          );
        const listed = await ask<PageTools>('tools', { name });
        if (isError(listed)) return this.#after.afterError(what, listed, before);
        const [tool] = listed.tools;
        const isConsequential = tool?.annotations?.consequentialHint === true;
        const isAllowed = async (one: PageTool): Promise<boolean> =>
          how.after !== undefined || this.#options.call.untilGivenUp(() => allowTool(one));
        if (!tool || !(await isAllowed(tool)))
          return this.#after.afterError(what, hostError(REFUSED, this.#reading.document), before);
        // What it says of itself may be another thing by now.
        const called = { name, input, ...how, timeoutMs, consequential: isConsequential };
        const result = await ask<PageCallTool>('callTool', called);
        return isError(result)
          ? this.#after.afterError(what, result, before)
          : this.#after.afterTool(result, before ?? result.meta.document);
      },
      { ...(signal && { signal }), ...(render && { render }) },
    );
  }

  /** Tools are those of frames of other origins too, where there is a key. */
  async #askPage(deadline: number, kind: PageKind, payload: object): Promise<Answer> {
    const ask = (proof: object): Promise<Answer> =>
      this.#tabs.current.run(deadline, 'page', kind, { ...payload, ...proof });
    return kind === 'tools' || kind === 'callTool' ? this.#reading.withProof(ask) : ask({});
  }

  /** Waits until all that is given holds, and tells what changed by then. */
  wait(
    what: Omit<WaitPayload, 'timeoutMs'>,
    timeoutMs: number = this.#options.actionTimeoutMs,
    how?: AbortSignal | CallOptions,
  ): Promise<Observation<PageAnswer<'wait'>>> {
    return this.page('wait', what, timeoutMs, how);
  }

  /**
   * Opens an address and reads the page; or waits for a page that the host itself has sent elsewhere: `leave` starts
   * that, and the document that is there now counts as the earlier one. What is thrown then is the error `open_failed`.
   */
  open(leave: string | (() => unknown), how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#open(leave), toCallOptions(how));
  }

  async #open(leave: string | (() => unknown)): Promise<Draft<Snapshot>> {
    const page = this.#tabs.current;
    const before = (await page.document()) ?? (await page.inject());
    // No address reaches a page whose script never ends.
    const isBusy = before === undefined && this.#options.call.isUnanswered;
    if (isBusy && typeof leave === 'string' && page.driver.newTab) {
      const instead = await this.#openTab(leave);
      this.#tabs.remove(page);
      await page.close();
      return { ...instead, text: `${BUSY_LEFT}\n${instead.text}` };
    }
    const patience = (await this.#mayStay(leave)) ? this.#options.graceMs : this.#options.loadTimeoutMs;
    if (typeof leave === 'function') await this.#begin(leave, before);
    else if (page.driver.open) await this.#begin(() => page.driver.open?.(leave), before);
    else await page.run(this.#options.evaluateTimeoutMs, 'page', 'navigate', { url: leave });
    // A page that lets no script in has no id that could change.
    if (before !== undefined) await page.awaitLeft(before, patience);
    const result = await this.#reading.readNew();
    return this.#reading.observe(result, '', result, this.#reading.document !== before);
  }

  /** What opens a page need not be over when the page is there. */
  async #begin(open: () => unknown, before: string | undefined): Promise<void> {
    const { call, loadTimeoutMs } = this.#options;
    const begun = await opened(() => call.inTime(loadTimeoutMs, open)).catch(async (reason) => {
      // Drivers tell of a download a moment after it has ended the opening.
      if (!this.#tabs.hasDownload) await pause(DOWNLOAD_TOLD_MS);
      throw this.#tabs.hasDownload ? new HostFailure(DOWNLOADED) : reason;
    });
    if ('late' in begun && (await this.#tabs.current.document()) === before)
      throw new HostFailure(begun.late);
  }

  /** Whether an address is the page's own but for its fragment: then the document may stay. */
  async #mayStay(leave: string | (() => unknown)): Promise<boolean> {
    if (typeof leave === 'function' || !leave.includes('#')) return false;
    const address = await this.#tabs.current.address();
    return address !== undefined && isSameDocument(address, leave);
  }

  /** Goes on in another tab, or in one that it has been in before. Refs of this one are dead for the session. */
  use(driver: Driver, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#useTab(this.#tabs.watch(driver)), toCallOptions(how));
  }

  /**
   * What only the driver of the tab can give, or the host beside it (a picture, what an expression comes to), in its turn.
   * @throws what `work` throws, and an Error with words for a model when it takes longer than `evaluateTimeoutMs` or the
   * call is given up
   */
  withDriver<T>(work: (driver: Driver) => T | Promise<T>, how?: AbortSignal | CallOptions): Promise<T> {
    const { call, evaluateTimeoutMs } = this.#options;
    return this.#turns.after(async () => {
      const ended = await call.inTime(evaluateTimeoutMs, () => work(this.driver));
      if ('late' in ended) throw new HostFailure(ended.late);
      return ended.given;
    }, toCallOptions(how));
  }

  async #useTab(page: Page): Promise<Draft<Snapshot>> {
    this.#reading.goTo(page);
    const result = await this.#reading.readNew();
    return this.#reading.observe(result, '', result, true);
  }

  /** Where the page is now; where nobody says, the address of the page as it was last read. */
  address(): Promise<string> {
    return this.#turns.after(async () => {
      this.#reading.leaveGone();
      return (await this.#tabs.current.address()) ?? this.#reading.url;
    });
  }

  /** The tabs that the session knows, and those beside them where the driver lists them. */
  tabs(): Promise<TabInfo[]> {
    return this.#turns.after(async () => {
      this.#reading.leaveGone();
      for (const driver of await this.#tabs.current.tabs()) this.#tabs.watch(driver);
      const current = this.#tabs.current;
      const infos: TabInfo[] = [];
      for (const [page, id] of this.#tabs.all()) {
        const { type, ...answer } = await page.call('page', ['info'], true);
        const { url, title } = (
          type === 'given' && 'json' in answer ? answer.json.meta : {}
        ) as Partial<TabInfo>;
        infos.push({ id, title: String(title ?? ''), url: String(url ?? ''), current: page === current });
      }
      return infos;
    });
  }

  /** Opens an address in another tab and goes on there. */
  openTab(url: string, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#openTab(url), toCallOptions(how));
  }

  async #openTab(url: string): Promise<Draft<Snapshot>> {
    const page = this.#tabs.current;
    const { newTab } = page.driver;
    if (!newTab) throw new HostFailure(NO_TABS);
    const { call, loadTimeoutMs } = this.#options;
    const made = await opened(() => call.inTime(loadTimeoutMs, () => newTab.call(page.driver)));
    if ('late' in made) throw new HostFailure(made.late);
    this.#reading.goTo(this.#tabs.watch(made.given));
    call.isUnanswered = false;
    await this.#tabs.prepared();
    return { ...(await this.#open(url)), pageChanged: true };
  }

  /** Goes on in the tab of this number. */
  selectTab(id: number, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#useTab(this.#tab(id)), toCallOptions(how));
  }

  /** Closes the tab of this number, by default the current one, and reads the one that is current then. */
  closeTab(id?: number, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(async () => {
      const page = id === undefined ? this.#tabs.current : this.#tab(id);
      if (this.#tabs.all().length === 1) throw new HostFailure(LAST_TAB);
      if (!page.driver.close) throw new HostFailure(NO_TABS);
      const isCurrent = page === this.#tabs.current;
      await page.close();
      this.#tabs.remove(page);
      if (isCurrent) return this.#useTab(this.#tabs.current);
      const result = await this.#reading.read(this.#options.snapshot);
      return this.#reading.observe(result, '', result, false);
    }, toCallOptions(how));
  }

  #tab(id: number): Page {
    const page = this.#tabs.pageWith(id);
    if (page) return page;
    const valid = this.#tabs.all().map(([, known]) => String(known));
    throw new HostFailure({
      code: 'invalid_argument',
      message: `There is no tab ${id}. Tabs: ${valid.join(', ')}.`,
      argument: 'tab',
      valid,
    });
  }

  async #perform(ref: string, kind: string, payload: unknown, timeoutMs: number): Promise<Answer> {
    const answer = await this.#performOnce(ref, kind, payload, timeoutMs);
    return isProofRefused(answer) ? this.#performOnce(ref, kind, payload, timeoutMs) : answer;
  }

  async #performOnce(ref: string, kind: string, payload: unknown, timeoutMs: number): Promise<Answer> {
    const deadline = timeoutMs + this.#options.evaluateTimeoutMs;
    const given = payloadByFields(kind, payload);
    const common = () => ({
      ...this.#reading.known(),
      timeoutMs,
      ...this.#reading.proof(this.#reading.document),
    });
    if (this.#options.input === 'trusted' && this.driver.input && isTrustedKind(kind, ref))
      return actTrusted({
        page: this.#tabs.current,
        input: this.driver.input,
        ref,
        kind,
        payload: given,
        common,
        deadline,
      });
    const full = typeof given === 'object' ? { ...given, ...common() } : given;
    return this.#tabs.current.run(deadline, 'action', ref, kind, full);
  }

  /** In a page that lets no script in: the browser's own mouse and keys, and the tree read again. */
  async #actOnTree(what: string, ref: string, kind: string, payload: unknown): Promise<Draft<ActionOk>> {
    const before = this.#reading.document;
    const result = await this.#reading.source.act(ref, kind, payload, before);
    if (isError(result) && result.error.code !== 'ref_not_found')
      return { result, text: `${what}: ${errorWords(result.error)}`, refs: [], pageChanged: false };
    const words = isError(result) ? `${what}: ${errorWords(result.error)}` : actionWords(result);
    await pause(TREE_SETTLES_MS);
    const now = await this.#reading.readNew();
    const isOther = !isError(now) && now.meta.document !== before;
    return this.#reading.observe<ActionOk>(
      result,
      isOther ? `${words} The page was left; refs of before are dead. New page:` : words,
      now,
      isOther,
    );
  }
}
