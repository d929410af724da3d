import type { Agent } from '../agent.ts';
import { allRoots } from '../dom/all-elements.ts';
import { isElement } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { isTextField } from '../dom/input-type.ts';
import { EVERYTHING, observeAll } from '../dom/mutations.ts';
import {
  attr,
  closestTo,
  elementsIn,
  isConnected,
  keyword,
  parentNodeOf,
  tagOf,
  textOf,
  typeOfNode,
} from '../dom/read.ts';
import { wordsOf } from '../dom/unicode-pattern.ts';
import { valueIn } from './text-target.ts';

/** More of a kind are not looked at. */
const MOST_OF_A_KIND = 500;

/** What says that a text was refused may quote it. */
const REFUSAL = '[role=alert], [aria-live=assertive]';

const SHOWN_ATTRIBUTES = ['value', 'title', 'aria-label', 'alt', 'data-value'];

/** Shorter texts in Latin letters are a part of many a word. */
const SHORTEST = 3;

/** How much of a text stands in another: once for each time that it does, or the share of its words. */
const holdsOf = (text: string, held: string): number => {
  const wanted = wordsOf(text);
  const words = wordsOf(held);
  const whole = wanted.join('');
  if (whole === '') return held.split(text.trim()).length - 1;
  const times = words.join('').split(whole).length - 1;
  const isTelling = whole.length >= SHORTEST || /[^\u0020-\u024f]/.test(whole);
  if (times > 0 && isTelling) return times;
  const known = new Set(words);
  return wanted.filter((word) => known.has(word)).join('').length / whole.length;
};

/** Half of what was written is enough: a page may make a date of the rest. */
const ENOUGH = 0.5;

const textIn = (node: Node): string => {
  if (typeOfNode(node) === 3) return (node as Text).data;
  if (isElement(node) && /^(?:script|style)$/.test(tagOf(node))) return '';
  return textOf(node);
};

const inRefusal = (node: Node): boolean => {
  const el: Node | null = isElement(node) ? node : parentNodeOf(node);
  return isElement(el) && !!closestTo(el, REFUSAL);
};

const shownIn = (node: Node): string => {
  if (inRefusal(node)) return '';
  let shown = textIn(node);
  if (typeOfNode(node) !== 1) return shown;
  const all = [node as Element, ...elementsIn(node as Element, '*').slice(0, MOST_OF_A_KIND)];
  for (const el of all) {
    for (const name of SHOWN_ATTRIBUTES) shown += `\n${attr(el, name) || ''}`;
    if (isTextField(el)) shown += `\n${valueIn(el)}`;
  }
  return shown;
};

const isBelowAny = (node: Node, all: ReadonlySet<Node>): boolean => {
  for (let at = parentNodeOf(node); at; at = parentNodeOf(at)) if (all.has(at)) return true;
  return false;
};

export interface Accepted {
  /** Whether the text has come to stand somewhere else, or was sent away, and nothing says that it was refused. */
  hasTaken(): boolean;
  /** Whether the page has made something. */
  hasMade(): boolean;
  stop(): void;
}

/**
 * A page may take a text out of its field once it is there, or each key for itself. It has taken it if it shows it
 * somewhere else, in this form or another, in whatever tree, or has asked a server. Call it before.
 */
export const watchAccepted = (agent: Agent, field: Element, text: string): Accepted => {
  const before = new Set(allRoots(document));
  const wasInvalid = keyword(field, 'aria-invalid') === 'true';
  const added = new Set<Node>();
  const removed = new Set<Node>();
  /** What texts and attributes were, by where they stand. */
  const originals = new Map<Node, Map<string, string>>();
  const note = (records: MutationRecord[]): void => {
    for (const { type, target, attributeName, oldValue, addedNodes, removedNodes } of records) {
      if (type === 'childList') {
        for (const node of Array.from(removedNodes)) if (!added.has(node)) removed.add(node);
        for (const node of Array.from(addedNodes)) added.add(node);
      } else if (target !== field && originals.size < MOST_OF_A_KIND) {
        const known = getOrInsertComputed(originals, target, () => new Map<string, string>());
        getOrInsertComputed(known, attributeName || '', () => oldValue || '');
      }
    }
  };
  const observer = observeAll(before, note, { ...EVERYTHING, attributeFilter: SHOWN_ATTRIBUTES });
  /** What the nodes say that are new, and those that are gone. */
  const exchanged = (): [now: string, then: string] => {
    note(observer.takeRecords());
    let now = '';
    let then = '';
    for (const node of added) if (isConnected(node) && !isBelowAny(node, added)) now += `\n${shownIn(node)}`;
    for (const node of removed) then += `\n${shownIn(node)}`;
    return [now, then];
  };
  const isThere = (): boolean => {
    let [now, then] = exchanged();
    for (const root of allRoots(document)) if (!before.has(root)) now += `\n${textOf(root)}`;
    for (const [node, known] of originals) {
      if (!isConnected(node) || added.has(node) || isBelowAny(node, added) || inRefusal(node)) continue;
      for (const [name, was] of known) {
        now += `\n${name ? attr(node as Element, name) || '' : (node as Text).data}`;
        then += `\n${was}`;
      }
    }
    return holdsOf(text, now) - holdsOf(text, then) >= ENOUGH;
  };
  return {
    hasTaken: () =>
      !!text.trim() &&
      (wasInvalid || keyword(field, 'aria-invalid') !== 'true') &&
      ((agent.action?.cause.requests || 0) > 0 || isThere()),
    // An icon that is drawn anew is nothing that was made.
    hasMade() {
      const [now, then] = exchanged();
      return added.size !== removed.size || now !== then;
    },
    stop: () => observer.disconnect(),
  };
};
