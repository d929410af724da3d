import type {
  ActionKind,
  ActionOk,
  CallToolPayload,
  PageCallTool,
  PageKind,
  PageOk,
  PageTools,
  QueryKind,
  QueryOk,
  RenderOptions,
  SnapshotDelta,
  SnapshotOptions,
  SnapshotTree,
  WaitPayload,
} from '../../contract.ts';
import { channelProof, withChannelKey } from '../../inject/channel/key.ts';
import { renderSnapshot, resolveRenderOptions } from '../../render/index.ts';
import { token } from '../../render/one-line.ts';
import type { Driver, DriverEvent } from '../driver.ts';
import type { ActionPayload, PageAnswer, PagePayload, QueryAnswer, QueryInput } from '../kinds.ts';
import {
  CANCELLED,
  type HostErrorInfo,
  type HostErrorResult,
  hostError,
  LEFT,
  OTHER_PAGE,
  unreadable,
} from './errors.ts';
import { eventWords } from './event-words.ts';
import type { Draft, Observation } from './observation.ts';
import {
  type AllowTool,
  fileOfPart,
  type PartName,
  type ResolvedSessionOptions,
  resolveSessionOptions,
  type SessionOptions,
} from './options.ts';
import { type Answer, Page, pause } from './page.ts';
import { actionWords, errorWords, pageWords, queryWords, quoted } from './result-words.ts';
import { type ModeUsed, modeWords, type SnapshotMode, SnapshotSource } from './snapshot-source.ts';
import type { TabInfo } from './tab-info.ts';
import { Tabs } from './tabs.ts';
import { actTrusted, isTrustedKind } from './trusted-action.ts';

type Snapshot = SnapshotTree | SnapshotDelta;
type Outcome<Ok> = Ok | HostErrorResult;

/** Kinds that may lead to another page. */
const LEAVING: ReadonlySet<string> = new Set([
  'click',
  'dblclick',
  'tap',
  'press',
  'submit',
  'type',
  'select',
]);

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

/** Thrown within a call where there is no result of a page to give back. */
class HostFailure extends Error {
  constructor(readonly error: HostErrorInfo) {
    super(error.message);
  }
}

const opened = async (open: () => unknown): Promise<void> => {
  try {
    await open();
  } catch (reason) {
    const [why = ''] = String((reason as Error | undefined)?.message ?? reason).split('\n');
    throw new HostFailure({
      code: 'open_failed',
      message: `The page could not be opened: ${why}. Check the address, or try another one.`,
    });
  }
};

const NO_TABS: HostErrorInfo = {
  code: 'unsupported_kind',
  message:
    'Tabs can not be opened or closed here. Stay in this one: open the address in it, and go back afterwards.',
};

const LAST_TAB: HostErrorInfo = {
  code: 'no_effect',
  message: 'This is the only tab, and it stays open. Close the page when the task is done.',
};

/** How a tool of the page is called. */
export interface CallToolOptions extends Pick<CallToolPayload, 'after' | 'limitChars' | 'timeoutMs'> {
  /** In the place of the session's own. */
  allowTool?: AllowTool;
  signal?: AbortSignal;
}

const REFUSED: HostErrorInfo = {
  code: 'tool_refused',
  message:
    'This app does not allow this tool of the page. Do it with the page itself, or ask the user whether it may be called.',
};

const isError = (result: { ok: boolean }): result is HostErrorResult => !result.ok;

/** Addresses are the same but for their fragment. */
const isSameDocument = (a: string | undefined, b: string): boolean => a?.split('#')[0] === b.split('#')[0];

const TAB_CLOSED = 'The tab has closed. The page now:';

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
 * A `signal` gives a call up: one that waits for its turn is not begun, one that runs answers at once with the error
 * `cancelled`; what the page had begun to do by then it may still finish.
 *
 * Nothing is thrown for what a page does: errors are in {@link Observation.error}. A page that is left in the middle of a
 * call is waited for, read anew and told about ({@link Observation.pageChanged}); so is a ref that is dead.
 */
