import type { QueryKind, RenderOptions, SnapshotOptions } from '../../contract.ts';
import { resolveRenderOptions } from '../../render/index.ts';
import { TOOLS, type Tool } from '../../tools/index.ts';
import type { Driver, Picture } from '../driver.ts';
import type { FilePayload } from '../kinds.ts';
import type { AgentSession } from '../session/agent-session.ts';
import { type CallOptions, unlessAborted } from '../session/current-call.ts';
import { HostFailure } from '../session/errors.ts';
import type { Observation } from '../session/observation.ts';
import type { AllowTool } from '../session/options.ts';
import { errorWords, NOT_LOADED, quoted } from '../session/result-words.ts';
import { fenceChars, fenced } from './fence.ts';
import { listOfTabs } from './list-of-tabs.ts';
import { SESSION_TOOLS } from './session-tools.ts';
import { ToolArguments, WrongArgument } from './tool-arguments.ts';
import { cutBetweenLines, DEFAULT_BUDGET, type ToolBudget } from './tool-budget.ts';
import { UrlPolicy } from './url-policy.ts';

/** The answer to a tool call. */
export interface ToolAnswer {
  /** The text for the model, within the budget. */
  text: string;
  /** The call failed; `text` tells why and what to do next. */
  isError: boolean;
  /** `text` shows the whole page, not only the changes. */
  isPage?: true;
  /** The image of `web_screenshot`. */
  picture?: Picture;
}

/** What tools need from the app besides the page. For a function that is left out, the driver's is used. */
export interface ToolHost {
  /** Loads a URL that the policy allows; need not wait until it has loaded. */
  open?(url: string): unknown;
  /** A screenshot of the viewport. */
  screenshot?(): Promise<Picture | undefined>;
  /** The file of a path that `web_upload` names; undefined where the app has none. If it throws, the model gets the message. Default: no files. */
  file?(path: string): Promise<FilePayload | undefined>;
  /** Called when the task is done. */
  close?(): unknown;
}

export interface ToolExecutorOptions {
  host?: ToolHost;
  urls?: UrlPolicy;
  budget?: ToolBudget;
  /**
   * How pages are rendered; with a `boundary`, all answers with page text are put between its two lines. Default: the
   * session's `render`.
   */
  render?: RenderOptions;
  /** Whether a tool of the page may be called. Default: the session's `allowTool`, which refuses consequential ones. */
  allowTool?: AllowTool;
  /** Offer `web_eval`. A page's text could then make the model run code. Default false. */
  evaluation?: boolean;
}

/** A snapshot collects at least this many nodes, even where fewer are printed. */
const DEFAULT_NODES = 500;
const DEFAULT_CHARS = 12_000;
/** Most characters of a query's value, and of a tool's output, in one answer. */
const DETAIL_CHARS = 4_000;
/** Characters that an answer needs beside such a value: its label, and the `after` of the next part. */
const DETAIL_LEAD_CHARS = 200;

type ToolFunction = (given: ToolArguments, callOptions: CallOptions) => Promise<ToolAnswer>;

const answer = ({ text, ok, result, snapshot, delta }: Observation<unknown>): ToolAnswer => ({
  text,
  // A tool of the page may report an error in a successful result.
  isError: !ok || (result as { isError?: unknown } | undefined)?.isError === true,
  ...(snapshot && !delta && { isPage: true }),
});
const failed = (message: string): ToolAnswer => ({ text: `Error: ${message}`, isError: true });
const wordsOf = (reason: unknown): string =>
  String((reason as Error | undefined)?.message ?? reason).slice(0, 500);

/**
 * Executes the tool calls of a model on a session: checks arguments, URLs and budget, and returns the text for the model.
 * Never throws for anything that a model, a page or a driver does.
 */
export class ToolExecutor {
  /** The tools to offer the model. */
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

