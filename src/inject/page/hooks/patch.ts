import { replaceFunction } from '../../timing/page-functions.ts';

/** What stands in for a function of the page: gets its receiver, its arguments and the function itself. */
export type Replacement = (self: unknown, args: unknown[], original: () => unknown) => unknown;

/**
 * Puts something in the place of a method. The function that is returned takes it out again; where the page has
 * wrapped ours in the meantime, ours stays and does nothing but call the page's own.
 */
export const patch = (holder: object, key: string, replacement: Replacement): (() => void) => {
  let on = true;
  const takeOut = replaceFunction(
    holder,
    key,
    (own) =>
      function (this: unknown, ...args: unknown[]): unknown {
        const original = (): unknown => Reflect.apply(own, this, args);
        return on ? replacement(this, args, original) : original();
      },
  );
  return () => {
    on = false;
    takeOut();
  };
};

/** So many records of a kind are kept; the oldest go. */
const KEPT = 200;

export const keep = <T>(records: T[], record: T): T => {
  records.push(record);
  if (records.length > KEPT) records.shift();
  return record;
};
