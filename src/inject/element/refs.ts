import type { DeadRefCause, Ref } from '../../contract.ts';
import { frameDocument } from '../dom/flat-tree.ts';
import { isString } from '../dom/is-string.ts';
import { documentOf, frameOf, isConnected } from '../dom/read.ts';
import { type ElementFingerprint, isSameThing } from './fingerprint.ts';

interface Entry {
  ref: Ref;
  /** What the element was when it was last shown; absent: it has a ref, but was not shown yet. */
  fingerprint?: ElementFingerprint;
  element: { deref(): Element | undefined };
}

/**
 * The table of refs and elements, the only truth about refs. It belongs to a document and outlives a second injection, so
 * its shape is part of the protocol between versions: only add to it.
 */
export interface RefTable {
  /** The two letters that the refs of this document begin with. */
  readonly letters: string;
  readonly byElement: WeakMap<Element, Entry>;
  readonly byRef: Map<Ref, Entry>;
  /** The number of the newest ref. */
  last: number;
  /** The number of entries at which those of removed elements are deleted. */
  sweepAt?: number;
}

/** The attribute that mirrors refs in the page for people, tests and locators of hosts. It is never read to find an element. */
export const REF_ATTRIBUTE = 'data-agent-ref';

/**
 * The letters of refs. Without vowels, so that no ref is a word; without `f`, which begins refs of frames of other origins,
 * and `k`, which begins the examples in messages and docs (`kd5`), so that no example is a ref of the page.
 */
const CONSONANTS = 'bcdghjlmnpqrstvwxz';

/**
 * How long the letters of new documents stay the same, ms: all pairs take 81 seconds, so documents in that time have
 * different ones.
 */
const LETTERS_MS = 250;

/** Two letters by the time of day, so that a ref of a document that was left can be recognised. */
const drawLetters = (): string => {
  const { length } = CONSONANTS;
  const turn = Math.floor(Date.now() / LETTERS_MS) % (length * length);
  return CONSONANTS.charAt(Math.floor(turn / length)) + CONSONANTS.charAt(turn % length);
};

export const createRefTable = (): RefTable => ({
  letters: drawLetters(),
  byElement: new WeakMap(),
  byRef: new Map(),
  last: 0,
});

/** A weak reference to an element; a strong one where the engine has no `WeakRef`. */
export const holdWeakly = (element: Element): { deref(): Element | undefined } =>
  typeof WeakRef === 'function' ? new WeakRef(element) : { deref: () => element };

/** The least number of entries at which dead ones are deleted. */
const SWEEP_AT = 1000;

/** How many dead entries are kept, so that errors can tell what the element was. */
const KEPT_DEAD = 200;

/** Deletes the entries of removed elements but for the last ones: long-lived pages create ever new elements. */
const sweep = (table: RefTable): void => {
  const dead: Ref[] = [];
  table.byRef.forEach(({ element }, ref) => {
    const el = element.deref();
    // Without `WeakRef`, elements outside of the document are dropped too; one that returns gets its ref back by `byElement`.
    if (!el || (typeof WeakRef !== 'function' && !isLive(el))) dead.push(ref);
  });
  for (let i = 0; i < dead.length - KEPT_DEAD; i++) table.byRef.delete(dead[i] as Ref);
  table.sweepAt = Math.max(SWEEP_AT, table.byRef.size * 2);
};

/** The ref of an element, a new one if it has none. Does not set the fingerprint. */
export const refOf = (table: RefTable, element: Element): Ref => {
  const known = table.byElement.get(element);
  if (known) {
    table.byRef.set(known.ref, known);
    return known.ref;
  }
  if (table.byRef.size >= (table.sweepAt || SWEEP_AT)) sweep(table);
  const ref = `${table.letters}${++table.last}`;
  const entry: Entry = { ref, element: holdWeakly(element) };
  table.byElement.set(element, entry);
  table.byRef.set(ref, entry);
  return ref;
};

/** Sets the fingerprint of an element with a ref, by which a later use of the ref notices that the element was reused. */
export const remember = (table: RefTable, element: Element, fingerprint: ElementFingerprint): void => {
  const known = table.byElement.get(element);
  if (known) known.fingerprint = fingerprint;
};

/** The ref of an element, with its fingerprint set. */
export const refFor = (table: RefTable, element: Element, fingerprint: ElementFingerprint): Ref => {
  const ref = refOf(table, element);
  remember(table, element, fingerprint);
  return ref;
};

/** The ref that an element already has. */
export const knownRef = (table: RefTable, element: Element): Ref | undefined =>
  table.byElement.get(element)?.ref;

/** The accepted spellings of a ref; group: the ref or bare number. */
const SPELLED = /^\s*(?:\[\s*ref=|ref=|@)?((?:f[1-9]\d*)*[b-df-hj-np-tv-xz]{2}[1-9]\d*|[1-9]\d*)\s*\]?\s*$/;

/**
 * `kd5` (`f1kd5` in a frame of another origin) from any accepted spelling: `kd5`, `@kd5`, `ref=kd5`, `[ref=kd5]`, with
 * spaces around. A bare number means the document with these letters. Undefined for anything else.
 */
export const normalizeRef = (spelled: unknown, letters: string): Ref | undefined => {
  const found = (isString(spelled) || typeof spelled === 'number') && SPELLED.exec(String(spelled));
  const ref = found ? (found[1] as string) : undefined;
  return ref !== undefined && /^\d/.test(ref) ? letters + ref : ref;
};

/** Whether an element is in a document that is shown: it is connected, and so are all frames around it. */
export const isLive = (el: Element): boolean => {
  for (let at: Element | null = el; at; ) {
    if (!isConnected(at)) return false;
    const own = documentOf(at);
    if (own === document) return true;
    // Firefox gives the document that a frame has left the window of the new one.
    const frame = frameOf(own);
    at = frame && frameDocument(frame) === own ? frame : null;
  }
  return false;
};

export interface DeadRef {
  cause: DeadRefCause;
  /** The fingerprint of the element when it was last shown. */
  was?: ElementFingerprint;
  /** Its fingerprint now, with the cause `replaced`. */
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
