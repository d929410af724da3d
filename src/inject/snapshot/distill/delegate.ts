import type { DomCache } from '../../dom/dom-cache.ts';
import { attr, childrenOf, tabIndexOf } from '../../dom/read.ts';
import { soleOf } from '../../dom/sole-of.ts';
import type { Viewport } from '../../dom/view-box.ts';
import { isNamedByCellContent } from '../../element/content-roles.ts';
import { type AccessibilityNode, isInteractive, someBelow } from '../accessibility-node.ts';
import { seenText } from '../seen-text.ts';
import { becomeContent, CONTAINER_ROLE } from './become-content.ts';
import { holdsMany, isMiddleIn, soleInteractive } from './box-geometry.ts';
import { showsContent } from './content-name.ts';
import type { Visitor } from './visitor.ts';

/**
 * An element with a listener and at least this many controls inside is their delegate; a list is one with a control
 * in each of its items.
 */
const MIN_DELEGATED = 8;

const delegatesMany = (own: AccessibilityNode): boolean => {
  const items = own.facts?.role === 'list' ? childrenOf(own.el as Element).length : MIN_DELEGATED;
  return holdsMany(own, Math.min(Math.max(items, 2), MIN_DELEGATED));
};

/** Whether this is the visible box of a dialog, whose own element is the backdrop: both have the same text. */
const isDialogBox = ({ el, parent }: AccessibilityNode, cache: DomCache): boolean =>
  !!parent &&
  /dialog/.test(parent.node.role) &&
  seenText(parent.el as Element, cache) === seenText(el as Element, cache);

/**
 * Whether the only child is a control with the same name: then the wrapper's `tabindex` is only for the keyboard, as
 * in a toolbar.
 */
const hasSoleControl = ({ children, node }: AccessibilityNode): boolean => {
  const child = soleOf(children);
  return !!child?.interactivity && child.node.name === node.name;
};

/** A target that is neither code nor the top of the page, which are used where a script handles the click. */
const REAL_TARGET = /^(?!\s*(?:javascript:|#?\s*$))/i;

/** Whether the node is a link that is followed by itself: not where the only control in it lies at its hit point. */
const isFollowedItself = (own: AccessibilityNode, viewport: Viewport): boolean => {
  const href = own.node.tag === 'a' ? attr(own.el as Element, 'href') : null;
  if (href === null || !REAL_TARGET.test(href)) return false;
  const control = soleInteractive(own);
  return !control || !isMiddleIn(own, control, viewport);
};

/**
 * Whether the only control inside has the same name and lies at the hit point, or is a combobox whose value is this
 * name.
 */
const isClickedInside = (own: AccessibilityNode, viewport: Viewport): boolean => {
  const control = soleInteractive(own);
  if (!control) return false;
  if (control.node.role === 'combobox' && control.node.value === own.node.name) return true;
  return control.node.name === own.node.name && isMiddleIn(own, control, viewport);
};

/** Whether a node that is interactive by its listener alone hears only the clicks on what is inside. */
const isMereDelegate = (own: AccessibilityNode, viewport: Viewport, cache: DomCache): boolean => {
  const { interactivity, node } = own;
  if (interactivity?.source !== 'listener' || node.hint !== 'clickable' || node.scroll) return false;
  const isCell = isNamedByCellContent(node.role);
  const isContainer = CONTAINER_ROLE.test(node.role);
  if (node.role !== 'generic' && !isCell && !isContainer) return false;
  if (tabIndexOf(own.el as Element) >= 0 && !hasSoleControl(own)) return false;
  if (isFollowedItself(own, viewport)) return false;
  if (isContainer || (!node.name && !showsContent(own))) return !isCell && someBelow(own, isInteractive);
  return (
    isClickedInside(own, viewport) ||
    ((!node.name || own.isNamedByContent) &&
      (delegatesMany(own) || (isDialogBox(own, cache) && someBelow(own, isInteractive))))
  );
};

/**
 * A box whose handler is for the controls inside, whose clicks bubble to it.
 * `<ul onclick><li><button>A</button></li></ul>` is its buttons.
 */
export const delegate: Visitor = (own, _parent, { viewport, cache }) =>
  isMereDelegate(own, viewport, cache) && !becomeContent(own) && 'unwrap';
