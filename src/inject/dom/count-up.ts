/** Counts one more of a kind; gives how many there are now. */
export const countUp = <K>(counts: Map<K, number>, kind: K): number => {
  const count = (counts.get(kind) || 0) + 1;
  counts.set(kind, count);
  return count;
};
