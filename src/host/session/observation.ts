import type { ErrorResult, SnapshotDelta, SnapshotTree } from '../../contract.ts';
import type { DriverEvent } from '../driver.ts';
import type { HostErrorInfo, HostErrorResult } from './errors.ts';
import type { ModeUsed } from './snapshot-source.ts';

/** The page, or what changed of it. */
export type Snapshot = SnapshotTree | SnapshotDelta;

/** What a call of a session led to. `Ok`: what the page answers where it could be done. */
export interface Observation<Ok> {
  /** Whether it could be done. A page that was left on the way is no error: see `pageChanged`. */
  ok: boolean;
  /** What the page answered. */
  result: Ok | ErrorResult | HostErrorResult;
  /** Why it could not be done; absent if it was. */
  error?: HostErrorInfo;
  /**
   * All of it for a model: what happened, then what changed or the new page; within the budget of the session's `render`
   * for the page's part.
   */
  text: string;
  /** The refs that `text` shows. */
  refs: string[];
  /** The page as it is now, or what changed of it; absent where nothing was read. */
  snapshot?: Snapshot;
  /** How the page was read, and why so; absent where nothing was. */
  snapshotMode?: ModeUsed;
  /** What changed, where the page stayed. */
  delta?: SnapshotDelta;
  /** Another document is there now than before the call: refs of the earlier one are dead. */
  pageChanged: boolean;
  /** Address of the page as it was last read; empty before. */
  url: string;
  /** Tabs that were opened, dialogs that were answered, downloads, since the call before. */
  events: DriverEvent[];
}

/** The part of an observation that the steps of a session put together; the session adds the rest. */
export type Draft<Ok> = Pick<Observation<Ok>, 'result' | 'text' | 'refs' | 'pageChanged'> & {
  snapshot?: Snapshot;
};
