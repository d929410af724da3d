import type {
  ActionKind,
  ActionOk,
  CallToolPayload,
  PageCallTool,
  PageKind,
  QueryKind,
  RenderOptions,
  SnapshotOptions,
  WaitPayload,
} from '../../contract.ts';
import type { Driver } from '../driver.ts';
import type { ActionPayload, PageAnswer, PagePayload, QueryAnswer, QueryInput } from '../kinds.ts';
import { Acting } from './acting.ts';
import { AfterCall } from './after-call.ts';
import { Asking } from './asking.ts';
import { type CallOptions, toCallOptions } from './current-call.ts';
import { HostFailure } from './errors.ts';
import type { Observation, Snapshot } from './observation.ts';
import { Opening } from './opening.ts';
import {
  ACTION_TIMEOUT_MS,
  type AllowTool,
  type ResolvedSessionOptions,
  resolveSessionOptions,
  type SessionOptions,
} from './options.ts';
import { Reading } from './reading.ts';
import type { SnapshotMode } from './snapshot-source.ts';
import type { TabInfo } from './tab-info.ts';
import { TAB_CLOSED, Turns } from './turns.ts';
import { WatchedTabs } from './watched-tabs.ts';

/** The `timeoutMs` of a payload, if it has one. */
const timeoutIn = (payload: unknown): number | undefined => {
  const { timeoutMs } = (payload ?? {}) as { timeoutMs?: unknown };
  return typeof timeoutMs === 'number' ? timeoutMs : undefined;
};

/** Options for the call of a page's tool. */
export interface CallToolOptions
  extends Pick<CallToolPayload, 'after' | 'limitChars' | 'timeoutMs'>,
    CallOptions {
  /** Instead of the session's `allowTool`. */
  allowTool?: AllowTool;
}

/**
 * A tab that a model works in: takes snapshots, acts by ref, and reports after each step what has changed.
 *
 * ```
 * const session = new AgentSession(playwright(page));
 * const page = await session.snapshot();           // page.text goes to the model
 * const step = await session.act('kd5', 'click');  // step.text: what happened and what changed
 * ```
 *
 * The script is injected whenever the page does not have it: before the first call and after every navigation. Calls run
 * one after the other. Everything that takes time goes through `start` and `poll`, so that no call blocks the page.
 *
 * The last argument of each call is a signal, or {@link CallOptions}. Aborting the signal cancels the call: one that waits
 * for its turn is not begun, one that runs returns the error `cancelled` at once; an action that the page has begun may
 * still take place.
 *
 * Nothing is thrown for what a page does: errors are in {@link Observation.error}. If the page is left during a call, the
 * next page is waited for, read and reported ({@link Observation.pageChanged}); a dead ref also makes the page be read again.
 */
export class AgentSession {
  readonly #options: ResolvedSessionOptions;
  readonly #tabs: WatchedTabs;
  readonly #reading: Reading;
  readonly #opening: Opening;
  readonly #acting: Acting;
  readonly #asking: Asking;
  readonly #turns: Turns;

  /** @param driver the driver of the tab, or only its `evaluate` */
  constructor(driver: Driver | Driver['evaluate'], options: SessionOptions = {}) {
    this.#options = resolveSessionOptions(options);
    this.#tabs = new WatchedTabs(this.#options);
    this.#reading = new Reading(this.#tabs, this.#options);
    const after = new AfterCall(this.#tabs, this.#reading, this.#options);
    this.#opening = new Opening(this.#tabs, this.#reading, this.#options);
    this.#acting = new Acting(this.#tabs, this.#reading, after, this.#options);
    this.#asking = new Asking(this.#tabs, this.#reading, after, this.#options);
    this.#turns = new Turns(this.#tabs, this.#reading, this.#options);
    this.#reading.goTo(this.#tabs.watch(typeof driver === 'function' ? { evaluate: driver } : driver));
  }

  /** The driver of the current tab. */
  get driver(): Driver {
    return this.#tabs.current.driver;
  }

  /** The default render options of calls. */
  get render(): RenderOptions {
    return this.#options.render;
  }

  /** Reads the page. `how` and `render` replace the session's options for this call; a `how` with only a `snapshotMode` keeps the others. */
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
        // The current tab has closed: the tab that is current now is read.
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
   * Performs an action on the element of a ref, which must come from the last document that was read, and waits up to
   * `timeoutMs` until the element is ready. The observation has the changes; where the page was left, the new page.
   */
  act<K extends ActionKind>(
    ref: string,
    kind: K,
    payload?: ActionPayload<K>,
    timeoutMs: number | undefined = timeoutIn(payload) ?? this.#options.actionTimeoutMs,
    how?: AbortSignal | CallOptions,
  ): Promise<Observation<ActionOk>> {
    return this.#turns.take(
      () => this.#acting.act(String(ref), String(kind), payload, timeoutMs),
      toCallOptions(how),
    );
  }

