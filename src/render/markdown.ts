import type { Format } from './format.ts';
import { type Item, type Layout, measureTree } from './items.ts';
import { CELL } from './judge.ts';
import { BLOCK, isLink, markdownLine, QUOTED_MARKER, SPAN } from './markdown-line.ts';
import { cutInWords, headInWords, say } from './words.ts';

/** Whether an item shares a line with its neighbours: text, links, images and controls do. */
const isInline = ({ node }: Item): boolean =>
  !node.more &&
  (SPAN.test(node.role) ||
    isLink(node) ||
    node.role === 'image' ||
    (node.role === 'generic' ? node.tag !== 'div' : !!node.ref && !BLOCK.test(node.role)));

/** Whether an item has nothing to print itself: a container without name, text, value and ref. */
const isSilent = ({ node }: Item): boolean =>
  !(node.ref || node.more || node.frame || node.modal) &&
  !say(node.name) &&
  !say(node.text) &&
  !say(node.value) &&
  !isLink(node);

/** For each item whether it and all its descendants are inline. */
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

/** The index behind the inline items at the beginning of a block. */
const endOfInline = (items: readonly Item[], inline: Uint8Array, index: number): number => {
  let end = index + 1;
  while (end < (items[index] as Item).end && inline[end]) end = (items[end] as Item).end;
  return end;
};

/** The number of items in each cell of a row; undefined for a row that a Markdown table can't show, as something in it is not inline. */
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

/** What has been laid out already: the number of items of each numbered list, and the tables with a first row. */
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

/** An item for one line: `item` with the inline items in it. */
const lineItem = (item: Item, joined: readonly Item[], parent: number, layout: Layout): Item => {
  const line: Item = { ...item, parent, end: 0, hasChildren: false, layout };
  if (joined.length > 0) line.joined = joined.slice();
  return line;
};

/** Joins nodes to lines: neighbouring text and controls share one, containers with nothing to print have none. */
const arrange = (items: Item[], byRank: boolean): Item[] => {
  const inline = inlineItems(items, byRank);
  const out: Item[] = [];
  /** For each item, the index in `out` of the list item that contains its children; -1 where there is none. */
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
