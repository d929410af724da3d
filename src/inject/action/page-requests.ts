import type { Agent } from '../agent.ts';
import { documentOf, fromDocument } from '../dom/read.ts';
import { watchFunctions } from './watch-functions.ts';

/** Servers that take longer, and what is asked for to stay open, are not waited for. */
const MOST_MS = 2000;

/** So often it is looked whether they have answered. */
const LOOK_MS = 50;

const clock = Date.now;

export interface PageRequests {
  /** How many have begun. */
  begun(): number;
  /** Ms until it is worth looking again; 0 where nothing is awaited. */
  left(): number;
  end(): void;
}

/**
 * What the page asks its server for while something is done to it: the list of a field, the rows of a next page. Until
 * the `end` the page's requests are written down; they are sent as ever.
 */
export const watchRequests = (agent: Agent, el: Element): PageRequests => {
  const view = (fromDocument(documentOf(el), 'defaultView') ?? window) as Window & typeof globalThis;
  const { apply } = Reflect;
  // The page calls what stands below at any time: it relies on nothing that a page can have replaced.
  const since: Record<number, number> = Object.create(null);
  let count = 0;
  const begin = (): (() => void) => {
    const id = count++;
    since[id] = clock();
    return () => {
      delete since[id];
    };
  };
  const { then } = Promise.prototype;
  const { addEventListener } = EventTarget.prototype;
  const end = watchFunctions(
    agent,
    {
      holder: () => view,
      key: 'fetch',
      watched: (own) =>
        function (this: unknown, ...given) {
          const answer = apply(own, this ?? view, given);
          const done = begin();
          try {
            apply(then, answer, [done, done]);
          } catch {
            // Not a promise of this realm.
            done();
          }
          return answer;
        },
    },
    {
      holder: () => view.XMLHttpRequest.prototype,
      key: 'send',
      watched: (own) =>
        function (this: unknown, ...given) {
          const done = begin();
          try {
            apply(addEventListener, this, ['loadend', done]);
          } catch {
            done();
          }
          try {
            return apply(own, this, given);
          } catch (error) {
            done();
            throw error;
          }
        },
    },
  );
  return {
    begun: () => count,
    left() {
      const now = clock();
      for (const id in since) if (now - (since[id] as number) < MOST_MS) return LOOK_MS;
      return 0;
    },
    end,
  };
};
