import { type Place, withWords, wordCount } from './chain.ts';
import { type Item, itemsIn } from './items.ts';
import { briefItem, commaOf, type Lines, sizeOfText } from './lines.ts';
import { most } from './most.ts';

/** What becomes of an item: nothing of it or in it is shown; something in it is; it is context; it is shown. */
export const HIDDEN = 0;
export const PASSED = 1;
export const AS_CONTEXT = 2;
export const WHOLE = 3;

/** A line that is longer than a whole text: its beginning. */
export interface Part {
  index: number;
  text: string;
  /** How many of its items it shows. */
  count: number;
  /** Where to go on. */
  place: Place;
}

export interface Choice {
  states: Uint8Array;
  /** So many lines of the queue are shown whole. */
  given: number;
  /** Characters of the lines that are shown. */
  size: number;
  part?: Part | undefined;
}

/**
 * Where to cut words so that at most `max` characters stay: between words; if `always`, between characters where no space
 * is near. Some languages put spaces between sentences at most.
 */
const cutAtWord = (words: string, max: number, always: boolean): number => {
  if (max >= words.length) return words.length;
  // Behind the last space, or before it where it is the first that has no room.
  const at = Math.min(words.slice(0, max + 1).search(/\s\S*$/) + 1, max);
  if (!always || at > max / 2) return at;
  return /[\ud800-\udbff]/.test(words.charAt(max - 1)) ? max - 1 : max;
};

const ofWords = (item: Item, to: number): Item => {
  const node = withWords(item.node, 0, to);
  const last = (['text', 'value', 'name'] as const).find((field) => node[field]);
  if (last) node[last] = `${(node[last] as string).trim()}…`;
  return { ...item, node };
};

/** The beginning of a line of several items: the first `count`, of the last of them only `to` characters, if given. */
const beginning = (item: Item, count: number, to?: number): Item => {
  const { joined: _, ...only } = item;
  const items = itemsIn(item).slice(0, count);
  if (to !== undefined) items.push(ofWords(count ? (itemsIn(item)[count] as Item) : only, to));
  const [first = item, ...rest] = items;
  const begun: Item = { ...only, node: first.node };
  if (rest.length > 0) begun.joined = rest;
  return begun;
};

/** A line that is longer than a whole text is begun where so much of the text is left for it. */
const LEAST_PART = 4;

/** As much of a line as has room. Undefined: nothing has. */
const partOf = (lines: Lines, index: number, room: number, isFirst: boolean): Part | undefined => {
  const item = lines.items[index] as Item;
  const all = itemsIn(item);
  const write = (part: Item): string => lines.text(index, part);
  const fits = (part: Item): boolean => sizeOfText(write(part), lines.levels[index] as number) <= room;
  const count = most(0, all.length - 1, (n) => fits(beginning(item, n)));
  const next = all[count] as Item;
  const { name = '', value = '', text = '' } = next.node;
  const words = name + value + text;
  const nextPlace = next.textPlace ?? next.place;
  const upTo = most(0, words.length - 1, (n) => fits(beginning(item, count, n)));
  const chars = upTo > 0 ? cutAtWord(words, upTo, count === 0) : 0;
  if (chars > 0 && wordCount(next.node) > chars) {
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
 * Shows the beginning of `queue` that has room, the ancestors of what it shows as context. `reserve` is what else will
 * need room when so many are shown; without, a line that has no room is not begun either. One pass: the size runs
 * along.
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
  const outside = (index: number): number =>
    comma + (lines.close(index) ? sizeOfText(lines.close(index), levels[index] as number) : 0);
  const contextSize = (index: number): number =>
    sizeOfText(lines.context(index), levels[index] as number) + outside(index);
  /** Characters of the ancestors that a line needs and that are not there yet. */
  const above = (index: number): number => {
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
    const instead = states[index] === AS_CONTEXT ? contextSize(index) : 0;
    const around = above(index) + outside(index) - instead;
    const own = sizeOfText(lines.text(index), levels[index] as number);
    const left = room - size - around - (reserve ? reserve(given + 1) : 0);
    if (own <= left) {
      size += own + around;
      show(index);
      continue;
    }
    if (!reserve) break;
    const isTooLong = left > room / LEAST_PART && own + outside(index) + reserve(queue.length) > room;
    const part = given === 0 || isTooLong ? partOf(lines, index, left, given === 0) : undefined;
    if (!part) break;
    show(index);
    size += sizeOfText(part.text, levels[index] as number) + around;
    return { states, given, size, part };
  }
  return { states, given, size };
};
