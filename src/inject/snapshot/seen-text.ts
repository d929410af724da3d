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

/** Text for screen readers is put into a box of one pixel, out of the flow. */
const isForReaders = (el: Element, cache: DomCache): boolean => {
  const { width, height } = rectOf(el);
  return width <= 1 && height <= 1 && isOutOfFlow(el, cache);
};

/** The text that is seen in an element, but what stands in `without`. */
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
      (tagOf(at) === 'slot' || (isVisible(at, cache) && !isForReaders(at, cache)))
    )
      pushInOrder(stack, flatChildren(at));
  }
  return collapse(text);
};

/** What the box says that a combobox is drawn in while its field is out of sight. */
const drawnChoice = (field: Element, cache: DomCache): string => {
  const box = standInOf(field, cache);
  return box ? collapse(seenText(box, cache).replace(nameOf(field, cache), '')) : '';
};

/** The month of a calendar, the number of what is in a cart. Other words that a name has in their place say the same, or are icons. */
const isFigure = (el: Element): boolean => hasAttr(el, 'aria-label') && /\d/.test(textOf(el));

/** What a button says that has a label: a date, a file, a choice. Its name is the label alone. */
const buttonValue = (el: Element, cache: DomCache): string => {
  if (!isFigure(el) && (tagOf(el) !== 'button' || labelsOf(el, cache).length === 0)) return '';
  const said = seenText(el, cache);
  return nameOf(el, cache).includes(said) ? '' : said;
};

/** What a combobox or a button shows beside its name; `whole`: where all is shown the text of a button is too. */
export const shownValue = (el: Element, role: string, whole: boolean, cache: DomCache): string => {
  if (role === 'combobox') return readable(drawnChoice(el, cache));
  return role === 'button' && !whole ? readable(buttonValue(el, cache)) : '';
};
