import type { DeadRefCause, Ref } from '../../contract.ts';
import { frameDocument } from '../dom/flat-tree.ts';
import { isString } from '../dom/is-string.ts';
import { documentOf, frameOf, isConnected } from '../dom/read.ts';
import { type ElementFingerprint, isSameThing } from './fingerprint.ts';

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
  const found = (isString(spelled) || typeof spelled === 'number') && SPELLED.exec(String(spelled));
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
