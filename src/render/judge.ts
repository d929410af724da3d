import type { SnapshotNode } from '../contract.ts';
import type { Format } from './format.ts';
import type { Item } from './items.ts';
import { isBox } from './structure.ts';

/** A node with one of these fields gets a line in compact mode. */
const MEANINGFUL_FIELDS: readonly (keyof SnapshotNode)[] = [
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

/** Whether a node has content of its own. A progress bar without a value tells that something is in progress. */
const hasContent = (node: SnapshotNode): boolean =>
  node.role === 'progressbar' || MEANINGFUL_FIELDS.some((field) => node[field]);

/** Text of separators only. Between links and controls that each have their own line it separates nothing. */
const SEPARATOR = /^[ .,;:()[\]{}"'‘’“”«»‹›<>…·•|/–—-]+$/;

/** Cells are kept when empty, so that the ones behind stay in their columns. */
export const CELL = /^(?:cell|gridcell|columnheader|rowheader)$/;

export const isOnlyText = (node: SnapshotNode): boolean =>
  node.role === 'text' && !node.ref && !node.name && !node.value && !node.children?.length;

/** The options that decide which nodes become items. */
export interface ItemOptions {
  compact: boolean;
  format: Format;
  /** The tree was itself cut: nodes that it leaves out are counted in the last line, not below their parents. */
  goesOn: boolean;
}

/** The boxes that tell the least: one of them gives way to the box around it. */
const PLAIN_BOX = /^(?:paragraph|group)$/;

/** What becomes of an item: removed with its branch, kept, or unwrapped (its children take its place). */
const REMOVE = 0;
const KEEP = 1;
const UNWRAP = 2;

interface Judgement {
  items: readonly Item[];
  options: ItemOptions;
  verdict: Uint8Array;
  /** How many lines each item has as its children. */
  children: Uint32Array;
  /** The first of these lines. */
  first: Uint32Array;
}

const hasOwnLine = ({ items, options, children }: Judgement, i: number): boolean => {
  const { node, mark, entry } = items[i] as Item;
  if (node.context) return !!(node.more || ((node.name || node.ref || mark === 'parent') && children[i]));
  const isSeparator = !options.format.isProse && isOnlyText(node) && SEPARATOR.test(node.text || '');
  const isMarked = !!entry && mark !== 'added';
  return !options.compact || isMarked || (hasContent(node) && !isSeparator);
};

/** Whether the only child of an item is a box that adds nothing to it. Not for a list: its children are its items. */
const unwrapsOnlyChild = (judgement: Judgement, i: number, isSilent: boolean): boolean => {
  const { items, options, first } = judgement;
  const only = first[i] as number;
  const { node } = items[i] as Item;
  const inner = (items[only] as Item).node;
  return (
    !!options.format.foldsBoxes &&
    options.compact &&
    node.role !== 'list' &&
    !node.context &&
    !inner.context &&
    isBox(inner) &&
    !hasOwnLine(judgement, only) &&
    (!isSilent || !isBox(node) || PLAIN_BOX.test(inner.role))
  );
};

/** Whether the children of an item without content of its own take its place. */
const isUnwrapped = ({ items, options, children, first }: Judgement, i: number): boolean => {
  const { node } = items[i] as Item;
  if (node.context) return true;
  if (children[i] !== 1 || !isBox(node)) return false;
  const inner = (items[first[i] as number] as Item).node;
  return node.role === 'generic' || (!!options.format.foldsBoxes && !isOnlyText(inner));
};

/** Decides about one item; its descendants must be decided already. */
const decide = (judgement: Judgement, i: number): void => {
  const { items, verdict, children, first } = judgement;
  const isSilent = !hasOwnLine(judgement, i);
  if (isSilent && children[i] === 0) return;
  if (children[i] === 1 && unwrapsOnlyChild(judgement, i, isSilent)) {
    const inner = first[i] as number;
    verdict[inner] = UNWRAP;
    verdict[i] = KEEP;
    children[i] = children[inner] as number;
    first[i] = first[inner] as number;
  } else verdict[i] = isSilent && isUnwrapped(judgement, i) ? UNWRAP : KEEP;
  const { parent } = items[i] as Item;
  if (parent < 0) return;
  const isLifted = verdict[i] === UNWRAP;
  children[parent] = (children[parent] as number) + (isLifted ? (children[i] as number) : 1);
  first[parent] = isLifted ? (first[i] as number) : i;
};

/** Returns a predicate: whether the item at an index gets a line of its own. */
export const judge = (items: readonly Item[], options: ItemOptions): ((index: number) => boolean) => {
  const verdict = new Uint8Array(items.length);
  const children = new Uint32Array(items.length);
  const first = new Uint32Array(items.length);
  const judgement = { items, options, verdict, children, first };
  for (let i = items.length - 1; i >= 0; i--) decide(judgement, i);
  items.forEach(({ node, parent }, i) => {
    const isEmptyCell = CELL.test(node.role) && !node.context && verdict[i] === REMOVE;
    if (isEmptyCell && parent >= 0 && verdict[parent]) verdict[i] = KEEP;
  });
  return (index) => verdict[index] === KEEP;
};
