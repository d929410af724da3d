import { readable } from '../aria/white-space.ts';
import { isBlock } from '../dom/content.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import {
  closestTo,
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
import { ITEM_TAG, tokensOf } from './guess/current.ts';
import { FIELDS, LABEL_CHARS } from './guess/label-text.ts';
import { type LeftOut, placeOf } from './left-out.ts';

/**
 * How many elements from a control upwards are searched for its item, and how many above the item for the caption of
 * the list.
 */
const MAX_LEVELS = 4;
const MAX_BOXES = 2;
/** Most boxes beside each other whose captions are searched: more are a list of items. */
const MAX_COLUMNS = 30;

/** How many `<br>` in a row are skipped. */
const MAX_BREAKS = 3;
/** Characters of a caption in the DOM, indents included. */
const MAX_CAPTION_CHARS = 10 * LABEL_CHARS;

const BOUNDARY_TAG = /^(?:body|html|main|tr|form|dialog)$/;

const firstClass = (el: Element): string => tokensOf(el)[0] || '';

/** Whether two elements have the same tag and the same first class; classes for states come after it. */
const isOfKind = (el: Element, other: Element): boolean =>
  tagOf(el) === tagOf(other) && firstClass(el) === firstClass(other);

/** Whether elements are items of one list. */
export const isAlike = (el: Element, other: Element | null): boolean =>
  !!other && isOfKind(el, other) && (firstClass(el) !== '' || ITEM_TAG.test(tagOf(el)));

/** The sibling in one direction, `<br>` elements skipped. */
const skipBreaks = (step: (el: Element) => Element | null, el: Element): Element | null => {
  let at = step(el);
  for (let i = 0; at && i < MAX_BREAKS && tagOf(at) === 'br'; i++) at = step(at);
  return at;
};

/**
 * The first item of the list that a control stands in; undefined where it has no list, or the list was searched
 * before.
 */
const firstOfList = (control: Element, seen: Set<Element>): Element | undefined => {
  let at: Element | null = control;
  for (let i = 0; at && i < MAX_LEVELS && !BOUNDARY_TAG.test(tagOf(at)); i++, at = parentElementOf(at)) {
    let prev = skipBreaks(previousElementOf, at);
    if (!isAlike(at, prev) && !isAlike(at, skipBreaks(nextElementOf, at))) continue;
    seen.add(at);
    let first = at;
    for (; prev && isAlike(at, prev); prev = skipBreaks(previousElementOf, prev)) {
      if (seen.has(prev)) return undefined;
      first = prev;
    }
    return first;
  }
  return undefined;
};

/** Whether an element may be a caption: no longer than a label, without a field, and not another table. */
const mayBeCaption = (el: Element): boolean => {
  const text = textOf(el);
  if (text.length > MAX_CAPTION_CHARS) return false;
  const caption = readable(text);
  return caption.length <= LABEL_CHARS && hasWord(caption) && !holds(el, `${FIELDS}, td`);
};

/** Whether the caption is above the first item. Without a layout a block counts as above what follows it. */
const isAbove = (caption: Element, first: Element, cache: DomCache): boolean =>
  cache.hasLayout
    ? rectOf(caption).bottom <= rectOf(first).top + 1
    : isBlock(styleInfoOf(caption, cache).display) && !/^t[dh]$/.test(tagOf(caption));

/** The caption right above a list, or of the table. */
const captionAbove = (first: Element, cache: DomCache): Element | undefined => {
  let at: Element | null = tagOf(first) === 'td' ? closestTo(first, 'table') : first;
  for (let i = 0; at && i <= MAX_BOXES && !BOUNDARY_TAG.test(tagOf(at)); i++, at = parentElementOf(at)) {
    const inside = firstElementOf(at);
    const before = inside && tagOf(inside) === 'caption' ? inside : skipBreaks(previousElementOf, at);
    // Column titles, such as the names of the days, are a list of their own.
    if (!before || isAlike(before, previousElementOf(before))) continue;
    if (!mayBeCaption(before) || !isAbove(before, first, cache)) return undefined;
    // The weekdays stand between the name of the month and its days.
    const part = firstElementOf(before);
    const above = part && isAlike(part, nextElementOf(part)) && previousElementOf(before);
    return above && mayBeCaption(above) && isAbove(above, before, cache) ? above : before;
  }
  return undefined;
};

/** The captions at the same place in the boxes beside the box of this one. */
const captionsBeside = (caption: Element): Element[] => {
  const box = parentElementOf(caption);
  const found: Element[] = [];
  let other = box && firstElementOf(parentElementOf(box) || box);
  for (let i = 0; box && other && i < MAX_COLUMNS; i++, other = nextElementOf(other)) {
    let same = other !== box && isAlike(box, other) ? firstElementOf(other) : null;
    // A count or an icon may come before it.
    for (let j = 0; same && j < MAX_BREAKS && !isOfKind(same, caption); j++) same = nextElementOf(same);
    if (same && isOfKind(same, caption) && mayBeCaption(same)) found.push(same);
  }
  return found;
};

/** A caption: its text and its number in reading order. */
export interface Caption {
  readonly order: number;
  readonly said: string;
}

/**
 * Marks left-out texts as shown that are captions of lists (the title of a column of cards, the month above its days)
 * and returns these captions. The text at the same place in the boxes beside it is a caption, too, even with one item
 * or none below.
 */
export const markCaptions = (
  root: AccessibilityNode,
  leftOut: readonly LeftOut[],
  cache: DomCache,
): Caption[] => {
  const captionElements = new Set<Element>();
  const seen = new Set<Element>();
  const tree = new Set(preOrder(root));
  const controls = new Set(Array.from(tree, (own) => own.interactivity && own.el));
  for (const { interactivity, el } of tree) {
    const first = interactivity && el && firstOfList(el, seen);
    const caption = first && captionAbove(first, cache);
    if (!caption || captionElements.has(caption)) continue;
    const beside = captionsBeside(caption);
    // A caption with a control in it counts only above a table (the month between its arrows), or where boxes beside it
    // have captions as well: a column title with its buttons.
    if (
      beside.length > 0 ||
      tagOf(first) === 'td' ||
      !elementsIn(caption, '*').some((at) => controls.has(at))
    )
      for (const el of [caption, ...beside]) captionElements.add(el);
  }
  const captions: Caption[] = [];
  let last: Element | undefined;
  for (const text of captionElements.size > 0 ? leftOut : []) {
    let at: Element | null = text.el;
    for (let i = 0; at && i < MAX_LEVELS && !captionElements.has(at); i++) at = parentElementOf(at);
    if (!at || !captionElements.has(at)) continue;
    // A run of text may begin in the caption and go on behind it.
    if (readable(text.words).length > LABEL_CHARS || placeOf(text, tree).interactivity) continue;
    text.isShown = true;
    const words = at === last ? `${captions.pop()?.said} ${text.words}` : text.words;
    captions.push({ order: text.order, said: readable(words) });
    last = at;
  }
  return captions;
};
