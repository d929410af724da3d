import type { Agent } from '../agent.ts';

/** Any function of the page's. */
export type PageFunction = (...given: unknown[]) => unknown;

const isFunction = (value: unknown): value is PageFunction => typeof value === 'function';

/** What the page has put in the place of its built-ins may throw: then nobody knows. */
export const attempt = <T>(read: () => T): T | undefined => {
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

/** Puts something in the place of a function of the page's until the function that is returned is called. */
export const watchFunction = (
  agent: Agent,
  holder: object,
  key: string,
  watched: (own: PageFunction) => PageFunction,
): (() => void) => {
  const { guard } = agent;
  // While the page's built-ins are in place nothing of them is relied on.
  const { get, set } = Reflect;
  const read = (): unknown => attempt(() => guard.page(() => get(holder, key)));
  const write = (fn: PageFunction): void => {
    attempt(() => guard.page(() => set(holder, key, fn)));
  };
  const own = read();
  if (!isFunction(own)) return () => {};
  const ours = watched(own);
  write(ours);
  return () => {
    ended.set(ours, own);
    if (read() === ours) write(outOfWatch(own));
  };
};
