import type {
  ActionKind,
  ActionResult,
  ErrorResult,
  JobStarted,
  JobState,
  PageKind,
  PageOf,
  PageResult,
  QueryKind,
  QueryResult,
  SnapshotDelta,
  SnapshotOptions,
  SnapshotResult,
  SnapshotText,
  SnapshotTree,
  TextFormat,
} from '../contract.ts';

type Result = SnapshotResult | ActionResult | QueryResult | PageResult;

declare global {
  interface Window {
    /** There once the script is in the page. */
    __agentBrowser?: AgentBrowser;
  }
}

/** `window.__agentBrowser`: everything a host may call. Nothing of it throws, no promise of it is rejected. */
export interface AgentBrowser {
  /** Version of the script. */
  readonly version: string;
  /** Random id of this document; a host that passes it back learns when the page was left. */
  readonly document: string;
  /**
   * Reads the page: `{tree, refs, meta, stats}`, a delta with `since`, or text with `format`. Errors:
   * `invalid_argument` (an option that is unknown or of the wrong type, a selector that does not parse),
   * `ref_not_found` (`scope`, `after`).
   */
  snapshot(options: SnapshotOptions & { format: TextFormat }): SnapshotText | ErrorResult;
  snapshot(options?: SnapshotOptions & { format?: 'json'; since?: never }): SnapshotTree | ErrorResult;
  snapshot(options: SnapshotOptions & { format?: 'json' }): SnapshotTree | SnapshotDelta | ErrorResult;
  snapshot(options?: SnapshotOptions): SnapshotResult;
  /** Acts on one element in one attempt and one task: checks, events, read-back. */
  action(ref: string, kind: ActionKind, payload?: unknown): ActionResult;
  /** Asks about one element (`text`, `value`, `describe`, ...), each string at most `limitChars` (4000): docs/page.md. */
  query(ref: string, kind: QueryKind, payload?: unknown): QueryResult;
  /** Asks about the page or does something to it (`info`, `find`, `search`, `wait`, ...): docs/page.md. */
  page<K extends PageKind>(kind: K, payload?: unknown): PageOf<K> | ErrorResult;
  /**
   * Any of the verbs above, with time: an action waits until the element is ready (`timeoutMs`, default 5000),
   * gives each event a task of its own, waits until the page is quiet and brings what has changed.
   */
  run(verb: string, ...args: unknown[]): Promise<Result>;
  /** {@link run} for hosts that can't await: gives the name of a job at once. */
  start(verb: string, ...args: unknown[]): JobStarted | ErrorResult;
  /**
   * How a job stands; its result is given once. Errors: `job_lost`, `invalid_argument`. What was begun with a
   * `channelProof` is only given as text: `json('poll', job)`. `sent`: the host has made the input that it `awaits`, or
   * gives it up (`cancel`): an action that is not begun yet never is, and waiting ends.
   */
  poll(job: string, sent?: unknown): JobState | ErrorResult;
  /** Any verb but `run`, its result as JSON text: for hosts that evaluate a string. */
  json(verb: string, ...args: unknown[]): string;
  /**
   * For the files of `parts/` alone, which call it when they are evaluated: adds what they hold. False, and without
   * effect, for anything else, for a part of another version, and for one that is here already.
   */
  register(part: unknown): boolean;
}

declare global {
  interface Window {
    /** There once the script is in the page. */
    __agentBrowser?: AgentBrowser;
  }
}
