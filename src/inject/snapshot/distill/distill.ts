import { type AccessibilityNode, append, isLooseText } from '../accessibility-node.ts';
import { contentName } from './content-name.ts';
import { cursorWrapper } from './cursor-wrapper.ts';
import { delegate } from './delegate.ts';
import { drawing } from './drawing.ts';
import { drawnControl } from './drawn-control.ts';
import { linkedHeading } from './linked-heading.ts';
import { caption, cellName, drawnValue, emptyNode, mereBox } from './mere-box.ts';
import { looseText, onlyText } from './only-text.ts';
import { repeatedControl } from './repeated-control.ts';
import { repeatedText } from './repeated-text.ts';
import { solePart } from './sole-part.ts';
import type { DistillContext, Visitor } from './visitor.ts';

/** In this order: first nodes that yield to others, then names, then text that repeats names, at last empty nodes. */
const VISITORS: readonly Visitor[] = [
  cursorWrapper,
  repeatedControl,
  drawnControl,
  contentName,
  repeatedControl,
  drawnValue,
  delegate,
  solePart,
  cellName,
  repeatedText,
  looseText,
  linkedHeading,
  onlyText,
  drawing,
  caption,
  mereBox,
  emptyNode,
];

/** Runs the visitors on a node whose children are done, and appends what remains to its parent. */
const settle = (own: AccessibilityNode, parent: AccessibilityNode, context: DistillContext): void => {
  if (isLooseText(own)) {
    append(parent, own);
    return;
  }
  for (const visit of VISITORS) {
    const verdict = visit(own, parent, context);
    if (verdict === 'remove') return;
    if (verdict === 'unwrap') {
      const [first] = own.children;
      // The `sort` state of a column header goes to the button inside.
      if (first && own.node.sort) first.node.sort = own.node.sort;
      // The node's name is gone: text that repeats it must stay.
      delete own.node.name;
      for (const child of own.children) append(parent, child);
      return;
    }
  }
  append(parent, own);
};

interface DistillEntry {
  readonly own: AccessibilityNode;
  /** The children as built; `own.children` holds those that are done. */
  readonly built: readonly AccessibilityNode[];
  index: number;
}

const entryOf = (own: AccessibilityNode): DistillEntry => {
  const built = own.children;
  own.children = [];
  return { own, built, index: 0 };
};

/**
 * Removes and merges nodes that add nothing, bottom up, without recursion. Changes the tree in place and returns its
 * root.
 */
export const distill = (root: AccessibilityNode, context: DistillContext): AccessibilityNode => {
  const stack = [entryOf(root)];
  for (let entry = stack[0]; entry; entry = stack[stack.length - 1]) {
    const child = entry.built[entry.index++];
    if (child) stack.push(entryOf(child));
    else {
      stack.pop();
      const above = stack[stack.length - 1];
      if (above) settle(entry.own, above.own, context);
    }
  }
  repeatedText(root, root, context);
  looseText(root, root, context);
  return root;
};
