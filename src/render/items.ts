import type { SnapshotNode } from '../contract.ts';
import { type Chain, isDocument } from './chain.ts';
import type { Entry, Mark } from './delta-tree.ts';
import { type ItemOptions, isOnlyText, judge } from './judge.ts';
import { isBox, needlessRefs } from './structure.ts';

/** How Markdown lays out a line. */
export interface Layout {
  /** The prefix of the line: `# `, `- `, an empty line. */
  start: string;
  /** For a row of a table: how many items each cell consists of. */
  cells?: number[];
  /** The first row of its table. */
  isFirst?: boolean;
}

/** A node to be printed. Items are listed in document order: the descendants of one are the items between its index and its `end`. */
export interface Item {
  node: SnapshotNode;
  mark: Mark;
  /** The change that a delta reports of the node. */
  entry?: Entry | undefined;
  /** Its place in the chain; -1 for context. */
  place: number;
  rank: number;
  /** The part around the main content (`aside`) that contains it. */
  aside?: SnapshotNode | undefined;
  /** Whether the node itself is that part. */
  isAside?: boolean;
  /** The place of the node whose text is printed in the line, where that is a child of the item. */
  textPlace?: number;
  /** Index of the parent item, -1 at the top. */
  parent: number;
  end: number;
  hasChildren: boolean;
  /** The further items that share the line of this one. */
  joined?: Item[];
  /** How the line is laid out, for formats with `arrange`. */
  layout?: Layout;
}

/** Roles whose accessible name comes from their content: text in them may repeat a part of the name. */
const NAMED_BY_CONTENT = /^(?:heading|cell|gridcell|columnheader|rowheader|row|tooltip|option|term)$/;

/** All items that share a line. */
export const itemsIn = (item: Item): Item[] => (item.joined ? [item].concat(item.joined) : [item]);

/** Whether the printed name contains the text already. */
const repeats = (node: SnapshotNode, text: string | undefined): boolean =>
  !!text &&
  !!node.name &&
  (node.name === text || (!!(node.ref || NAMED_BY_CONTENT.test(node.role)) && node.name.indexOf(text) >= 0));

const withoutRepeat = (node: SnapshotNode): SnapshotNode => {
  if (!repeats(node, node.text)) return node;
  const { text: _, ...rest } = node;
  return rest;
};

/** Of a select `more` counts the options that are not listed, wherever the tree ends. */
const withoutMore = (node: SnapshotNode): SnapshotNode => {
  if (!node.more || node.context || node.tag === 'select') return node;
  const { more: _, ...rest } = node;
  return rest;
};

const withoutRef = (node: SnapshotNode): SnapshotNode => {
  const { ref: _, ...rest } = node;
  return rest;
};

/**
 * All nodes in document order, without the document node and without text that repeats the name of its parent; in compact
 * mode without needless refs.
 */
const listItems = (
  chain: Chain,
  entries: Map<SnapshotNode, Entry>,
  { compact, format, goesOn }: ItemOptions,
): Item[] => {
  const { nodes, parents, places, ranks } = chain;
  const isRefShown = (node: SnapshotNode): boolean => !format.showsRef || format.showsRef(node);
  const needless = compact && !format.keepsRefs ? needlessRefs(chain, isRefShown) : undefined;
  const items: Item[] = [];
  const at: number[] = [];
  const asides: (SnapshotNode | undefined)[] = [];
  nodes.forEach((node, i) => {
    const parent = i > 0 ? (at[parents[i] as number] as number) : -1;
    at.push(parent);
    const aside = asides[parents[i] as number] || (node.aside ? node : undefined);
    asides.push(aside);
    if (i === 0 && isDocument(node)) return;
    const above = items[parent];
    const entry = entries.get(node);
    const mark = entry ? entry.mark : above ? above.mark : 'listed';
    if (above && mark === above.mark && isOnlyText(node) && repeats(above.node, node.text)) return;
    at[i] = items.length;
    const shown = needless?.[i] && !entry ? withoutRef(node) : node;
    items.push({
      node: mark === 'changed' ? shown : withoutRepeat(goesOn ? withoutMore(shown) : shown),
      mark,
      entry,
      place: places[i] as number,
      rank: ranks[i] as number,
      aside,
      isAside: aside === node,
      parent,
      end: 0,
      hasChildren: false,
    });
  });
  return items;
};

/** The items that `keep` returns true for, with parents adjusted: children of a removed item move up. Changes the items. */
export const keepItems = (items: readonly Item[], keep: (index: number) => boolean): Item[] => {
  const kept: Item[] = [];
  const place = new Int32Array(items.length);
  items.forEach((item, i) => {
    const parent = item.parent < 0 ? -1 : (place[item.parent] as number);
    place[i] = keep(i) ? kept.length : parent;
    if (!keep(i)) return;
    item.parent = parent;
    item.end = 0;
    item.hasChildren = false;
    kept.push(item);
  });
  return kept;
};

/** Fills in `end` and `hasChildren` of every item. */
export const measureTree = (items: Item[]): Item[] => {
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i] as Item;
    item.end = Math.max(item.end, i + 1);
    item.hasChildren = item.hasChildren || !!item.node.more;
    const above = items[item.parent];
    if (above) {
      above.end = Math.max(above.end, item.end);
      above.hasChildren = true;
    }
  }
  return items;
};

/** Whether a node is a box with nothing but text, which can be printed in the line of its parent. */
const isBoxOfText = (node: SnapshotNode): boolean =>
  !!node.text && !node.ref && !node.name && !node.value && !node.more && isBox(node);

/** Moves the text that is the first child of a node without name, value and text into the node itself. */
const mergeTexts = (items: Item[], foldsBoxes = false): Item[] => {
  const merged = new Uint8Array(items.length);
  items.forEach((item, i) => {
    const { node, rank, end } = item;
    const first = items[i + 1];
    if (end < i + 2 || !first || node.context || node.more || node.name || node.value || node.text) return;
    if (first.rank !== rank || first.node.context || first.entry) return;
    const isBoxAlone = foldsBoxes && end === i + 2 && isBoxOfText(first.node);
    if (!isOnlyText(first.node) && !isBoxAlone) return;
    merged[i + 1] = 1;
    item.node = { ...node, text: first.node.text as string };
    item.textPlace = first.place;
  });
  return measureTree(keepItems(items, (i) => !merged[i]));
};

/**
 * The nodes that are to be rendered, in document order. Compact mode leaves out needless refs, branches that have neither
 * ref nor text, and text of nothing but separators unless the format is prose. It removes a box without content of its own
 * (a `generic`; where the format folds boxes, also a paragraph, a list, an item) that has one child or is an only child,
 * and moves text that is the first child of a node into the node's line. Context is kept where it has a name or a ref, and
 * descendants.
 */
export const itemsOf = (chain: Chain, entries: Map<SnapshotNode, Entry>, options: ItemOptions): Item[] => {
  const { compact, format } = options;
  const all = listItems(chain, entries, options);
  const items = measureTree(keepItems(all, judge(all, options)));
  return compact && !format.keepsText ? mergeTexts(items, format.foldsBoxes) : items;
};
