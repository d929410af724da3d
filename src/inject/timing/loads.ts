import { frameDocument } from '../dom/flat-tree.ts';
import { elementsIn, matches, viewOf } from '../dom/read.ts';
import type { Cause, Causes } from './causes.ts';
import { LONGEST_REQUEST_MS } from './watch-page.ts';

const { apply } = Reflect;
const { addEventListener, removeEventListener } = EventTarget.prototype;

/** A page of an application is often a script of its own, which it loads by putting one of these into the head. */
const LOADED = 'script[src], link[rel=stylesheet], link[rel=modulepreload]';

/** Waits for what an element that was added loads: what the page does with it then is of the action. */
export const awaitLoad = (el: Element, causes: Causes, cause: Cause): void => {
  if (matches(el, LOADED)) expectLoad(el, causes, cause);
};

const expectLoad = (el: Element, causes: Causes, cause: Cause): void => {
  const origin = { cause, after: 0, frames: 0 };
  const came = causes.expect(origin, LONGEST_REQUEST_MS);
  // Before the page's own: what they do is known to be of it.
  const change = (listener: typeof addEventListener): void => {
    apply(listener, el, ['load', done, true]);
    apply(listener, el, ['error', done, true]);
  };
  const done = (): void => {
    change(removeEventListener);
    came();
    causes.enter(origin);
  };
  change(addEventListener);
};

/**
 * Waits for what frames load that are left while the action is under way, as by a link or a form whose target they are.
 *
 * @returns ends that
 */
export const awaitFrames = (causes: Causes, cause: Cause): (() => void) => {
  const stops: (() => void)[] = [];
  for (const frame of elementsIn(document, 'iframe, frame')) {
    const inner = frameDocument(frame);
    const view = inner && viewOf(inner);
    if (!view) continue;
    const leave = (): void => expectLoad(frame, causes, cause);
    apply(addEventListener, view, ['beforeunload', leave]);
    stops.push(() => apply(removeEventListener, view, ['beforeunload', leave]));
  }
  return () => {
    for (const stop of stops) stop();
  };
};
