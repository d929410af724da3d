import type { DomCache } from '../../dom/dom-cache.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { CHECKABLE_ROLE } from '../../element/content-roles.ts';
import { type AccessibilityNode, preOrder, someBelow } from '../accessibility-node.ts';
import { labelBeside } from '../guess/label-beside.ts';
import { becomeContent } from './become-content.ts';
import { soleInteractive } from './box-geometry.ts';
import { textOutsideControls } from './content-name.ts';
import type { Visitor } from './visitor.ts';

/** Moves the mark that something shows more under the pointer (`hover`) to the first interactive node inside. */
const markFirstInside = (own: AccessibilityNode): void => {
  for (const at of preOrder(own)) {
    if (at === own || !at.interactivity) continue;
    at.node.hover = true;
    return;
  }
};

/** Whether the node has more text than the label of the only checkbox in it: a row that opens its details. */
const hasMoreTextThanCheckbox = (own: AccessibilityNode, cache: DomCache): boolean => {
  const { el, node } = soleInteractive(own) || {};
  if (!el || !node || node.name || !CHECKABLE_ROLE.test(node.role)) return false;
  const label = labelBeside(el, node.role, cache);
  return label !== '' && hasWord(textOutsideControls(own).replace(label, ''));
};

/**
 * A node that is interactive only by its cursor, around another interactive node: the cursor is that node's.
 * `<li style="cursor:pointer"><a href=/>Cart</a></li>` is the link.
 */
export const cursorWrapper: Visitor = (own, _parent, { cache }) => {
  if (own.interactivity?.source !== 'cursor') return undefined;
  if (own.facts?.action.reveals) markFirstInside(own);
  // A header that sorts its column yields only to a button with the same name: a filter button in it does something
  // else.
  const { isSortedHeader } = own.facts?.action || {};
  // A node with text of its own around items (a folder, the opener of a menu) is clicked for itself; one without text
  // around an icon with a tooltip is that icon.
  const hasOwnText = hasWord(textOutsideControls(own));
  const wrapsControl = someBelow(
    own,
    ({ interactivity, node }) =>
      !!interactivity &&
      !(hasOwnText && node.tag === 'li' && interactivity.source === 'cursor') &&
      (!interactivity.isAside || (!hasOwnText && node.hint === 'clickable')) &&
      (!isSortedHeader || node.name === own.node.name),
  );
  if (!wrapsControl || hasMoreTextThanCheckbox(own, cache)) return undefined;
  if (!becomeContent(own)) return 'unwrap';
  delete own.node.hover;
  return undefined;
};
