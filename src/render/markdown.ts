import type { SnapshotNode } from '../contract.ts';
import type { Format } from './format.ts';
import { type Item, type Layout, measureTree } from './items.ts';
import { BLOCK, isLink, markdownLine, SPAN } from './markdown-line.ts';
import { cutInWords, headInWords, say } from './words.ts';

const CELL = /^(?:cell|gridcell|columnheader|rowheader)$/;

/** Stands in a line with others: words, links, images and controls. */
const isInline = ({ node }: Item): boolean =>
  SPAN.test(node.role) ||
  isLink(node) ||
  node.role === 'image' ||
  (node.role === 'generic' ? node.tag !== 'div' : !!node.ref && !BLOCK.test(node.role) && !node.more);

/** A container that has nothing to say of itself. */
const isSilent = ({ node }: Item): boolean =>
  !(node.ref || node.more || node.frame || node.modal) &&
  !say(node.name, 1) &&
  !say(node.text, 1) &&
  !say(node.value, 1) &&
  !(isLink(node) && say(node.url, 1));

/** For each item whether it and all that is below it stands inline. */
const inlineItems = (items: readonly Item[]): Uint8Array => {
  const inline = new Uint8Array(items.length);
  for (let i = items.length - 1; i >= 0; i--) inline[i] = isInline(items[i] as Item) ? 1 : 0;
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
const cellsOf = (items: readonly Item[], inline: Uint8Array, row: number): SnapshotNode[][] | undefined => {
  const cells: SnapshotNode[][] = [];
  for (let i = row + 1; i < (items[row] as Item).end; ) {
    const cell = items[i] as Item;
    if (!CELL.test(cell.node.role) || endOfInline(items, inline, i) < cell.end) return undefined;
    cells.push(items.slice(i, cell.end).map(({ node }) => node));
    i = cell.end;
  }
  return cells.length > 0 ? cells : undefined;
};

/** `# `, `- `, `3. ` or nothing, behind an empty line where a new block begins. */
const startOf = (item: Item, number: number): string => {
  const { node } = item;
  if (node.role === 'heading') return `\n${'######'.slice(0, node.level || 2)} `;
  if (node.role === 'listitem') return number > 0 ? `${number}. ` : '- ';
  return node.role === 'option' ? '- ' : node.role === 'row' ? '' : '\n';
};

/** Lines instead of nodes: words and controls that stand together are one, containers without words are none. */
const arrange = (items: Item[]): Item[] => {
  const inline = inlineItems(items);
  const out: Item[] = [];
  /** For each item, the index of the list item that what is below it stands in. */
  const place = new Int32Array(items.length);
  const numbers = new Map<number, number>();
  const tables = new Set<number>();
  for (let i = 0; i < items.length; ) {
    const item = items[i] as Item;
    const { node, parent } = item;
    const inside = parent < 0 ? -1 : (place[parent] as number);
    const cells = node.role === 'row' ? cellsOf(items, inline, i) : undefined;
    const end = cells ? item.end : BLOCK.test(node.role) || inline[i] ? endOfInline(items, inline, i) : i + 1;
    place[i] = inside;
    const isShown = end > i + 1 || !isSilent(item) || cells;
    if (isShown) {
      const list = items[parent];
      const isNumbered = node.role === 'listitem' && list && list.node.tag === 'ol';
      const number = isNumbered ? (numbers.get(parent) || 0) + 1 : 0;
      if (isNumbered) numbers.set(parent, number);
      const isFirst = !!cells && !tables.has(parent);
      if (cells) tables.add(parent);
      const layout: Layout = {
        start: (isFirst ? '\n' : '') + startOf(item, number),
        ...(cells && { cells, isFirst }),
      };
      const joined = items.slice(i + 1, end).map((one) => one.node);
      if (node.role === 'listitem') place[i] = out.length;
      out.push({
        ...item,
        parent: inside,
        end: 0,
        depth: 0,
        hasChildren: false,
        layout,
        urgent: item.urgent,
        ...(joined.length > 0 && { joined }),
      });
    }
    i = end;
  }
  return measureTree(out);
};

/** For reading: headings, lists, tables and links as Markdown has them; controls as `[Remove]{button #e6}`. */
export const markdown: Format = {
  line: markdownLine,
  cut: cutInWords,
  head: headInWords,
  arrange,
  showsRef: (node) => !isLink(node),
};
