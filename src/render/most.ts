/** The largest number from `low` to `high` that passes, by binary search: all numbers below one that passes must pass. `low` is taken to pass. */
export const most = (low: number, high: number, passes: (n: number) => boolean): number => {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (passes(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
};
