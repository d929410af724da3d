import { isLooseText } from '../accessibility-node.ts';
import type { Visitor } from './visitor.ts';

/** A node whose only child is text carries the text itself: `<p>Hello</p>` is `paragraph: Hello`. */
export const onlyText: Visitor = (own) => {
  const only = own.children.length === 1 ? own.children[0] : undefined;
  if (!only || !isLooseText(only) || own.node.text !== undefined || own.node.value !== undefined)
    return undefined;
  own.node.text = only.node.text as string;
  own.children = [];
  return undefined;
};

/** Where only what can be acted on is wanted, text stands in dialogs, alerts and live regions alone. */
export const looseText: Visitor = (own) => {
  if (!own.isWhole) own.children = own.children.filter((child) => !isLooseText(child));
  return undefined;
};
