import type { Guard } from '../dom/natives.ts';
import { type Failure, fail } from '../result.ts';
import { nextTask } from '../timing/tasks.ts';

/** The failure for an unexpected error, by interference of the page or a bug. It leaves out the error's message, which may hold content of a frame. */
export const crashed = (): Failure =>
  fail('internal_error', 'This failed inside the page. Take a new snapshot.');

/** A function that runs `work` and calls `done` with a failure if it throws: the page could observe an uncaught error. */
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
 * Runs `work` in a task of its own, with the built-ins restored. Reading a page may run code of the page (a getter, a
 * replaced function) that changes them; so data from other origins is handled in steps that have read nothing of the page.
 */
export const inStep = (guard: Guard, work: () => void): void => nextTask(() => guard.run(work));
