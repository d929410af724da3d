import { isFrame } from '../dom/content.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { isElement, isText, shadowHostOf } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { attr, closestTo, parentNodeOf, tagOf, walkerOver } from '../dom/read.ts';
import { isNeverRendered } from '../dom/rendered.ts';
import { unicodePattern, wordsOf } from '../dom/unicode-pattern.ts';
import { shownRole } from './content-roles.ts';

/** What identified an element when it was last shown: pages reuse an element for another record (recycled list rows). */
export interface ElementFingerprint {
  tag: string;
  role: string;
  name: string;
  /** Its address or field name, and the ids of its record. */
  key: string;
  /** The first words of the row or item around it. */
  item: string;
  /** The first text of the row or item, mostly its title. */
  head?: string;
  /** The same, where it may be printed in a message: it is neither hidden nor the value of a field. */
  shownHead?: string;
  /** Other names that a snapshot may have given it, from its text or icon. Only in the fingerprint of the current element. */
  also?: () => readonly string[];
}

/** The share of the words of the shorter text that the other has too; 1 where either has no words. */
const overlap = (a: string, b: string): number => {
  const first = wordsOf(a);
  const second = wordsOf(b);
  if (first.length === 0 || second.length === 0) return 1;
  const [few, many] = first.length < second.length ? [first, second] : [second, first];
  return few.filter((word) => many.includes(word)).length / few.length;
};

/** Whether `was` is the beginning of `now` that a snapshot has cut, perhaps in the middle of a word. */
const beginsLike = (was: string, now: string): boolean =>
  was.endsWith('…') && now.startsWith(was.slice(0, -1));

const NUMBERS = unicodePattern('[\\p{N}.,:]+', 'g');

/** A text without numbers: counters change, and do not tell one element from another. */
const withoutNumbers = (text: string): string => text.replace(NUMBERS(text), ' ');

/** Whether each text has a word that the other lacks: "Delete Alpha" and "Delete Beta", of a row that was redrawn. */
const differ = (was: string, now: string): boolean => {
  const [before, after] = [wordsOf(withoutNumbers(was)), wordsOf(withoutNumbers(now))];
  return before.some((word) => !after.includes(word)) && after.some((word) => !before.includes(word));
};

const isSameName = (was: string, now: string): boolean => {
  if (was === now || beginsLike(was, now)) return true;
  const share = overlap(was, now);
  return share > 0.5 || (share === 0.5 && !differ(was, now));
};

/**
 * Whether a text still contains a name. Spaces are ignored: a snapshot separates the texts of some inline elements, and
 * `all` may not.
 */
const isNameIn = (was: string, all: string): boolean =>
  isSameName(was, all) || wordsOf(all).join('').includes(wordsOf(was).join(''));

/** Whether an element is still the same thing. */
export const isSameThing = (was: ElementFingerprint, now: ElementFingerprint): boolean =>
  was.role === now.role &&
  was.key === now.key &&
  (isSameName(was.name, now.name) || (now.also?.() || []).some((all) => isNameIn(was.name, all))) &&
  (was.item === now.item ||
    (overlap(was.item, now.item) >= 0.3 && isSameHead(was.head || '', now.head || '')));

const digits = (text: string): string => String(text.match(NUMBERS(text)));

/** Whether a row still begins the same. Numbers count here: in the first text another number means another row. */
const isSameHead = (was: string, now: string): boolean =>
  was === now || (digits(was) === digits(now) && overlap(was, now) >= 0.5);

/**
 * Attributes with the id of a record. Positions (`data-index`, `aria-posinset`) change when a list is sorted, so they
 * don't count.
 */
const RECORD_KEYS = ['data-id', 'data-key', 'data-row-key'];
const ITEM_ROLES = /^(?:listitem|row|article|option|treeitem)$/;
const ITEM_TAGS = /^(?:li|tr|article)$/;
/** The longest text of an item that is compared, characters. */
const MAX_ITEM_CHARS = 80;

