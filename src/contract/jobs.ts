import type { ActionResult } from './action.ts';
import type { PageResult } from './page.ts';
import type { QueryResult } from './query.ts';
import type { Meta, Point } from './results.ts';
import type { SnapshotResult } from './snapshot.ts';

/** The result of `start`: the id of a job to `poll`, for hosts that can't await a promise. */
export interface JobStarted {
  ok: true;
  type: 'start';
  meta: Meta;
  /** Contains the document's id, so that a job lost in a navigation is recognised. */
  job: string;
}

/** Where the host has to send its own input, in CSS px of the viewport; -1, -1 where only keys reach the element. */
export interface AwaitedInput extends Point {
  /** Only for a drag. `press`: press the button there and hold it; `release`: move there and release it. */
  step?: 'press' | 'release';
  /** The pressed element is `draggable`: HTML drag and drop begins with the first move. */
  draggable?: boolean;
}

/** The result of `poll`; with `result` once the job is `done`. */
export interface JobState {
  ok: true;
  type: 'poll';
  meta: Meta;
  job: string;
  done: boolean;
  /** The action `observe` waits until the host has sent its input at this point, and has said so with `poll(job, 'sent')`. */
  awaits?: AwaitedInput;
  result?: SnapshotResult | ActionResult | QueryResult | PageResult;
}
