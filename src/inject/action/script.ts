import { afterMicrotasks } from '../timing/tasks.ts';

/**
 * Where an action lets the page have its turn: ms to wait, 0 for a task of its own, until what the action has begun is
 * over, or until something calls back.
 */
export type Pause = number | 'settled' | 'seen' | ((resume: () => void) => void);

/** An action, written step by step: what stands between two pauses happens in one task. */
export type Script<T> = Generator<Pause, T, void>;

/** The next event comes in a task of its own, so that frameworks can flush what the last one changed. */
export const NEXT_TASK: Pause = 0;

/** The next event comes in the same task, as the engine's own does: only microtasks run in between. */
export const SAME_TASK: Pause = afterMicrotasks;

/** What the page does about the last event is over, as far as is known. */
export const SETTLED: Pause = 'settled';

/** The same, and it is known whether what has changed goes on by itself: where that is all that shows what the action did. */
export const SEEN: Pause = 'seen';

/** Plays a script in one task: pauses are passed over. */
export const playAtOnce = <T>(script: Script<T>): T => {
  for (;;) {
    const step = script.next();
    if (step.done) return step.value;
  }
};
