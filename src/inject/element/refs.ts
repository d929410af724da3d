import type { DeadRefCause, Ref } from '../../contract.ts';
import { isFrame } from '../dom/content.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { frameDocument, isElement, isText } from '../dom/flat-tree.ts';
import {
  attr,
  closestTo,
  documentOf,
  frameOf,
  isConnected,
  parentNodeOf,
  rootOf,
  tagOf,
  walkerOver,
} from '../dom/read.ts';
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

interface Entry {
  ref: Ref;
  /** What it was when it was last shown; absent: it has a place in a list that was not shown so far. */
  fingerprint?: ElementFingerprint;
  element: { deref(): Element | undefined };
}

/**
 * Element <-> ref, the only truth about refs. It belongs to a document and outlives a second injection, so its
 * shape is part of the protocol between versions: only add to it.
 */
export interface RefTable {
  /** What the refs of this document begin with. */
  readonly letters: string;
  readonly byElement: WeakMap<Element, Entry>;
  readonly byRef: Map<Ref, Entry>;
  last: number;
  /** So many entries are looked through for elements that are gone for good. */
  sweepAt?: number;
}

/** Mirrors refs in the page for people, tests and locators of hosts. Nothing here reads it to find an element. */
export const REF_ATTRIBUTE = 'data-agent-ref';

/**
 * Without vowels, so that no ref is a word; without `f`, which numbers the frames of other origins, and `k`, with which the
 * examples in messages and docs begin (`kd5`): what a model is shown as an example is no ref of its page.
 */
const CONSONANTS = 'bcdghjlmnpqrstvwxz';

/** Ms for which the letters stay the same: documents that follow each other have different ones for 80 seconds. */
const LETTERS_LAST = 250;

/** Two letters by the time, so that a ref of a document that was left shows by its looks that it is of another one. */
const drawLetters = (): string => {
  const { length } = CONSONANTS;
  const turn = Math.floor(Date.now() / LETTERS_LAST) % (length * length);
  return CONSONANTS.charAt(Math.floor(turn / length)) + CONSONANTS.charAt(turn % length);
};

export const createRefTable = (): RefTable => ({
  letters: drawLetters(),
  byElement: new WeakMap(),
  byRef: new Map(),
  last: 0,
});

export const hold = (element: Element): { deref(): Element | undefined } =>
  typeof WeakRef === 'function' ? new WeakRef(element) : { deref: () => element };

const SWEEP_AT = 1000;

/** What these were is still reported. */
const KEPT_DEAD = 200;

/** Forgets elements that are gone for good, but for the last of them: pages that live long make ever new ones. */
const sweep = (table: RefTable): void => {
  const dead: Ref[] = [];
  table.byRef.forEach(({ element }, ref) => {
    const el = element.deref();
    // Where nothing can be held weakly, what is out of the document is let go; it gets its ref back with its return.
    if (!el || (typeof WeakRef !== 'function' && !isLive(el))) dead.push(ref);
  });
  for (let i = 0; i < dead.length - KEPT_DEAD; i++) table.byRef.delete(dead[i] as Ref);
  table.sweepAt = Math.max(SWEEP_AT, table.byRef.size * 2);
};

/** The ref of an element, a new one if it has none. What it is now is not remembered. */
export const refOf = (table: RefTable, element: Element): Ref => {
  const known = table.byElement.get(element);
  if (known) {
    table.byRef.set(known.ref, known);
    return known.ref;
  }
  if (table.byRef.size >= (table.sweepAt || SWEEP_AT)) sweep(table);
  const ref = `${table.letters}${++table.last}`;
  const entry: Entry = { ref, element: hold(element) };
  table.byElement.set(element, entry);
  table.byRef.set(ref, entry);
  return ref;
};

/** Keeps what an element with a ref is: if it has become another thing by the time that the ref is used, that is known. */
export const remember = (table: RefTable, element: Element, fingerprint: ElementFingerprint): void => {
  const known = table.byElement.get(element);
  if (known) known.fingerprint = fingerprint;
};

/** The ref of an element, and what it is kept as. */
export const refFor = (table: RefTable, element: Element, fingerprint: ElementFingerprint): Ref => {
  const ref = refOf(table, element);
  remember(table, element, fingerprint);
  return ref;
};

