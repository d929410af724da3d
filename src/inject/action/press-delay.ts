import type { Agent } from '../agent.ts';
import { documentOf, fromDocument } from '../dom/read.ts';

/** Shorter timers are of animations, longer ones of menus that open where something is held: neither is waited for. */
const LEAST_MS = 50;
const MOST_MS = 450;

/** Timers are late, and what they begin is shown with the next frame. */
const LATE_MS = 50;

/**
 * Many pages let a drag begin only where the press was held for a moment, so that it is no scrolling: the press sets a
 * timer then. While it is sent, the page's timers are written down.
 */
export const watchPressDelay = (agent: Agent, el: Element) => {
  const view = (fromDocument(documentOf(el), 'defaultView') ?? window) as Window & typeof globalThis;
  const { apply } = Reflect;
  let longest = 0;
  const own = agent.guard.page(() => {
    const before = view.setTimeout;
    const watched = function (this: unknown, ...given: unknown[]): unknown {
      const ms = Number(given[1]);
      if (ms >= LEAST_MS && ms <= MOST_MS && ms > longest) longest = ms;
      return apply(before, this ?? view, given);
    };
    // A page may have frozen it: then nobody knows.
    Reflect.set(view, 'setTimeout', watched);
    return { before, watched };
  });
  return {
    /** How long to hold before the first move, in ms. */
    longest: (): number => longest && longest + LATE_MS,
    end(): void {
      agent.guard.page(() => {
        if ((view.setTimeout as unknown) === own.watched) Reflect.set(view, 'setTimeout', own.before);
      });
    },
  };
};