export class AgentSession {
  readonly #options: ResolvedSessionOptions;
  readonly #tabs = new Tabs();
  /** Tabs that the session went to because a page had opened them: going back closes them. */
  readonly #followed = new WeakSet<Page>();
  readonly #sources = new WeakMap<Page, SnapshotSource>();
  /** How the page was read last; as it was read last in this call, for its answer. */
  #used: ModeUsed | undefined;
  /** Calls wait for the one before. */
  #turn: Promise<unknown> = Promise.resolve();
  /** The document that the last snapshot was taken of. */
  #document: string | undefined;
  /** Revision of the last snapshot of it. */
  #revision: number | undefined;
  #url = '';
  #events: DriverEvent[] = [];
  #proofs = 0;
  #prepared: Promise<unknown> | undefined;

  /** @param driver or only its `evaluate` */
  constructor(driver: Driver | Driver['evaluate'], options: SessionOptions = {}) {
    this.#options = resolveSessionOptions(options);
    this.#goTo(this.#know(typeof driver === 'function' ? { evaluate: driver } : driver));
  }

  /** The driver of the tab that the session is in. */
  get driver(): Driver {
    return this.#page.driver;
  }

  /** Reads the page. `how`, `render`: other options than the session's, for this once; a `snapshotMode` alone keeps them. */
  snapshot(
    how?: SnapshotOptions & { snapshotMode?: SnapshotMode },
    render: RenderOptions = this.#options.render,
    signal?: AbortSignal,
  ): Promise<Observation<Snapshot>> {
    return this.#inTurn(async () => {
      const before = this.#document;
      const { snapshotMode, ...given } = how ?? {};
      const isMode = snapshotMode !== undefined && Object.keys(given).length === 0;
      const options = how === undefined || isMode ? this.#options.snapshot : given;
      let result = await this.#read(options, snapshotMode);
      // What is asked for is the page, whichever that is by now.
      const hasClosed = !result.ok && this.#tabs.removeGone();
      if (hasClosed) {
        this.#forgetDocument();
        result = await this.#read(options, snapshotMode);
      }
      const isOther = before !== undefined && this.#document !== before;
      return this.#observe(result, hasClosed ? TAB_CLOSED : '', result, isOther, render);
    }, signal);
  }

  /**
   * Acts on the element of a ref, which has to come from the last document that was read, and waits up to `timeoutMs`
   * for it to be ready. The observation holds what changed; where the page was left, the new page.
   */
  act<K extends ActionKind>(
    ref: string,
    kind: K,
    payload?: ActionPayload<K>,
    timeoutMs: number = this.#options.actionTimeoutMs,
    signal?: AbortSignal,
  ): Promise<Observation<ActionOk>> {
    return this.#inTurn(async () => {
      const before = this.#document;
      const what = `${token(String(kind))} ${token(String(ref))}`;
      if (this.#source.isFromTree) return this.#actOnTree(what, String(ref), kind, payload);
      const result = await this.#result<ActionOk>(await this.#perform(ref, kind, payload, timeoutMs));
      return isError(result)
        ? this.#afterError(what, result, before)
        : this.#afterAction(result, what, before);
    }, signal);
  }

  /** Asks about one element. */
  query<K extends QueryKind>(
    ref: string,
    kind: K,
    payload: QueryInput = {},
    signal?: AbortSignal,
  ): Promise<Observation<QueryAnswer<K>>> {
    return this.#inTurn(async () => {
      if (this.#source.isFromTree) throw new HostFailure(NO_SCRIPT);
      const proof = this.#proof(this.#document);
      const args = [ref, kind, { ...payload, ...this.#known(), ...proof }];
      const answer = proof.channelProof
        ? await this.#page.run(this.#options.evaluateTimeoutMs, 'query', ...args)
        : await this.#page.call('query', args, true);
      const result = await this.#result<QueryAnswer<K>>(answer);
      if (isError(result)) return this.#afterError(`query ${token(String(ref))}`, result, this.#document);
      return { result, text: queryWords(result as unknown as QueryOk), refs: [ref], pageChanged: false };
    }, signal);
  }

  /**
   * Asks the page, or does something to it. Navigation waits for the page that comes and reads it; input, scrolling and
   * waiting tell what changed.
   */
  page<K extends PageKind>(
    kind: K,
    payload?: PagePayload<K>,
    timeoutMs: number = this.#options.actionTimeoutMs,
    signal?: AbortSignal,
  ): Promise<Observation<PageAnswer<K>>> {
    if (kind === 'callTool') {
      const { name, input, ...how } = (payload ?? {}) as unknown as CallToolPayload;
      return this.callTool(name, input, { timeoutMs, ...how, ...(signal && { signal }) }) as Promise<
        Observation<never>
      >;
    }
    return this.#inTurn(async () => {
      const before = this.#document ?? (await this.#page.document());
      const given = { ...(payload as object | undefined), timeoutMs };
      const deadline = timeoutMs + this.#options.evaluateTimeoutMs;
      const result = await this.#result<PageAnswer<K>>(await this.#askPage(deadline, kind, given));
      if (isError(result)) {
        const hasReturned = kind === 'back' && result.error.code === 'no_effect' && this.#isFollowed();
        return hasReturned ? this.#afterReturn(result) : this.#afterError(kind, result, before);
      }
      const { after } = given as { after?: unknown };
      const words = pageWords(result as PageOk, Number(after) || 0);
      if (NAVIGATING.has(kind)) return this.#afterNavigation(result, before);
      if (CHANGING.has(kind)) return this.#afterChange(result, words, before);
      return { result, text: words, refs: [], pageChanged: false };
    }, signal);
  }

  /**
   * Calls a tool that the page offers (`page('tools')` lists them), if `allowTool` lets it: checks the input, and tells what
   * the tool gave and what changed. A form that a person has to submit is only filled.
   */
  callTool(
    name: string,
    input: Record<string, unknown> = {},
    { allowTool = this.#options.allowTool, signal, ...how }: CallToolOptions = {},
  ): Promise<Observation<PageCallTool>> {
    return this.#inTurn(async () => {
      const before = this.#document ?? (await this.#page.document());
      const what = `callTool ${quoted(String(name))}`;
      const { timeoutMs = this.#options.toolTimeoutMs } = how;
      const ask = async <Ok extends { ok: true }>(kind: PageKind, payload: object): Promise<Outcome<Ok>> =>
        this.#result<Ok>(await this.#askPage(timeoutMs + this.#options.evaluateTimeoutMs, kind, payload));
      const listed = await ask<PageTools>('tools', { name });
      if (isError(listed)) return this.#afterError(what, listed, before);
      const [tool] = listed.tools;
      const isConsequential = tool?.annotations?.consequentialHint === true;
      if (!tool || (how.after === undefined && !(await allowTool(tool))))
        return this.#afterError(what, hostError(REFUSED, this.#document), before);
      // What it says of itself may be another thing by now.
      const called = { name, input, ...how, timeoutMs, consequential: isConsequential };
      const result = await ask<PageCallTool>('callTool', called);
      return isError(result)
        ? this.#afterError(what, result, before)
        : this.#afterTool(result, before ?? result.meta.document);
    }, signal);
  }

  /** Tools are those of frames of other origins too, where there is a key. */
  async #askPage(deadline: number, kind: PageKind, payload: object): Promise<Answer> {
    const ask = (proof: object): Promise<Answer> =>
      this.#page.run(deadline, 'page', kind, { ...payload, ...proof });
    return kind === 'tools' || kind === 'callTool' ? this.#withProof(ask) : ask({});
  }

  async #afterTool(result: PageCallTool, before: string): Promise<Draft<PageCallTool>> {
    const words = pageWords(result);
    if (await this.#leftFor(before, result.navigates ? this.#options.graceMs : 0))
      return this.#afterLeaving(result, words);
    const change = result.snapshot;
    const isRead = change !== undefined && !('text' in change);
    return this.#observe(result, words, isRead ? change : await this.#read(this.#options.snapshot), false);
  }

  /** Waits until all that is given holds, and tells what changed by then. */
  wait(
    what: Omit<WaitPayload, 'timeoutMs'>,
    timeoutMs: number = this.#options.actionTimeoutMs,
    signal?: AbortSignal,
  ): Promise<Observation<PageAnswer<'wait'>>> {
    return this.page('wait', what, timeoutMs, signal);
  }

  /**
   * Opens an address and reads the page; or waits for a page that the host itself has sent elsewhere: `leave` starts
   * that, and the document that is there now counts as the earlier one. What is thrown then is the error `open_failed`.
   */
  open(leave: string | (() => unknown), signal?: AbortSignal): Promise<Observation<Snapshot>> {
    return this.#inTurn(() => this.#open(leave), signal);
  }

  async #open(leave: string | (() => unknown)): Promise<Draft<Snapshot>> {
    const page = this.#page;
    const before = (await page.document()) ?? (await page.inject());
    if (typeof leave === 'function') await opened(async () => leave());
    else if (page.driver.open) await opened(() => page.driver.open?.(leave));
    else await page.run(this.#options.evaluateTimeoutMs, 'page', 'navigate', { url: leave });
    // A page that lets no script in has no id that could change.
    if (before !== undefined) await page.awaitLeft(before, this.#options.loadTimeoutMs);
    const result = await this.#readNew();
    return this.#observe(result, '', result, this.#document !== before);
  }

  /** Goes on in another tab, or in one that it has been in before. Refs of this one are dead for the session. */
  use(driver: Driver): Promise<Observation<Snapshot>> {
    return this.#inTurn(() => this.#useTab(this.#know(driver)));
  }

  async #useTab(page: Page): Promise<Draft<Snapshot>> {
    this.#goTo(page);
    const result = await this.#readNew();
    return this.#observe(result, '', result, true);
  }

  /** The tabs that the session knows, and those beside them where the driver lists them. */
  tabs(): Promise<TabInfo[]> {
    const listed = this.#turn.then(async () => {
      this.#tabs.removeGone();
      for (const driver of (await this.#page.driver.tabs?.()) ?? []) this.#know(driver);
      const current = this.#page;
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
    this.#turn = listed.catch(() => undefined);
    return listed;
  }

  /** Opens an address in another tab and goes on there. */
  openTab(url: string, signal?: AbortSignal): Promise<Observation<Snapshot>> {
    return this.#inTurn(async () => {
      const { driver } = this.#page;
      if (!driver.newTab) throw new HostFailure(NO_TABS);
      let made: Driver | undefined;
      await opened(async () => {
        made = await driver.newTab?.();
      });
      this.#goTo(this.#know(made as Driver));
      await this.#prepared?.catch(() => undefined);
      return { ...(await this.#open(url)), pageChanged: true };
    }, signal);
  }

  /** Goes on in the tab of this number. */
  selectTab(id: number): Promise<Observation<Snapshot>> {
    return this.#inTurn(() => this.#useTab(this.#tab(id)));
  }

  /** Closes the tab of this number, by default the current one, and reads the one that is current then. */
  closeTab(id?: number): Promise<Observation<Snapshot>> {
    return this.#inTurn(async () => {
      const page = id === undefined ? this.#page : this.#tab(id);
      if (this.#tabs.all().length === 1) throw new HostFailure(LAST_TAB);
      if (!page.driver.close) throw new HostFailure(NO_TABS);
      const isCurrent = page === this.#page;
      await page.driver.close().catch(() => undefined);
      this.#tabs.remove(page);
      if (isCurrent) return this.#useTab(this.#page);
      const result = await this.#read(this.#options.snapshot);
      return this.#observe(result, '', result, false);
    });
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

  // ------------------------------------------------------------------------------------------------ tabs and events

  get #page(): Page {
    return this.#tabs.current;
  }

  #isFollowed(): boolean {
    return this.#tabs.hasEarlier && this.#followed.has(this.#page);
  }

  get #source(): SnapshotSource {
    const page = this.#page;
    let source = this.#sources.get(page);
    if (!source) {
      source = new SnapshotSource(page);
      this.#sources.set(page, source);
    }
    return source;
  }

  /** The page of a tab; one that is new is listened to from now on. */
  #know(driver: Driver): Page {
    const known = this.#tabs.pageOf(driver);
    if (known) return known;
    const page = new Page(driver, this.#options);
    this.#tabs.add(page);
    driver.onEvent?.((event) => {
      if (event.type === 'page' && event.driver) this.#know(event.driver);
      this.#events.push(event);
    });
    const { atDocumentStart } = driver;
    const { channelKey, parts, loadPart } = this.#options;
    const atStart = [
      channelKey && (() => this.#scriptAtStart(channelKey)),
      parts.includes('model-context') && (async () => (await loadPart?.(fileOfPart('model-context'))) ?? ''),
    ].filter((make) => typeof make === 'function');
    if (atStart.length > 0 && atDocumentStart) {
      const prepared = Promise.all(atStart.map(async (make) => atDocumentStart.call(driver, await make())));
      this.#prepared = Promise.all([this.#prepared, prepared]);
      // Told by the page that stays without it.
      this.#prepared.catch(() => undefined);
    }
    return page;
  }

  #goTo(page: Page): void {
    this.#tabs.goTo(page);
    this.#forgetDocument();
  }

  #forgetDocument(): void {
    this.#document = undefined;
    this.#revision = undefined;
  }

  /** The script for all frames, with a key: what comes later can't be told from the page. */
  async #scriptAtStart(key: string): Promise<string> {
    const { script, parts, loadPart } = this.#options;
    const texts = await Promise.all(
      [...new Set<PartName>(['channel', 'page-tools', ...parts])].map((part) => loadPart?.(fileOfPart(part))),
    );
    return withChannelKey([script, ...texts.filter((text) => text !== undefined)].join('\n;'), key);
  }

  /** One call after the other; what goes wrong in one is its result. */
  #inTurn<Ok>(work: () => Promise<Draft<Ok>>, signal?: AbortSignal): Promise<Observation<Ok>> {
    const mine = this.#turn.then(async () => {
      await this.#prepared?.catch(() => undefined);
      if (this.#tabs.removeGone()) this.#forgetDocument();
      this.#used = undefined;
      return this.#finish(await this.#within(signal, () => this.#drafted(work)));
    });
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** Every wait of the call ends when it is given up. */
  async #within<Ok>(signal: AbortSignal | undefined, work: () => Promise<Draft<Ok>>): Promise<Draft<Ok>> {
    const cancelled: Draft<Ok> = {
      result: hostError(CANCELLED, this.#document),
      text: errorWords(CANCELLED),
      refs: [],
      pageChanged: false,
    };
    if (signal?.aborted) return cancelled;
    this.#options.signal = signal;
    try {
      const draft = await work();
      return signal?.aborted ? cancelled : draft;
    } finally {
      this.#options.signal = undefined;
    }
  }

  /** A page may say anything: what can't be put into words is no result. */
  async #drafted<Ok>(work: () => Promise<Draft<Ok>>): Promise<Draft<Ok>> {
    try {
      return await work();
    } catch (reason) {
      const error =
        reason instanceof HostFailure
          ? reason.error
          : unreadable('its answer is not of the shape that it should be');
      const result = hostError(error, this.#document);
      return { result, text: errorWords(error), refs: [], pageChanged: false };
    }
  }

  /** Adds what drivers have told meanwhile, and goes on in a tab that has come. */
  async #finish<Ok>(draft: Draft<Ok>): Promise<Observation<Ok>> {
    const events = this.#events;
    this.#events = [];
    const opened = events
      .flatMap((event) => (event.type === 'page' && event.driver ? [event.driver] : []))
      .pop();
    const isFollowed = opened !== undefined && this.#options.followNewPages;
    const words = events.map((event) => eventWords(event, isFollowed)).join('\n');
    if (isFollowed) {
      const [lead = ''] = draft.text.split('\n');
      const page = this.#know(opened);
      this.#followed.add(page);
      this.#goTo(page);
      draft = await this.#drafted(async () =>
        this.#observe(draft.result, `${lead}\n${words}`, await this.#readNew(), true),
      );
    } else if (words !== '') {
      draft = { ...draft, text: `${words}\n${draft.text}` };
    }
    if (this.#tabs.removeGone()) {
      this.#forgetDocument();
      const [lead = ''] = draft.text.split('\n');
      draft = await this.#drafted(async () =>
        this.#observe(draft.result, `${lead}\n${TAB_CLOSED}`, await this.#readNew(), true),
      );
    }
    const { text, refs, snapshot, pageChanged } = draft;
    const { result } = draft;
    const error = isError(result as HostErrorResult) ? (result as HostErrorResult).error : undefined;
    // A page that was left is no error.
    const isWrong = error !== undefined && !(error.code === 'job_lost' && pageChanged);
    return {
      ok: !isWrong,
      result,
      ...(isWrong && { error }),
      text,
      refs,
      ...(snapshot && { snapshot, ...('delta' in snapshot && { delta: snapshot }) }),
      ...(snapshot && { snapshotMode: this.#used ?? { mode: 'optimized' } }),
      pageChanged,
      url: this.#url,
      events,
    };
  }

  // ------------------------------------------------------------------------------------------------ acting

  async #perform(ref: string, kind: string, payload: unknown, timeoutMs: number): Promise<Answer> {
    const deadline = timeoutMs + this.#options.evaluateTimeoutMs;
    const isPlain = payload !== undefined && (typeof payload !== 'object' || payload === null);
    // A plain payload has no room for the document's id: then it is looked at here.
    if (isPlain && this.#document !== undefined && (await this.#page.document()) !== this.#document)
      return { type: 'silent', error: OTHER_PAGE };
    const common = { ...this.#known(), timeoutMs, ...this.#proof(this.#document) };
    const full = isPlain ? payload : { ...(payload as object | undefined), ...common };
    if (this.#options.input === 'trusted' && this.driver.input && isTrustedKind(kind))
      return actTrusted({ page: this.#page, input: this.driver.input, ref, kind, payload, common, deadline });
    return this.#page.run(deadline, 'action', ref, kind, full);
  }

  /** In a page that lets no script in: the browser's own mouse and keys, and the tree read again. */
  async #actOnTree(what: string, ref: string, kind: string, payload: unknown): Promise<Draft<ActionOk>> {
    const before = this.#document;
    const result = await this.#source.act(ref, kind, payload, before);
    if (isError(result) && result.error.code !== 'ref_not_found')
      return { result, text: `${what}: ${errorWords(result.error)}`, refs: [], pageChanged: false };
    const words = isError(result) ? `${what}: ${errorWords(result.error)}` : actionWords(result);
    await pause(TREE_SETTLES_MS);
    const now = await this.#readNew();
    const isOther = !isError(now) && now.meta.document !== before;
    return this.#observe<ActionOk>(
      result,
      isOther ? `${words} The page was left; refs of before are dead. New page:` : words,
      now,
      isOther,
    );
  }

  async #afterAction(result: ActionOk, what: string, before: string | undefined): Promise<Draft<ActionOk>> {
    const words = actionWords(result);
    const change = result.snapshot;
    const isNothing = change !== undefined && 'delta' in change && change.delta.unchanged === true;
    // Where something changed the page has taken the action for its own.
    const mayLeave = LEAVING.has(result.kind) && isNothing && result.verified !== true;
    if (await this.#leftFor(before ?? result.meta.document, mayLeave ? this.#options.graceMs : 0))
      return this.#afterLeaving(result, `${what}: done.`);
    // The first step in this document: there was nothing to compare with.
    const isRead = change !== undefined && !('text' in change);
    return this.#observe(result, words, isRead ? change : await this.#read(this.#options.snapshot), false);
  }

  async #afterChange<Ok>(result: Ok, words: string, before: string | undefined): Promise<Draft<Ok>> {
    if (await this.#leftFor(before, 0)) return this.#afterLeaving(result, words);
    const since = this.#revision === undefined ? {} : { since: this.#revision };
    return this.#observe(result, words, await this.#read({ ...this.#options.snapshot, ...since }), false);
  }

  async #afterNavigation<Ok>(result: Ok, before: string | undefined): Promise<Draft<Ok>> {
    const { kind, to, meta } = result as unknown as PageAnswer<'navigate'>;
    const isSure = kind === 'reload' || (kind === 'navigate' && !isSameDocument(to, meta.url));
    const patience = isSure ? this.#options.loadTimeoutMs : this.#options.graceMs;
    if (kind !== 'pushState' && (await this.#leftFor(before, patience)))
      return this.#afterLeaving(result, `${kind}: done.`);
    await this.#page.settle();
    const words = `${kind}: the page stayed, only its address may differ.`;
    return this.#observe(result, words, await this.#read(this.#options.snapshot), false);
  }

  /** The page that is there now, in the place of the one that was left. */
  async #afterLeaving<Ok>(result: Ok | HostErrorResult, words: string): Promise<Draft<Ok>> {
    const lead = `${words} The page was left; refs of before are dead. New page:`;
    return this.#observe(result, lead, await this.#readNew(), true);
  }

  /** Back in a tab that the page had opened, where there is nothing to go back to: the tab that it came from. */
  async #afterReturn<Ok>(result: HostErrorResult): Promise<Draft<Ok>> {
    const closed = this.#page;
    this.#tabs.remove(closed);
    await closed.driver.close?.().catch(() => undefined);
    this.#forgetDocument();
    const left = { ...result, error: LEFT };
    return this.#observe<Ok>(
      left,
      'back: the tab is closed. The page that had opened it:',
      await this.#readNew(),
      true,
    );
  }

  async #afterError<Ok>(
    what: string,
    result: HostErrorResult,
    before: string | undefined,
  ): Promise<Draft<Ok>> {
    const { code } = result.error;
    if (code === 'job_lost' || (code === 'invalid_json' && (await this.#leftFor(before, 0))))
      return this.#afterLeaving(hostError(LEFT, this.#document), `${what}: done as far as can be known.`);
    const words = `${what}: ${errorWords(result.error)}`;
    if (code !== 'ref_not_found') return { result, text: words, refs: [], pageChanged: false };
    const isOther = await this.#leftFor(before, 0);
    const now = isOther ? await this.#readNew() : await this.#read(this.#options.snapshot);
    const lead = isOther ? 'The page has changed' : 'The page as it is now';
    return this.#observe<Ok>(result, `${words}\n${lead}:`, now, isOther);
  }

  async #leftFor(before: string | undefined, patienceMs: number): Promise<boolean> {
    if (before === undefined) return false;
    if ((await this.#page.document()) !== before) return true;
    const isElsewhere = (): boolean => this.#events.some(({ type }) => type === 'page');
    return patienceMs > 0 && this.#page.awaitLeft(before, patienceMs, isElsewhere);
  }

  // ------------------------------------------------------------------------------------------------ reading

  async #readNew(): Promise<Outcome<Snapshot>> {
    await this.#page.settle();
    return this.#read(this.#options.snapshot);
  }

  async #read(
    how: SnapshotOptions,
    mode: SnapshotMode = this.#options.snapshotMode,
  ): Promise<Outcome<Snapshot>> {
    const optimized = async (options: SnapshotOptions): Promise<Outcome<Snapshot>> =>
      this.#result<Snapshot>(await this.#readWith({ ...options, format: 'json' }));
    const { outcome, used } = await this.#source.read(how, mode, optimized);
    this.#used = used;
    if (!isError(outcome)) this.#remember(outcome);
    return outcome;
  }

  async #readWith(how: SnapshotOptions): Promise<Answer> {
    const page = this.#page;
    if (this.#options.channelKey === undefined) return page.call('snapshot', [how], true);
    const ask = (proof: object): Promise<Answer> =>
      page.run(this.#options.evaluateTimeoutMs, 'snapshot', { ...how, ...proof });
    const answer = await this.#withProof(ask);
    return answer.type === 'left' ? this.#withProof(ask) : answer;
  }

  /** Asks with a proof for the document that is there; without a key as it is. */
  async #withProof(ask: (proof: object) => Promise<Answer>): Promise<Answer> {
    const page = this.#page;
    if (this.#options.channelKey === undefined) return ask({});
    const shown = async (): Promise<Answer> =>
      ask(this.#proof((await page.document()) ?? (await page.inject())));
    const answer = await shown();
    const error =
      answer.type === 'given' && !answer.json.ok ? (answer.json.error as HostErrorInfo) : undefined;
    // The page was left in between: what was shown was for the other one. Or a part was put in after it was shown.
    return error?.code === 'invalid_argument' && error.argument === 'channelProof' ? shown() : answer;
  }

  #remember({ meta }: Snapshot): void {
    this.#document = meta.document;
    this.#revision = meta.revision;
    this.#url = String(meta.url);
  }

  /** What a page says it is, or why it can't be had. A page may say anything: it is only looked into where that can't throw. */
  async #result<Ok extends { ok: true }>(answer: Answer): Promise<Outcome<Ok>> {
    if (answer.type === 'left') return hostError(LEFT, this.#document);
    if (answer.type === 'silent') return hostError(answer.error, this.#document);
    const json = answer.json as unknown as Outcome<Ok> & { meta?: unknown; error?: unknown };
    const isWhole = json.ok
      ? typeof (json.meta as { document?: unknown } | undefined)?.document === 'string'
      : typeof (json.error as { code?: unknown } | undefined)?.code === 'string';
    if (!isWhole) return hostError(unreadable('its answer is no result'), this.#document);
    if (json.ok) this.#url = String((json.meta as { url?: unknown }).url ?? '');
    return json;
  }

  #known(): { document?: string } {
    return this.#document === undefined ? {} : { document: this.#document };
  }

  /** Shows that this session knows the key, for one call in a document. */
  #proof(document: string | undefined): { channelProof?: string } {
    const { channelKey } = this.#options;
    if (channelKey === undefined || document === undefined) return {};
    return { channelProof: channelProof(channelKey, document, ++this.#proofs) };
  }

  #observe<Ok>(
    result: Ok | HostErrorResult,
    words: string,
    now: Outcome<Snapshot>,
    pageChanged: boolean,
    render: RenderOptions = this.#options.render,
  ): Draft<Ok> {
    const lead = words === '' ? '' : `${words}\n`;
    if (isError(now)) return { result, text: lead + errorWords(now.error), refs: [], pageChanged };
    this.#remember(now);
    const wrong = resolveRenderOptions(render);
    if ('code' in wrong) throw new HostFailure(wrong);
    const { text, refs } = renderSnapshot(now, render);
    const mode = this.#used ? modeWords(this.#used) : '';
    return { result, text: lead + (mode && `${mode}\n`) + text, refs, snapshot: now, pageChanged };
  }
}
