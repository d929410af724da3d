import { replaceFunction } from '../../timing/page-functions.ts';

/** Called in place of a function of the page: with its receiver, its arguments and a call of the function itself. */
export type Replacement = (self: unknown, args: unknown[], original: () => unknown) => unknown;

/**
 * Replaces a method. Returns a function that restores it; where the page has wrapped the replacement in the meantime, the
 * replacement stays and only calls the original.
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

/** How many records of a kind are kept; the oldest are dropped. */
const MAX_RECORDS = 200;

export const keep = <T>(records: T[], record: T): T => {
  records.push(record);
  if (records.length > MAX_RECORDS) records.shift();
  return record;
};
