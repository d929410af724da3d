import { frameDocument } from '../dom/flat-tree.ts';
import { elementsIn, matches, viewOf } from '../dom/read.ts';
import type { Cause, Causes } from './causes.ts';
import { addEventListener, removeEventListener } from './page-functions.ts';
import { apply } from './tasks.ts';
import { MAX_REQUEST_MS } from './watch-answers.ts';

/**
 * Elements by which applications load a page's code and styles on demand, added to the head, and frames. A lazy frame may
 * load much later, a blank one has loaded already.
 */
const LOADING =
  'script[src], link[rel=stylesheet], link[rel=modulepreload], iframe[srcdoc], iframe[src]:not([src^=about]):not([loading=lazy])';

/** Expects the loads of what an added element brings: what the page does at their end is caused by the action. */
export const awaitLoad = (el: Element, causes: Causes, cause: Cause): void => {
  for (const at of [el, ...elementsIn(el, LOADING)]) if (matches(at, LOADING)) expectLoad(at, causes, cause);
};

const expectLoad = (el: Element, causes: Causes, cause: Cause): void => {
  const origin = { cause, after: 0, frames: 0 };
  const ended = causes.expect(origin, MAX_REQUEST_MS);
  // Capturing, so that these run before the page's own listeners, whose work is then caused by the action.
  const change = (listener: typeof addEventListener): void => {
    apply(listener, el, ['load', done, true]);
    apply(listener, el, ['error', done, true]);
  };
  const done = (): void => {
    change(removeEventListener);
    ended();
    causes.enter(origin);
  };
  change(addEventListener);
};

/**
 * Expects the load of frames that navigate during the action, as the target of a link or form.
 *
 * @returns the function that ends this
 */
export const awaitFrames = (causes: Causes, cause: Cause): (() => void) => {
  const removers: (() => void)[] = [];
  for (const frame of elementsIn(document, 'iframe, frame')) {
    const inner = frameDocument(frame);
    const view = inner && viewOf(inner);
    if (!view) continue;
    const leave = (): void => expectLoad(frame, causes, cause);
    apply(addEventListener, view, ['beforeunload', leave]);
    removers.push(() => apply(removeEventListener, view, ['beforeunload', leave]));
  }
  return () => {
    for (const stop of removers) stop();
  };
};
