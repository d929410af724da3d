import type { NodeStates } from '../../contract.ts';
import { statesOf } from '../aria/states.ts';
import { cut, MAX_CHARS } from '../dom/cut.ts';
import type { DomCache } from '../dom/dom-cache.ts';

/** An address that contains the file itself. */
const DATA_URL = /^data:/i;

/**
 * The states of a node, cut to what one line can hold. Queries return them whole: a field may hold a book, an address
 * an image. `maxText`: endless for reading, where a text that is longer than its budget goes on in the next one.
 */
export const listedStates = (
  el: Element,
  role: string,
  cache: DomCache,
  skip: keyof NodeStates | false,
  maxText: number,
): NodeStates => {
  const states = statesOf(el, role, cache, skip);
  const { value, url, placeholder, validationMessage } = states;
  if (value) states.value = cut(value, Math.max(maxText, MAX_CHARS.value));
  if (url) states.url = cut(url, DATA_URL.test(url) ? maxText : MAX_CHARS.address);
  if (placeholder) states.placeholder = cut(placeholder, maxText);
  if (validationMessage) states.validationMessage = cut(validationMessage, maxText);
  return states;
};
