import { readable } from '../aria/white-space.ts';
import { isBlock } from '../dom/content.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import {
  elementsIn,
  firstElementOf,
  holds,
  nextElementOf,
  parentElementOf,
  previousElementOf,
  rectOf,
  tagOf,
  textOf,
} from '../dom/read.ts';
import { hasWord } from '../dom/unicode-pattern.ts';
import { type AccessibilityNode, preOrder } from './accessibility-node.ts';
import { tokensOf } from './guess/current.ts';
import { FIELDS, LABEL_CHARS } from './guess/label-text.ts';
import { type LeftOut, placeOf } from './left-out.ts';

/** So far above a control its item may be, and above that what stands over the list. */
const MOST_LEVELS = 4;
const MOST_BOXES = 2;
/** More columns are a list of items. */
const MOST_BESIDE = 30;

const MOST_BREAKS = 3;
/** As it is written, with its indents. */
const LONGEST_HEAD = 10 * LABEL_CHARS;

/** They are items without a class. */
const NAMELESS_ITEM = /^(?:a|li|label|button|option)$/;
const ENDS = /^(?:body|html|main|tr|form|dialog)$/;

const firstClass = (el: Element): string => tokensOf(el)[0] || '';

/** By the tag, and by the first of their classes, which those of a state follow. */
const isOfKind = (el: Element, other: Element): boolean =>
  tagOf(el) === tagOf(other) && firstClass(el) === firstClass(other);

/** Whether elements are items of one list. */
export const isAlike = (el: Element, other: Element | null): boolean =>
  !!other && isOfKind(el, other) && (firstClass(el) !== '' || NAMELESS_ITEM.test(tagOf(el)));

const skipBreaks = (step: (el: Element) => Element | null, el: Element): Element | null => {
  let at = step(el);
  for (let i = 0; at && i < MOST_BREAKS && tagOf(at) === 'br'; i++) at = step(at);
  return at;
};

/** The first of the items that a control stands in one of; undefined where there is no other one. */
const firstOfList = (control: Element, seen: Set<Element>): Element | undefined => {
  let at: Element | null = control;
  for (let i = 0; at && i < MOST_LEVELS && !ENDS.test(tagOf(at)); i++, at = parentElementOf(at)) {
    const before = skipBreaks(previousElementOf, at);
    if (!isAlike(at, before) && !isAlike(at, skipBreaks(nextElementOf, at))) continue;
    seen.add(at);
    let first = at;
    for (let prev = before; prev && isAlike(at, prev); prev = skipBreaks(previousElementOf, prev)) {
      if (seen.has(prev)) return undefined;
      first = prev;
    }
    return first;
  }
  return undefined;
};

/** No longer than a label, and not about a field. */
const isHead = (el: Element): boolean => {
  const text = textOf(el);
  if (text.length > LONGEST_HEAD) return false;
  const said = readable(text);
  return said.length <= LABEL_CHARS && hasWord(said) && !holds(el, FIELDS);
};

/** Where nothing is drawn a box of its own has a line of its own. */
const isAbove = (head: Element, first: Element, cache: DomCache): boolean =>
  cache.hasLayout
    ? rectOf(head).bottom <= rectOf(first).top + 1
    : isBlock(styleInfoOf(head, cache).display) && !/^t[dh]$/.test(tagOf(head));

/** What stands right above a list. */
const headAbove = (first: Element, cache: DomCache): Element | undefined => {
  let at: Element | null = first;
  for (let i = 0; at && i <= MOST_BOXES && !ENDS.test(tagOf(at)); i++, at = parentElementOf(at)) {
    const before = skipBreaks(previousElementOf, at);
    // The names of the days are a list of their own.
    if (!before || isAlike(before, previousElementOf(before))) continue;
    if (!isHead(before) || !isAbove(before, first, cache)) return undefined;
    // The days of the week stand between the month and its days.
    const part = firstElementOf(before);
    const above = part && isAlike(part, nextElementOf(part)) && previousElementOf(before);
    return above && isHead(above) && isAbove(above, before, cache) ? above : before;
  }
  return undefined;
};

/** What stands in the same place of the boxes beside the one that it is the head of. */
const headsBeside = (head: Element): Element[] => {
  const box = parentElementOf(head);
  const found: Element[] = [];
  let other = box && firstElementOf(parentElementOf(box) || box);
  for (let i = 0; box && other && i < MOST_BESIDE; i++, other = nextElementOf(other)) {
    let same = other !== box && isAlike(box, other) ? firstElementOf(other) : null;
    // A count, or an icon, may stand before it.
    for (let j = 0; same && j < MOST_BREAKS && !isOfKind(same, head); j++) same = nextElementOf(same);
    if (same && isOfKind(same, head) && isHead(same)) found.push(same);
  }
  return found;
};

/** What stands above a list, and where: its number in the order of reading. */
export interface Caption {
  readonly order: number;
  readonly said: string;
}

/**
 * Items that are alike are called by the words that stand right above them: the title of a column of cards, the month over its
 * days. What stands in the same place of the boxes beside, with one item or none, is a title too.
 */
export const markCaptions = (
  root: AccessibilityNode,
  leftOut: readonly LeftOut[],
  cache: DomCache,
): Caption[] => {
  const heads = new Set<Element>();
  const seen = new Set<Element>();
  const tree = new Set(preOrder(root));
  const controls = new Set(Array.from(tree, (own) => own.interactivity && own.el));
  for (const { interactivity, el } of tree) {
    const first = interactivity && el && firstOfList(el, seen);
    const head = first && headAbove(first, cache);
    if (!head || heads.has(head)) continue;
    const beside = headsBeside(head);
    // The buttons in the title of a column are in those of the others as well.
    if (beside.length > 0 || !elementsIn(head, '*').some((at) => controls.has(at)))
      for (const one of [head, ...beside]) heads.add(one);
  }
  const captions: Caption[] = [];
  let last: Element | undefined;
  for (const one of heads.size > 0 ? leftOut : []) {
    let at: Element | null = one.words.length <= LONGEST_HEAD ? one.el : null;
    for (let i = 0; at && i < MOST_LEVELS && !heads.has(at); i++) at = parentElementOf(at);
    if (!at || !heads.has(at)) continue;
    if (readable(one.words).length > LABEL_CHARS || placeOf(one, tree).interactivity) continue;
    one.isShown = true;
    const said = at === last ? `${captions.pop()?.said} ${one.words}` : one.words;
    captions.push({ order: one.order, said: readable(said) });
    last = at;
  }
  return captions;
};
