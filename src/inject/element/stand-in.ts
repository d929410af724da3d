import { roleOf } from '../aria/role.ts';
import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { ancestorsOf, flatContains, flatElements } from '../dom/flat-tree.ts';
import { isClickOnlyInput } from '../dom/input-type.ts';
import { labelsOf } from '../dom/labels.ts';
import {
  CONTROLS,
  closestTo,
  findAll,
  isBodyOrRoot,
  matches,
  rectOf,
  tagOf,
  textOf,
  withRole,
} from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { viewBoxOf } from '../dom/view-box.ts';
import { hiddenReasonOf, ONE_PIXEL } from '../dom/visibility.ts';
import { handlesClick } from './handlers.ts';

const isButton = (el: Element): boolean => tagOf(el) === 'button';

/**
 * Whether a hidden control may have a visible stand-in. A hidden button with a label is the keyboard part of a custom
 * control; one without is just hidden.
 */
export const mayHaveStandIn = (el: Element, cache: DomCache): boolean =>
  isClickOnlyInput(el) || (isButton(el) && labelsOf(el, cache).length > 0);

const USABLE = 'a[href], button, input:not([type=hidden]), textarea, select';

/** How many ancestors of a control are searched for its styled box. */
const MAX_STAND_IN_DISTANCE = 2;

/** Whether a box is larger than one pixel, which is the size of controls for screen readers only. */
const isLarger = (el: Element, cache: DomCache): boolean => {
  if (!cache.hasLayout) return true;
  const box = viewBoxOf(el, undefined, ONE_PIXEL);
  return !!box && box.width * box.height > 1;
};

const isSeen = (el: Element, cache: DomCache): boolean =>
  isVisibleByStyle(el, cache) && !hiddenReasonOf(el, cache, ONE_PIXEL) && isLarger(el, cache);

/** Whether a click at the element's own place reaches it, even where it is transparent. */
const receivesClicks = (el: Element, cache: DomCache): boolean => {
  const reason = hiddenReasonOf(el, cache, ONE_PIXEL)?.reason;
  const isHidden =
    reason === 'transparent' ? styleOf(el, cache).pointerEvents === 'none' || isButton(el) : reason;
  return !isHidden && isLarger(el, cache);
};

/** The box that a page draws around a control: clickable, visible, and with no other control inside. */
export const styledBox = (el: Element, cache: DomCache): Element | undefined =>
  ancestorsOf(el, MAX_STAND_IN_DISTANCE).find(
    (box) =>
      findAll(box, USABLE).length <= 1 &&
      (styleOf(box, cache).cursor === 'pointer' || handlesClick(box)) &&
      isSeen(box, cache),
  );

/** Controls, and other elements that can be used. */
export const CONTROL = `${CONTROLS}, summary, iframe, [contenteditable], [tabindex], ${withRole('button link combobox textbox')}`;

/** The box of a control is at most this many times as high as its content, or as lines of {@link LINE_PX}. */
export const MAX_HEIGHTS = 4;
export const LINE_PX = 24;

/**
 * Whether a box is or contains another visible control than `el`. An ancestor of `el`, such as the focusable box
 * itself, does not count.
 */
export const holdsOtherControl = (box: Element, el: Element, cache: DomCache): boolean =>
  [box, ...flatElements(box)].some(
    (at) => matches(at, CONTROL) && !flatContains(at, el) && isSeen(at, cache),
  );

/** The box of a combobox whose field is out of sight: it shows the choice in place of the field. */
const drawnBox = (el: Element, cache: DomCache): Element | undefined => {
  const box = ancestorsOf(el, MAX_STAND_IN_DISTANCE).find(
    (at) => !isBodyOrRoot(at) && textOf(at).trim() && isSeen(at, cache),
  );
  return box && !holdsOtherControl(box, el, cache) && rectOf(box).height <= LINE_PX * MAX_HEIGHTS
    ? box
    : undefined;
};

/**
 * The stand-in of a checkbox, radio button, file field or combobox field that is there for the keyboard only (transparent, of
 * no size or out of sight): the visible element that is clicked in its place. This is its label, else the styled box around
 * it; the box first where it handles clicks and the label is outside of it, as with the switch of a form.
 */
export const standInOf = (el: Element, cache: DomCache): Element | undefined => {
  const isCombobox = tagOf(el) !== 'select' && roleOf(el, cache) === 'combobox';
  if (!(isCombobox || mayHaveStandIn(el, cache)) || receivesClicks(el, cache)) return undefined;
  if (isCombobox) return drawnBox(el, cache);
  const label = labelsOf(el, cache).find((at) => isSeen(at, cache));
  const box = styledBox(el, cache);
  return label && !(box && handlesClick(box) && !flatContains(box, label)) ? label : box;
};

/** Whether a click on `target` inside of `surface` reaches another control, such as a link in a label. */
export const isOnOtherControl = (target: Element, surface: Element): boolean => {
  const control = closestTo(target, USABLE);
  return !!control && control !== surface && flatContains(surface, control);
};
