import type { DomCache } from '../../dom/dom-cache.ts';
import { attr, childrenOf } from '../../dom/read.ts';
import { soleOf } from '../../dom/sole-of.ts';
import type { Viewport } from '../../dom/view-box.ts';
import { isNamedByCellContent } from '../../element/content-roles.ts';
import { type AccessibilityNode, isInteractive, someBelow } from '../accessibility-node.ts';
import { seenText } from '../seen-text.ts';
import { becomeContent, HOLDS } from './become-content.ts';
import { holdsMany, isMiddleIn, soleInteractive } from './box-geometry.ts';
import type { Visitor } from './visitor.ts';

/** Who hears so many is their delegate, and a list that hears one in each of its items. */
const DELEGATE_OF = 8;

const isOfMany = (own: AccessibilityNode): boolean => {
  const items = own.facts?.role === 'list' ? childrenOf(own.el as Element).length : DELEGATE_OF;
  return holdsMany(own, Math.min(Math.max(items, 2), DELEGATE_OF));
};

/** The box that a dialog is drawn as, where its own element is what lies over the page. */
const isDialogBox = ({ el, parent }: AccessibilityNode, cache: DomCache): boolean =>
  !!parent &&
  /dialog/.test(parent.node.role) &&
  seenText(parent.el as Element, cache) === seenText(el as Element, cache);

/** The keyboard comes to a wrapper by the way of a toolbar or the like, where what is in it is called the same. */
const isSoleControl = ({ children, node }: AccessibilityNode): boolean => {
  const sole = soleOf(children);
  return !!sole?.interactivity && sole.node.name === node.name;
};

/** Its target is neither code nor the top of the page, as where a script hears the click. */
const TARGET = /^(?!\s*(?:javascript:|#?\s*$))/i;

/** A link leads somewhere itself, unless the one thing in it that can be acted on lies where it is clicked. */
const leadsSomewhere = (own: AccessibilityNode, viewport: Viewport): boolean => {
  const href = own.node.tag === 'a' ? attr(own.el as Element, 'href') : null;
  if (href === null || !TARGET.test(href)) return false;
  const other = soleInteractive(own);
  return !other || !isMiddleIn(own, other, viewport);
};

/**
 * It is called as the one thing in it that can be acted on, and a click on it lands there; or shows what that combobox
 * holds.
 */
const isClickedInside = (own: AccessibilityNode, viewport: Viewport): boolean => {
  const other = soleInteractive(own);
  if (!other) return false;
  if (other.node.role === 'combobox' && other.node.value === own.node.name) return true;
  return other.node.name === own.node.name && isMiddleIn(own, other, viewport);
};

const onlyHearsInside = (own: AccessibilityNode, viewport: Viewport, cache: DomCache): boolean => {
  const { interactivity, node } = own;
  if (interactivity?.source !== 'listener' || node.hint !== 'clickable' || node.scroll) return false;
  const isCell = isNamedByCellContent(node.role);
  const isHolder = HOLDS.test(node.role);
  if (node.role !== 'generic' && !isCell && !isHolder) return false;
  if (Number(attr(own.el as Element, 'tabindex') ?? -1) >= 0 && !isSoleControl(own)) return false;
  if (leadsSomewhere(own, viewport)) return false;
  if (!node.name || isHolder) return !isCell && someBelow(own, isInteractive);
  return (
    isClickedInside(own, viewport) ||
    (own.isNamedByContent && (isOfMany(own) || (isDialogBox(own, cache) && someBelow(own, isInteractive))))
  );
};

/**
 * A handler on a box that says nothing by itself hears the clicks on what is inside, which bubble to it.
 * `<ul onclick><li><button>A</button></li></ul>` is its buttons.
 */
export const delegate: Visitor = (own, _parent, { viewport, cache }) =>
  onlyHearsInside(own, viewport, cache) && !becomeContent(own) && 'unwrap';
