import type { ActionResult } from './action.ts';
import type { PageResult } from './page.ts';
import type { QueryResult } from './query.ts';
import type { Meta, Point } from './results.ts';
import type { SnapshotResult } from './snapshot.ts';

/** `start` gives the name of a job, for hosts that can't await. */
export interface JobStarted {
  ok: true;
  type: 'start';
  meta: Meta;
  /** Carries the document's id: a job that a navigation has ended is known as such. */
  job: string;
}

/** Where the host's own input shall go, px in the viewport; -1, -1 where only keys reach it. */
export interface AwaitedInput extends Point {
  /** Of a drag: the button goes down there and stays down; it is moved there and goes up. Otherwise the host knows what. */
  step?: 'press' | 'release';
  /** What the press is on is draggable: HTML drag and drop begins with the first move. */
  draggable?: boolean;
}

/** `poll`: `result` once it is `done`. */
export interface JobState {
  ok: true;
  type: 'poll';
  meta: Meta;
  job: string;
  done: boolean;
  /** The action `observe` waits for the host's own input at this point, and for a `poll` that says that it is sent. */
  awaits?: AwaitedInput;
  result?: SnapshotResult | ActionResult | QueryResult | PageResult;
}
