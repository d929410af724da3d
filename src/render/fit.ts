import type { Choice, CutLine, CutRoom } from './cuts.ts';
import { Levels, type Lines, sizeOfText } from './measure.ts';

/** The least number from `low` to `high` that passes; `high` counts as passing. */
const least = (low: number, high: number, passes: (n: number) => boolean): number => {
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Characters of the lines that a choice shows, a line end behind each. */
export const sizeOf = (lines: Lines, choice: Choice, maxDepth: number, comma: number): number => {
  const { items, full, brief, closes } = lines;
  const { order, dropped, shortened } = choice;
  const levels = new Levels(maxDepth);
  let size = 0;
  let before = -1;
  for (let i = 0; i < items.length; i++) {
    const place = order[i] as number;
    if (place < dropped) continue;
    const level = levels.at(i);
    levels.enter((items[i] as { end: number }).end);
    size += sizeOfText((place < shortened ? brief : full)[i] as string, level) + (level > before ? 0 : comma);
    if (closes[i]) size += sizeOfText(closes[i] as string, level);
    before = level;
  }
  return size;
};

/** Characters that lines about left-out nodes take. */
export const sizeOfCuts = (cuts: readonly CutLine[], comma: number): number => {
  let size = 0;
  for (const { text, level } of cuts) size += sizeOfText(text, level) + comma;
  return size;
};

/** Room for lines about what is left out: few and short ones in a small text. */
export const cutRoom = (limit: number): CutRoom => ({
  lines: Math.max(1, Math.min(8, Math.floor(limit / 1000))),
  chars: Math.min(120, Math.max(Math.floor(limit / 4), Math.min(40, Math.floor(limit / 2)))),
});

/**
 * The choice that shows most and passes: first long lines are shortened in the order of giving up, then items are
 * given up, and what room is left brings the full lines back. At least `forced` items go in any case.
 */
export const choose = (
  order: ArrayLike<number>,
  forced: number,
  passes: (choice: Choice) => boolean,
): Choice => {
  const n = order.length;
  const shorten = (dropped: number): Choice => ({
    order,
    dropped,
    shortened: least(0, n, (shortened) => passes({ order, dropped, shortened })),
  });
  const whole = shorten(forced);
  if (whole.shortened < n || passes(whole)) return whole;
  return shorten(least(forced, n, (dropped) => passes({ order, dropped, shortened: n })));
};
