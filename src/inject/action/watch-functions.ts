import type { Agent } from '../agent.ts';

/** Any function of the page's. */
type PageFunction = (...given: unknown[]) => unknown;

const isFunction = (value: unknown): value is PageFunction => typeof value === 'function';

/** What the page has put in the place of its built-ins may throw: then nobody knows. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Watches that have ended under another one: what stands under them is put back in their place. */
const ended = new WeakMap<object, PageFunction>();

const outOfWatch = (fn: PageFunction): PageFunction => {
  let at = fn;
  for (let under = ended.get(at); under; under = ended.get(at)) at = under;
  return at;
};

/** A function of the page's, and what is put in its place. */
interface Watch {
  /** Asked for while the page's own built-ins are in place. */
  holder: () => object;
  key: string;
  watched: (own: PageFunction) => PageFunction;
}

/** What stands in the place of what. */
interface InPlace {
  readonly watch: Watch;
  own: PageFunction | undefined;
  ours: PageFunction | undefined;
}

/** Puts functions in the place of the page's until the function that is returned is called. */
export const watchFunctions = (agent: Agent, ...watches: Watch[]): (() => void) => {
  const { guard } = agent;
  // While the page's built-ins are in place nothing of them is relied on.
  const { get, set } = Reflect;
  const all: InPlace[] = watches.map((watch) => ({ watch, own: undefined, ours: undefined }));
  const put = ({ watch }: InPlace, fn: PageFunction | undefined): unknown =>
    attempt(() => set(watch.holder(), watch.key, fn));
  const read = ({ watch }: InPlace): unknown => attempt(() => get(watch.holder(), watch.key));
  guard.page(() => {
    for (let i = 0; i < all.length; i++) {
      const one = all[i] as InPlace;
      const own = read(one);
      if (!isFunction(own)) continue;
      one.own = own;
      one.ours = one.watch.watched(own);
      put(one, one.ours);
    }
  });
  return () => {
    for (const { own, ours } of all) if (own && ours) ended.set(ours, own);
    for (const one of all) one.own &&= outOfWatch(one.own);
    guard.page(() => {
      for (let i = 0; i < all.length; i++) {
        const one = all[i] as InPlace;
        if (one.ours && read(one) === one.ours) put(one, one.own);
      }
    });
  };
};
