/** What stands in for a function of the page: gets its receiver, its arguments and the function itself. */
export type Replacement = (self: unknown, args: unknown[], original: () => unknown) => unknown;

type Holder = Record<string, unknown>;

/**
 * Puts something in the place of a method. The function that is returned takes it out again; where the page has
 * wrapped ours in the meantime, ours stays and does nothing but call the page's own.
 */
export const patch = (holder: object, key: string, replacement: Replacement): (() => void) => {
  const own = (holder as Holder)[key];
  if (typeof own !== 'function') return () => {};
  let on = true;
  const ours = function (this: unknown, ...args: unknown[]): unknown {
    const original = (): unknown => Reflect.apply(own, this, args);
    return on ? replacement(this, args, original) : original();
  };
  (holder as Holder)[key] = ours;
  return () => {
    on = false;
    if ((holder as Holder)[key] === ours) (holder as Holder)[key] = own;
  };
};

/** So many records of a kind are kept; the oldest go. */
const KEPT = 200;

export const keep = <T>(records: T[], record: T): T => {
  records.push(record);
  if (records.length > KEPT) records.shift();
  return record;
};
