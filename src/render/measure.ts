import type { Format } from './format.ts';
import type { Item } from './items.ts';

/** A step of indentation. */
export const STEP = 2;

/** Texts and names are cut to this when there is too much. */
const BRIEF = 80;

/** Items as they are written, and as they are written when there is too much. */
export interface Lines {
  items: readonly Item[];
  full: string[];
  brief: string[];
  /** Behind what stands in the item; empty: nothing. */
  closes: string[];
}

/** Writes every item once, and the long ones once more in brief. */
export const writeItems = (items: readonly Item[], format: Format): Lines => {
  const full = items.map((item) => format.line(item, Infinity));
  const brief = full.map((text, i) => {
    const short = text.length > BRIEF ? format.line(items[i] as Item, BRIEF) : text;
    return short.length < text.length ? short : text;
  });
  const closes = items.map((item) => (item.hasChildren && format.close ? format.close(item) : ''));
  return { items, full, brief, closes };
};

/** Characters of a text with its indentation, a line end behind each line. */
export const sizeOfText = (text: string, level: number): number => {
  let size = text.length + 1 + level * STEP;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) size += level * STEP;
  return size;
};

/** Walks over shown items and knows how many shown ones each stands in. */
export class Levels {
  private readonly ends: number[] = [];
  private readonly deepest: number;

  constructor(maxDepth: number) {
    this.deepest = maxDepth - 1;
  }

  /** Level of what stands at `index`, at most the deepest there is. */
  at(index: number): number {
    const { ends } = this;
    while (ends.length > 0 && (ends[ends.length - 1] as number) <= index) ends.pop();
    return Math.min(ends.length, this.deepest);
  }

  /** The item just asked for is shown: what is up to `end` stands in it. */
  enter(end: number): void {
    this.ends.push(end);
  }
}
