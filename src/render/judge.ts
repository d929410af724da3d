import type { SnapshotNode } from '../contract.ts';
import type { Format } from './format.ts';
import type { Item } from './items.ts';
import { isBox } from './structure.ts';

/** What makes a node worth a line in compact mode. */
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

/** Without a value it says that something is under way. */
const saysSomething = (node: SnapshotNode): boolean =>
  node.role === 'progressbar' || MEANINGFUL_FIELDS.some((field) => node[field]);

/** Between links and controls, each on a line of its own, these separate nothing any more. */
const SEPARATOR = /^[ .,;:()[\]{}"'‘’“”«»‹›<>…·•|/–—-]+$/;

/** An empty cell holds the place of its column. */
export const CELL = /^(?:cell|gridcell|columnheader|rowheader)$/;

export const isOnlyText = (node: SnapshotNode): boolean =>
  node.role === 'text' && !node.ref && !node.name && !node.value && !node.children?.length;

/** What decides how a tree becomes items. */
export interface ItemOptions {
  compact: boolean;
  format: Format;
  /** The tree goes on elsewhere: what nodes lack is counted at the end. */
  goesOn: boolean;
}

/** The least telling of boxes: another box around it stays in its place. */
const PLAIN_BOX = /^(?:paragraph|group)$/;

/** What becomes of an item: it goes with its branch, stays, or gives way to what is below it. */
const GOES = 0;
const STAYS = 1;
const GIVES_WAY = 2;

interface Judgement {
  items: readonly Item[];
  options: ItemOptions;
  verdict: Uint8Array;
  /** How many lines are right below each item. */
  children: Uint32Array;
  /** The first of them. */
  first: Uint32Array;
}

const says = ({ items, options, children }: Judgement, i: number): boolean => {
  const { node, mark, entry } = items[i] as Item;
  if (node.context) return !!(node.more || ((node.name || node.ref || mark === 'parent') && children[i]));
  const isSeparator = !options.format.isProse && isOnlyText(node) && SEPARATOR.test(node.text || '');
  const isMarked = !!entry && mark !== 'added';
  return !options.compact || isMarked || (saysSomething(node) && !isSeparator);
};

/** Whether the only thing in an item is a box that adds nothing to it. What stands right below a list is an item of it. */
const takesOver = (judgement: Judgement, i: number, isSilent: boolean): boolean => {
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
    !says(judgement, only) &&
    (!isSilent || !isBox(node) || PLAIN_BOX.test(inner.role))
  );
};

/** Whether what is below an item that says nothing takes its place. */
const givesWay = ({ items, options, children, first }: Judgement, i: number): boolean => {
  const { node } = items[i] as Item;
  if (node.context) return true;
  if (children[i] !== 1 || !isBox(node)) return false;
  const inner = (items[first[i] as number] as Item).node;
  return node.role === 'generic' || (!!options.format.foldsBoxes && !isOnlyText(inner));
};

/** Once what is below it is decided. */
const decide = (judgement: Judgement, i: number): void => {
  const { items, verdict, children, first } = judgement;
  const isSilent = !says(judgement, i);
  if (isSilent && children[i] === 0) return;
  if (children[i] === 1 && takesOver(judgement, i, isSilent)) {
    const inner = first[i] as number;
    verdict[inner] = GIVES_WAY;
    verdict[i] = STAYS;
    children[i] = children[inner] as number;
    first[i] = first[inner] as number;
  } else verdict[i] = isSilent && givesWay(judgement, i) ? GIVES_WAY : STAYS;
  const { parent } = items[i] as Item;
  if (parent < 0) return;
  const lifts = verdict[i] === GIVES_WAY;
  children[parent] = (children[parent] as number) + (lifts ? (children[i] as number) : 1);
  first[parent] = lifts ? (first[i] as number) : i;
};

/** Which items have a line of their own. */
export const judge = (items: readonly Item[], options: ItemOptions): ((index: number) => boolean) => {
  const verdict = new Uint8Array(items.length);
  const children = new Uint32Array(items.length);
  const first = new Uint32Array(items.length);
  const judgement = { items, options, verdict, children, first };
  for (let i = items.length - 1; i >= 0; i--) decide(judgement, i);
  items.forEach(({ node, parent }, i) => {
    const isEmptyCell = CELL.test(node.role) && !node.context && verdict[i] === GOES;
    if (isEmptyCell && parent >= 0 && verdict[parent]) verdict[i] = STAYS;
  });
  return (index) => verdict[index] === STAYS;
};
