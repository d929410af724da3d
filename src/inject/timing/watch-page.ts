import { isString } from '../dom/is-string.ts';
import type { Guard } from '../dom/natives.ts';
import {
  type Arrival,
  type Cause,
  type Causes,
  type Expected,
  isTimerAwaited,
  type Origin,
  type Pending,
} from './causes.ts';
import { FRAME_MS } from './frames.ts';
import { type PageFunction, replaceFunction } from './page-functions.ts';

type View = Window & typeof globalThis;

const { apply } = Reflect;
const { then } = Promise.prototype;
const { addEventListener } = EventTarget.prototype;

/** How long a request is awaited, ms: slower servers and streams that stay open are not. */
export const MAX_REQUEST_MS = 2000;

/** How long the answer to a message, or the next piece of a stream, is awaited, ms: there may be none. */
const MAX_MESSAGE_MS = 500;

/** How late, ms, timers may fire in a busy page or a hidden view. */
const GRACE_MS = 1000;

/** An interval of at most this, ms, is an animation that ends; slower ones count as endless. */
const MAX_ANIMATION_INTERVAL_MS = 100;

/**
 * How long a timer that sets itself again and changes nothing is awaited, ms; after that, timers of the same delay are
 * not, as long as they change nothing.
 */
const MAX_IDLE_MS = 800;

/** The least delay, ms, of a timer that another timer has set (https://html.spec.whatwg.org/#timer-initialisation-steps). */
const MIN_TIMER_MS = 4;

/** How long a chain of frames is awaited: a list may need some to draw its rows, a longer chain is an animation. */
const MAX_AWAITED_FRAMES = 8;

/** Creates a replacement for a function of the page. */
type Make = (own: PageFunction) => PageFunction;

/** Replaces a function of the page, where there is one. */
type Put = (holder: object | undefined, key: string, make: Make) => void;

/** The classes of a window; engines lack some of them. */
type Classes = Record<string, { readonly prototype: object } | undefined>;

/** Methods of `Response` that read the body. */
const READS = ['arrayBuffer', 'blob', 'json', 'text'];

/** Whether a value becomes a number without code of the page. */
const isNumeric = (given: unknown): given is number | string => typeof given === 'number' || isString(given);

const msOf = (given: unknown): number => Math.max((isNumeric(given) && +given) || 0, MIN_TIMER_MS);

/** Expectations by the id that the engine has returned for a timer or frame. */
type Awaited = Record<string, Expected>;

/** Ends the expectation of an id, if there is one. */
const endExpectation = (awaited: Awaited, id: unknown, never?: boolean): void => {
  const end = awaited[id as string];
  delete awaited[id as string];
  end?.(never);
};

/**
 * Creates what replaces functions of a window by others that do the same, and tell {@link Causes} which code has called
 * them and what to expect.
 */
