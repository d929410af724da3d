/** Any function of the page's. */
export type PageFunction = (this: unknown, ...given: unknown[]) => unknown;

const isFunction = (value: unknown): value is PageFunction => typeof value === 'function';

// The page's built-ins are in place while this is called: nothing of them is relied on.
const { apply, get, set } = Reflect;
const { get: lookUp, set: note } = WeakMap.prototype;

/** Functions that were taken out while another one stood over them: what stands under them is put in their place. */
const ended = new WeakMap<object, PageFunction>();

const outOfUse = (fn: PageFunction): PageFunction => {
  let at = fn;
  for (;;) {
    const under = apply(lookUp, ended, [at]) as PageFunction | undefined;
    if (!under) return at;
    at = under;
  }
};

/**
 * Puts a function in the place of one of the page's; call it, and what it gives, while the page's built-ins are in
 * place. What it gives takes it out again: where the page has wrapped ours in the meantime, ours stays, and `make` has
 * to see to it that it only calls the page's own then.
 */
export const replaceFunction = (
  holder: object,
  key: string,
  make: (own: PageFunction) => PageFunction,
): (() => void) => {
  // What the page has put in the place of its built-ins may throw, or be frozen: then nothing is replaced.
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
      // A setter of the page's.
    }
  };
  const own = read();
  if (!isFunction(own)) return () => {};
  const ours = make(own);
  put(ours);
  return () => {
    apply(note, ended, [ours, own]);
    if (read() === ours) put(outOfUse(own));
  };
};
