import { referencedBy } from '../aria/references.ts';
import { roleOf } from '../aria/role.ts';
import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { ancestors, flatContains, flatParentAcrossFrames, shadowHostOf } from '../dom/flat-tree.ts';
import { isClickOnlyInput } from '../dom/input-type.ts';
import { isBodyOrRoot, isTextOf, matches, rectOf, tagOf, textOf, withRole } from '../dom/read.ts';
import { handlesClick } from '../element/handlers.ts';
import { CONTROL, holdsOtherControl, LINE_PX, MAX_HEIGHTS } from '../element/stand-in.ts';

/** What lies over a control to keep clicks away, or to show that it is busy. */
const IN_THE_WAY = `dialog, ${withRole('dialog alertdialog progressbar status alert')}, [aria-modal=true], [aria-busy=true], [aria-disabled=true], [inert]`;

const isInTheWay = (el: Element, cache: DomCache): boolean => {
  const { position, cursor } = styleOf(el, cache);
  return (
    matches(el, IN_THE_WAY) ||
    /^(?:fixed|sticky)$/.test(position) ||
    /^(?:not-allowed|no-drop|wait|progress)$/.test(cursor)
  );
};

/** `el` and its ancestors below `box`. */
export const pathBelow = (el: Element, box: Element): Element[] => {
  const path: Element[] = [];
  for (let at: Element | null = el; at && at !== box; at = flatParentAcrossFrames(at)) path.push(at);
  return path;
};

/**
 * Whether `hit` is on a tag (a chosen value) in the flow of the box, beside the button of the tag: that is a click on
 * the box.
 */
const isTag = (hit: Element, box: Element, cache: DomCache): boolean =>
  pathBelow(hit, box).every(
    (at) => !matches(at, CONTROL) && /^(?:static|relative)$/.test(styleOf(at, cache).position),
  );

/**
 * Whether `hit` is an empty box laid over something to enlarge its click area: it has a pointer cursor, and is higher
 * than `box`, handles clicks, or its parent has another cursor.
 */
const isTouchTarget = (hit: Element, box: Element, cache: DomCache): boolean => {
  const parent = flatParentAcrossFrames(hit);
  const hasPointerCursor = (el: Element): boolean => styleOf(el, cache).cursor === 'pointer';
  if (!parent || !matches(hit, ':empty') || !hasPointerCursor(hit)) return false;
  const isHigher = parent === box && rectOf(hit).height > rectOf(box).height;
  return isHigher || !hasPointerCursor(parent) || handlesClick(hit);
};

/** How many boxes (the first one and its ancestors) are searched for a click handler. */
const MAX_NESTED_BOXES = 5;

/** Whether a box, or an ancestor of it that is no higher than `maxHeight` (px), handles clicks. */
const handlesClickAround = (box: Element, maxHeight: number): boolean =>
  ancestors(box, MAX_NESTED_BOXES).some((at) => rectOf(at).height <= maxHeight && handlesClick(at));

/**
 * Whether a click that lands on `hit`, outside of `el`, still is a click on the component of `el`:
 * - `hit` is the shadow host of `el`;
 * - `el` lets clicks through, and labels what is hit or is all the text of the box around both;
 * - `el` is a checkbox, radio or file input, and `hit` is drawn over it in a box that is no larger;
 * - `el` is the field of a combobox, and `hit` is the box that the combobox is drawn in, or the placeholder or the
 *   choice that the box shows. No other control is in the box.
 * What is laid over the page, or blocks clicks, is never a part of `el`.
 */
export const isOwnPart = (hit: Element, el: Element, cache: DomCache): boolean => {
  if (shadowHostOf(el) === hit) return true;
  const isNamedBy = (at: Element): boolean => referencedBy(at, 'aria-labelledby').includes(el);
  // A slot has no box of its own.
  const box = ancestors(hit).find((at) => tagOf(at) !== 'slot' && flatContains(at, el));
  // A box whose only text is `el` is clicked in place of it, wherever in the box the click lands.
  const isFree = !!box && ![...pathBelow(hit, box), box].some((at) => isInTheWay(at, cache));
  const isText = isFree && !matches(el, CONTROL) && isTextOf(el, box);
  if (styleOf(el, cache).pointerEvents === 'none' && (isText || ancestors(hit).some(isNamedBy))) return true;
  if (!isFree || isBodyOrRoot(box)) return false;
  const boxRect = rectOf(box);
  const elRect = rectOf(el);
  if (isClickOnlyInput(el)) return boxRect.width < elRect.width + 1 && boxRect.height < elRect.height + 1;
  if (roleOf(el, cache) !== 'combobox' || tagOf(el) === 'select') return false;
  const maxHeight = Math.max(elRect.height, LINE_PX) * MAX_HEIGHTS;
  if (boxRect.height > maxHeight) return false;
  if (holdsOtherControl(matches(box, '[role=combobox]') ? hit : box, el, cache) && !isTag(hit, box, cache))
    return false;
  if (box === hit)
    return /^(?:pointer|text)$/.test(styleOf(hit, cache).cursor) || handlesClickAround(hit, maxHeight);
  return !!textOf(hit).trim() || isTouchTarget(hit, box, cache);
};
