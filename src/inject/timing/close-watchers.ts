import type { Guard } from '../dom/natives.ts';
import { type PageFunction, replaceFunction } from './page-functions.ts';

/** https://html.spec.whatwg.org/#the-closewatcher-interface */
export interface CloseWatcher extends EventTarget {
  requestClose(): void;
}

// Captured here: the page's own built-ins are in place when it creates a watcher.
const { construct } = Reflect;
const { Proxy: ProxyClass } = window;

/** How many watchers are kept. A page opens few things at a time, and destroyed watchers can't be recognised. */
const MAX_WATCHERS = 20;

/** Collects the close watchers that a page creates into `made`, in order. Returns the function that ends this. */
export const collectCloseWatchers = (guard: Guard, view: Window, made: CloseWatcher[]): (() => void) => {
  const handler = {
    __proto__: null,
    construct(target: PageFunction, given: unknown[], type: PageFunction): object {
      const watcher = construct(target, given, type) as CloseWatcher;
      const first = made.length < MAX_WATCHERS ? 0 : 1;
      // The oldest makes room.
      for (let i = first; i < made.length; i++) made[i - first] = made[i] as CloseWatcher;
      made[made.length - first] = watcher;
      return watcher;
    },
  } as ProxyHandler<PageFunction>;
  const end = guard.page(() => replaceFunction(view, 'CloseWatcher', (own) => new ProxyClass(own, handler)));
  return () => guard.page(end);
};
