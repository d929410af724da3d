import type { NodeStates } from '../../contract.ts';
import { statesOf } from '../aria/states.ts';
import { cut, MAX_CHARS } from '../dom/cut.ts';
import type { DomCache } from '../dom/dom-cache.ts';

/** How a file is written into an address. */
const DATA = /^data:/i;

/** The states that a node is listed with. A field may hold a book, an address a film: queries tell them whole. */
export const listedStates = (
  el: Element,
  role: string,
  cache: DomCache,
  skip: keyof NodeStates | false,
  maxText: number,
): NodeStates => {
  const states = statesOf(el, role, cache, skip);
  const { value, url, placeholder, validationMessage } = states;
  if (value) states.value = cut(value, MAX_CHARS.value);
  if (url) states.url = cut(url, DATA.test(url) ? maxText : MAX_CHARS.address);
  if (placeholder) states.placeholder = cut(placeholder, maxText);
  if (validationMessage) states.validationMessage = cut(validationMessage, maxText);
  return states;
};
