import { setTimer } from './tasks.ts';

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

/**
 * Who has begun what. While an action sends its events, all that the page begins is of that action; what a timer, a
 * frame or an answer of that brings is of it, too. What went on before is not: `null`.
 *
 * The page calls most of this, with its own built-ins in place: nothing of them is relied on.
 */
export class Causes {
  /** `undefined`: nobody knows. */
  private now: Origin | null | undefined;
  private readonly active: Record<number, Cause> = Object.create(null);
  private last = 0;
  private post: (() => void) | undefined;
  private isPosted = false;

  begin(): { cause: Cause; end: () => void } {
    const id = ++this.last;
    const cause: Cause = {
      pending: Object.create(null),
      timersUpTo: 0,
      requests: 0,
      came: 0,
      posts: 0,
      changes: 0,
    };
    this.active[id] = cause;
    return { cause, end: () => void delete this.active[id] };
  }

  /** The cause of what begins now. */
  origin(): Origin | null {
    const { now } = this;
    if (now !== undefined) return now;
    const cause = this.anyActive();
    return cause ? { cause, after: 0, frames: 0, isGuess: true } : null;
  }

  /** The page leaves something to another task: who listens there is not known. */
  posted(): void {
    const { now } = this;
    const cause = now === undefined ? this.anyActive() : now?.cause;
    if (cause) cause.posts++;
  }

  /** Whether what runs now comes of an action: undefined where nobody knows. */
  isOf(cause: Cause): boolean | undefined {
    const { now } = this;
    if (now === undefined || now?.isGuess) return undefined;
    return now?.cause === cause && now.after <= (now.frames > 0 ? LONGEST_DRIVEN_MS : LONGEST_CHAIN_MS);
  }

  /** Which of so many frames, asked for one after the other, calls what runs now, and shows it; 0: none. */
  frame(): number {
    return this.now?.frames || 0;
  }

  /** What runs until the end of this task, microtasks included, is of this origin. */
  enter(origin: Origin | null): void {
    this.now = this.anyActive() ? origin : undefined;
    if (!this.anyActive()) return;
    if (this.isPosted) return;
    this.isPosted = true;
    this.post ||= this.createPost();
    this.post();
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

  /** In whatever task comes next the one of now is over. */
  private createPost(): () => void {
    const clear = (): void => {
      this.now = undefined;
      this.isPosted = false;
    };
    if (typeof Channel !== 'function' || !postMessage) return () => void setTimer(clear, 0);
    const { port1, port2 } = new Channel();
    port1.onmessage = clear;
    return () => void apply(postMessage, port2, [0]);
  }
}
