import { soleOf } from '../../dom/sole-of.ts';
import { type AccessibilityNode, isLooseText } from '../accessibility-node.ts';
import type { Visitor } from './visitor.ts';

/** A node whose only child is text carries the text itself: `<p>Hello</p>` is `paragraph: Hello`. */
export const onlyText: Visitor = (own) => {
  const only = soleOf(own.children);
  if (!only || !isLooseText(only) || own.node.text !== undefined || own.node.value !== undefined)
    return undefined;
  own.node.text = only.node.text as string;
  own.children = [];
  return undefined;
};

/**
 * A box without a role is not read by its label: what is written in it is what it shows, a title to be edited in place, a
 * choice.
 */
const showsText = ({ node, children, isNamedByContent }: AccessibilityNode): boolean =>
  /^(?:click|focus)able$/.test(node.hint || '') && !!node.name && !isNamedByContent && children.length === 1;

/** Where only what can be acted on is wanted, text stands in dialogs, alerts and live regions alone. */
export const looseText: Visitor = (own) => {
  if (!own.isWhole && !showsText(own)) own.children = own.children.filter((child) => !isLooseText(child));
  return undefined;
};
