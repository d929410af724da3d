import type { Guard } from '../dom/natives.ts';
import type { Causes } from './causes.ts';
import { type Put, replaceFunction } from './page-functions.ts';
import { apply } from './tasks.ts';
import { watchAnswers } from './watch-answers.ts';
import { watchTimers } from './watch-timers.ts';

/**
 * Watches what the page in a window begins: timers, frames, requests, messages. Called once for a document; returns the
 * function that ends it.
 */
export const watchPage = (guard: Guard, causes: Causes, view: Window): (() => void) => {
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
  guard.page(() => {
    watchTimers(causes, view, put);
    watchAnswers(causes, view, put);
  });
  return () => {
    on = false;
    guard.page(() => {
      for (let i = 0; i < undo.length; i++) (undo[i] as () => void)();
    });
  };
};
