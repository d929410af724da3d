import type { SnapshotNode } from '../contract.ts';
import type { Format } from './format.ts';

/** What a delta says of a node; in a snapshot every node is listed. */
export type Mark = 'listed' | 'added' | 'changed' | 'removed' | 'parent';

/** A node to flatten. Without `below` its own children follow, with the same mark. */
export interface Seed {
  node: SnapshotNode;
  mark: Mark;
  was?: Partial<SnapshotNode> | undefined;
  below?: Seed[];
}

/** How Markdown lays out a line. */
export interface Layout {
  /** What the line begins with. */
  start: string;
  /** A row of a table: for each cell its node and what stands in it. */
  cells?: SnapshotNode[][];
  /** The first row of its table. */
  isFirst?: boolean;
}

/** A node in document order. An item's subtree is what stands between its index and its `end`. */
export interface Item {
  node: SnapshotNode;
  mark: Mark;
  was?: Partial<SnapshotNode> | undefined;
  /** Index of the item above, -1 at the top. */
  parent: number;
  end: number;
  depth: number;
  hasChildren: boolean;
  /** In or on something that goes last. */
  urgent: boolean;
  /** 0: nothing in the line has a ref, 1: out of the viewport, 2: in it. */
  reach: number;
  /** Of several nodes that stand in one line: those but the first. */
  joined?: SnapshotNode[];
  /** How the line is laid out, where a format arranges its items beforehand. */
  layout?: Layout;
}

/** What makes a node worth a line in compact mode. */
const SAYING: readonly (keyof SnapshotNode)[] = [
  'ref',
  'name',
  'text',
  'value',
  'placeholder',
  'url',
  'description',
  'validationMessage',
  'frame',
  'more',
  'focused',
  'modal',
  'scroll',
];

const saysSomething = (node: SnapshotNode): boolean => SAYING.some((field) => node[field]);

