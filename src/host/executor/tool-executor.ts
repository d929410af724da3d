import type { ActionKind, PageKind, QueryKind, RenderOptions, SnapshotOptions } from '../../contract.ts';
import { resolveRenderOptions } from '../../render/index.ts';
import { TOOLS, type Tool } from '../../tools/index.ts';
import type { Driver, Picture } from '../driver.ts';
import type { ActionPayload, FilePayload, PagePayload } from '../kinds.ts';
import type { AgentSession } from '../session/agent-session.ts';
import { type CallOptions, unlessAborted } from '../session/current-call.ts';
import { HostFailure } from '../session/errors.ts';
import type { Observation } from '../session/observation.ts';
import type { AllowTool } from '../session/options.ts';
import { errorWords, quoted } from '../session/result-words.ts';
import { fenceChars, fenced } from './fence.ts';
import { listOfTabs } from './list-of-tabs.ts';
import { ToolArguments, WrongArgument } from './tool-arguments.ts';
import { cutBetweenLines, DEFAULT_BUDGET, type ToolBudget } from './tool-budget.ts';
import { UrlPolicy } from './url-policy.ts';

/** The answer to a tool call. */
export interface ToolAnswer {
  /** For the model, within the budget. */
  text: string;
  /** The call did not do what it should have; `text` says why and what to do next. */
  isError: boolean;
  /** `text` shows the page as it is now, not only what changed of it. */
  isPage?: true;
  /** Of `web_screenshot`. */
  picture?: Picture;
}

/** What a tool needs from the app besides the page itself. What is left out is the driver's. */
export interface ToolHost {
  /** Loads a URL that the policy allows; need not wait for it. */
  open?(url: string): unknown;
  /** A picture of what is seen. */
  screenshot?(): Promise<Picture | undefined>;
  /** A file that `web_upload` names, or undefined where the app has none for it; its message is shown if it throws. Default: none. */
  file?(path: string): Promise<FilePayload | undefined>;
  /** The task is done. */
  close?(): unknown;
}

export interface ToolExecutorOptions {
  host?: ToolHost;
  urls?: UrlPolicy;
  budget?: ToolBudget;
  /**
   * How pages are written; with a `boundary` all answers that hold page text stand between its two lines. Default: as the
   * session writes them.
   */
  render?: RenderOptions;
  /** Whether a tool of the page may be called. Default: as the session has it, which refuses what is consequential. */
  allowTool?: AllowTool;
  /** Offers `web_eval`: a page's text can then make a model run code. Default false. */
  evaluation?: boolean;
}

/** A snapshot collects as many, whatever fewer of them are printed. */
const DEFAULT_NODES = 500;
const DEFAULT_CHARS = 12_000;
/** Longest detail of an element, and output of a tool, of one answer. */
const DETAIL_CHARS = 4_000;
/** What stands beside a detail: which it is, and how to go on. */
const DETAIL_LEAD = 200;
const DEFAULT_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 30_000;

type Run = (given: ToolArguments, how: CallOptions) => Promise<ToolAnswer>;

const answer = ({ text, ok, result, snapshot, delta }: Observation<unknown>): ToolAnswer => ({
  text,
  // What a tool of the page calls an error of its own.
  isError: !ok || (result as { isError?: unknown } | undefined)?.isError === true,
  ...(snapshot && !delta && { isPage: true }),
});
const failed = (message: string): ToolAnswer => ({ text: `Error: ${message}`, isError: true });
const wordsOf = (reason: unknown): string =>
  String((reason as Error | undefined)?.message ?? reason).slice(0, 500);

/**
 * Carries out the tool calls of a model on a session: checks arguments, addresses and budget, and gives the text for the
 * model. Never throws for what a model, a page or a driver does.
 */
export class ToolExecutor {
  /** What to offer the model. */
  readonly tools: readonly Tool[];

  readonly #session: AgentSession;
  readonly #host: ToolHost;
  readonly #urls: UrlPolicy;
  readonly #budget: Required<ToolBudget>;
  readonly #render: RenderOptions;
  readonly #allowTool: AllowTool | undefined;
  #calls = 0;
  #chars = 0;

  constructor(
    session: AgentSession,
    {
      host = {},
      urls = new UrlPolicy(),
      budget = {},
      render = session.render,
      evaluation = false,
      allowTool,
    }: ToolExecutorOptions = {},
  ) {
    this.#session = session;
    this.#host = host;
    this.#urls = urls;
    this.#budget = { ...DEFAULT_BUDGET, ...budget };
    this.#render = render;
    const resolved = resolveRenderOptions(render);
    if ('code' in resolved) throw new TypeError(resolved.message);
    this.#allowTool = allowTool;
    this.tools = TOOLS.filter(({ optIn }) => evaluation || !optIn);
  }

