import { isFocusable as takesFocus } from '../aria/role.ts';
import { ancestors, shadowRootOf } from '../dom/flat-tree.ts';
import { hasAttr, inputTypeOf } from '../dom/read.ts';

/** Whether an element takes the focus, or its shadow root delegates it to an element inside. */
export const isFocusable = (el: Element): boolean =>
  (takesFocus(el) || shadowRootOf(el)?.delegatesFocus === true) &&
  inputTypeOf(el) !== 'hidden' &&
  !hasAttr(el, 'inert');

/** The element that gets the focus when `el` is clicked. */
export const focusableAt = (el: Element): Element | null => ancestors(el).find(isFocusable) || null;
