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
 * call is waited for, read anew and reported ({@link Observation.pageChanged}); so is a ref that is dead.
 */
export class AgentSession {
  readonly #options: ResolvedSessionOptions;
  readonly #tabs: WatchedTabs;
  readonly #reading: Reading;
  readonly #opening: Opening;
  readonly #acting: Acting;
  readonly #asking: Asking;
  readonly #turns: Turns;

  /** @param driver or only its `evaluate` */
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
    return this.#turns.take(
      () => this.#acting.act(String(ref), String(kind), payload, timeoutMs),
      toCallOptions(how),
    );
  }

  /** Asks about one element. */
  query<K extends QueryKind>(
    ref: string,
    kind: K,
    payload: QueryInput = {},
    how?: AbortSignal | CallOptions,
  ): Promise<Observation<QueryAnswer<K>>> {
    return this.#turns.take(() => this.#asking.query(ref, kind, payload), toCallOptions(how));
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
    return this.#turns.take(() => this.#asking.page(kind, payload, timeoutMs), toCallOptions(how));
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
    return this.#turns.take(() => this.#asking.callTool(name, input, allowTool, how), {
      ...(signal && { signal }),
      ...(render && { render }),
    });
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
    return this.#turns.take(() => this.#opening.open(leave), toCallOptions(how));
  }

  /** Goes on in another tab, or in one that it has been in before. Refs of this one are dead for the session. */
  use(driver: Driver, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#opening.use(this.#tabs.watch(driver)), toCallOptions(how));
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

  /** Where the page is now; where nobody says, the address of the page as it was last read. */
  address(): Promise<string> {
    return this.#turns.after(async () => {
      this.#reading.leaveGone();
      return (await this.#tabs.current.address()) ?? this.#reading.url;
    });
  }

  /** The tabs that the session knows, and those beside them where the driver lists them. */
  tabs(): Promise<TabInfo[]> {
    return this.#turns.after(() => {
      this.#reading.leaveGone();
      return this.#opening.list();
    });
  }

  /** Opens an address in another tab and goes on there. */
  openTab(url: string, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#opening.openTab(url), toCallOptions(how));
  }

  /** Goes on in the tab of this number. */
  selectTab(id: number, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(() => this.#opening.use(this.#opening.tab(id)), toCallOptions(how));
  }

  /** Closes the tab of this number, by default the current one, and reads the one that is current then. */
  closeTab(id?: number, how?: AbortSignal | CallOptions): Promise<Observation<Snapshot>> {
    return this.#turns.take(
      async () => this.#opening.close(id === undefined ? this.#tabs.current : this.#opening.tab(id)),
      toCallOptions(how),
    );
  }
}
