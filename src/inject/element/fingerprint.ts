import { isFrame } from '../dom/content.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { isElement, isText, shadowHostOf } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { attr, closestTo, parentNodeOf, tagOf, walkerOver } from '../dom/read.ts';
import { isNeverRendered } from '../dom/rendered.ts';
import { unicodePattern, wordsOf } from '../dom/unicode-pattern.ts';
import { shownRole } from './content-roles.ts';

/** What an element was when it was last shown: a recycled one is another thing under the same identity. */
export interface ElementFingerprint {
  tag: string;
  role: string;
  name: string;
  /** Where it leads or which record it belongs to. */
  key: string;
  /** First words of the row or item around it. */
  item: string;
  /** What the row or item begins with: mostly what it is called. */
  head?: string;
  /** The same, where it is no hidden text and nothing that a field holds: a message may tell it. */
  shownHead?: string;
  /** What else a snapshot may have called it: its text, its icon. Only of an element that is looked at again. */
  also?: () => readonly string[];
}

/** Share of the words of the shorter text that the other has too; 1 where either says nothing. */
const overlap = (a: string, b: string): number => {
  const first = wordsOf(a);
  const second = wordsOf(b);
  if (first.length === 0 || second.length === 0) return 1;
  const [few, many] = first.length < second.length ? [first, second] : [second, first];
  return few.filter((word) => many.includes(word)).length / few.length;
};

/** A snapshot may have cut a name in the middle of a word. */
const beginsLike = (was: string, now: string): boolean =>
  was.endsWith('…') && now.startsWith(was.slice(0, -1));

const NUMBERS = unicodePattern('[\\p{N}.,:]+', 'g');

/** Numbers count, and change: they tell no thing from another. */
const withoutNumbers = (text: string): string => text.replace(NUMBERS(text), ' ');

/** Each says something that the other does not: "Delete Alpha" and "Delete Beta", of the same row drawn anew. */
const differ = (was: string, now: string): boolean => {
  const [before, after] = [wordsOf(withoutNumbers(was)), wordsOf(withoutNumbers(now))];
  return before.some((word) => !after.includes(word)) && after.some((word) => !before.includes(word));
};

const isSameName = (was: string, now: string): boolean => {
  if (was === now || beginsLike(was, now)) return true;
  const share = overlap(was, now);
  return share > 0.5 || (share === 0.5 && !differ(was, now));
};

/** Where inline elements join, words do, and more may join by now than a snapshot has joined. */
const isSaidIn = (was: string, all: string): boolean =>
  isSameName(was, all) || wordsOf(all).join('').includes(wordsOf(was).join(''));

/** Whether an element is still what it was. */
export const isSameThing = (was: ElementFingerprint, now: ElementFingerprint): boolean =>
  was.role === now.role &&
  was.key === now.key &&
  (isSameName(was.name, now.name) || (now.also?.() || []).some((all) => isSaidIn(was.name, all))) &&
  (was.item === now.item ||
    (overlap(was.item, now.item) >= 0.3 && isSameHead(was.head || '', now.head || '')));

const digits = (text: string): string => String(text.match(NUMBERS(text)));

/** Further on in a row numbers may run; where it begins, another number is another row. */
const isSameHead = (was: string, now: string): boolean =>
  was === now || (digits(was) === digits(now) && overlap(was, now) >= 0.5);

/** Positions (`data-index`, `aria-posinset`) change when a list is sorted, so they don't count. */
const RECORD_KEYS = ['data-id', 'data-key', 'data-row-key'];
const ITEM_ROLES = /^(?:listitem|row|article|option|treeitem)$/;
const ITEM_TAGS = /^(?:li|tr|article)$/;
const ITEM_CHARS = 80;

/** Further above, a row is not what tells an element from its like. */
const ROW_DISTANCE = 10;

const isNear = (el: Element, item: Element): boolean => {
  let at: Node | null = el;
  for (let steps = 1; at && at !== item && steps < ROW_DISTANCE; steps++) at = parentNodeOf(at);
  return at === item;
};

export const isItem = (el: Element): boolean =>
  ITEM_TAGS.test(tagOf(el)) || ITEM_ROLES.test(attr(el, 'role') || '');

