import { afterMicrotasks, setTimer } from './tasks.ts';

const { apply } = Reflect;
const clock = Date.now;
const { MessageChannel: Channel, MessagePort: Port } = window as Partial<typeof globalThis>;
const postMessage = Port?.prototype.postMessage;

/** As what it comes: by itself, as a task that the page has left something to, or with a frame, which shows it. */
export type Coming = 'came' | 'posts' | 'frame';

/** Of something that is to come: call it when it has, or (`never`) when it will not. */
export type Expected = (never?: boolean) => void;

export interface Pending {
  /** Ms since the epoch. */
  readonly due: number;
  /** So many ms later it is not waited for any more. */
  readonly grace: number;
  readonly coming: Coming;
  /** As long as {@link Cause.changes} is this it is not waited for. */
  readonly idleAt: number | undefined;
}

/** An action, as what the page does because of it. */
export interface Cause {
  /** What it has begun and has not come yet, with when it is not waited for any more (ms since the epoch). */
  readonly pending: Record<number, Pending>;
  /** Its timers are waited for up to so many ms, each of them. */
  timersUpTo: number;
  /** How often the page has asked a server because of it. */
  requests: number;
  /** How many of those have no answer yet. */
  unanswered: number;
  /** How much of it has come by itself: what it has changed is shown with the next frame. */
  came: number;
  /** How often the page has left something to a task of its own while the action was under way. */
  posts: number;
  /** How often it has been seen to change the page. */
  changes: number;
}

/** What is running comes of an action. */
export interface Origin {
  readonly cause: Cause;
  /** Ms of timers and frames that lie between the action and this. */
  readonly after: number;
  /** How many frames were asked for one after the other since the last other thing. */
  readonly frames: number;
  /** Of a timer: how many ms it took, and {@link Cause.changes} when it was set. */
  readonly timer?: { readonly ms: number; readonly changes: number };
  /** It began while the action was under way, and nobody knows whether because of it. */
  readonly isGuess?: true;
}

/** What goes on for longer (ms) by frames is there to be looked at. */
const LONGEST_DRIVEN_MS = 1000;

/** As long as an action is waited for at most (ms): so far timers that set the next one are followed. */
const LONGEST_CHAIN_MS = 3000;

/**
 * Whether a timer of so many ms is waited for: each alone, and one after the other as long as an action may take. What
 * nobody knows the cause of may go on for ever: all of it counts together.
 *
 * @param after ms from the action until it comes
 */
export const isTimerAwaited = ({ cause, isGuess }: Origin, ms: number, after: number): boolean =>
  isGuess ? after <= cause.timersUpTo : ms <= cause.timersUpTo && after <= LONGEST_CHAIN_MS;

/** What calls each function in a task of its own, one after the other. */
const createChannel = (): ((then: () => void) => void) => {
  if (typeof Channel !== 'function' || !postMessage) return (then) => void setTimer(then, 0);
  const waiting: Record<number, () => void> = Object.create(null);
  let [first, last] = [0, 0];
  const { port1, port2 } = new Channel();
  port1.onmessage = () => {
    const then = waiting[first] as () => void;
    delete waiting[first++];
    then();
  };
  return (then) => {
    waiting[last++] = then;
    apply(postMessage, port2, [0]);
  };
};

/**
 * Whose doing it is what runs now: the action's, that of frames and timers which go on without it (a page may draw by
 * them what it was asked to do), of something else that was begun without it, or nobody knows.
 */
export type Doer = 'action' | 'loop' | 'other' | 'unknown';

/**
 * Who has begun what. While an action sends its events, all that the page begins is of that action; what a timer, a
 * frame or an answer of that brings is of it, too. What went on before is not: `null`.
 *
 * The page calls most of this, with its own built-ins in place: nothing of them is relied on.
 */
export class Causes {
  /** `undefined`: nobody knows. */
  private now: Origin | null | undefined;
  /** Ms until what ran last, and perhaps posted, comes again, where it is a frame or a timer that may; else 0. */
  loopMs = 0;
  /** Of the messages that are on their way: who comes then without a cause is taken to hear one. */
  private posted: Origin | null | undefined;
  private messages = 0;
  private readonly active: Record<number, Cause> = Object.create(null);
  private last = 0;
  private channel: ((then: () => void) => void) | undefined;
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
    };
    this.active[id] = cause;
    const end = (): void => {
      delete this.active[id];
      this.now = undefined;
      // Where a page has broken its messages none says that they have come.
      this.posted = undefined;
    };
    return { cause, end };
  }

  /** The cause of what begins now. */
  origin(): Origin | null {
    const origin = this.now === undefined ? this.posted : this.now;
    if (origin !== undefined) return origin;
    const cause = this.anyActive();
    return cause ? { cause, after: 0, frames: 0, isGuess: true } : null;
  }

  /** The page has left something to another task. */
  post(): void {
    const cause = this.anyActive();
    if (!cause) return;
    this.posted = this.origin();
    if (this.posted) this.posted.cause.posts++;
    this.messages++;
    this.later(() => {
      if (--this.messages === 0) this.posted = undefined;
    });
  }

  /** Whether what runs now comes of an action. */
  doer(cause: Cause): Doer {
    const origin = this.now === undefined ? this.posted : this.now;
    if (origin === undefined || origin?.isGuess) return 'unknown';
    const isInTime = origin && origin.after <= (origin.frames > 0 ? LONGEST_DRIVEN_MS : LONGEST_CHAIN_MS);
    if (isInTime && origin.cause === cause) return 'action';
    return this.loopMs ? 'loop' : 'other';
  }

  /** Which of so many frames, asked for one after the other, calls what runs now, and shows it; 0: none. */
  frame(): number {
    return this.now?.frames || 0;
  }

  /** What runs from now on is of this origin, until it is left. */
  enter(origin: Origin | null, loopMs = 0): void {
    this.now = this.anyActive() ? origin : undefined;
    this.loopMs = loopMs;
  }

  /** What runs of it is over but for its microtasks, which are of the same origin. */
  leave(): void {
    if (this.now !== undefined) afterMicrotasks(this.clearOnce());
  }

  /** The same where a listener has heard an event of the browser's: the microtasks come before other listeners. */
  leaveTask(): void {
    if (this.now !== undefined) this.later(this.clearOnce());
  }

  private clearOnce(): () => void {
    const turn = ++this.turn;
    return () => {
      if (turn === this.turn) this.now = undefined;
    };
  }

  /**
   * Writes down that something is to come in so many ms, and may be so late (`grace`, ms); call what it gives when it
   * has come, or (`never`) will not.
   */
  expect({ cause }: Origin, ms: number, grace = 0, coming: Coming = 'came', idleAt?: number): Expected {
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

  /** In a task that comes after the messages which are on their way. */
  private later(then: () => void): void {
    this.channel ??= createChannel();
    this.channel(then);
  }
}
