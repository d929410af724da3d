import { type AccessibilityNode, preOrder, someBelow } from '../accessibility-node.ts';
import { becomeContent } from './become-content.ts';
import type { Visitor } from './visitor.ts';

/** What shows more under the pointer says so by the first thing in it that can be acted on. */
const markFirstInside = (own: AccessibilityNode): void => {
  for (const at of preOrder(own)) {
    if (at === own || !at.interactivity) continue;
    at.node.hover = true;
    return;
  }
};

/**
 * What is known only by its cursor, around something that can be acted on: the pointer is that of what is inside.
 * `<li style="cursor:pointer"><a href=/>Cart</a></li>` is the link.
 */
export const cursorWrapper: Visitor = (own) => {
  if (own.interactivity?.source !== 'cursor') return undefined;
  if (own.facts?.action.reveals) markFirstInside(own);
  // What sorts by a column is its header, unless a button in it is called so: a filter is another thing.
  const { isSortedHeader } = own.facts?.action || {};
  const isAround = someBelow(
    own,
    ({ interactivity, node }) =>
      !!interactivity && !interactivity.isAside && (!isSortedHeader || node.name === own.node.name),
  );
  return isAround && !becomeContent(own) ? 'unwrap' : undefined;
};
