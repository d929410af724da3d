import { readable } from '../aria/white-space.ts';
import { cut } from '../dom/cut.ts';
import { isAfter } from '../dom/read.ts';
import { type AccessibilityNode, append, createNode, preOrder } from './accessibility-node.ts';

/** What a snapshot for acting leaves out, for nothing can be done with it: a text, or a heading. */
export interface LeftOut {
  readonly words: string;
  /** The node that it would stand in; it may be out of the tree by now. */
  readonly within: AccessibilityNode;
  /** The last element before it that was read. */
  readonly behind: Element;
  readonly heading?: AccessibilityNode;
}

export const leftOutHeading = (heading: AccessibilityNode): LeftOut => ({
  words: heading.node.name ?? '',
  within: heading.parent as AccessibilityNode,
  behind: heading.el as Element,
  heading,
});

/** So much of a text tells it from others. */
const KEY_CHARS = 200;

const keyOf = ({ words }: LeftOut): string => words.slice(0, KEY_CHARS);

/** As it is kept, to find what is new later on. */
export const wordsOf = (leftOut: readonly LeftOut[]): Set<string> => new Set(leftOut.map(keyOf));

/** Characters of new text, each with what its line costs beside it: what a page says to a press is short. */
const ROOM = 600;
const LINE = 20;

/** What the nodes of a tree say. */
const saidIn = (nodes: ReadonlySet<AccessibilityNode>): Set<string | undefined> => {
  const said = new Set<string | undefined>(['']);
  nodes.forEach(({ node }) => {
    for (const words of [node.name, node.text, node.value, node.description]) said.add(words);
  });
  return said;
};

const insert = (
  { within, behind }: LeftOut,
  node: AccessibilityNode,
  tree: ReadonlySet<AccessibilityNode>,
): void => {
  let place = within;
  while (!tree.has(place) && place.parent) place = place.parent;
  const next = place.children.findIndex(({ el }) => el && isAfter(el, behind));
  append(place, node);
  if (next >= 0) place.children.splice(next, 0, place.children.pop() as AccessibilityNode);
};

/**
 * Puts into a tree what was left out and is new, where it stands in the page: a page answers a press as often by a plain
 * text as by an alert. Of much, the first; its last ends with an ellipsis. False: nothing is new.
 */
export const insertNew = (
  root: AccessibilityNode,
  leftOut: readonly LeftOut[],
  before: ReadonlySet<string>,
  maxText: number,
): boolean => {
  const fresh = leftOut.filter((one) => !before.has(keyOf(one)));
  if (fresh.length === 0) return false;
  const tree = new Set(preOrder(root));
  const said = saidIn(tree);
  let room = ROOM;
  let last: AccessibilityNode | undefined;
  for (const one of fresh) {
    const words = readable(one.words);
    if (said.has(words)) continue;
    said.add(words);
    if (room <= 0 && last) {
      last.node.text = `${(last.node.text ?? '').replace(/…$/, '')}…`;
      break;
    }
    const text = cut(words, Math.min(room, maxText));
    last = one.heading ?? createNode({ role: 'text', text });
    insert(one, last, tree);
    room -= text.length + LINE;
  }
  return last !== undefined;
};
