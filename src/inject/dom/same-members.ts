/** Whether two lists hold the same, in any order; neither holds anything twice. */
export const haveSameMembers = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));
