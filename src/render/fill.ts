import { type Place, sliceText, textLength } from './chain.ts';
import { type Item, itemsIn } from './items.ts';
import { briefItem, commaOf, type Lines, sizeOfText } from './lines.ts';
import { most } from './most.ts';

/** What is shown of an item: nothing; only descendants of it; its line as context of them; its whole line. */
export const HIDDEN = 0;
const PASSED = 1;
export const AS_CONTEXT = 2;
export const WHOLE = 3;

/** The beginning of a line that has no room as a whole. */
export interface Part {
  index: number;
  text: string;
  /** How many of the line's items it shows. */
  count: number;
  /** The place behind it in the chain. */
  place: Place;
}

export interface Choice {
  states: Uint8Array;
  /** How many lines of the queue are shown whole. */
  given: number;
  /** Characters of all lines that are shown. */
  size: number;
  part?: Part | undefined;
}

/**
 * Where to cut a text so that at most `max` characters stay: at a space; if `always` and no space is near, between any
 * two characters, since some languages write no spaces between text.
 */
const cutAtWord = (text: string, max: number, always: boolean): number => {
  if (max >= text.length) return text.length;
  // Behind the last space, or before a space that is itself the first character without room.
  const at = Math.min(text.slice(0, max + 1).search(/\s\S*$/) + 1, max);
  if (!always || at > max / 2) return at;
  return /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max;
};

const cutNode = (item: Item, to: number): Item => {
  const node = sliceText(item.node, 0, to);
  const last = (['text', 'value', 'name'] as const).find((field) => node[field]);
  if (last) node[last] = `${(node[last] as string).trim()}…`;
  return { ...item, node };
};

/** The beginning of a line of several items: the first `count`; with `to`, also the first `to` characters of the next one. */
const beginning = (item: Item, count: number, to?: number): Item => {
  const { joined: _, ...only } = item;
  const items = itemsIn(item).slice(0, count);
  if (to !== undefined) items.push(cutNode(count ? (itemsIn(item)[count] as Item) : only, to));
  const [first = item, ...rest] = items;
  const shortened: Item = { ...only, node: first.node };
  if (rest.length > 0) shortened.joined = rest;
  return shortened;
};

/** A line that is longer than a whole page is begun only where more than a quarter of the page is left for it. */
const PART_SHARE = 4;

/** As much of a line as has room; undefined where nothing has. */
const partOf = (lines: Lines, index: number, room: number, isFirst: boolean): Part | undefined => {
  const item = lines.items[index] as Item;
  const parts = itemsIn(item);
  const write = (part: Item): string => lines.text(index, part);
  const fits = (part: Item): boolean => sizeOfText(write(part), lines.levels[index] as number) <= room;
  const count = most(0, parts.length - 1, (n) => fits(beginning(item, n)));
  const next = parts[count] as Item;
  const { name = '', value = '', text = '' } = next.node;
  const all = name + value + text;
  const nextPlace = next.textPlace ?? next.place;
  const maxChars = most(0, all.length - 1, (n) => fits(beginning(item, count, n)));
  const chars = maxChars > 0 ? cutAtWord(all, maxChars, count === 0) : 0;
  if (chars > 0 && textLength(next.node) > chars) {
    const part = beginning(item, count, chars);
    return { index, text: write(part), count: count + 1, place: { index: nextPlace, chars } };
  }
  if (count > 0)
    return { index, text: write(beginning(item, count)), count, place: { index: next.place, chars: 0 } };
  if (!isFirst) return undefined;
  const brief = briefItem(beginning(item, 0));
  return fits(brief)
    ? { index, text: write(brief), count: 1, place: { index: nextPlace + 1, chars: 0 } }
    : undefined;
};

/**
 * Chooses the lines at the beginning of `queue` that have room, with their ancestors as context. `reserve` returns the
 * characters that other lines need when `given` lines are shown; without it, a line that has no room is not begun in part.
 */
export const fillRoom = (
  lines: Lines,
  queue: readonly number[],
  mostLines: number,
  room: number,
  reserve?: (given: number) => number,
): Choice => {
  const { items, levels, isFlat } = lines;
  const comma = commaOf(lines);
  const states = new Uint8Array(items.length);
  const sizeOfSeparatorAndEnd = (index: number): number =>
    comma + (lines.close(index) ? sizeOfText(lines.close(index), levels[index] as number) : 0);
  const contextSize = (index: number): number =>
    sizeOfText(lines.context(index), levels[index] as number) + sizeOfSeparatorAndEnd(index);
  /** Characters of the ancestors of a line that are not shown yet. */
  const sizeOfContext = (index: number): number => {
    let size = 0;
    let up = (items[index] as Item).parent;
    for (; up >= 0 && !states[up]; up = (items[up] as Item).parent) if (!isFlat[up]) size += contextSize(up);
    return size;
  };
  const show = (index: number): void => {
    let up = (items[index] as Item).parent;
    for (; up >= 0 && !states[up]; up = (items[up] as Item).parent)
      states[up] = isFlat[up] ? PASSED : AS_CONTEXT;
    states[index] = WHOLE;
  };
  let size = 0;
  let given = 0;
  for (; given < queue.length && given < mostLines; given++) {
    const index = queue[given] as number;
    const contextToReplace = states[index] === AS_CONTEXT ? contextSize(index) : 0;
    const sizeAround = sizeOfContext(index) + sizeOfSeparatorAndEnd(index) - contextToReplace;
    const own = sizeOfText(lines.text(index), levels[index] as number);
    const left = room - size - sizeAround - (reserve ? reserve(given + 1) : 0);
    if (own <= left) {
      size += own + sizeAround;
      show(index);
      continue;
    }
    if (!reserve) break;
    const isTooLong =
      left > room / PART_SHARE && own + sizeOfSeparatorAndEnd(index) + reserve(queue.length) > room;
    const part = given === 0 || isTooLong ? partOf(lines, index, left, given === 0) : undefined;
    if (!part) break;
    show(index);
    size += sizeOfText(part.text, levels[index] as number) + sizeAround;
    return { states, given, size, part };
  }
  return { states, given, size };
};
