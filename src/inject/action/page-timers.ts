import type { Agent } from '../agent.ts';
import { documentOf, fromDocument } from '../dom/read.ts';
import { later } from '../wait.ts';
import { watchFunctions } from './watch-functions.ts';

/** Shorter timers are of animations, longer ones of what goes away by itself: neither is waited for. */
const LEAST_MS = 50;
const MOST_MS = 600;

const clock = Date.now;

/** What a timer begins is shown with the next frame. */
const SHOWN_MS = 50;

export interface PageTimers {
  /** Ms until the last one that is still to come; 0 where there is none. */
  left(): number;
  end(): void;
}

/**
 * What the page puts off while something is done to it: a drag that begins only where the press was held for a moment,
 * a list that is asked for once nobody types any more, a menu that opens where the pointer rests. Until the `end` the
 * page's timers are written down.
 */
export const watchTimers = (agent: Agent, el: Element, atMost = MOST_MS): PageTimers => {
  const view = (fromDocument(documentOf(el), 'defaultView') ?? window) as Window & typeof globalThis;
  const { apply } = Reflect;
  // The page calls what stands below at any time: it relies on nothing that a page can have replaced.
  const due: Record<string, number> = Object.create(null);
  /** Those that have not run: on a slow phone they are late, and what the clock says is not enough. */
  const waiting: Record<string, () => void> = Object.create(null);
  const forget = (id: string | number): void => {
    waiting[id]?.();
    delete waiting[id];
    delete due[id];
  };
  const end = watchFunctions(
    agent,
    {
      holder: () => view,
      key: 'setTimeout',
      watched: (start) =>
        function (this: unknown, ...given) {
          const id = apply(start, this ?? view, given) as number;
          const ms = +(given[1] as number);
          if (ms >= LEAST_MS && ms <= atMost) {
            due[id] = clock() + ms + SHOWN_MS;
            // Runs after the page's, which is due first.
            waiting[id] = later(ms, () => {
              delete waiting[id];
              if (due[id] !== undefined) due[id] = clock() + SHOWN_MS;
            });
          }
          return id;
        },
    },
    {
      holder: () => view,
      key: 'clearTimeout',
      watched: (stop) =>
        function (this: unknown, id) {
          forget(id as number);
          return apply(stop, this ?? view, [id]);
        },
    },
  );
  return {
    left() {
      let last = 0;
      for (const id in due) last = Math.max(last, (due[id] as number) - clock(), waiting[id] ? 1 : 0);
      return last;
    },
    end() {
      end();
      for (const id in waiting) forget(id);
    },
  };
};
