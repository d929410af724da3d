import { saidOf } from '../aria/internals.ts';
import { isTextField, isWholeField } from '../dom/input-type.ts';
import { attr, hasAttr } from '../dom/read.ts';
import { isReadOnly } from './text-target.ts';

/** The value of a slider of ARIA; not a number where it has none. */
export const sliderValue = (el: Element): number => Number(saidOf(el, 'aria-valuenow') || Number.NaN);

export const isSplitter = (el: Element): boolean =>
  attr(el, 'role') === 'separator' && hasAttr(el, 'tabindex');

/**
 * A slider that a page has made of other elements: its value is moved by keys, as somebody without a mouse does. A
 * spinbutton that is a text field is typed into, one that is not set yet may say so in words alone. A separator that takes
 * the focus parts what is beside it.
 */
export const isAriaSlider = (el: Element): boolean =>
  (/^(?:spinbutton|slider)$/.test(saidOf(el, 'role')) || isSplitter(el)) &&
  (Number.isFinite(sliderValue(el)) || hasAttr(el, 'aria-valuetext')) &&
  (isReadOnly(el) || !(isTextField(el) || isWholeField(el)));