  /** Queries one element. */
  query<K extends QueryKind>(
    ref: string,
    kind: K,
    payload: QueryInput = {},
    how?: AbortSignal | CallOptions,
  ): Promise<Observation<QueryAnswer<K>>> {
    return this.#turns.take(() => this.#asking.query(ref, kind, payload), toCallOptions(how));
  }

  /**
   * Calls a verb of the page. Navigation waits for the next page and reads it; input, scrolling and waiting report the
   * changes.
   */
  page<K extends PageKind>(
    kind: K,
    payload?: PagePayload<K> | string,
    timeoutMs: number | undefined = timeoutIn(payload),
    how?: AbortSignal | CallOptions,
  ): Promise<Observation<PageAnswer<K>>> {
    if (kind === 'callTool') {
      const { name, input, ...given } = (payload ?? {}) as unknown as CallToolPayload;
      const limit = timeoutMs === undefined ? {} : { timeoutMs };
      const called = this.callTool(name, input, { ...given, ...limit, ...toCallOptions(how) });
      return called as Promise<Observation<never>>;
    }
    const ms = timeoutMs ?? this.#options.actionTimeoutMs ?? ACTION_TIMEOUT_MS;
    return this.#turns.take(() => this.#asking.page(kind, payload, ms), toCallOptions(how));
  }

  /**
   * Calls a tool that the page offers (`page('tools')` lists them), if `allowTool` allows it: checks the input, and reports
   * the tool's output and the changes. A form that a person has to submit is only filled.
   */
  callTool(
    name: string,
    input: Record<string, unknown> = {},
    { allowTool = this.#options.allowTool, signal, render, ...how }: CallToolOptions = {},
  ): Promise<Observation<PageCallTool>> {
    return this.#turns.take(() => this.#asking.callTool(name, input, allowTool, how), {
      ...(signal && { signal }),
      ...(render && { render }),
    });
  }

  /** Waits until all given conditions hold, and reports the changes. */
  wait(
    what: Omit<WaitPayload, 'timeoutMs'>,
    timeoutMs?: number,
    how?: AbortSignal | CallOptions,
  ): Promise<Observation<PageAnswer<'wait'>>> {
    return this.page('wait', what, timeoutMs, how);
  }

  /**
   * Opens a URL and reads the page. With a function, the host navigates the page itself: `leave` is called to start that, and
   * another document than the current one is waited for. What it throws becomes the error `open_failed`.
   */
  open(leave: string | (() => unknown), how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#opening.open(leave), toCallOptions(how));
  }

  /** Switches to another tab, which may be one of before. Refs of the current one are then dead for the session. */
  use(driver: Driver, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#opening.use(this.#tabs.watch(driver)), toCallOptions(how));
  }

  /**
   * Runs `work` with the driver (for a screenshot, an expression) in turn with the other calls.
   * @throws what `work` throws, and an Error with a message for a model when it takes longer than `evaluateTimeoutMs` or the
   * call is cancelled
   */
  withDriver<T>(work: (driver: Driver) => T | Promise<T>, how?: AbortSignal | CallOptions): Promise<T> {
    const { call, evaluateTimeoutMs } = this.#options;
    return this.#turns.after(async () => {
      const ended = await call.inTime(evaluateTimeoutMs, () => work(this.driver));
      if ('late' in ended) throw new HostFailure(ended.late);
      return ended.given;
    }, toCallOptions(how));
  }

  /** The current URL of the page; if it does not answer, the URL of the last reading. */
  address(): Promise<string> {
    return this.#turns.after(async () => {
      this.#reading.leaveGone();
      return (await this.#tabs.current.address()) ?? this.#reading.url;
    });
  }

  /** The tabs that the session knows, and all others that the driver lists. */
  tabs(): Promise<TabInfo[]> {
    return this.#turns.after(() => {
      this.#reading.leaveGone();
      return this.#opening.list();
    });
  }

  /** Opens a URL in a new tab and switches to it. */
  openTab(url: string, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#opening.openTab(url), toCallOptions(how));
  }

  /** Switches to the tab with this id. */
  selectTab(id: number, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#opening.use(this.#opening.tab(id)), toCallOptions(how));
  }

  /** Closes the tab with this id, by default the current one, and reads the tab that is current then. */
  closeTab(id?: number, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(
      async () => this.#opening.close(id === undefined ? this.#tabs.current : this.#opening.tab(id)),
      toCallOptions(how),
    );
  }
}
