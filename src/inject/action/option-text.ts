import { flatChildren, isElement, isText } from '../dom/flat-tree.ts';
import { type Pass, styleOf } from '../dom/pass.ts';
import { rectOf, textOf } from '../dom/read.ts';
import { isVisible } from '../snapshot/element-state.ts';
import { collapse } from '../snapshot/text.ts';

/** Text for screen readers is put into a box of one pixel, out of the flow. */
const isForReaders = (el: Element, pass: Pass): boolean => {
  const { width, height } = rectOf(el);
  return width <= 1 && height <= 1 && /^(?:absolute|fixed)$/.test(styleOf(el, pass).position);
};

/** The text that is seen in an element, but what stands in `without`. */
export const seenText = (el: Element, pass: Pass, without?: Element): string => {
  let text = '';
  const stack: Node[] = Array.from(flatChildren(el)).reverse();
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (isText(at)) text += `${at.data} `;
    else if (isElement(at) && at !== without && isVisible(at, pass) && !isForReaders(at, pass))
      stack.push(...Array.from(flatChildren(at)).reverse());
  }
  return collapse(text);
};

const isWordsOf = (text: string, name: string): boolean =>
  ` ${name} `.replace(/[,;:.()]/g, ' ').includes(` ${text.replace(/[,;:.()]/g, ' ')} `);

/**
 * What is written on an option where its name has more words than that, for screen readers or drawn by a style sheet:
 * "Blue Press to select", "Not selected, Blue". They may be others a moment later.
 */
export const optionText = (option: Element, name: string, pass: Pass): string => {
  if (!Array.from(flatChildren(option)).some(isElement) && collapse(textOf(option)) === name) return name;
  const text = seenText(option, pass);
  return text !== '' && isWordsOf(text, name) ? text : name;
};
