import { afterMicrotasks, nextTask } from './tasks.ts';

const clock = Date.now;

/**
 * How something expected arrives: by itself (an answer, a timer), as a task that the page has posted, or with a frame,
 * which shows it.
 */
export type Arrival = 'came' | 'posts' | 'frame';

/** Ends an expectation: call it when the expected has arrived, or with `never` when it will not. */
export type Expected = (never?: boolean) => void;

/** Something that is expected to arrive. */
export interface Pending {
  /** When, ms since the epoch. */
  readonly due: number;
  /** How much later it may arrive, ms; after that it is no longer awaited. */
  readonly grace: number;
  readonly coming: Arrival;
  /** It is not awaited while {@link Cause.changes} has this value: its timer has changed nothing so far. */
  readonly idleAt: number | undefined;
}

/** An action as the cause of what the page does after it. */
export interface Cause {
  /** What the action has begun and what has not arrived yet, by a number of its own. */
  readonly pending: Record<number, Pending>;
  /** Each timer is awaited up to this delay, ms. */
  timersUpTo: number;
  /** The number of requests that the page has sent because of it. */
  requests: number;
  /** The number of those without an answer. */
  unanswered: number;
  /** How often something has arrived by itself: its changes are shown with the next frame. */
  came: number;
  /** How often the page has posted a task during the action. */
  posts: number;
  /** How often the action was seen to change the page. */
  changes: number;
  /** The number of frames that the page has requested perhaps because of it. */
  guessedFrames: number;
}

/** Why some code of the page runs: which action has caused it, and how. */
export interface Origin {
  readonly cause: Cause;
  /** The timers and frames between the action and this code, ms. */
  readonly after: number;
  /** The length of the chain of frames, each requested in the one before, that leads to this code. */
  readonly frames: number;
  /** In a timer: its delay, ms, and {@link Cause.changes} when it was set. */
  readonly timer?: { readonly ms: number; readonly changes: number };
  /** The code began during the action, perhaps not because of it. */
  readonly isGuess?: true;
}

/** How long frames may go on after an action and count as caused by it, ms: longer animations are there to be looked at. */
const MAX_DRIVEN_MS = 1000;

/** How long a chain of timers, each set by the one before, is followed, ms: as long as an action is awaited at most. */
const MAX_CHAIN_MS = 3000;

/**
 * Whether a timer is awaited: by its own delay, and a chain of timers up to the end of the action. If the cause is a guess,
 * the delays add up against the same limit, as such a chain may go on for ever.
 *
 * @param ms its delay
 * @param after ms from the action until it fires
 */
export const isTimerAwaited = ({ cause, isGuess }: Origin, ms: number, after: number): boolean =>
  isGuess ? after <= cause.timersUpTo : ms <= cause.timersUpTo && after <= MAX_CHAIN_MS;

/**
 * What has caused the code that runs now: the action; a repeating timer or frame loop that runs without it (and may draw
 * what the action has changed); something else that began without it; or it is not known.
 */
export type Doer = 'action' | 'loop' | 'other' | 'unknown';

/**
 * Keeps track of what has caused the code that the page runs. All that the page begins while an action dispatches its
 * events is caused by the action, and so is what those timers, frames and answers begin. Code without an action as its
 * cause has the origin `null`.
 *
 * Most methods run in functions that the page calls, with the page's own built-ins in place, so they use none of them.
 */
export class Causes {
  /** The origin of the code that runs now; `undefined`: not known. */
  private now: Origin | null | undefined;
  /** The interval, ms, of the frame or repeating timer that ran last; 0 for other code. */
  loopMs = 0;
  /** The origin of the messages that are on their way: code of unknown origin is taken for their receiver. */
  private posted: Origin | null | undefined;
  private messages = 0;
  private readonly active: Record<number, Cause> = Object.create(null);
  private last = 0;
  private turn = 0;

  begin(): { cause: Cause; end: () => void } {
    const id = ++this.last;
    const cause: Cause = {
      pending: Object.create(null),
      timersUpTo: 0,
      requests: 0,
      unanswered: 0,
      came: 0,
      posts: 0,
      changes: 0,
      guessedFrames: 0,
    };
    this.active[id] = cause;
    const end = (): void => {
      delete this.active[id];
      this.now = undefined;
      this.posted = undefined;
    };
    return { cause, end };
  }

  /** The origin of what begins now. */
  origin(): Origin | null {
    const origin = this.now === undefined ? this.posted : this.now;
    if (origin !== undefined) return origin;
    const cause = this.anyActive();
    return cause ? { cause, after: 0, frames: 0, isGuess: true } : null;
  }

  /** Called when the page has posted a message, to continue in another task. */
  post(): void {
    const cause = this.anyActive();
    if (!cause) return;
    this.posted = this.origin();
    if (this.posted) this.posted.cause.posts++;
    this.messages++;
    nextTask(() => {
      if (--this.messages === 0) this.posted = undefined;
    });
  }

  /** What has caused the code that runs now, as far as this action is concerned. */
  doer(cause: Cause): Doer {
    const origin = this.now === undefined ? this.posted : this.now;
    if (origin === undefined || origin?.isGuess) return 'unknown';
    const isInTime = origin && origin.after <= (origin.frames > 0 ? MAX_DRIVEN_MS : MAX_CHAIN_MS);
    if (isInTime && origin.cause === cause) return 'action';
    return this.loopMs ? 'loop' : 'other';
  }

  /** The position in its chain of the frame callback that runs now; 0: other code. */
  frame(): number {
    return this.now?.frames || 0;
  }

  /** Sets the origin of the code that runs from now on, until `leave`. */
  enter(origin: Origin | null, loopMs = 0): void {
    this.now = this.anyActive() ? origin : undefined;
    this.loopMs = loopMs;
  }

  /**
   * Ends the code of this origin, to which its microtasks still belong. In a listener for an event of the browser,
   * microtasks run before the other listeners: there it ends after the task (`nextTask`).
   */
  leave(after: (then: () => void) => void = afterMicrotasks): void {
    if (this.now === undefined) return;
    const turn = ++this.turn;
    after(() => {
      if (turn === this.turn) this.now = undefined;
    });
  }

  /** Records that something is expected in `ms`, at most `grace` ms later; returns the function that ends the expectation. */
  expect({ cause }: Origin, ms: number, grace = 0, coming: Arrival = 'came', idleAt?: number): Expected {
    const id = ++this.last;
    cause.pending[id] = { due: clock() + ms, grace, coming, idleAt };
    return (never) => {
      if (cause.pending[id] === undefined) return;
      delete cause.pending[id];
      if (!never && coming !== 'frame') cause[coming]++;
    };
  }

  private anyActive(): Cause | undefined {
    let any: Cause | undefined;
    for (const id in this.active) any = this.active[id];
    return any;
  }
}

/** Stands for the next frame in {@link pendingMs}, ms: less than any timer. */
export const BY_FRAME = 0.5;

/**
 * Ms until the last of what an action has begun is due; {@link BY_FRAME} where only frames are awaited, 0 where nothing is.
 *
 * @param atMostMs leave out what is due later
 */
export const pendingMs = ({ pending, changes }: Cause, atMostMs = Infinity): number => {
  const now = Date.now();
  let longest = 0;
  for (const id in pending) {
    const { due, grace, coming, idleAt } = pending[id] as Pending;
    if (idleAt !== changes && now < due + grace && due - now <= atMostMs)
      longest = Math.max(longest, coming === 'frame' ? BY_FRAME : Math.max(due - now, 1));
  }
  return longest;
};
