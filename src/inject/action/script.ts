import { afterMicrotasks } from '../timing/tasks.ts';

/**
 * A pause of an action, in which the page runs: ms to wait (0: the next task), until what the action has started is
 * over, or until a callback.
 */
export type Pause = number | 'settled' | 'seen' | ((resume: () => void) => void);

/** An action as a generator: what is between two pauses happens in one task. */
export type Script<T> = Generator<Pause, T, void>;

/** The next event comes in a task of its own, so that frameworks can flush what the last one changed. */
export const NEXT_TASK: Pause = 0;

/** The next event comes in the same task, as the engine's own does: only microtasks run in between. */
export const SAME_TASK: Pause = afterMicrotasks;

/** Waits until what the page does about the last event is over, as far as that is known. */
export const SETTLED: Pause = 'settled';

/**
 * The same, and waits to see which changes go on without the action. For actions that are verified by their changes
 * alone.
 */
export const SEEN: Pause = 'seen';

/** Runs a script in one task: pauses are skipped. */
export const playAtOnce = <T>(script: Script<T>): T => {
  for (;;) {
    const step = script.next();
    if (step.done) return step.value;
  }
};