  /** Tool calls that are left of the budget. */
  get callsLeft(): number {
    return Math.max(0, this.#budget.maxCalls - this.#calls);
  }

  /**
   * Carries out one call. `given`: its arguments, or their JSON text (as OpenAI gives them; empty text is none). With a
   * `signal` a call that nobody waits for any more is given up.
   */
  async execute(name: string, given: unknown = {}, signal?: AbortSignal): Promise<ToolAnswer> {
    if (this.#calls >= this.#budget.maxCalls || this.#chars >= this.#budget.maxCharsTotal)
      return failed(
        'The budget of this task is spent. Stop and tell the user what you have done and what is left.',
      );
    this.#calls++;
    const { text, ...rest } = await this.#execute(name, given, signal);
    const within = cutBetweenLines(text, this.#budget.maxCharsPerCall);
    this.#chars += within.length;
    return { text: within, ...rest };
  }

  async #execute(name: string, given: unknown, signal: AbortSignal | undefined): Promise<ToolAnswer> {
    const tool = this.tools.find((one) => one.name === name);
    const run = tool && this.#runs[name];
    if (!run) {
      const names = this.tools.map((one) => one.name).join(', ');
      return failed(`There is no tool ${String(name).slice(0, 40)}. Tools: ${names}.`);
    }
    try {
      const how = { render: this.#sized(), ...(signal && { signal }) };
      // What the host is asked for ends with the call too.
      return await unlessAborted(signal, () => run(new ToolArguments(tool, this.#fields(given)), how));
    } catch (reason) {
      if (reason instanceof HostFailure) return { text: errorWords(reason.error), isError: true };
      if (reason instanceof WrongArgument) return failed(reason.message);
      // A page may throw what it likes.
      return this.#fenced(failed(`${name} could not be done: ${wordsOf(reason)}.`));
    }
  }

  #fields(given: unknown): Record<string, unknown> {
    let fields = given ?? {};
    if (typeof fields === 'string') {
      try {
        fields = fields.trim() === '' ? {} : (JSON.parse(fields) ?? {});
      } catch (reason) {
        throw new WrongArgument(`The arguments are not valid JSON: ${wordsOf(reason)}.`);
      }
    }
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw new WrongArgument('The arguments are not valid JSON: they must be an object.');
    return fields as Record<string, unknown>;
  }

  readonly #runs: Readonly<Record<string, Run>> = {
    web_open: (given, how) => this.#open(given.text('url'), how),
    web_back: (_, how) => this.#page('back', undefined, how),
    web_forward: (_, how) => this.#page('forward', undefined, how),
    web_reload: (_, how) => this.#page('reload', undefined, how),
    web_snapshot: (given, how) => this.#snapshot(given, how),
    web_find: (given, how) =>
      this.#page('find', given.pick('value', 'by', 'name', 'after') as unknown as PagePayload<'find'>, how),
    web_read: (given, how) => this.#read(given, how),
    web_click: (given, how) => this.#act(given, 'click', given.place('position'), how),
    web_dblclick: (given, how) => this.#act(given, 'dblclick', undefined, how),
    web_context_menu: (given, how) => this.#act(given, 'contextmenu', undefined, how),
    web_long_press: (given, how) => this.#act(given, 'longpress', undefined, how),
    web_hover: (given, how) => this.#act(given, 'hover', undefined, how),
    web_fill: (given, how) => this.#act(given, 'fill', { text: given.text('text') }, how),
    web_type: (given, how) => this.#act(given, 'type', { text: given.text('text') }, how),
    web_press_key: (given, how) => this.#pressKey(given, how),
    web_select: (given, how) => this.#act(given, 'select', { label: given.texts('options') }, how),
    web_check: (given, how) => this.#act(given, 'check', undefined, how),
    web_uncheck: (given, how) => this.#act(given, 'uncheck', undefined, how),
    web_upload: (given, how) => this.#upload(given, how),
    web_drag: (given, how) =>
      this.#act(given, 'drag', { ...given.pick('to', 'dx', 'dy'), ...given.place('from') }, how),
    web_swipe: (given, how) =>
      this.#act(
        given,
        'swipe',
        { direction: given.text('direction') as 'left' | 'right' | 'up' | 'down' },
        how,
      ),
    web_scroll: (given, how) =>
      this.#page('scroll', given.pick('direction', 'amount', 'ref', 'text') as PagePayload<'scroll'>, how),
    web_scroll_into_view: (given, how) => this.#act(given, 'scrollIntoView', undefined, how),
    web_wait: (given, how) => this.#wait(given, how),
    web_query: async (given, how) =>
      this.#answer(
        await this.#session.query(
          given.text('ref'),
          given.text('kind') as QueryKind,
          { ...given.pick('after'), ...this.#limit() },
          how,
        ),
      ),
    web_page_tools: (given, how) => this.#page('tools', given.pick('name', 'after'), how),
    web_call_page_tool: async (given, how) =>
      this.#answer(
        await this.#session.callTool(given.text('name'), given.record('input'), {
          ...given.pick('after'),
          ...this.#limit(),
          ...(this.#allowTool && { allowTool: this.#allowTool }),
          ...how,
        }),
      ),
    web_dialog: (given, how) => this.#dialog(given, how),
    web_tabs: (given, how) => this.#tabs(given, how),
    web_screenshot: (_, how) => this.#shown(() => this.#screenshot(how)),
    web_eval: (given, how) => this.#shown(() => this.#evaluate(given.text('expression'), how)),
    web_close: (_, how) => this.#close(how),
  };

