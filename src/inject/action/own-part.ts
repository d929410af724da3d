import { referencedBy } from '../aria/references.ts';
import { roleOf } from '../aria/role.ts';
import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { ancestors, flatContains, flatParentAcrossFrames, shadowHostOf } from '../dom/flat-tree.ts';
import { isClickedInput } from '../dom/input-type.ts';
import { isBodyOrRoot, isTextOf, matches, rectOf, tagOf, textOf, withRole } from '../dom/read.ts';
import { handlesClick } from '../element/handlers.ts';
import { CONTROL, holdsOther, LINE_PX, MAX_HEIGHTS } from '../element/stand-in.ts';

/** What lies over a control to keep presses away, or to say that it works. */
const IN_THE_WAY = `dialog, ${withRole('dialog alertdialog progressbar status alert')}, [aria-modal=true], [aria-busy=true], [aria-disabled=true], [inert]`;

const isInTheWay = (el: Element, cache: DomCache): boolean => {
  const { position, cursor } = styleOf(el, cache);
  return (
    matches(el, IN_THE_WAY) ||
    /^(?:fixed|sticky)$/.test(position) ||
    /^(?:not-allowed|no-drop|wait|progress)$/.test(cursor)
  );
};

/** What is at `el` and around it, as far as `box`. */
export const pathBelow = (el: Element, box: Element): Element[] => {
  const path: Element[] = [];
  for (let at: Element | null = el; at && at !== box; at = flatParentAcrossFrames(at)) path.push(at);
  return path;
};

/** A tag of a choice stands in the flow of the box, with a button of its own: a press beside that is one on the box. */
const isTag = (hit: Element, box: Element, cache: DomCache): boolean =>
  pathBelow(hit, box).every(
    (at) => !matches(at, CONTROL) && /^(?:static|relative)$/.test(styleOf(at, cache).position),
  );

/** An empty box with a pointer, and a handler of its own or higher than `box`, laid over something so that it is hit more easily. */
const isTouchTarget = (hit: Element, box: Element, cache: DomCache): boolean => {
  const around = flatParentAcrossFrames(hit);
  const isHand = (el: Element): boolean => styleOf(el, cache).cursor === 'pointer';
  if (!around || !matches(hit, ':empty') || !isHand(hit)) return false;
  const isHigher = around === box && rectOf(hit).height > rectOf(box).height;
  return isHigher || !isHand(around) || handlesClick(hit);
};

/** So many boxes are drawn around one another. */
const MOST_NESTED_BOXES = 5;

/** Whether a box hears presses, or one around it that is no higher than `most`. */
const isHeardAround = (box: Element, most: number): boolean => {
  let at: Element | null = box;
  for (
    let i = 0;
    at && i < MOST_NESTED_BOXES && rectOf(at).height <= most;
    i++, at = flatParentAcrossFrames(at)
  )
    if (handlesClick(at)) return true;
  return false;
};

/**
 * Whether a press that lands on `hit`, outside of `el`, is a press on the component that `el` is the inside of, on what `el`
 * names or is all the text of, letting presses through, on what is drawn over a box to check in a box that is no larger, or
 * on the box that a combobox is drawn in: its field lets presses
 * through to the box, or lies below the placeholder or the choice that the box shows. Nothing else that can be used is in
 * the box, and what is hit is not laid over the page.
 */
export const isOwnPart = (hit: Element, el: Element, cache: DomCache): boolean => {
  if (shadowHostOf(el) === hit) return true;
  const isNamedBy = (at: Element): boolean => referencedBy(at, 'aria-labelledby').includes(el);
  const box = ancestors(hit).find((at) => flatContains(at, el));
  // What holds a mere text, and no other, is pressed in its place, wherever in it the press lands.
  const isFree = !!box && ![...pathBelow(hit, box), box].some((at) => isInTheWay(at, cache));
  const isText = isFree && !matches(el, CONTROL) && isTextOf(el, box);
  if (styleOf(el, cache).pointerEvents === 'none' && (isText || ancestors(hit).some(isNamedBy))) return true;
  if (!isFree || isBodyOrRoot(box)) return false;
  const around = rectOf(box);
  const own = rectOf(el);
  if (isClickedInput(el)) return around.width < own.width + 1 && around.height < own.height + 1;
  if (roleOf(el, cache) !== 'combobox' || tagOf(el) === 'select') return false;
  const most = Math.max(own.height, LINE_PX) * MAX_HEIGHTS;
  if (around.height > most) return false;
  if (holdsOther(matches(box, '[role=combobox]') ? hit : box, el, cache) && !isTag(hit, box, cache))
    return false;
  if (box === hit) return /^(?:pointer|text)$/.test(styleOf(hit, cache).cursor) || isHeardAround(hit, most);
  return !!textOf(hit).trim() || isTouchTarget(hit, box, cache);
};
