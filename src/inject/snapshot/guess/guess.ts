import type { NameSource } from '../../../contract.ts';
import { contentOf, nameFromAuthor } from '../../aria/name.ts';
import { readable } from '../../aria/white-space.ts';
import { cut, LONGEST } from '../../dom/cut.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { flatContains } from '../../dom/flat-tree.ts';
import { matched } from '../../dom/matched.ts';
import {
  attr,
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
import { calledByAuthor, choiceOf } from './author.ts';
import { columnOf } from './column-head.ts';
import { describeByContext, isColor, readSaidOnPage } from './context.ts';
import { markCurrent } from './current.ts';
import { drawnLook, shareOf } from './drawn-look.ts';
import { labelBeside } from './label-beside.ts';
import { nameByReplaced } from './replaced-select.ts';
import { markStates } from './states-by-class.ts';

type Guess = (own: AccessibilityNode, el: Element, cache: DomCache) => string;

/** They have no icon, and their classes say how they are drawn: a field, what is moved along a track. */
const WITHOUT_ICON = `input:not([type=hidden]), textarea, ${withRole('combobox slider spinbutton')}, td, th, tr`;

/** Of the stars of a rating each is called by its number. */
const placeInSet = ({ node }: AccessibilityNode, el: Element): string =>
  (node.role === 'radio' && attr(el, 'aria-posinset')) || '';

/** A label is no longer. */
const LONGEST_SEEN = 200;

/** What is written in it for eyes alone (`aria-hidden`), and is not what it holds. */
const seenIn: Guess = ({ node }, el, cache) =>
  node.value !== undefined || matches(el, WITHOUT_ICON) || textOf(el).length > LONGEST_SEEN
    ? ''
    : seenText(el, cache);

const wordsSeen: Guess = (own, el, cache) => {
  const seen = seenIn(own, el, cache);
  return hasWord(seen) ? seen : '';
};

const lookOf: Guess = (own, el, cache) =>
  matched(/^(?:video|canvas|audio)$/, tagOf(el)) || seenIn(own, el, cache) || drawnLook(el, own, cache);

/** What is moved along a track is known by where it stands, too. */
const authorOf: Guess = (own, el, cache) => {
  const called = isHtml(el) && attr(el, 'placeholder') === null ? calledByAuthor(own, el) : '';
  const share = called && cache.hasLayout && shareOf(el);
  return share ? `${called} at ${share}` : called;
};

/** What says whether it is checked stands for a box to check, which may not be drawn. */
const besideOf: Guess = ({ node }, el, cache) =>
  labelBeside(el, node.checked === undefined ? node.role : 'checkbox', cache);

/**
 * A combobox that is a box around its field, which takes the focus (https://www.w3.org/TR/wai-aria-1.1/#combobox), is called
 * as that is.
 */
const fieldIn: Guess = ({ node, children, facts }) =>
  (node.role === 'combobox' &&
    !facts?.action.isFocusable &&
    children.find((child) => child.node.role === 'textbox')?.node.name) ||
  '';

/** What alone fills a cell: one of the boxes drawn in a table of questions and answers. */
const cellAround: Guess = ({ node }, el, cache) => {
  const cell = node.hint && parentElementOf(el);
  return cell && soleChildOf(cell) ? columnOf(cell, cache)?.said || '' : '';
};

/** Where a name may come from that the browser does not compute, the surest first. */
const GUESSES: readonly (readonly [NameSource, Guess])[] = [
  ['label', fieldIn],
  ['label', (own, el, cache) => `${own.isWhole ? '' : besideOf(own, el, cache)} ${placeInSet(own, el)}`],
  [
    'label',
    ({ node }, el, cache) => (/^(?:grid)?cell$/.test(node.role) ? columnOf(el, cache)?.said || '' : ''),
  ],
  // What a style sheet writes is seen too.
  ['content', ({ node }, el, cache) => (node.hint ? contentOf(el, cache) : '')],
  ['tooltip', (_own, el, cache) => nameFromAuthor(el, cache)],
  ['value', choiceOf],
  ['icon', (_own, el, cache) => (matches(el, WITHOUT_ICON) ? '' : iconName(el, cache))],
  ['look', wordsSeen],
  ['author', authorOf],
  ['label', cellAround],
  ['look', lookOf],
];

const mayBeNamed = (own: AccessibilityNode): boolean => !own.node.name && !showsContent(own);

const guessName = (own: AccessibilityNode, max: number, cache: DomCache): void => {
  const { node } = own;
  const el = own.el as Element;
  for (const [source, guess] of GUESSES) {
    // An icon belongs to the innermost that can be clicked. The menu that a button owns is not in it.
    if (source !== 'label' && someBelow(own, (at) => isInteractive(at) && flatContains(el, at.el as Element)))
      return;
    const name = cut(readable(guess(own, el, cache)), Math.min(max, 200));
    // What it is, and what can be done with it, is told.
    if (!name || (source !== 'label' && (name === node.role || name === node.hint))) continue;
    node.name = name;
    node.nameSource = source;
    return;
  }
};

/** Where addresses are not asked for, one only stands in the place of a name, or beside a colour. */
const shortenUrl = ({ node }: AccessibilityNode): void => {
  if (node.name && !isColor(node)) delete node.url;
  else if (node.url) node.url = cut(node.url, LONGEST.standIn);
};

/** Names what has no name, each by the first source that has one, and says what tells it from its like. */
export const guess = (
  root: AccessibilityNode,
  captions: readonly Caption[],
  { options, cache }: DistillContext,
): void => {
  const hasSelect = holds(document, 'select');
  for (const own of preOrder(root)) {
    if (!own.interactivity || !own.el) continue;
    if (mayBeNamed(own)) guessName(own, options.maxTextPerNode, cache);
    if (!options.urls) shortenUrl(own);
    // Most pages have no select: it is not looked for before each link.
    if (hasSelect || rootOf(own.el) !== document) nameByReplaced(own, cache, options.maxTextPerNode);
    markCurrent(own, cache);
  }
  const nodes = preOrder(root);
  const page = readSaidOnPage(nodes);
  let next = 0;
  for (const own of nodes) {
    for (let at = captions[next]; at && at.order < own.order; at = captions[++next])
      page.last = { said: at.said };
    const { level, name } = own.node;
    if (level !== undefined && name) page.last = { said: name };
    if (own.interactivity) describeByContext(own, page, cache);
  }
  markStates(nodes, cache);
};
