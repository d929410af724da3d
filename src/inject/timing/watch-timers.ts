import { isString } from '../dom/is-string.ts';
import { type Arrival, type Causes, type Expected, isTimerAwaited, type Origin } from './causes.ts';
import { FRAME_MS } from './frames.ts';
import type { Make, PageFunction, Put } from './page-functions.ts';
import { apply } from './tasks.ts';

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
 * Replaces the functions that set timers and ask for frames and idle periods by others that do the same, and tell
 * {@link Causes} which code has called them and what to expect.
 */
export const watchTimers = (causes: Causes, view: Window, put: Put): void => {
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
        const call = given[0];
        if (typeof call !== 'function') return apply(own, this, given);
        const origin = causes.origin();
        const { cause, after: soFar = 0, timer: before }: Partial<Origin> = origin || {};
        const ms = msOf(given[1]);
        let after = soFar + ms;
        let id: unknown;
        let hasFired = false;
        const end = (): void => endExpectation(ofTimers, id);
        given[0] = repeats
          ? asCallOf(origin, after, 0, call, ms, () => {
              if (hasFired && ms > MAX_ANIMATION_INTERVAL_MS) repeated[ms] = true;
              hasFired = true;
              after += ms;
              if (cause && after > cause.timersUpTo) end();
            })
          : asCallOf(
              origin && { ...origin, timer: { ms, changes: origin.cause.changes } },
              after,
              0,
              call,
              0,
              end,
            );
        id = apply(own, this, given);
        /** The number of changes when the timer that has set itself again was set before. */
        const changes = !repeats && before && before.ms === ms ? before.changes : undefined;
        if (cause && changes === cause.changes && after > MAX_IDLE_MS) repeated[ms] = true;
        const isEndless = repeated[ms];
        if (origin && cause && !(repeats && isEndless) && isTimerAwaited(origin, ms, after))
          ofTimers[id as string] = causes.expect(
            origin,
            repeats ? cause.timersUpTo : ms,
            GRACE_MS,
            ms > MIN_TIMER_MS ? 'came' : 'posts',
            isEndless && changes,
          );
        return id;
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
  put(view, 'setTimeout', timer(false));
  put(view, 'setInterval', timer(true));
  put(view, 'clearTimeout', clearing(ofTimers));
  put(view, 'clearInterval', clearing(ofTimers));
  put(view, 'requestAnimationFrame', soon(ofFrames, 'frame'));
  put(view, 'cancelAnimationFrame', clearing(ofFrames));
  put(view, 'requestIdleCallback', soon(ofIdle, 'came'));
  put(view, 'cancelIdleCallback', clearing(ofIdle));
};
