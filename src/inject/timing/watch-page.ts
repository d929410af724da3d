import { isString } from '../dom/is-string.ts';
import type { Guard } from '../dom/natives.ts';
import {
  type Cause,
  type Causes,
  type Coming,
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

/** Servers that take longer, and what is asked for to stay open, are not waited for (ms). */
export const LONGEST_REQUEST_MS = 2000;

/** A page that is busy, or a view that is not seen, runs its timers late (ms). */
const GRACE_MS = 1000;

/** What repeats itself so often (ms) moves something to where it ends. */
const QUICK_MS = 100;

/** A timer that sets itself anew, and changes nothing, is waited for so long (ms), and the next one of its kind not at all. */
const LONGEST_IDLE_MS = 800;

/** Engines run no timer sooner that another one has set. */
const LEAST_TIMER_MS = 4;

/** A list may take some frames to draw its rows; what asks for ever more of them draws for ever. */
const AWAITED_FRAMES = 8;

/** How to take a function's place. */
type Make = (own: PageFunction) => PageFunction;

const msOf = (given: unknown): number => {
  const ms = typeof given === 'number' || isString(given) ? +given : 0;
  return ms > LEAST_TIMER_MS ? ms : LEAST_TIMER_MS;
};

/** What is awaited, by the number that the engine gave for it. */
type Awaited = Record<string, Expected>;

const cameOf = (awaited: Awaited, id: unknown, never?: boolean): void => {
  const came = awaited[id as string];
  delete awaited[id as string];
  came?.(never);
};

/** What stands in the place of a view's functions: they do what they did, and it is known who has called them. */
const watchedFunctions = (causes: Causes) => {
  const ofTimers: Awaited = Object.create(null);
  const ofFrames: Awaited = Object.create(null);
  const ofIdle: Awaited = Object.create(null);
  /** By ms: timers that go on, as those do by which an editor's caret blinks or that look for what was typed. Others may be debouncers. */
  const repeated: Record<number, true> = Object.create(null);
  /** `call` is run by the engine when the time has come, so far (`after`) behind its cause; {@link Causes.loopMs}. */
  const asCallOf = (
    origin: Origin | null,
    after: number,
    frames: number,
    call: unknown,
    loopMs: number,
    first: () => void,
  ): PageFunction =>
    function (this: unknown, ...given) {
      first();
      causes.enter(origin && { ...origin, after, frames }, loopMs);
      try {
        return apply(call as PageFunction, this, given);
      } finally {
        causes.leave();
      }
    };
  const timer =
    (repeats: boolean): Make =>
    (own) =>
      function (this: unknown, ...given) {
        const origin = causes.origin();
        const ms = msOf(given[1]);
        let { after = 0 } = origin || {};
        after += ms;
        let id: unknown;
        let isLater = false;
        const over = (): void => cameOf(ofTimers, id);
        if (typeof given[0] === 'function') {
          given[0] = repeats
            ? asCallOf(origin, after, 0, given[0], ms, () => {
                if (isLater && ms > QUICK_MS) repeated[ms] = true;
                isLater = true;
                after += ms;
                if (origin && after > origin.cause.timersUpTo) over();
              })
            : asCallOf(
                origin && { ...origin, timer: { ms, changes: origin.cause.changes } },
                after,
                0,
                given[0],
                0,
                over,
              );
          id = apply(own, this, given);
          const before = origin?.timer;
          const isAnew = !repeats && before?.ms === ms;
          if (isAnew && before?.changes === origin?.cause.changes && after > LONGEST_IDLE_MS)
            repeated[ms] = true;
          const goesOn = repeated[ms];
          if (origin && !(repeats && goesOn) && isTimerAwaited(origin, ms, after))
            ofTimers[id as string] = causes.expect(
              origin,
              repeats ? origin.cause.timersUpTo : ms,
              GRACE_MS,
              ms > LEAST_TIMER_MS ? 'came' : 'posts',
              isAnew && goesOn ? before?.changes : undefined,
            );
          return id;
        }
        return apply(own, this, given);
      };
  const clearing =
    (awaited: Awaited): Make =>
    (own) =>
      function (this: unknown, id) {
        if (typeof id === 'number' || isString(id)) cameOf(awaited, id, true);
        return apply(own, this, [id]);
      };
  /** With the next frame, or when the page has time for it. */
  const soon =
    (awaited: Awaited, coming: Coming): Make =>
    (own) =>
      function (this: unknown, ...given) {
        const origin = causes.origin();
        const call = given[0];
        if (typeof call !== 'function') return apply(own, this, given);
        const { after: before = 0, frames: earlier = 0 } = origin || {};
        const after = before + FRAME_MS;
        const frames = earlier + 1;
        let id: unknown;
        given[0] = asCallOf(origin, after, frames, call, FRAME_MS, () => cameOf(awaited, id));
        id = apply(own, this, given);
        if (origin && frames <= AWAITED_FRAMES)
          awaited[id as string] = causes.expect(origin, FRAME_MS, GRACE_MS, coming);
        return id;
      };
  const awaited = (): (() => void) => {
    const origin = causes.origin();
    if (!origin) return () => {};
    const { cause } = origin;
    cause.requests++;
    cause.unanswered++;
    const came = causes.expect(origin, LONGEST_REQUEST_MS);
    let answers = 0;
    return () => {
      // One request object may be sent again.
      if (answers++ === 0) cause.unanswered--;
      came();
      causes.enter(origin);
      causes.leave();
    };
  };
  const promised: Make = (own) =>
    function (this: unknown, ...given) {
      const answer = apply(own, this, given);
      const done = awaited();
      try {
        apply(then, answer, [done, done]);
      } catch {
        // Not a promise of this realm.
        done();
      }
      return answer;
    };
  const sent: Make = (own) =>
    function (this: unknown, ...given) {
      const done = awaited();
      try {
        apply(addEventListener, this, ['loadend', done]);
      } catch {
        done();
      }
      try {
        return apply(own, this, given);
      } catch (error) {
        done();
        throw error;
      }
    };
  const posting: Make = (own) =>
    function (this: unknown, ...given) {
      const answer = apply(own, this, given);
      causes.post();
      return answer;
    };
  return {
    posting,
    timer,
    clearTimer: clearing(ofTimers),
    frame: soon(ofFrames, 'frame'),
    clearFrame: clearing(ofFrames),
    idle: soon(ofIdle, 'came'),
    clearIdle: clearing(ofIdle),
    promised,
    sent,
  };
};

/** What a body is read as, once an answer has begun. */
const READS = ['arrayBuffer', 'blob', 'json', 'text'];

/**
 * Watches what a view begins: timers, frames, requests. Put in once for a document; what it gives takes it out again.
 */
export const watchPage = (guard: Guard, causes: Causes, view: View): (() => void) => {
  const { posting, timer, clearTimer, frame, clearFrame, idle, clearIdle, promised, sent } =
    watchedFunctions(causes);
  let on = true;
  const replace = (holder: object | undefined, key: string, make: Make): (() => void) =>
    holder
      ? replaceFunction(holder, key, (own) => {
          const watched = make(own);
          return function (this: unknown, ...given) {
            return apply(on ? watched : own, this, given);
          };
        })
      : () => {};
  // A page may have setters for the indices of all lists.
  const undo: (() => void)[] = Object.setPrototypeOf([], null);
  guard.page(() => {
    const { MessagePort: Port, Response: Answer, XMLHttpRequest: Xhr } = view as Partial<View>;
    const put = (holder: object | undefined, key: string, make: Make): void => {
      undo[undo.length] = replace(holder, key, make);
    };
    put(view, 'setTimeout', timer(false));
    put(view, 'setInterval', timer(true));
    put(view, 'clearTimeout', clearTimer);
    put(view, 'clearInterval', clearTimer);
    put(view, 'requestAnimationFrame', frame);
    put(view, 'cancelAnimationFrame', clearFrame);
    put(view, 'requestIdleCallback', idle);
    put(view, 'cancelIdleCallback', clearIdle);
    put(view, 'fetch', promised);
    put(Port?.prototype, 'postMessage', posting);
    put(Xhr?.prototype, 'send', sent);
    for (let i = 0; i < READS.length; i++) put(Answer?.prototype, READS[i] as string, promised);
  });
  return () => {
    on = false;
    guard.page(() => {
      for (let i = 0; i < undo.length; i++) (undo[i] as () => void)();
    });
  };
};

/** Of what comes with the next frame, in ms: sooner than any timer. */
export const BY_FRAME = 0.5;

/**
 * Ms until it is worth looking again whether what an action has begun has come; {@link BY_FRAME} where that is only
 * frames, 0 where nothing is awaited.
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
