import { contextNode } from './chain.ts';
import type { Format } from './format.ts';
import type { Item } from './items.ts';
import { clip } from './one-line.ts';
import { moreCut } from './tally.ts';

/** Spaces of one level of indentation. */
export const STEP = 2;

/** Items as lines: their levels of indentation, and how each is written. */
export interface Lines {
  items: readonly Item[];
  format: Format;
  levels: number[];
  /** Items that are never printed as context, since together with the context below them they would exceed `share`: their children are not indented. */
  isFlat: Uint8Array;
  /** The line of the item at an index, or of `item`, which is a part of it. */
  text(index: number, item?: Item): string;
  /** The line of an item that is printed only as context of its descendants. */
  context(index: number): string;
  /** The line behind the item's descendants; empty where the format has none. */
  close(index: number): string;
}

/** Characters of a text with its indentation, line ends included. */
export const sizeOfText = (text: string, level: number): number => {
  let size = text.length + 1 + level * STEP;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) size += level * STEP;
  return size;
};

/** Characters of the separator between two lines. */
export const commaOf = ({ format }: { readonly format: Format }): number => (format.comma || '').length;

/** Most characters of each text of a node that is printed briefly, since it would have no room otherwise. */
const BRIEF = 80;

const briefly = <T extends object>(fields: T): T => {
  const brief: Record<string, unknown> = {};
  for (const field of Object.keys(fields)) {
    const value = (fields as Record<string, unknown>)[field];
    brief[field] = typeof value === 'string' ? clip(value, BRIEF) : value;
  }
  return brief as T;
};

/** A copy of an item with each of its texts cut to {@link BRIEF} characters. */
export const briefItem = (item: Item): Item => {
  const brief: Item = { ...item, node: briefly(item.node) };
  if (item.entry?.was) brief.entry = { ...item.entry, was: briefly(item.entry.was) };
  return brief;
};

const asContext = (item: Item): Item => {
  const { joined: _, layout: __, ...rest } = item;
  return { ...rest, node: contextNode(item.node) };
};

/** Items that may have to be printed as context: they were printed in an earlier text, or a descendant has an earlier rank. */
const contextItems = (items: readonly Item[], byRank: boolean): Uint8Array => {
  const first = items.map(({ rank }) => rank);
  const isContext = new Uint8Array(items.length);
  for (let i = items.length - 1; i >= 0; i--) {
    const { parent, place, rank } = items[i] as Item;
    const own = first[i] as number;
    isContext[i] = place < 0 || (byRank && own < rank) ? 1 : 0;
    if (parent >= 0) first[parent] = Math.min(first[parent] as number, own);
  }
  return isContext;
};

/**
 * Lays items out as lines. Above any line at most `share` characters of context are printed, the nearest ancestors first;
 * `maxDepth` limits the levels. Lines over `longest` characters are shortened to a few words in each of their texts.
 */
export const linesOf = (
  items: readonly Item[],
  format: Format,
  options: { maxDepth: number; share: number; byRank: boolean; longest: number },
): Lines => {
  const texts: string[] = [];
  const contexts: string[] = [];
  const lines: Lines = {
    items,
    format,
    levels: [],
    isFlat: new Uint8Array(items.length),
    text(index, item) {
      const own = items[index] as Item;
      if (!item && texts[index] !== undefined) return texts[index] as string;
      const { more } = own.node;
      const below = more && !format.comma && format.cut(moreCut(own.node, more));
      let text = format.line(item || own);
      if (text.length > options.longest) text = format.line(briefItem(own));
      if (below) text += `\n  ${below}`;
      if (!item) texts[index] = text;
      return text;
    },
    context(index) {
      const text = contexts[index] ?? format.line(asContext(items[index] as Item));
      contexts[index] = text;
      return text;
    },
    close(index) {
      const item = items[index] as Item;
      return item.hasChildren && format.close ? format.close(item) : '';
    },
  };
  const { isFlat, levels } = lines;
  const isContext = contextItems(items, options.byRank);
  const below = new Float64Array(items.length);
  for (let i = items.length - 1; i >= 0; i--) {
    const { parent } = items[i] as Item;
    let size = below[i] as number;
    if (isContext[i]) {
      if (size <= options.share) size += lines.context(i).length + lines.close(i).length + 2;
      isFlat[i] = size > options.share ? 1 : 0;
    }
    if (parent >= 0) below[parent] = Math.max(below[parent] as number, size);
  }
  items.forEach(({ parent }) => {
    levels.push(parent < 0 ? 0 : levelBelow(lines, parent, options.maxDepth));
  });
  return lines;
};

/** The level of the children of an item. */
export const levelBelow = ({ levels, isFlat }: Lines, index: number, maxDepth: number): number =>
  Math.min((levels[index] as number) + (isFlat[index] ? 0 : 1), maxDepth - 1);
