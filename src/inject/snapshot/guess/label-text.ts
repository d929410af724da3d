import { contentOf } from '../../aria/name.ts';
import { readable } from '../../aria/white-space.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { flatElements, isElement, isText } from '../../dom/flat-tree.ts';
import { findAll, HEADINGS, isOrHolds, matches, neighboursOf, tagOf, textOf } from '../../dom/read.ts';
import { isVisibleByStyle } from '../../dom/rendered.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { handlesClick } from '../../element/handlers.ts';
import { isRepeatedByControl } from '../../element/label-of-control.ts';

export const FIELDS = 'input:not([type=hidden]), textarea, select';

/** Whatever is printed by a line of its own is no label, nor is what says several things. */
export const CONTROLS = `${FIELDS}, button, [contenteditable], [role=button], [tabindex="0"], table, ul, ol`;
export const LINKS_TOO = `${CONTROLS}, a[href], ${HEADINGS}`;

/** Labels are short. */
export const LABEL_CHARS = 60;

/** Components are looked into so far; what has more in it says more than a label. */
export const MOST_IN_LABEL = 50;

/** Empty where there are no words, undefined where there are too many. */
export const labelOf = (text: string): string | undefined => {
  const whole = readable(text);
  // What ends it is short too.
  if (whole.length > 2 * LABEL_CHARS) return undefined;
  const said = whole.replace(/[\s:*]+$/, '');
  if (said.length > LABEL_CHARS) return undefined;
  return hasWord(said) ? said : '';
};

/** One of several to press, or a row of them: each has a line of its own. What is beside, or in it, is one more than a label has. */
const holdsPresses = (el: Element, parts: readonly Element[]): boolean =>
  [...neighboursOf(el), el, ...parts].filter((at) => !matches(at, CONTROLS) && handlesClick(at)).length > 1;

/** The words of a node; undefined where it is something else than a label. */
export const labelIn = (node: Node, others: string, cache: DomCache): string | undefined => {
  let said = '';
  if (isText(node)) said = node.data;
  else if (isElement(node) && isVisibleByStyle(node, cache)) {
    if (isOrHolds(node, others)) return undefined;
    const parts = flatElements(node, MOST_IN_LABEL);
    const hasLine = (at: Element): boolean =>
      matches(at, others) || (handlesClick(at) && hasWord(textOf(at)));
    if (parts.some(hasLine) || holdsPresses(node, parts)) return undefined;
    // A row of icons.
    if (!hasWord(textOf(node)) && findAll(node, 'a[href]').length > 1) return undefined;
    // What another control is called.
    if (tagOf(node) === 'label' && isRepeatedByControl(node, cache)) return undefined;
    said = contentOf(node, cache);
  }
  return labelOf(said);
};