/** The row or list item that an element belongs to, itself included, unless it is far above. */
const itemAround = (el: Element): Element | undefined => {
  let from = el;
  let at: Node | null | undefined = el;
  // What is found is a step further up each time, at least.
  for (let steps = 0; at && steps < ROW_DISTANCE; steps++) {
    const found: Element | null = isElement(at) ? closestTo(at, 'li,tr,article,[role]') : null;
    if (found && isItem(found)) return isNear(from, found) ? found : undefined;
    at = found ? parentNodeOf(found) : shadowHostOf(at);
    if (!found && at) from = at as Element;
  }
  return undefined;
};

const shorten = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, ITEM_CHARS);

const TEXT_IS_VALUE = /^(?:select|textarea)$/;

/** Whether a text below `item` may stand in a message: it is neither hidden nor what a field holds. */
const isShown = (text: Node, item: Element, cache: DomCache): boolean => {
  for (let at = parentNodeOf(text); at && isElement(at); at = parentNodeOf(at)) {
    const tag = tagOf(at);
    if (isNeverRendered(tag) || TEXT_IS_VALUE.test(tag) || attr(at, 'aria-hidden') === 'true') return false;
    const { display, isInvisible, style } = styleInfoOf(at, cache);
    if (display === 'none' || isInvisible || (!cache.opaque.has(at) && style.opacity === '0')) return false;
    if (at === item) break;
  }
  return true;
};

/** So many of its texts are read. */
const MOST_TEXTS = 40;

/** The first words of an item, and its first text with what stands right behind it. */
const readItem = (el: Element, cache: DomCache): ItemWords => {
  const walker = walkerOver(el, 4 /* text */);
  let words = '';
  let first: Node | null = null;
  for (let at = walker.nextNode(), i = 0; at; at = walker.nextNode(), i++) {
    const isOver = i >= MOST_TEXTS || words.length >= ITEM_CHARS;
    if (isOver && first) break;
    const { data } = at as Text;
    if (!isOver) words += ` ${data}`;
    if (!first && /\S/.test(data)) first = at;
  }
  const mayShow = !!first && isShown(first, el, cache);
  let text = '';
  for (let at: Node | null = first; at && isText(at) && text.length < ITEM_CHARS; at = at.nextSibling)
    text += at.data;
  const head = shorten(text);
  return { item: shorten(words), head, ...(mayShow && { shownHead: head }) };
};

/** A role as it is compared: a paragraph with a handler is shown as something to press, and is still a paragraph. */
const comparedRole = (el: Element, role: string): string =>
  isFrame(tagOf(el)) ? 'iframe' : role === 'text' ? 'generic' : shownRole(role, true);

/** What the row or item around an element says. */
type ItemWords = Pick<ElementFingerprint, 'item' | 'head' | 'shownHead'>;

/** Rows and items that were read in the same pass. */
export type KnownItems = Map<Element, ItemWords>;

const itemWords = (item: Element | undefined, cache: DomCache, known: KnownItems = new Map()): ItemWords =>
  item ? getOrInsertComputed(known, item, readItem, cache) : { item: '', head: '' };

/** What tells an element from another one that might take its place. */
export const fingerprintOf = (
  el: Element,
  role: string,
  name: string,
  cache: DomCache,
  known?: KnownItems,
): ElementFingerprint => {
  const item = itemAround(el);
  let key = attr(el, 'href') || attr(el, 'name') || '';
  for (const record of RECORD_KEYS) key += `|${(item && attr(item, record)) || attr(el, record) || ''}`;
  return { tag: tagOf(el), role: comparedRole(el, role), name, key, ...itemWords(item, cache, known) };
};

/**
 * The only element in the document with the same tag, role and name, to suggest in place of a dead ref. It may
 * have been made since the last snapshot, so the document is searched, not the table.
 */
export const soleLookalike = (
  candidates: ArrayLike<Element>,
  was: ElementFingerprint,
  fingerprintNow: (el: Element) => ElementFingerprint,
): Element | undefined => {
  let found: Element | undefined;
  for (let i = 0; i < candidates.length; i++) {
    const el = candidates[i] as Element;
    const now = fingerprintNow(el);
    if (now.role !== was.role || now.name !== was.name) continue;
    if (found) return undefined;
    found = el;
  }
  return found;
};