  get #driver(): Driver {
    return this.#session.driver;
  }

  async #act<K extends ActionKind>(
    given: ToolArguments,
    kind: K,
    payload: ActionPayload<K> | undefined,
    how: CallOptions,
  ): Promise<ToolAnswer> {
    return this.#answer(await this.#session.act(given.text('ref'), kind, payload, undefined, how));
  }

  async #page<K extends PageKind>(
    kind: K,
    payload: PagePayload<K> | undefined,
    how: CallOptions,
  ): Promise<ToolAnswer> {
    return this.#answer(await this.#session.page(kind, payload, undefined, how));
  }

  /** A page may lead anywhere, also by itself: what stands on one that may not be opened is not for the model. */
  async #answer(observation: Observation<unknown>): Promise<ToolAnswer> {
    return (await this.#refusal(observation.url)) ?? this.#fenced(answer(observation));
  }

  /** Names, errors, dialogs: anything in it may be the page's. */
  #fenced({ text, ...rest }: ToolAnswer): ToolAnswer {
    return { text: fenced(text, this.#render.boundary, this.#budget.maxCharsPerCall), ...rest };
  }

  /** How the page's part of an answer is written: so long that it is there whole, between the lines of {@link #fenced}. */
  #sized({ maxCharsTotal = this.#render.maxCharsTotal ?? DEFAULT_CHARS, ...asked }: RenderOptions = {}) {
    const { boundary, ...render } = { ...this.#render, ...asked };
    const chars = Math.min(maxCharsTotal, this.#budget.maxCharsPerCall) - fenceChars(boundary);
    return { ...render, maxCharsTotal: Math.max(1, chars) };
  }

  /** A detail that the budget would cut is asked for in parts. */
  #limit(): { limitChars?: number } {
    const room = this.#sized({ maxCharsTotal: this.#budget.maxCharsPerCall }).maxCharsTotal - DETAIL_LEAD;
    return room < DETAIL_CHARS ? { limitChars: Math.max(1, room) } : {};
  }

  /** The same for what does not come by an observation: judged before it is looked at, and after. */
  async #shown(look: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
    const refusal = await this.#refusal(await this.#session.address());
    if (refusal) return refusal;
    const shown = await look();
    return (await this.#refusal(await this.#session.address())) ?? shown;
  }

  /** Leaves a page that may not be opened; undefined where it may. */
  async #refusal(url: string): Promise<ToolAnswer | undefined> {
    const verdict = this.#urls.judge(url);
    if (url === '' || verdict.allowed) return undefined;
    const back = await this.#session.page('back');
    if (!this.#urls.judge(back.url).allowed) await this.#session.open('about:blank');
    return failed(
      `The page led to another one, which was left again. ${verdict.reason} Take a new snapshot.`,
    );
  }

  async #open(url: string, how: CallOptions): Promise<ToolAnswer> {
    const verdict = this.#urls.judge(url);
    if (!verdict.allowed) return failed(verdict.reason);
    const { open } = this.#host;
    return this.#answer(await this.#session.open(open ? () => open(verdict.url) : verdict.url, how));
  }

  async #snapshot(given: ToolArguments, how: CallOptions): Promise<ToolAnswer> {
    const nodes = given.count('maxNodes');
    const options: SnapshotOptions = {
      ...given.pick('scope', 'after'),
      ...(given.flag('all') && { interactiveOnly: false }),
      ...(nodes !== undefined && { maxNodes: Math.max(nodes, DEFAULT_NODES) }),
    };
    const depth = given.count('maxDepth');
    const chars = given.count('maxCharsTotal');
    const render = this.#sized({
      ...(nodes !== undefined && { maxNodes: nodes }),
      ...(depth !== undefined && { maxDepth: depth }),
      ...(chars !== undefined && { maxCharsTotal: chars }),
    });
    return this.#answer(await this.#session.snapshot(options, render, how.signal));
  }

  async #read(given: ToolArguments, how: CallOptions): Promise<ToolAnswer> {
    const { maxCharsTotal } = this.#sized();
    const payload = { ...given.pick('scope', 'urls', 'after'), maxCharsTotal };
    return this.#page('extract', payload, how);
  }

  #pressKey(given: ToolArguments, how: CallOptions): Promise<ToolAnswer> {
    const key = given.text('key');
    return given.text('ref') === ''
      ? this.#page('pressKey', { key }, how)
      : this.#act(given, 'press', { key }, how);
  }

  async #upload(given: ToolArguments, how: CallOptions): Promise<ToolAnswer> {
    const files: FilePayload[] = [];
    for (const path of given.texts('files')) {
      const file = await this.#host.file?.(path);
      if (!file)
        return failed(
          `${quoted(path)} is not among the files that this app lets pages have. Ask the user for the file.`,
        );
      files.push(file);
    }
    return this.#act(given, 'upload', { files }, how);
  }

  /** By the driver, for all pages that come; where it has no say, by the script in the page that is there. */
  async #dialog(given: ToolArguments, how: CallOptions): Promise<ToolAnswer> {
    const accept = given.flag('accept');
    const text = given.text('text');
    const driver = this.#driver;
    if (driver.answerDialogs) driver.answerDialogs(() => ({ accept, ...(text !== '' && { text }) }));
    else {
      const dialogs = accept && text !== '' ? { text } : accept ? 'accept' : 'dismiss';
      const hooked = await this.#session.page('hooks', { dialogs }, undefined, how);
      if (!hooked.ok) return this.#answer(hooked);
    }
    const reach = driver.answerDialogs ? '' : ', on this page';
    return {
      text: `Dialogs are ${accept ? 'accepted' : 'dismissed'} from now on${reach}. Now do what opens one.`,
      isError: false,
    };
  }

  async #tabs(given: ToolArguments, how: CallOptions): Promise<ToolAnswer> {
    const action = given.text('action') || 'list';
    const tab = given.number('tab');
    if (action === 'open') {
      const verdict = this.#urls.judge(given.text('url'));
      if (!verdict.allowed) return failed(verdict.reason);
      return this.#answer(await this.#session.openTab(verdict.url, how));
    }
    if (action === 'close') return this.#answer(await this.#session.closeTab(tab, how));
    if (action === 'select') {
      if (tab === undefined) throw new WrongArgument('To select a tab its number is needed: give "tab".');
      return this.#answer(await this.#session.selectTab(tab, how));
    }
    return this.#fenced({ text: listOfTabs(await this.#session.tabs(), this.#urls), isError: false });
  }

  async #wait(given: ToolArguments, how: CallOptions): Promise<ToolAnswer> {
    const timeout = Math.min(Math.max(given.number('timeoutMs') ?? DEFAULT_WAIT_MS, 0), LONGEST_WAIT_MS);
    const what = given.pick('text', 'selector', 'url', 'ref', 'state', 'absent');
    return this.#answer(await this.#session.wait(what, timeout, how));
  }

  async #screenshot(how: CallOptions): Promise<ToolAnswer> {
    const none = failed('This app gives no screenshots. Use web_snapshot with all=true.');
    const host = this.#host;
    if (!host.screenshot && !this.#driver.screenshot) return none;
    await this.#session.page('highlight', undefined, undefined, how);
    try {
      const picture = await this.#session.withDriver(
        (driver) => (host.screenshot ? host.screenshot() : driver.screenshot?.()),
        how,
      );
      return picture
        ? { text: 'A picture of the page; what is written at the boxes are refs.', isError: false, picture }
        : none;
    } finally {
      await this.#session.page('highlight', { off: true });
    }
  }

  async #evaluate(expression: string, how: CallOptions): Promise<ToolAnswer> {
    // A comment at its end must not swallow the bracket.
    const code = `JSON.stringify((${expression}\n))`;
    const value = await this.#session.withDriver((driver) => driver.evaluate(code), how);
    return typeof value === 'string'
      ? this.#fenced({ text: value, isError: false })
      : failed('The expression gave nothing, or threw.');
  }

  async #close(how: CallOptions): Promise<ToolAnswer> {
    const host = this.#host;
    await this.#session.withDriver((driver) => (host.close ? host.close() : driver.close?.()), how);
    return { text: 'Closed.', isError: false };
  }
}
