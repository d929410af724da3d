import type { ActionKind, QueryKind, RenderOptions, SnapshotOptions } from '../../contract.ts';
import { TOOLS, type Tool } from '../../tools/index.ts';
import type { Driver, Picture } from '../driver.ts';
import type { ActionPayload, PagePayload } from '../kinds.ts';
import type { AgentSession } from '../session/agent-session.ts';
import type { Observation } from '../session/observation.ts';
import { ToolArguments, WrongArgument } from './tool-arguments.ts';
import { cutBetweenLines, DEFAULT_BUDGET, type ToolBudget } from './tool-budget.ts';
import { UrlPolicy } from './url-policy.ts';

/** The answer to a tool call. */
export interface ToolAnswer {
  /** For the model, within the budget. */
  text: string;
  /** The call did not do what it should have; `text` says why and what to do next. */
  isError: boolean;
  /** Of `web_screenshot`. */
  picture?: Picture;
}

/** What a tool needs from the app besides the page itself. What is left out is the driver's. */
export interface ToolHost {
  /** Loads a URL that the policy allows; need not wait for it. */
  open?(url: string): unknown;
  /** A picture of what is seen. */
  screenshot?(): Promise<Picture | undefined>;
  /** The task is done. */
  close?(): unknown;
}

export interface ToolExecutorOptions {
  host?: ToolHost;
  urls?: UrlPolicy;
  budget?: ToolBudget;
  /** How pages are written; a `boundary` keeps page text apart from everything else. */
  render?: RenderOptions;
  /** Offers `web_eval`: a page's text can then make a model run code. Default false. */
  evaluation?: boolean;
}

/** A snapshot collects as many, whatever fewer of them are printed. */
const DEFAULT_NODES = 500;
const DEFAULT_CHARS = 12_000;
const DEFAULT_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 30_000;

type Run = (given: ToolArguments) => Promise<ToolAnswer>;

