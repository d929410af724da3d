import { attributeOrInternals } from '../aria/internals.ts';
import { isTextField, isWholeField } from '../dom/input-type.ts';
import { attr, hasAttr } from '../dom/read.ts';
import { isReadOnly } from './text-target.ts';

/** The `aria-valuenow` of an element; NaN if it has none. */
export const sliderValue = (el: Element): number =>
  Number(attributeOrInternals(el, 'aria-valuenow') || Number.NaN);

export const isSplitter = (el: Element): boolean =>
  attr(el, 'role') === 'separator' && hasAttr(el, 'tabindex');

/**
 * Whether an element is a slider, a spinbutton or a separator that takes the focus (a splitter), made by the page
 * with ARIA: arrow keys move its value. A spinbutton that is an editable text field is typed into instead; one that
 * is not set yet may have an `aria-valuetext` only.
 */
export const isAriaSlider = (el: Element): boolean =>
  (/^(?:spinbutton|slider)$/.test(attributeOrInternals(el, 'role')) || isSplitter(el)) &&
  (Number.isFinite(sliderValue(el)) || hasAttr(el, 'aria-valuetext')) &&
  (isReadOnly(el) || !(isTextField(el) || isWholeField(el)));
