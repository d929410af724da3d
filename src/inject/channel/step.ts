import type { Guard } from '../dom/natives.ts';
import { type Failure, fail } from '../result.ts';
import { nextTask } from '../timing/tasks.ts';

/** What a page made impossible, or a bug of ours. Says nothing of the error: that may hold what a frame answered. */
export const crashed = (): Failure =>
  fail('internal_error', 'This failed inside the page. Take a new snapshot.');

/** `work`, and if it throws, a failure for `done`: nothing may be thrown where the page can see it. */
export const trying =
  <Given extends unknown[]>(done: (failure: Failure) => void, work: (...given: Given) => void) =>
  (...given: Given): void => {
    try {
      work(...given);
    } catch {
      done(crashed());
    }
  };

/**
 * Goes on in a task of its own, with the built-ins put in anew. Reading a page may run code of the page (a getter, a
 * function that it has replaced), which may change them: what comes from other origins is handled in steps that read
 * nothing of the page before.
 */
export const inStep = (guard: Guard, work: () => void): void => nextTask(() => guard.run(work));
