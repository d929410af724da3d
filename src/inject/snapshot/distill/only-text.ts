import { soleOf } from '../../dom/sole-of.ts';
import { type AccessibilityNode, isLooseText } from '../accessibility-node.ts';
import type { Visitor } from './visitor.ts';

/** A node whose only child is text takes the text: `<p>Hello</p>` is `paragraph: Hello`. */
export const onlyText: Visitor = (own) => {
  const child = soleOf(own.children);
  if (!child || !isLooseText(child) || own.node.text !== undefined || own.node.value !== undefined)
    return undefined;
  own.node.text = child.node.text as string;
  own.children = [];
  return undefined;
};

/** Whether a box with a label must show its text, too: a title that is edited in place, a chosen value. */
const showsText = ({ node, children, isNamedByContent }: AccessibilityNode): boolean =>
  /^(?:click|focus)able$/.test(node.hint || '') && !!node.name && !isNamedByContent && children.length === 1;

/** Removes loose text in a snapshot for acting, except in dialogs, alerts and live regions. */
export const looseText: Visitor = (own) => {
  if (!own.isWhole && !showsText(own)) own.children = own.children.filter((child) => !isLooseText(child));
  return undefined;
};