/** Between links and controls, each on a line of its own, these separate nothing any more. */
const SEPARATOR = /^[ .,;:()[\]{}"'‘’“”«»‹›<>…·•|/–—-]+$/;

/** An empty cell holds the place of its column. */
const CELL = /^(?:cell|gridcell|columnheader|rowheader)$/;

/** Roles whose name is made of their content: what they hold may be words of it. */
const NAMED_BY_CONTENT = /^(?:heading|cell|gridcell|columnheader|rowheader|row|tooltip|option|term)$/;

/** Nothing of these may get lost before everything else has. */
const URGENT = /^(?:dialog|alertdialog|alert)$/;

/** The nodes that a line stands for. */
export const nodesOf = ({ node, joined }: Item): SnapshotNode[] => (joined ? [node].concat(joined) : [node]);

export const isUrgent = (node: SnapshotNode): boolean =>
  URGENT.test(node.role) || !!(node.modal || node.focused || node.invalid || node.validationMessage);

/** The words of `text` stand in the name already. The name may be cut: then only what is left of it counts. */
const repeats = (node: SnapshotNode, text: string | undefined): boolean =>
  !!text &&
  !!node.name &&
  (node.name === text || (!!(node.ref || NAMED_BY_CONTENT.test(node.role)) && node.name.indexOf(text) >= 0));

const isOnlyText = (node: SnapshotNode): boolean =>
  node.role === 'text' && !node.ref && !node.name && !node.value && !node.children?.length;

const withoutRepeat = (node: SnapshotNode): SnapshotNode => {
  if (!repeats(node, node.text)) return node;
  const { text: _, ...rest } = node;
  return rest;
};

/** All nodes in document order, but for text that only repeats the name above it. */
const listNodes = (seeds: readonly Seed[]): Item[] => {
  const items: Item[] = [];
  const stack: [seed: Seed, parent: number][] = [];
  const push = (below: readonly Seed[], parent: number): void => {
    for (let i = below.length - 1; i >= 0; i--) stack.push([below[i] as Seed, parent]);
  };
  push(seeds, -1);
  for (let top = stack.pop(); top; top = stack.pop()) {
    const [{ node, mark, was, below }, parent] = top;
    const above = parent < 0 ? undefined : (items[parent] as Item);
    if (above && mark === above.mark && isOnlyText(node) && repeats(above.node, node.text)) continue;
    const urgent = isUrgent(node) || (!!above && above.urgent);
    const index = items.length;
    const reach = node.ref ? (node.offscreen ? 1 : 2) : 0;
    const shown = mark === 'changed' ? node : withoutRepeat(node);
    items.push({ node: shown, mark, was, parent, end: 0, depth: 0, hasChildren: false, urgent, reach });
    push(below || (node.children || []).map((child) => ({ node: child, mark })), index);
  }
  return items;
};

/** Which items stay in compact mode: 0 goes with its branch, 1 stays, 2 gives way to its only child. */
const judge = (items: readonly Item[], { isProse, foldsItems }: Format): Uint8Array => {
  const verdict = new Uint8Array(items.length);
  const children = new Uint32Array(items.length);
  /** The first line below each item that stays. */
  const first = new Uint32Array(items.length);
  const givesWay = (i: number): boolean => {
    const { node, parent } = items[i] as Item;
    if (children[i] !== 1 || node.role === 'generic') return children[i] === 1;
    return (
      !!foldsItems &&
      node.role === 'listitem' &&
      items[parent]?.node.role === 'list' &&
      !!items[first[i] as number]?.node.ref
    );
  };
  for (let i = items.length - 1; i >= 0; i--) {
    const { node, mark, parent } = items[i] as Item;
    const isEntry = mark !== 'listed' && (parent < 0 || (items[parent] as Item).mark !== mark);
    const isSeparator = !isProse && isOnlyText(node) && SEPARATOR.test(node.text ?? '');
    const says = isEntry || (saysSomething(node) && !isSeparator);
    if (!says && children[i] === 0) continue;
    verdict[i] = !says && givesWay(i) ? 2 : 1;
    if (parent < 0) continue;
    (children[parent] as number)++;
    first[parent] = verdict[i] === 2 ? (first[i] as number) : i;
  }
  items.forEach(({ node, parent }, i) => {
    if (CELL.test(node.role) && verdict[i] === 0 && parent >= 0 && verdict[parent]) verdict[i] = 1;
  });
  return verdict;
};

/** Takes out the items that `keep` does not want; what was below an item that goes moves up. */
export const keepItems = (items: readonly Item[], keep: (index: number) => boolean): Item[] => {
  const kept: Item[] = [];
  const place = new Int32Array(items.length);
  items.forEach((item, i) => {
    const parent = item.parent < 0 ? -1 : (place[item.parent] as number);
    place[i] = keep(i) ? kept.length : parent;
    if (keep(i)) kept.push({ ...item, parent, end: 0, hasChildren: false });
  });
  return kept;
};

/** Fills in where each subtree ends and how deep it is. */
export const measureTree = (items: Item[]): Item[] => {
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i] as Item;
    item.end = Math.max(item.end, i + 1);
    const above = items[item.parent];
    if (above) {
      above.end = Math.max(above.end, item.end);
      above.hasChildren = true;
    }
  }
  for (const item of items) {
    const above = items[item.parent];
    item.depth = above ? above.depth + 1 : 0;
  }
  return items;
};

/**
 * The nodes that are to be rendered, in document order. Compact mode leaves out branches that have neither ref nor
 * text, and text of nothing but separators unless the format is prose, and puts the only child of a node that says
 * nothing in its place: of a `generic`, and of a list's item that holds one thing with a ref, where the format folds
 * items.
 */
export const itemsOf = (seeds: readonly Seed[], compact: boolean, format: Format): Item[] => {
  const all = listNodes(seeds);
  if (!compact) return measureTree(all);
  const verdict = judge(all, format);
  return measureTree(keepItems(all, (index) => verdict[index] === 1));
};
