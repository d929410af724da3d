import type { SnapshotNode } from '../../../contract.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { CHECKABLE_ROLE } from '../../element/content-roles.ts';
import { type AccessibilityNode, preOrder, someBelow } from '../accessibility-node.ts';
import { labelBeside } from '../guess/label-beside.ts';
import { becomeContent } from './become-content.ts';
import { soleInteractive } from './box-geometry.ts';
import { writtenText } from './content-name.ts';
import type { Visitor } from './visitor.ts';

/** What shows more under the pointer says so by the first thing in it that can be acted on. */
const markFirstInside = (own: AccessibilityNode): void => {
  for (const at of preOrder(own)) {
    if (at === own || !at.interactivity) continue;
    at.node.hover = true;
    return;
  }
};

/** It says more than the box to check in it is called by: a row that opens what can be picked in it. */
const saysMoreThanBox = (own: AccessibilityNode, cache: DomCache): boolean => {
  const { el, node } = soleInteractive(own) || {};
  if (!el || !node || node.name || !CHECKABLE_ROLE.test(node.role)) return false;
  const beside = labelBeside(el, node.role, cache);
  return beside !== '' && hasWord(writtenText(own).replace(beside, ''));
};

/**
 * What is known only by its cursor, around something that can be acted on: the pointer is that of what is inside.
 * `<li style="cursor:pointer"><a href=/>Cart</a></li>` is the link.
 */
export const cursorWrapper: Visitor = (own, _parent, { cache }) => {
  if (own.interactivity?.source !== 'cursor') return undefined;
  if (own.facts?.action.reveals) markFirstInside(own);
  // What sorts by a column is its header, unless a button in it is called so: a filter is another thing.
  const { isSortedHeader } = own.facts?.action || {};
  // An icon with a tooltip is all that there is to press where nothing else is said.
  const isIcon = ({ hint }: SnapshotNode): boolean => hint === 'clickable' && !hasWord(writtenText(own));
  // The items of a list in it are others than itself: a folder, what opens a menu.
  const isBranch = hasWord(writtenText(own));
  const isAround = someBelow(
    own,
    ({ interactivity, node }) =>
      !!interactivity &&
      !(isBranch && node.tag === 'li' && interactivity.source === 'cursor') &&
      (!interactivity.isAside || isIcon(node)) &&
      (!isSortedHeader || node.name === own.node.name),
  );
  if (!isAround || saysMoreThanBox(own, cache)) return undefined;
  if (!becomeContent(own)) return 'unwrap';
  delete own.node.hover;
  return undefined;
};
