import { contentOf } from '../../aria/name.ts';
import { readable } from '../../aria/white-space.ts';
import { isBlock, isLiveRegion } from '../../dom/content.ts';
import { type DomCache, styleInfoOf } from '../../dom/dom-cache.ts';
import { flatElements, isElement, isText } from '../../dom/flat-tree.ts';
import { findAll, HEADINGS, isOrHolds, matches, neighboursOf, tagOf, textOf } from '../../dom/read.ts';
import { isVisibleByStyle } from '../../dom/rendered.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { isItem } from '../../element/fingerprint.ts';
import { handlesClick } from '../../element/handlers.ts';
import { isRepeatedByControl } from '../../element/label-of-control.ts';

export const FIELDS = 'input:not([type=hidden]), textarea, select';

/** Controls, tables and lists: they have lines of their own, so a text with one of them inside is no label. */
export const CONTROLS = `${FIELDS}, button, [contenteditable], [role=button], [role=radio], [tabindex="0"], table, ul, ol`;
export const CONTROLS_AND_LINKS = `${CONTROLS}, a[href], ${HEADINGS}`;

/** Elements that bound a search for text: what is outside of them belongs to another part of the page. */
export const BOUNDARY_TAG = /^(?:form|fieldset|section|article|dialog|body|main)$/;

/** Whether an element bounds a search for text: what is outside of it belongs to another item or part of the page. */
export const isTextBoundary = (el: Element): boolean => BOUNDARY_TAG.test(tagOf(el)) || isItem(el);

/** Cells are named because happy-dom gives them no display value. */
const SEPARATED_TAG = /^(?:t[dh]|br)$/;

/** Whether the text of an element is separated from what is beside it. */
export const isSeparated = (el: Element, cache: DomCache): boolean =>
  isBlock(styleInfoOf(el, cache).display) || SEPARATED_TAG.test(tagOf(el));

/** Most characters of a label. */
export const LABEL_CHARS = 60;

/** Most descendants that are read in a label: an element with more is more than a label. */
export const MAX_IN_LABEL = 50;

/**
 * The text without white space, colons and stars at its end, and without a mark that explains it (`Size: ?`); empty where
 * it has no words, undefined where it is too long for a label.
 */
export const labelOf = (given: string): string | undefined => {
  const text = readable(given);
  // White space and punctuation at the end may take as much again.
  if (text.length > 2 * LABEL_CHARS) return undefined;
  const label = text.replace(/[\s:*]+\??$/, '');
  if (label.length > LABEL_CHARS) return undefined;
  return hasWord(label) ? label : '';
};

/**
 * Whether more than one clickable element is in an element or beside it: then each is a line of its own, and none is a
 * label. A sign or an icon beside it is no line.
 */
const hasSeveralClickables = (el: Element, parts: readonly Element[]): boolean =>
  [...neighboursOf(el).filter((at) => hasWord(textOf(at)) || isOrHolds(at, FIELDS)), el, ...parts].filter(
    (at) => !matches(at, CONTROLS) && handlesClick(at),
  ).length > 1;

/**
 * The label text of a node; undefined where the node is something else than a label. A live region says what happened:
 * it is skipped.
 */
export const labelIn = (node: Node, excluded: string, cache: DomCache): string | undefined => {
  let text = '';
  if (isText(node)) text = node.data;
  else if (isElement(node) && isVisibleByStyle(node, cache) && !isLiveRegion(node)) {
    if (isOrHolds(node, excluded)) return undefined;
    const descendants = flatElements(node, MAX_IN_LABEL);
    const hasLine = (at: Element): boolean =>
      matches(at, excluded) || (!matches(at, 'a[href]') && handlesClick(at) && hasWord(textOf(at)));
    if (descendants.some(hasLine) || hasSeveralClickables(node, descendants)) return undefined;
    // A row of icons.
    if (!hasWord(textOf(node)) && findAll(node, 'a[href]').length > 1) return undefined;
    // The label of another control.
    if (tagOf(node) === 'label' && isRepeatedByControl(node, cache)) return undefined;
    text = contentOf(node, cache);
  }
  return labelOf(text);
};