const answer = ({ text, ok }: Observation<unknown>): ToolAnswer => ({ text, isError: !ok });
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
  #calls = 0;
  #chars = 0;

  constructor(
    session: AgentSession,
    {
      host = {},
      urls = new UrlPolicy(),
      budget = {},
      render = {},
      evaluation = false,
    }: ToolExecutorOptions = {},
  ) {
    this.#session = session;
    this.#host = host;
    this.#urls = urls;
    this.#budget = { ...DEFAULT_BUDGET, ...budget };
    this.#render = render;
    this.tools = TOOLS.filter(({ optIn }) => evaluation || !optIn);
  }

  /** Tool calls that are left of the budget. */
  get callsLeft(): number {
    return Math.max(0, this.#budget.maxCalls - this.#calls);
  }

  /** Carries out one call. `given`: its arguments, or their JSON text (as OpenAI gives them; empty text is none). */
  async execute(name: string, given: unknown = {}): Promise<ToolAnswer> {
    if (this.#calls >= this.#budget.maxCalls || this.#chars >= this.#budget.maxCharsTotal)
      return failed(
        'The budget of this task is spent. Stop and tell the user what you have done and what is left.',
      );
    this.#calls++;
    const { text, ...rest } = await this.#execute(name, given);
    const within = cutBetweenLines(text, this.#budget.maxCharsPerCall);
    this.#chars += within.length;
    return { text: within, ...rest };
  }

  async #execute(name: string, given: unknown): Promise<ToolAnswer> {
    const tool = this.tools.find((one) => one.name === name);
    const run = tool && this.#runs[name];
    if (!run) {
      const names = this.tools.map((one) => one.name).join(', ');
      return failed(`There is no tool ${String(name).slice(0, 40)}. Tools: ${names}.`);
    }
    try {
      return await run(new ToolArguments(tool, this.#fields(given)));
    } catch (reason) {
      return failed(
        reason instanceof WrongArgument ? reason.message : `${name} could not be done: ${wordsOf(reason)}.`,
      );
    }
  }

  #fields(given: unknown): Record<string, unknown> {
    let fields = given ?? {};
    if (typeof fields === 'string') {
      try {
        fields = fields.trim() === '' ? {} : JSON.parse(fields);
      } catch (reason) {
        throw new WrongArgument(`The arguments are not valid JSON: ${wordsOf(reason)}.`);
      }
    }
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw new WrongArgument('The arguments are not valid JSON: they must be an object.');
    return fields as Record<string, unknown>;
  }

  readonly #runs: Readonly<Record<string, Run>> = {
    web_open: (given) => this.#open(given.text('url')),
    web_back: async () => this.#answer(await this.#session.page('back')),
    web_forward: async () => this.#answer(await this.#session.page('forward')),
    web_reload: async () => this.#answer(await this.#session.page('reload')),
    web_snapshot: (given) => this.#snapshot(given),
    web_find: async (given) =>
      this.#answer(
        await this.#session.page(
          'find',
          given.pick('value', 'by', 'name', 'after') as unknown as PagePayload<'find'>,
        ),
      ),
    web_read: (given) => this.#read(given),
    web_click: (given) => this.#act(given, 'click'),
    web_dblclick: (given) => this.#act(given, 'dblclick'),
    web_hover: (given) => this.#act(given, 'hover'),
    web_fill: (given) => this.#act(given, 'fill', { text: given.text('text') }),
    web_type: (given) => this.#act(given, 'type', { text: given.text('text') }),
    web_press_key: (given) => this.#pressKey(given),
    web_select: (given) => this.#act(given, 'select', { label: given.texts('options') }),
    web_check: (given) => this.#act(given, 'check'),
    web_uncheck: (given) => this.#act(given, 'uncheck'),
    web_drag: (given) => this.#act(given, 'drag', { to: given.text('to') }),
    web_swipe: (given) =>
      this.#act(given, 'swipe', { direction: given.text('direction') as 'left' | 'right' | 'up' | 'down' }),
    web_scroll: async (given) =>
      this.#answer(
        await this.#session.page(
          'scroll',
          given.pick('direction', 'amount', 'ref', 'text') as PagePayload<'scroll'>,
        ),
      ),
    web_scroll_into_view: (given) => this.#act(given, 'scrollIntoView'),
    web_wait: (given) => this.#wait(given),
    web_query: async (given) =>
      this.#answer(
        await this.#session.query(given.text('ref'), given.text('kind') as QueryKind, given.pick('after')),
      ),
    web_screenshot: () => this.#screenshot(),
    web_eval: (given) => this.#evaluate(given.text('expression')),
    web_close: () => this.#close(),
  };

  get #driver(): Driver {
    return this.#session.driver;
  }

  async #act<K extends ActionKind>(
    given: ToolArguments,
    kind: K,
    payload?: ActionPayload<K>,
  ): Promise<ToolAnswer> {
    return this.#answer(await this.#session.act(given.text('ref'), kind, payload));
  }

  /** A page may lead anywhere, also by itself: what stands on one that may not be opened is not for the model. */
  async #answer(observation: Observation<unknown>): Promise<ToolAnswer> {
    const verdict = this.#urls.judge(observation.url);
    if (observation.url === '' || verdict.allowed) return answer(observation);
    const back = await this.#session.page('back');
    if (!this.#urls.judge(back.url).allowed) await this.#session.open('about:blank');
    return failed(
      `The page led to another one, which was left again. ${verdict.reason} Take a new snapshot.`,
    );
  }

  async #open(url: string): Promise<ToolAnswer> {
    const verdict = this.#urls.judge(url);
    if (!verdict.allowed) return failed(verdict.reason);
    const { open } = this.#host;
    return this.#answer(await this.#session.open(open ? () => open(verdict.url) : verdict.url));
  }

  async #snapshot(given: ToolArguments): Promise<ToolAnswer> {
    const nodes = given.count('maxNodes');
    const options: SnapshotOptions = {
      ...given.pick('scope', 'after'),
      ...(given.flag('all') && { interactiveOnly: false }),
      ...(nodes !== undefined && { maxNodes: Math.max(nodes, DEFAULT_NODES) }),
    };
    const depth = given.count('maxDepth');
    const chars = given.count('maxCharsTotal') ?? this.#render.maxCharsTotal ?? DEFAULT_CHARS;
    const render: RenderOptions = {
      ...this.#render,
      ...(nodes !== undefined && { maxNodes: nodes }),
      ...(depth !== undefined && { maxDepth: depth }),
      maxCharsTotal: Math.min(chars, this.#budget.maxCharsPerCall),
    };
    return this.#answer(await this.#session.snapshot(options, render));
  }

  async #read(given: ToolArguments): Promise<ToolAnswer> {
    const { maxCharsTotal = DEFAULT_CHARS, boundary } = this.#render;
    const payload = {
      ...given.pick('scope', 'urls', 'after'),
      maxCharsTotal,
      ...(boundary !== undefined && { boundary }),
    };
    return this.#answer(await this.#session.page('extract', payload));
  }

  async #pressKey(given: ToolArguments): Promise<ToolAnswer> {
    const key = given.text('key');
    if (given.text('ref') !== '') return this.#act(given, 'press', { key });
    return this.#answer(await this.#session.page('pressKey', { key }));
  }

  async #wait(given: ToolArguments): Promise<ToolAnswer> {
    const timeout = Math.min(Math.max(given.number('timeoutMs') ?? DEFAULT_WAIT_MS, 0), LONGEST_WAIT_MS);
    const what = given.pick('text', 'selector', 'url', 'ref', 'state', 'absent');
    return this.#answer(await this.#session.wait(what, timeout));
  }

  async #screenshot(): Promise<ToolAnswer> {
    const none = failed('This app gives no screenshots. Use web_snapshot with all=true.');
    const { host } = { host: this.#host };
    const take = host.screenshot ? () => host.screenshot?.() : () => this.#driver.screenshot?.();
    if (!host.screenshot && !this.#driver.screenshot) return none;
    await this.#session.page('highlight');
    try {
      const picture = await take();
      return picture
        ? { text: 'A picture of the page; what is written at the boxes are refs.', isError: false, picture }
        : none;
    } finally {
      await this.#session.page('highlight', { off: true });
    }
  }

  async #evaluate(expression: string): Promise<ToolAnswer> {
    // A comment at its end must not swallow the bracket.
    const value = await this.#driver.evaluate(`JSON.stringify((${expression}\n))`);
    return typeof value === 'string'
      ? { text: value, isError: false }
      : failed('The expression gave nothing, or threw.');
  }

  async #close(): Promise<ToolAnswer> {
    await (this.#host.close ? this.#host.close() : this.#driver.close?.());
    return { text: 'Closed.', isError: false };
  }
}
