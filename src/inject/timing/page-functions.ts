import { apply } from './tasks.ts';

/** Any function of the page's. */
export type PageFunction = (this: unknown, ...given: unknown[]) => unknown;

/** Creates a replacement for a function of the page. */
export type Make = (own: PageFunction) => PageFunction;

/** Replaces a function of the page, where there is one. */
export type Put = (holder: object | undefined, key: string, make: Make) => void;

const isFunction = (value: unknown): value is PageFunction => typeof value === 'function';

// Captured here: the page's own built-ins are in place when these are called.
export const { addEventListener, removeEventListener } = EventTarget.prototype;
const { get, set } = Reflect;
const { get: lookUp, set: record } = WeakMap.prototype;

/** By each of our functions that is no longer in use, the function that it had replaced. */
const ended = new WeakMap<object, PageFunction>();

/** The function below all of ours that are no longer in use. */
const belowEnded = (fn: PageFunction): PageFunction => {
  let at = fn;
  for (;;) {
    const under = apply(lookUp, ended, [at]) as PageFunction | undefined;
    if (!under) return at;
    at = under;
  }
};

/**
 * Replaces a function of the page. Returns the function that restores it; call both while the page's own built-ins are in
 * place. Where the page has wrapped ours in the meantime, ours stays, and must only call the original from then on.
 *
 * @param make creates the replacement for the original function
 */
export const replaceFunction = (holder: object, key: string, make: Make): (() => void) => {
  // The page may have made the property throw, or frozen its holder: then nothing is replaced.
  const read = (): unknown => {
    try {
      return get(holder, key);
    } catch {
      return undefined;
    }
  };
  const put = (fn: PageFunction): void => {
    try {
      set(holder, key, fn);
    } catch {
      // A setter of the page has thrown.
    }
  };
  const own = read();
  if (!isFunction(own)) return () => {};
  const ours = make(own);
  put(ours);
  return () => {
    apply(record, ended, [ours, own]);
    if (read() === ours) put(belowEnded(own));
  };
};
