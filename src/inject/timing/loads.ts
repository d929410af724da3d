import { frameDocument } from '../dom/flat-tree.ts';
import { elementsIn, matches, rectOf, viewOf } from '../dom/read.ts';
import type { Cause, Causes } from './causes.ts';
import { addEventListener, removeEventListener } from './page-functions.ts';
import { apply } from './tasks.ts';
import { MAX_REQUEST_MS } from './watch-answers.ts';

/**
 * Elements by which applications load a page's code, styles and parts on demand. A frame with `loading` may load much
 * later, and a blank one tells nothing.
 */
const LOADING = 'script[src], link[rel=stylesheet], link[rel=modulepreload], iframe[src*="/"]:not([loading])';

const FRAME = 'iframe, frame';

/** Of frames those are awaited that are seen: hidden ones begin downloads and call other apps, and tell nothing then. */
const isLoading = (el: Element): boolean =>
  matches(el, LOADING) && (!matches(el, FRAME) || rectOf(el).height > 1);

/** What an action makes the page load. */
export interface Loads {
  /** Expects the loads of an added element and of what it contains. */
  expect(added: Element): void;
  end(): void;
}

/**
 * Expects the loads of scripts, styles and frames that are added during the action, and those of frames that navigate
 * during it, as the target of a link or form. What the page does at their end is caused by the action.
 */
export const awaitLoads = (causes: Causes, cause: Cause): Loads => {
  const stops: (() => void)[] = [];
  const expectLoad = (el: Element): void => {
    const origin = { cause, after: 0, frames: 0 };
    const ended = causes.expect(origin, MAX_REQUEST_MS);
    const done = (): void => {
      ended();
      causes.enter(origin);
    };
    // Capturing, so that these run before the page's own listeners, whose work is then caused by the action.
    for (const type of ['load', 'error'])
      apply(addEventListener, el, [type, done, { capture: true, once: true }]);
  };
  const expectNavigation = (el: Element): void => {
    const inner = frameDocument(el);
    const view = inner && viewOf(inner);
    if (!view) return;
    const leaving = ['beforeunload', () => expectLoad(el)];
    apply(addEventListener, view, leaving);
    stops.push(() => apply(removeEventListener, view, leaving));
  };
  elementsIn(document, FRAME).forEach(expectNavigation);
  return {
    expect(added) {
      for (const el of [added, ...elementsIn(added, `${LOADING}, ${FRAME}`)])
        (isLoading(el) ? expectLoad : expectNavigation)(el);
    },
    end() {
      for (const stop of stops) stop();
    },
  };
};
