import type { ErrorResult, SnapshotDelta, SnapshotTree } from '../../contract.ts';
import type { DriverEvent } from '../driver.ts';
import type { HostErrorInfo, HostErrorResult } from './errors.ts';
import type { ModeUsed } from './snapshot-source.ts';

/** The page, or its changes. */
export type Snapshot = SnapshotTree | SnapshotDelta;

/** The outcome of a session's call. `Ok`: the page's result of a successful call. */
export interface Observation<Ok> {
  /** Whether the call succeeded. A page that was left during it is no error: see `pageChanged`. */
  ok: boolean;
  /** The page's result. */
  result: Ok | ErrorResult | HostErrorResult;
  /** Why the call failed; absent if it did not. */
  error?: HostErrorInfo;
  /**
   * The text for a model: what happened, then the changes or the new page. The page's part is within the budget of the
   * session's `render`.
   */
  text: string;
  /** The refs that `text` shows. */
  refs: string[];
  /** The page after the call, or its changes; absent where nothing was read. */
  snapshot?: Snapshot;
  /** How the page was read, and why; absent where nothing was read. */
  snapshotMode?: ModeUsed;
  /** The changes, where the page stayed. */
  delta?: SnapshotDelta;
  /** Whether the document was replaced during the call: refs of the earlier one are dead. */
  pageChanged: boolean;
  /** URL of the page when it was last read; empty before that. */
  url: string;
  /** Opened tabs, answered dialogs and downloads since the call before. */
  events: DriverEvent[];
}

/** The part of an observation that a call makes; `Turns` adds the rest. */
export type Draft<Ok> = Pick<Observation<Ok>, 'result' | 'text' | 'refs' | 'pageChanged'> & {
  snapshot?: Snapshot;
};