  /** How many tool calls are left of the budget. */
  get callsLeft(): number {
    return Math.max(0, this.#budget.maxCalls - this.#calls);
  }

  /**
   * Executes one call. `given`: its arguments, or their JSON text (as OpenAI sends them; empty text counts as no arguments).
   * Aborting `signal` cancels the call.
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
    const tool = this.tools.find((candidate) => candidate.name === name);
    const run = tool && this.#runOf(name);
    if (!run) {
      const names = this.tools.map((known) => known.name).join(', ');
      return failed(`There is no tool ${String(name).slice(0, 40)}. Tools: ${names}.`);
    }
    try {
      const callOptions = { render: this.#sized(), ...(signal && { signal }) };
      // By `unlessAborted`, since functions of the host know no signal.
      return await unlessAborted(signal, () =>
        run(new ToolArguments(tool, this.#fields(given)), callOptions),
      );
    } catch (reason) {
      if (reason instanceof HostFailure) return { text: errorWords(reason.error), isError: true };
      if (reason instanceof WrongArgument) return failed(reason.message);
      // The message may be page text: a page may throw anything.
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

  /** The tools that need more than one call of the session, by their names. */
  readonly #runs: Readonly<Record<string, ToolFunction>> = {
    web_open: (given, callOptions) => this.#open(given.text('url'), callOptions),
    web_snapshot: (given, callOptions) => this.#snapshot(given, callOptions),
    web_upload: (given, callOptions) => this.#upload(given, callOptions),
    web_query: (given, callOptions) => this.#query(given, callOptions),
    web_call_page_tool: (given, callOptions) => this.#callPageTool(given, callOptions),
    web_dialog: (given, callOptions) => this.#dialog(given, callOptions),
    web_tabs: (given, callOptions) => this.#tabs(given, callOptions),
    web_screenshot: (_, callOptions) => this.#shown(() => this.#screenshot(callOptions)),
    web_eval: (given, callOptions) =>
      this.#shown(() => this.#evaluate(given.text('expression'), callOptions)),
    web_close: (_, callOptions) => this.#close(callOptions),
  };

