import type { Agent } from '../agent.ts';
import { documentOf, fromDocument } from '../dom/read.ts';

/** Shorter timers are of animations, longer ones of what goes away by itself: neither is waited for. */
const LEAST_MS = 50;
const MOST_MS = 600;

const clock = Date.now;

/** Timers are late, and what they begin is shown with the next frame. */
const LATE_MS = 50;

export interface PageTimers {
  /** Ms until the last one that is still to come; 0 where there is none. */
  left(): number;
  end(): void;
}

/** Watches that have ended under another one: what stands under them is put back in their place. */
const ended = new WeakMap<object, typeof setTimeout | typeof clearTimeout>();

const outOfWatch = (fn: object): object => {
  let at = fn;
  for (let under = ended.get(at); under; under = ended.get(at)) at = under;
  return at;
};

/**
 * What the page puts off while something is done to it: a drag that begins only where the press was held for a moment,
 * a list that is asked for once nobody types any more, a menu that opens where the pointer rests. Until the `end` the
 * page's timers are written down.
 */
export const watchTimers = (agent: Agent, el: Element, atMost = MOST_MS): PageTimers => {
  const view = (fromDocument(documentOf(el), 'defaultView') ?? window) as Window & typeof globalThis;
  const { apply, set } = Reflect;
  // The page calls what stands below at any time: it relies on nothing that a page can have replaced.
  const due: Record<string, number> = Object.create(null);
  const { start, stop } = agent.guard.page(() => ({ start: view.setTimeout, stop: view.clearTimeout }));
  const setTimeout = function (this: unknown, ...given: unknown[]): unknown {
    const id = apply(start, this ?? view, given) as number;
    const ms = +(given[1] as number);
    if (ms >= LEAST_MS && ms <= atMost) due[id] = clock() + ms + LATE_MS;
    return id;
  };
  const clearTimeout = function (this: unknown, id?: number): unknown {
    delete due[id as number];
    return apply(stop, this ?? view, [id]);
  };
  // A page may have frozen them: then nobody knows.
  agent.guard.page(() => {
    set(view, 'setTimeout', setTimeout);
    set(view, 'clearTimeout', clearTimeout);
  });
  return {
    left() {
      let last = 0;
      for (const id in due) last = Math.max(last, (due[id] as number) - clock());
      return last;
    },
    end() {
      ended.set(setTimeout, start);
      ended.set(clearTimeout, stop);
      const under = { setTimeout: outOfWatch(start), clearTimeout: outOfWatch(stop) };
      agent.guard.page(() => {
        if ((view.setTimeout as unknown) === setTimeout) set(view, 'setTimeout', under.setTimeout);
        if ((view.clearTimeout as unknown) === clearTimeout) set(view, 'clearTimeout', under.clearTimeout);
      });
    },
  };
};