const watchedFunctions = (causes: Causes) => {
  const ofTimers: Awaited = Object.create(null);
  const ofFrames: Awaited = Object.create(null);
  const ofIdle: Awaited = Object.create(null);
  /** Delays of timers that go on for ever, as for the blinking caret of an editor. Timers of other delays may be debouncers. */
  const repeated: Record<number, true> = Object.create(null);
  /**
   * A callback for the engine that runs `call` with its origin known. `after`, `frames`: as in {@link Origin};
   * `loopMs`: as in {@link Causes.loopMs}.
   */
  const asCallOf = (
    origin: Origin | null,
    after: number,
    frames: number,
    call: unknown,
    loopMs: number,
    onCall: () => void,
  ): PageFunction =>
    function (this: unknown, ...given) {
      onCall();
      causes.enter(origin && { ...origin, after, frames }, loopMs);
      try {
        return apply(call as PageFunction, this, given);
      } finally {
        causes.leave();
      }
    };
  /** For `setTimeout`, and with `repeats` for `setInterval`. */
  const timer =
    (repeats: boolean): Make =>
    (own) =>
      function (this: unknown, ...given) {
        const origin = causes.origin();
        const ms = msOf(given[1]);
        let { after = 0 } = origin || {};
        after += ms;
        let id: unknown;
        let hasFired = false;
        const end = (): void => endExpectation(ofTimers, id);
        if (typeof given[0] === 'function') {
          given[0] = repeats
            ? asCallOf(origin, after, 0, given[0], ms, () => {
                if (hasFired && ms > MAX_ANIMATION_INTERVAL_MS) repeated[ms] = true;
                hasFired = true;
                after += ms;
                if (origin && after > origin.cause.timersUpTo) end();
              })
            : asCallOf(
                origin && { ...origin, timer: { ms, changes: origin.cause.changes } },
                after,
                0,
                given[0],
                0,
                end,
              );
          id = apply(own, this, given);
          const before = origin?.timer;
          const setsItselfAgain = !repeats && before?.ms === ms;
          if (setsItselfAgain && before?.changes === origin?.cause.changes && after > MAX_IDLE_MS)
            repeated[ms] = true;
          const isEndless = repeated[ms];
          if (origin && !(repeats && isEndless) && isTimerAwaited(origin, ms, after))
            ofTimers[id as string] = causes.expect(
              origin,
              repeats ? origin.cause.timersUpTo : ms,
              GRACE_MS,
              ms > MIN_TIMER_MS ? 'came' : 'posts',
              setsItselfAgain && isEndless ? before?.changes : undefined,
            );
          return id;
        }
        return apply(own, this, given);
      };
  const clearing =
    (awaited: Awaited): Make =>
    (own) =>
      function (this: unknown, id) {
        if (isNumeric(id)) endExpectation(awaited, id, true);
        return apply(own, this, [id]);
      };
  /** For callbacks of frames and of idle periods. */
  const soon =
    (awaited: Awaited, arrival: Arrival): Make =>
    (own) =>
      function (this: unknown, ...given) {
        const origin = causes.origin();
        const call = given[0];
        if (typeof call !== 'function') return apply(own, this, given);
        const { after: before = 0, frames: inChain = 0 } = origin || {};
        // Where the cause is a guess, each frame of an endless loop may look like the first of a chain.
        const earlier = origin?.isGuess ? origin.cause.guessedFrames++ : inChain;
        const after = before + FRAME_MS;
        const frames = earlier + 1;
        let id: unknown;
        given[0] = asCallOf(origin, after, frames, call, FRAME_MS, () => endExpectation(awaited, id));
        id = apply(own, this, given);
        if (origin && frames <= MAX_AWAITED_FRAMES)
          awaited[id as string] = causes.expect(origin, FRAME_MS, GRACE_MS, arrival);
        return id;
      };
  /**
   * Expects the answer to a request that begins now; returns the function to call at the answer.
   *
   * @param ms how long it is awaited
   * @param isSure only if the cause is sure: the page may ask for it all the time
   * @param counts how many unanswered requests it is, 1 or 0
   */
  const expectAnswer = (ms = MAX_REQUEST_MS, isSure = false, counts = 1): (() => void) => {
    const origin = causes.origin();
    if (!origin || (isSure && origin.isGuess)) return () => {};
    const { cause } = origin;
    cause.requests++;
    cause.unanswered += counts;
    const came = causes.expect(origin, ms);
    let counted = counts;
    return () => {
      cause.unanswered -= counted;
      counted = 0;
      came();
      causes.enter(origin);
      causes.leave();
    };
  };
  /** For functions that return the promise of an answer: `fetch`, and the methods that read a body or the next piece of it. */
  const promised =
    (ms?: number, isSure?: boolean): Make =>
    (own) =>
      function (this: unknown, ...given) {
        const answer = apply(own, this, given);
        const done = expectAnswer(ms, isSure);
        try {
          apply(then, answer, [done, done]);
        } catch {
          // Not a promise.
          done();
        }
        return answer;
      };
  /** For methods whose answer is an event: `XMLHttpRequest.send`, and messages to a worker or over a socket. */
  const answered =
    (type: string, ...expected: Parameters<typeof expectAnswer>): Make =>
    (own) =>
      function (this: unknown, ...given) {
        const done = expectAnswer(...expected);
        try {
          apply(addEventListener, this, [type, done, { once: true }]);
        } catch {
          // The page has put a class of its own in the place of the engine's: it does not tell when a request ends.
          if (type === 'loadend') done();
        }
        try {
          return apply(own, this, given);
        } catch (error) {
          done();
          throw error;
        }
      };
  const messaging = answered('message', MAX_MESSAGE_MS, true, 0);
  /** For `MessagePort.postMessage`, by which schedulers give themselves a new task. */
  const posting: Make = (own) =>
    function (this: unknown, ...given) {
      const answer = apply(own, this, given);
      causes.post();
      return answer;
    };
  return (view: View, put: Put): void => {
    const inClass = (name: string, key: string, make: Make): void =>
      put((view as unknown as Classes)[name]?.prototype, key, make);
    put(view, 'setTimeout', timer(false));
    put(view, 'setInterval', timer(true));
    put(view, 'clearTimeout', clearing(ofTimers));
    put(view, 'clearInterval', clearing(ofTimers));
    put(view, 'requestAnimationFrame', soon(ofFrames, 'frame'));
    put(view, 'cancelAnimationFrame', clearing(ofFrames));
    put(view, 'requestIdleCallback', soon(ofIdle, 'came'));
    put(view, 'cancelIdleCallback', clearing(ofIdle));
    put(view, 'fetch', promised());
    inClass('MessagePort', 'postMessage', posting);
    inClass('Worker', 'postMessage', messaging);
    inClass('XMLHttpRequest', 'send', answered('loadend'));
    inClass('WebSocket', 'send', messaging);
    for (let i = 0; i < READS.length; i++) inClass('Response', READS[i] as string, promised());
    inClass('ReadableStreamDefaultReader', 'read', promised(MAX_MESSAGE_MS, true));
  };
};

/**
 * Watches what the page in a window begins: timers, frames, requests, messages. Called once for a document; returns the
 * function that ends it.
 */
export const watchPage = (guard: Guard, causes: Causes, view: View): (() => void) => {
  const putAll = watchedFunctions(causes);
  let on = true;
  // Without prototype: a page may have put setters for indices on `Array.prototype`.
  const undo: (() => void)[] = Object.setPrototypeOf([], null);
  const put: Put = (holder, key, make) => {
    if (!holder) return;
    undo[undo.length] = replaceFunction(holder, key, (own) => {
      const watched = make(own);
      return function (this: unknown, ...given) {
        return apply(on ? watched : own, this, given);
      };
    });
  };
  guard.page(() => putAll(view, put));
  return () => {
    on = false;
    guard.page(() => {
      for (let i = 0; i < undo.length; i++) (undo[i] as () => void)();
    });
  };
};

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
