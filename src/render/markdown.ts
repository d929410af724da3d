import type { Format } from './format.ts';
import { type Item, type Layout, measureTree } from './items.ts';
import { CELL } from './judge.ts';
import { BLOCK, isLink, markdownLine, QUOTED_MARKER, SPAN } from './markdown-line.ts';
import { cutInWords, headInWords, say } from './words.ts';

/** Stands in a line with others: words, links, images and controls. */
const isInline = ({ node }: Item): boolean =>
  !node.more &&
  (SPAN.test(node.role) ||
    isLink(node) ||
    node.role === 'image' ||
    (node.role === 'generic' ? node.tag !== 'div' : !!node.ref && !BLOCK.test(node.role)));

/** A container that has nothing to say of itself. */
const isSilent = ({ node }: Item): boolean =>
  !(node.ref || node.more || node.frame || node.modal) &&
  !say(node.name) &&
  !say(node.text) &&
  !say(node.value) &&
  !isLink(node);

/** For each item whether it and all that is below it stands inline. */
const inlineItems = (items: readonly Item[], byRank: boolean): Uint8Array => {
  const inline = new Uint8Array(items.length);
  items.forEach((item, i) => {
    const above = items[item.parent];
    const isApart = byRank && above && above.rank !== item.rank;
    inline[i] = isInline(item) && !isApart && !item.node.context ? 1 : 0;
  });
  for (let i = items.length - 1; i >= 0; i--) {
    const { parent } = items[i] as Item;
    if (parent >= 0 && !inline[i]) inline[parent] = 0;
  }
  return inline;
};

/** Where the inline items at the beginning of a block end. */
const endOfInline = (items: readonly Item[], inline: Uint8Array, index: number): number => {
  let end = index + 1;
  while (end < (items[index] as Item).end && inline[end]) end = (items[end] as Item).end;
  return end;
};

/** The cells of a row of which all is inline; undefined for rows that no table can show. */
const cellsOf = (
  items: readonly Item[],
  inline: Uint8Array,
  row: number,
  byRank: boolean,
): number[] | undefined => {
  const { end, rank, node } = items[row] as Item;
  const cells: number[] = [];
  for (let i = row + 1; i < end; ) {
    const cell = items[i] as Item;
    if (!CELL.test(cell.node.role) || endOfInline(items, inline, i) < cell.end) return undefined;
    if (cell.node.context || (byRank && cell.rank !== rank)) return undefined;
    cells.push(cell.end - i);
    i = cell.end;
  }
  return cells.length > 0 && !node.context ? cells : undefined;
};

/** What has come before: how many items of each numbered list, and which tables. */
interface Seen {
  numbers: Map<number, number>;
  tables: Set<number>;
}

/** `# `, `- `, `3. ` or nothing, behind an empty line where a new block begins. */
const layoutOf = (items: readonly Item[], item: Item, cells: Layout['cells'], seen: Seen): Layout => {
  const { node, parent } = item;
  if (cells) {
    const isFirst = !seen.tables.has(parent);
    seen.tables.add(parent);
    return { start: isFirst ? '\n' : '', cells, isFirst };
  }
  if (node.role === 'heading') return { start: `\n${'######'.slice(0, node.level || 2)} ` };
  if (node.role === 'option') return { start: '- ' };
  if (node.role !== 'listitem') return { start: '\n' };
  const list = items[parent];
  if (list?.node.tag !== 'ol') return { start: '- ' };
  const number = (seen.numbers.get(parent) || 0) + 1;
  seen.numbers.set(parent, number);
  return { start: `${number}. ` };
};

/** A line of its own for an item and those that stand in it. */
const lineItem = (item: Item, joined: readonly Item[], parent: number, layout: Layout): Item => {
  const line: Item = { ...item, parent, end: 0, hasChildren: false, layout };
  if (joined.length > 0) line.joined = joined.slice();
  return line;
};

/** Lines instead of nodes: words and controls that stand together are one, containers without words are none. */
const arrange = (items: Item[], byRank: boolean): Item[] => {
  const inline = inlineItems(items, byRank);
  const out: Item[] = [];
  /** For each item, the index of the list item that what is below it stands in. */
  const place = new Int32Array(items.length);
  const seen: Seen = { numbers: new Map(), tables: new Set() };
  for (let i = 0; i < items.length; ) {
    const item = items[i] as Item;
    const { node, parent } = item;
    const inside = parent < 0 ? -1 : (place[parent] as number);
    const cells = node.role === 'row' ? cellsOf(items, inline, i, byRank) : undefined;
    const end = cells
      ? item.end
      : (BLOCK.test(node.role) && !node.context) || inline[i]
        ? endOfInline(items, inline, i)
        : i + 1;
    place[i] = inside;
    if (end > i + 1 || !isSilent(item)) {
      if (node.role === 'listitem') place[i] = out.length;
      out.push(lineItem(item, items.slice(i + 1, end), inside, layoutOf(items, item, cells, seen)));
    }
    i = end;
  }
  return measureTree(out);
};

/** For reading: headings, lists, tables and links as Markdown has them; controls as `[Remove]{button #kd6}`. */
export const markdown: Format = {
  line: markdownLine,
  cut: (cut) => cutInWords(cut, QUOTED_MARKER, (ref) => `#${ref}`),
  head: headInWords,
  arrange,
  isProse: true,
  keepsText: true,
  showsRef: (node) => !isLink(node),
};
