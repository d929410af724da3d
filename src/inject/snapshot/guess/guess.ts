import type { NameSource } from '../../../contract.ts';
import { contentOf, nameFromAuthor, nameOf } from '../../aria/name.ts';
import { readable } from '../../aria/white-space.ts';
import { cut, MAX_CHARS } from '../../dom/cut.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { flatContains } from '../../dom/flat-tree.ts';
import { isTextField } from '../../dom/input-type.ts';
import { matched } from '../../dom/matched.ts';
import {
  attr,
  elementsIn,
  holds,
  isHtml,
  matches,
  parentElementOf,
  rootOf,
  soleChildOf,
  tagOf,
  textOf,
  withRole,
} from '../../dom/read.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { iconName } from '../../element/icon-name.ts';
import { type AccessibilityNode, isInteractive, preOrder, someBelow } from '../accessibility-node.ts';
import type { Caption } from '../captions.ts';
import { showsContent } from '../distill/content-name.ts';
import type { DistillContext } from '../distill/visitor.ts';
import { seenText } from '../seen-text.ts';
import { authorNameOf, valueOfCheckable } from './author.ts';
import { columnOf } from './column-head.ts';
import { describeByContext, isColor, readPageContext } from './context.ts';
import { markCurrent } from './current.ts';
import { nameByLook, positionOnTrack } from './drawn-look.ts';
import { labelBeside } from './label-beside.ts';
import { nameByReplaced } from './replaced-select.ts';
import { markStates } from './states-by-class.ts';

type Guess = (own: AccessibilityNode, el: Element, cache: DomCache) => string;

/**
 * Elements that are never named by an icon, because their classes say how they are drawn: fields, sliders, table
 * cells.
 */
const WITHOUT_ICON = `input:not([type=hidden]), textarea, ${withRole('combobox slider spinbutton')}, td, th, tr`;

/** The number of a radio in its set: each star of a rating is named by it. */
const positionInSet = ({ node }: AccessibilityNode, el: Element): string =>
  (node.role === 'radio' && attr(el, 'aria-posinset')) || '';

/** Characters: a longer text is no label. */
const MAX_LABEL_CHARS = 200;

/**
 * The visible text that is hidden from assistive technology (`aria-hidden`); empty for a field, whose visible text is
 * its value.
 */
const visibleTextOf: Guess = ({ node }, el, cache) =>
  node.value !== undefined || matches(el, WITHOUT_ICON) || textOf(el).length > MAX_LABEL_CHARS
    ? ''
    : seenText(el, cache);

const visibleWords: Guess = (own, el, cache) => {
  const text = visibleTextOf(own, el, cache);
  return hasWord(text) ? text : '';
};

const visibleTextOrLook: Guess = (own, el, cache) =>
  matched(/^(?:video|canvas|audio)$/, tagOf(el)) ||
  visibleTextOf(own, el, cache) ||
  nameByLook(el, own, cache);

/** The author's name for an element. A handle is known by its position, too. */
const nameByAuthor: Guess = (own, el, cache) => {
  const words = isHtml(el) && attr(el, 'placeholder') === null ? authorNameOf(own, el) : '';
  const position = words && cache.hasLayout && positionOnTrack(el);
  return position ? `${words} at ${position}` : words;
};

/** Whatever has a checked state is labelled like a checkbox, whose native input may not be drawn. */
const nameByLabelBeside: Guess = ({ node, isWhole }, el, cache) =>
  labelBeside(el, node.checked === undefined ? node.role : 'checkbox', cache, isWhole);

/**
 * A combobox that is a box around its focusable field (https://www.w3.org/TR/wai-aria-1.1/#combobox) takes the
 * field's name.
 */
const nameByField: Guess = ({ node, facts }, el, cache) => {
  const field =
    node.role === 'combobox' &&
    !facts?.action.isFocusable &&
    elementsIn(el, 'input, textarea').find(isTextField);
  return field ? nameOf(field, cache) : '';
};

/**
 * For a control that fills its table cell, such as an option in a table of questions and answers: the column's title.
 */
const nameByColumn: Guess = ({ node }, el, cache) => {
  const cell = node.hint && parentElementOf(el);
  return cell && soleChildOf(cell) ? columnOf(cell, cache)?.said || '' : '';
};

/** Sources of a name that the browser does not compute, the most reliable first. */
const GUESSES: readonly (readonly [NameSource, Guess])[] = [
  ['label', nameByField],
  ['label', (own, el, cache) => `${nameByLabelBeside(own, el, cache)} ${positionInSet(own, el)}`],
  [
    'label',
    ({ node }, el, cache) => (/^(?:grid)?cell$/.test(node.role) ? columnOf(el, cache)?.said || '' : ''),
  ],
  // Content includes the text of `::before` and `::after`.
  ['content', ({ node }, el, cache) => (node.hint ? contentOf(el, cache) : '')],
  ['tooltip', (_own, el, cache) => nameFromAuthor(el, cache)],
  ['value', valueOfCheckable],
  ['icon', (_own, el, cache) => (matches(el, WITHOUT_ICON) ? '' : iconName(el, cache))],
  ['look', visibleWords],
  ['author', nameByAuthor],
  ['label', nameByColumn],
  ['look', visibleTextOrLook],
];

const needsName = (own: AccessibilityNode): boolean => !own.node.name && !showsContent(own);

const guessName = (own: AccessibilityNode, max: number, cache: DomCache): void => {
  const { node } = own;
  const el = own.el as Element;
  for (const [source, guess] of GUESSES) {
    // An icon or text belongs to the innermost interactive element around it. A menu that a button owns (`aria-owns`)
    // is not inside of it.
    if (source !== 'label' && someBelow(own, (at) => isInteractive(at) && flatContains(el, at.el as Element)))
      return;
    const name = cut(readable(guess(own, el, cache)), Math.min(max, 200));
    // The role and the hint are printed anyway.
    if (!name || (source !== 'label' && (name === node.role || name === node.hint))) continue;
    node.name = name;
    node.nameSource = source;
    return;
  }
};

/** Without the option `urls`, an address is kept only where it stands in for a missing name, or beside a colour. */
const shortenUrl = ({ node }: AccessibilityNode): void => {
  if (node.name && !isColor(node)) delete node.url;
  else if (node.url) node.url = cut(node.url, MAX_CHARS.standIn);
};

/**
 * Names interactive nodes without a name by the first source that has one, marks the current one of a list, and
 * describes nodes by what tells them from others with the same name.
 */
export const guess = (
  root: AccessibilityNode,
  captions: readonly Caption[],
  { options, cache }: DistillContext,
): void => {
  const hasSelect = holds(document, 'select');
  for (const own of preOrder(root)) {
    if (!own.interactivity || !own.el) continue;
    if (needsName(own)) guessName(own, options.maxTextPerNode, cache);
    if (!options.urls) shortenUrl(own);
    // Most pages have no select: the search is skipped for them.
    if (hasSelect || rootOf(own.el) !== document) nameByReplaced(own, cache, options.maxTextPerNode);
    markCurrent(own, cache);
  }
  const nodes = preOrder(root);
  const page = readPageContext(nodes);
  let next = 0;
  for (const own of nodes) {
    for (let at = captions[next]; at && at.order < own.order; at = captions[++next])
      page.last = { said: at.said };
    const { level, name } = own.node;
    if (level !== undefined && name) {
      page.heading = name;
      page.last = { said: name };
    }
    if (own.interactivity) describeByContext(own, page, cache);
  }
  markStates(nodes, cache);
};
