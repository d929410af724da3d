import type { Guard } from '../dom/natives.ts';
import { type PageFunction, replaceFunction } from './page-functions.ts';

/** https://html.spec.whatwg.org/#the-closewatcher-interface */
export interface CloseWatcher extends EventTarget {
  requestClose(): void;
}

// The page's built-ins are in place where it makes one.
const { construct } = Reflect;
const { Proxy: ProxyClass } = window;

/** A page opens few things at a time, and does not say which of its watchers it has taken out. */
const MOST_WATCHERS = 20;

/** Collects what a page makes to hear that the user wants something closed, the last one last. What it gives ends that. */
export const collectCloseWatchers = (guard: Guard, view: Window, made: CloseWatcher[]): (() => void) => {
  const handler = {
    __proto__: null,
    construct(target: PageFunction, given: unknown[], type: PageFunction): object {
      const watcher = construct(target, given, type) as CloseWatcher;
      if (made.length === MOST_WATCHERS)
        for (let i = 1; i < MOST_WATCHERS; i++) made[i - 1] = made[i] as CloseWatcher;
      made[made.length < MOST_WATCHERS ? made.length : MOST_WATCHERS - 1] = watcher;
      return watcher;
    },
  } as ProxyHandler<PageFunction>;
  const end = guard.page(() => replaceFunction(view, 'CloseWatcher', (own) => new ProxyClass(own, handler)));
  return () => guard.page(end);
};
