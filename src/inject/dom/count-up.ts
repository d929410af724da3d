/** Adds one to the count of a kind; returns the new count. */
export const countUp = <K>(counts: Map<K, number>, kind: K): number => {
  const count = (counts.get(kind) || 0) + 1;
  counts.set(kind, count);
  return count;
};