/** The ref an element already has. */
export const knownRef = (table: RefTable, element: Element): Ref | undefined =>
  table.byElement.get(element)?.ref;

const SPELLED = /^\s*(?:\[\s*ref=|ref=|@)?((?:f[1-9]\d*)*[b-df-hj-np-tv-xz]{2}[1-9]\d*|[1-9]\d*)\s*\]?\s*$/;

/**
 * `kd5` (`f1kd5` in a frame of another origin) from any accepted spelling: `kd5`, `@kd5`, `ref=kd5`, `[ref=kd5]`, with
 * spaces around. A number alone is one of the document with these letters.
 */
export const normalizeRef = (spelled: unknown, letters: string): Ref | undefined => {
  const found = (typeof spelled === 'string' || typeof spelled === 'number') && SPELLED.exec(String(spelled));
  const ref = found ? (found[1] as string) : undefined;
  return ref !== undefined && /^\d/.test(ref) ? letters + ref : ref;
};

/** In a document that is shown: connected, and every frame above it is too. */
export const isLive = (el: Element): boolean => {
  for (let at: Element | null = el; at; ) {
    if (!isConnected(at)) return false;
    const own = documentOf(at);
    if (own === document) return true;
    // Firefox gives a document that was left the window of the one that has taken its place.
    const frame = frameOf(own);
    at = frame && frameDocument(frame) === own ? frame : null;
  }
  return false;
};

export interface DeadRef {
  cause: DeadRefCause;
  /** What it was, when it was last shown. */
  was?: ElementFingerprint;
  /** What it is now (`replaced`). */
  now?: ElementFingerprint;
}

/** The element of a ref, or why there is none. */
export const resolveRef = (
  table: RefTable,
  ref: Ref,
  fingerprintOf: (el: Element) => ElementFingerprint,
): { element: Element } | DeadRef => {
  const entry = table.byRef.get(ref);
  if (!entry && !ref.startsWith(table.letters)) return { cause: 'navigated' };
  if (!entry) return { cause: Number(ref.slice(2)) <= table.last ? 'detached' : 'unknown' };
  const element = entry.element.deref();
  const was = entry.fingerprint && { was: entry.fingerprint };
  if (!element || !isLive(element)) return { cause: 'detached', ...was };
  const { fingerprint } = entry;
  if (!fingerprint) return { element };
  const now = fingerprintOf(element);
  return isSameThing(fingerprint, now) ? { element } : { cause: 'replaced', was: fingerprint, now };
};

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

const isSameThing = (was: ElementFingerprint, now: ElementFingerprint): boolean =>
  was.role === now.role &&
  was.key === now.key &&
  (isSameName(was.name, now.name) || (now.also?.() || []).some((all) => isSaidIn(was.name, all))) &&
  (was.item === now.item ||
    (overlap(was.item, now.item) >= 0.3 && isSameHead(was.head || '', now.head || '')));

const digits = (text: string): string => text.replace(/\D+/g, ' ');

/** Further on in a row numbers may run; where it begins, another number is another row. */
const isSameHead = (was: string, now: string): boolean =>
  was === now || (digits(was) === digits(now) && overlap(was, now) >= 0.5);

/** Positions (`data-index`, `aria-posinset`) change when a list is sorted, so they don't count. */
const RECORD_KEYS = ['data-id', 'data-key', 'data-row-key'];
const ITEM_ROLES = /^(?:row|listitem|option|treeitem|article)$/;
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
    at = found ? parentNodeOf(found) : (rootOf(at) as Partial<ShadowRoot>).host;
    if (!found && at) from = at as Element;
  }
  return undefined;
};

const shorten = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, ITEM_CHARS);

const TEXT_IS_VALUE = /^(?:textarea|select)$/;

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

const itemWords = (item: Element | undefined, cache: DomCache, known: KnownItems | undefined): ItemWords => {
  let words = item && known?.get(item);
  if (!words) {
    words = item ? readItem(item, cache) : { item: '', head: '' };
    if (item) known?.set(item, words);
  }
  return words;
};

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