/** How many steps above an element its row may be. */
const MAX_ROW_DISTANCE = 10;

const isNear = (el: Element, item: Element): boolean => {
  let at: Node | null = el;
  for (let steps = 1; at && at !== item && steps < MAX_ROW_DISTANCE; steps++) at = parentNodeOf(at);
  return at === item;
};

export const isItem = (el: Element): boolean =>
  ITEM_TAGS.test(tagOf(el)) || ITEM_ROLES.test(attr(el, 'role') || '');

/** The nearest row or list item from an element upwards, unless it is too far above. */
const itemAround = (el: Element): Element | undefined => {
  let from = el;
  let at: Node | null | undefined = el;
  // Each match is at least one step further up.
  for (let steps = 0; at && steps < MAX_ROW_DISTANCE; steps++) {
    const found: Element | null = isElement(at) ? closestTo(at, 'li,tr,article,[role]') : null;
    if (found && isItem(found)) return isNear(from, found) ? found : undefined;
    at = found ? parentNodeOf(found) : shadowHostOf(at);
    if (!found && at) from = at as Element;
  }
  return undefined;
};

const shorten = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_ITEM_CHARS);

const TEXT_IS_VALUE = /^(?:select|textarea)$/;

/** Whether a text below `item` may be printed in a message: it is neither hidden nor the value of a field. */
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

/** How many text nodes of an item are read. */
const MAX_TEXTS = 40;

/** The first words of an item, and its first text with the text nodes right after it. */
const readItem = (el: Element, cache: DomCache): ItemWords => {
  const walker = walkerOver(el, 4 /* text */);
  let words = '';
  let first: Node | null = null;
  for (let at = walker.nextNode(), i = 0; at; at = walker.nextNode(), i++) {
    const isOver = i >= MAX_TEXTS || words.length >= MAX_ITEM_CHARS;
    if (isOver && first) break;
    const { data } = at as Text;
    if (!isOver) words += ` ${data}`;
    if (!first && /\S/.test(data)) first = at;
  }
  const mayShow = !!first && isShown(first, el, cache);
  let text = '';
  for (let at: Node | null = first; at && isText(at) && text.length < MAX_ITEM_CHARS; at = at.nextSibling)
    text += at.data;
  const head = shorten(text);
  return { item: shorten(words), head, ...(mayShow && { shownHead: head }) };
};

/** A role as it is compared: clickable paragraphs count as `generic`, as a snapshot may show them, and frames as `iframe`. */
const comparedRole = (el: Element, role: string): string =>
  isFrame(tagOf(el)) ? 'iframe' : role === 'text' ? 'generic' : shownRole(role, true);

/** The part of a fingerprint from the row or item around an element. */
type ItemWords = Pick<ElementFingerprint, 'item' | 'head' | 'shownHead'>;

/** Rows and items that were already read in a pass. */
export type KnownItems = Map<Element, ItemWords>;

const itemWords = (item: Element | undefined, cache: DomCache, known: KnownItems = new Map()): ItemWords =>
  item ? getOrInsertComputed(known, item, readItem, cache) : { item: '', head: '' };

/** What tells an element from another that might take its place. */
export const fingerprintOf = (
  el: Element,
  role: string,
  name: string,
  cache: DomCache,
  known?: KnownItems,
): ElementFingerprint => {
  const item = itemAround(el);
  let key = attr(el, 'href') || attr(el, 'name') || '';
  for (const attribute of RECORD_KEYS)
    key += `|${(item && attr(item, attribute)) || attr(el, attribute) || ''}`;
  return { tag: tagOf(el), role: comparedRole(el, role), name, key, ...itemWords(item, cache, known) };
};

/**
 * The only candidate with the same role and name, to suggest in place of a dead ref. It may have been created since
 * the last snapshot, so the candidates come from the document, not from the table of refs.
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
