import type { Guard } from '../dom/natives.ts';
import { nextTask } from '../wait.ts';

/**
 * Goes on in a task of its own, with the built-ins put in anew. Reading a page may run code of the page (a getter, a
 * function that it has replaced), which may change them: what comes from other origins is handled in steps that read
 * nothing of the page before.
 */
export const inStep = (guard: Guard, work: () => void): void => nextTask(() => guard.run(work));
