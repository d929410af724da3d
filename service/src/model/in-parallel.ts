/** Calls `work` for each item of a list, at most `atOnce` at the same time. @returns the results in the order of the list */
export const inParallel = async <T, R>(
  list: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < list.length) {
      const index = next++;
      results[index] = await work(list[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, lane));
  return results;
};
