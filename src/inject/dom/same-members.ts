/** Whether two lists without duplicates have the same items, in any order. */
export const haveSameMembers = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((item) => others.includes(item));
