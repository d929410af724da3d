import { collapse } from '../../aria/white-space.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { flatChildren, isElement } from '../../dom/flat-tree.ts';
import { textOf } from '../../dom/read.ts';
import { seenText } from '../../snapshot/seen-text.ts';

const isPartOfName = (text: string, name: string): boolean =>
  ` ${name} `.replace(/[,;:.()]/g, ' ').includes(` ${text.replace(/[,;:.()]/g, ' ')} `);

/**
 * The text that an option shows, if its name has more words for screen readers or from a style sheet: "Blue Press to
 * select", "Not selected, Blue". Those words may be others a moment later.
 */
export const optionText = (option: Element, name: string, cache: DomCache): string => {
  if (!Array.from(flatChildren(option)).some(isElement) && collapse(textOf(option)) === name) return name;
  const text = seenText(option, cache);
  return text !== '' && isPartOfName(text, name) ? text : name;
};
