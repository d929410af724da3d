/** The most from `low` to `high` that passes, as all below it do; `low` counts as passing and is not asked. */
export const most = (low: number, high: number, passes: (n: number) => boolean): number => {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (passes(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
};
