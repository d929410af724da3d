import { matches } from '../dom/read.ts';
import type { Cause, Causes } from './causes.ts';
import { LONGEST_REQUEST_MS } from './watch-page.ts';

const { apply } = Reflect;
const { addEventListener } = EventTarget.prototype;

/** A page of an application is often a script of its own, which it loads by putting one of these into the head. */
const LOADED = 'script[src], link[rel=stylesheet], link[rel=modulepreload]';

/** Waits for what an element that was added loads: what the page does with it then is of the action. */
export const awaitLoad = (el: Element, causes: Causes, cause: Cause): void => {
  if (!matches(el, LOADED)) return;
  const origin = { cause, after: 0, frames: 0 };
  const came = causes.expect(origin, LONGEST_REQUEST_MS);
  const done = (): void => {
    came();
    causes.enter(origin);
  };
  // Before the page's own: what they do is known to be of it.
  apply(addEventListener, el, ['load', done, true]);
  apply(addEventListener, el, ['error', done, true]);
};
