import { collapse } from '../../aria/white-space.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { flatChildren, isElement } from '../../dom/flat-tree.ts';
import { textOf } from '../../dom/read.ts';
import { seenText } from '../../snapshot/seen-text.ts';

const isWordsOf = (text: string, name: string): boolean =>
  ` ${name} `.replace(/[,;:.()]/g, ' ').includes(` ${text.replace(/[,;:.()]/g, ' ')} `);

/**
 * What is written on an option where its name has more words than that, for screen readers or drawn by a style sheet:
 * "Blue Press to select", "Not selected, Blue". They may be others a moment later.
 */
export const optionText = (option: Element, name: string, cache: DomCache): string => {
  if (!Array.from(flatChildren(option)).some(isElement) && collapse(textOf(option)) === name) return name;
  const text = seenText(option, cache);
  return text !== '' && isWordsOf(text, name) ? text : name;
};
