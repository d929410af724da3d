import { nameOf } from '../aria/name.ts';
import { collapse, readable } from '../aria/white-space.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { flatChildren, isElement, isText } from '../dom/flat-tree.ts';
import { labelsOf } from '../dom/labels.ts';
import { pushInOrder } from '../dom/push-in-order.ts';
import { hasAttr, parentNodeOf, rectOf, tagOf, textOf } from '../dom/read.ts';
import { skipsOwnText } from '../dom/rendered.ts';
import { isOutOfFlow } from '../element/dialogs.ts';
import { isVisible } from '../element/element-state.ts';
import { standInOf } from '../element/stand-in.ts';

/** Whether this is text for screen readers: in a box of one pixel, out of the flow. */
const isForScreenReaders = (el: Element, cache: DomCache): boolean => {
  const { width, height } = rectOf(el);
  return width <= 1 && height <= 1 && isOutOfFlow(el, cache);
};

/** The visible text of an element, without that of `without`. */
export const seenText = (el: Element, cache: DomCache, without?: Element): string => {
  let text = '';
  const stack: Node[] = [];
  pushInOrder(stack, flatChildren(el));
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (isText(at)) {
      const parent = parentNodeOf(at);
      if (!(isElement(parent) && skipsOwnText(parent, cache))) text += `${at.data} `;
    }
    // A slot has no box of its own.
    else if (
      isElement(at) &&
      at !== without &&
      (tagOf(at) === 'slot' || (isVisible(at, cache) && !isForScreenReaders(at, cache)))
    )
      pushInOrder(stack, flatChildren(at));
  }
  return collapse(text);
};

/** The text of the box that a combobox is drawn in while its input is hidden, without its name. */
const drawnChoice = (field: Element, cache: DomCache): string => {
  const box = standInOf(field, cache);
  return box ? collapse(seenText(box, cache).replace(nameOf(field, cache), '')) : '';
};

/**
 * Whether this is a control with an `aria-label` whose text has a number: the month of a calendar, the count of a
 * cart. Other text under an `aria-label` repeats it, or is an icon.
 */
const showsNumber = (el: Element): boolean => hasAttr(el, 'aria-label') && /\d/.test(textOf(el));

/** The text of a labelled button, such as a date, a file or a choice: its name is the label alone. */
const buttonValue = (el: Element, cache: DomCache): string => {
  if (!showsNumber(el) && (tagOf(el) !== 'button' || labelsOf(el, cache).length === 0)) return '';
  const text = seenText(el, cache);
  return nameOf(el, cache).includes(text) ? '' : text;
};

/** The text that a combobox or a button shows beside its name. `whole`: a button's text is printed anyway. */
export const shownValue = (el: Element, role: string, whole: boolean, cache: DomCache): string => {
  if (role === 'combobox') return readable(drawnChoice(el, cache));
  return role === 'button' && !whole ? readable(buttonValue(el, cache)) : '';
};
