import { roleOf } from '../aria/role.ts';
import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { flatContains, flatElements, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { isClickedInput } from '../dom/input-type.ts';
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

/** What may be clicked by what is drawn in its place. Buttons with a label are a custom control's, for the keyboard; other ones that are not seen wait for something. */
export const mayHaveStandIn = (el: Element, cache: DomCache): boolean =>
  isClickedInput(el) || (isButton(el) && labelsOf(el, cache).length > 0);

const USABLE = 'a[href], button, input:not([type=hidden]), textarea, select';

/** So far up from a control its styled box is looked for. */
const STAND_IN_DISTANCE = 2;

/** Of a pixel, it is there for readers, and mostly clipped on top of that. */
const isLarger = (el: Element, cache: DomCache): boolean => {
  if (!cache.hasLayout) return true;
  const box = viewBoxOf(el, undefined, ONE_PIXEL);
  return !!box && box.width * box.height > 1;
};

const isSeen = (el: Element, cache: DomCache): boolean =>
  isVisibleByStyle(el, cache) && !hiddenReasonOf(el, cache, ONE_PIXEL) && isLarger(el, cache);

/** A press at its own place reaches it, seen or not. */
const takesClicks = (el: Element, cache: DomCache): boolean => {
  const reason = hiddenReasonOf(el, cache, ONE_PIXEL)?.reason;
  const isHidden =
    reason === 'transparent' ? styleOf(el, cache).pointerEvents === 'none' || isButton(el) : reason;
  return !isHidden && isLarger(el, cache);
};

/** The box that a page draws around a control in its place: something to press with no other control in it. */
export const styledBox = (el: Element, cache: DomCache): Element | undefined => {
  let box = flatParentAcrossFrames(el);
  for (let i = 0; box && i < STAND_IN_DISTANCE && findAll(box, USABLE).length <= 1; i++) {
    const takes = styleOf(box, cache).cursor === 'pointer' || handlesClick(box);
    if (takes && isSeen(box, cache)) return box;
    box = flatParentAcrossFrames(box);
  }
  return undefined;
};

/** What can be used beside a field. */
export const CONTROL = `${CONTROLS}, summary, iframe, [contenteditable], [tabindex], ${withRole('button link combobox textbox')}`;

/** A control's box is not so many times higher than what it is around. */
export const MAX_HEIGHTS = 4;
export const LINE_PX = 24;

/** `box` itself may take the focus for the control that is in it. */
export const holdsOther = (box: Element, el: Element, cache: DomCache): boolean =>
  [box, ...flatElements(box)].some(
    (at) => matches(at, CONTROL) && !flatContains(at, el) && isSeen(at, cache),
  );

/** The box that a combobox is drawn in, where its field has been moved out of sight: the choice is shown in its place. */
const drawnBox = (el: Element, cache: DomCache): Element | undefined => {
  let box = flatParentAcrossFrames(el);
  for (let i = 0; box && i < STAND_IN_DISTANCE && !isBodyOrRoot(box); i++) {
    if (holdsOther(box, el, cache)) return undefined;
    if (textOf(box).trim() && isSeen(box, cache))
      return rectOf(box).height <= LINE_PX * MAX_HEIGHTS ? box : undefined;
    box = flatParentAcrossFrames(box);
  }
  return undefined;
};

/**
 * What is seen and pressed in the place of a checkbox, a radio button, a file field or the field of a combobox that is
 * there for the keyboard only, transparent, of no size or out of the way: its label, else the styled box around it; that
 * first where it has a handler of its own and the label stands elsewhere, as beside the switch of a form.
 */
export const clickedInPlaceOf = (el: Element, cache: DomCache): Element | undefined => {
  const isCombobox = tagOf(el) !== 'select' && roleOf(el, cache) === 'combobox';
  if (!(isCombobox || mayHaveStandIn(el, cache)) || takesClicks(el, cache)) return undefined;
  if (isCombobox) return drawnBox(el, cache);
  const label = labelsOf(el, cache).find((at) => isSeen(at, cache));
  const box = styledBox(el, cache);
  return label && !(box && handlesClick(box) && !flatContains(box, label)) ? label : box;
};

/** A press there would reach another control, such as the link in a label. */
export const isOnOtherControl = (target: Element, surface: Element): boolean => {
  const control = closestTo(target, USABLE);
  return !!control && control !== surface && flatContains(surface, control);
};