  #runOf(name: string): ToolFunction | undefined {
    const call = SESSION_TOOLS[name];
    return call
      ? async (given, callOptions) => this.#answer(await call(this.#session, given, callOptions))
      : this.#runs[name];
  }

  get #driver(): Driver {
    return this.#session.driver;
  }

  /** The answer to an observation; a refusal where the page is now at a URL that the policy forbids: pages may navigate by themselves. */
  async #answer(observation: Observation<unknown>): Promise<ToolAnswer> {
    return (await this.#refusal(observation.url)) ?? this.#fenced(answer(observation));
  }

  /** Fences the whole text: names, errors and dialogs in it may be page text. */
  #fenced({ text, ...rest }: ToolAnswer): ToolAnswer {
    return { text: fenced(text, this.#render.boundary, this.#budget.maxCharsPerCall), ...rest };
  }

  /** Render options with `maxCharsTotal` so small that the page's part is not cut by {@link #fenced}. */
  #sized({ maxCharsTotal = this.#render.maxCharsTotal ?? DEFAULT_CHARS, ...asked }: RenderOptions = {}) {
    const { boundary, ...render } = { ...this.#render, ...asked };
    const chars = Math.min(maxCharsTotal, this.#budget.maxCharsPerCall) - fenceChars(boundary);
    return { ...render, maxCharsTotal: Math.max(1, chars) };
  }

  /** A `limitChars` for values that the budget would cut otherwise. */
  #limit(): { limitChars?: number } {
    const room =
      this.#sized({ maxCharsTotal: this.#budget.maxCharsPerCall }).maxCharsTotal - DETAIL_LEAD_CHARS;
    return room < DETAIL_CHARS ? { limitChars: Math.max(1, room) } : {};
  }

  /** As {@link #answer}, for answers without an observation: the URL is checked before and after. */
  async #shown(look: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
    const refusal = await this.#refusal(await this.#session.address());
    if (refusal) return refusal;
    const shown = await look();
    return (await this.#refusal(await this.#session.address())) ?? shown;
  }

  /** Leaves a page whose URL the policy forbids; undefined where it is allowed. */
  async #refusal(url: string): Promise<ToolAnswer | undefined> {
    const verdict = this.#urls.judge(url);
    if (url === '' || verdict.allowed) return undefined;
    const back = await this.#session.page('back');
    if (!this.#urls.judge(back.url).allowed) await this.#session.open('about:blank');
    const [what, why] = NOT_LOADED.test(url)
      ? ['an address that could not be loaded', '']
      : ['another one', `${verdict.reason} `];
    return failed(`The page led to ${what}, which was left again. ${why}Take a new snapshot.`);
  }

  async #open(url: string, callOptions: CallOptions): Promise<ToolAnswer> {
    const verdict = this.#urls.judge(url);
    if (!verdict.allowed) return failed(verdict.reason);
    const { open } = this.#host;
    const opened = await this.#session.open(open ? () => open(verdict.url) : verdict.url, callOptions);
    // The browser may show a page of its own about that, which the next call would have to leave.
    if (opened.error?.code === 'open_failed') await this.#refusal(await this.#session.address());
    return this.#answer(opened);
  }

  async #snapshot(given: ToolArguments, callOptions: CallOptions): Promise<ToolAnswer> {
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
    return this.#answer(await this.#session.snapshot(options, render, callOptions.signal));
  }

  async #query(given: ToolArguments, callOptions: CallOptions): Promise<ToolAnswer> {
    const payload = { ...given.pick('after'), ...this.#limit() };
    return this.#answer(
      await this.#session.query(given.text('ref'), given.text('kind') as QueryKind, payload, callOptions),
    );
  }

  async #callPageTool(given: ToolArguments, callOptions: CallOptions): Promise<ToolAnswer> {
    return this.#answer(
      await this.#session.callTool(given.text('name'), given.record('input'), {
        ...given.pick('after'),
        ...this.#limit(),
        ...(this.#allowTool && { allowTool: this.#allowTool }),
        ...callOptions,
      }),
    );
  }

  async #upload(given: ToolArguments, callOptions: CallOptions): Promise<ToolAnswer> {
    const files: FilePayload[] = [];
    for (const path of given.texts('files')) {
      const file = await this.#host.file?.(path);
      if (!file)
        return failed(
          `${quoted(path)} is not among the files that this app lets pages have. Ask the user for the file.`,
        );
      files.push(file);
    }
    return this.#answer(
      await this.#session.act(given.text('ref'), 'upload', { files }, undefined, callOptions),
    );
  }

  /** Sets the answer to dialogs: by the driver, for all pages; where the driver can't, by the script in the current page. */
  async #dialog(given: ToolArguments, callOptions: CallOptions): Promise<ToolAnswer> {
    const accept = given.flag('accept');
    const text = given.text('text');
    const driver = this.#driver;
    if (driver.answerDialogs) driver.answerDialogs(() => ({ accept, ...(text !== '' && { text }) }));
    else {
      const dialogs = accept && text !== '' ? { text } : accept ? 'accept' : 'dismiss';
      const hooked = await this.#session.page('hooks', { dialogs }, undefined, callOptions);
      if (!hooked.ok) return this.#answer(hooked);
    }
    const reach = driver.answerDialogs ? '' : ', on this page';
    return {
      text: `Dialogs are ${accept ? 'accepted' : 'dismissed'} from now on${reach}. Now do what opens one.`,
      isError: false,
    };
  }

  async #tabs(given: ToolArguments, callOptions: CallOptions): Promise<ToolAnswer> {
    const action = given.text('action') || 'list';
    const tab = given.number('tab');
    if (action === 'open') {
      const verdict = this.#urls.judge(given.text('url'));
      if (!verdict.allowed) return failed(verdict.reason);
      return this.#answer(await this.#session.openTab(verdict.url, callOptions));
    }
    if (action === 'close') return this.#answer(await this.#session.closeTab(tab, callOptions));
    if (action === 'select') {
      if (tab === undefined) throw new WrongArgument('To select a tab its number is needed: give "tab".');
      return this.#answer(await this.#session.selectTab(tab, callOptions));
    }
    return this.#fenced({ text: listOfTabs(await this.#session.tabs(), this.#urls), isError: false });
  }

  async #screenshot(callOptions: CallOptions): Promise<ToolAnswer> {
    const none = failed('This app gives no screenshots. Use web_snapshot with all=true.');
    const host = this.#host;
    if (!host.screenshot && !this.#driver.screenshot) return none;
    await this.#session.page('highlight', undefined, undefined, callOptions);
    try {
      const picture = await this.#session.withDriver(
        (driver) => (host.screenshot ? host.screenshot() : driver.screenshot?.()),
        callOptions,
      );
      return picture
        ? { text: 'A picture of the page; what is written at the boxes are refs.', isError: false, picture }
        : none;
    } finally {
      await this.#session.page('highlight', { off: true });
    }
  }

  async #evaluate(expression: string, callOptions: CallOptions): Promise<ToolAnswer> {
    // The line break ends a comment at the end of the expression, which would swallow the bracket.
    const code = `JSON.stringify((${expression}\n))`;
    const value = await this.#session.withDriver((driver) => driver.evaluate(code), callOptions);
    return typeof value === 'string'
      ? this.#fenced({ text: value, isError: false })
      : failed('The expression gave nothing, or threw.');
  }

  async #close(callOptions: CallOptions): Promise<ToolAnswer> {
    const host = this.#host;
    await this.#session.withDriver((driver) => (host.close ? host.close() : driver.close?.()), callOptions);
    return { text: 'Closed.', isError: false };
  }
}
