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

/** How many changed nodes, and how many descendants of an added node, are looked at. */
const MAX_NODES = 500;

/** A message that a text was refused may quote it: that is no place where the text was taken to. */
const REFUSAL = '[role=alert], [aria-live=assertive]';

const SHOWN_ATTRIBUTES = ['value', 'title', 'aria-label', 'alt', 'data-value'];

/** Shorter Latin texts (characters) are contained in many words, so that an occurrence tells nothing. */
const MIN_LATIN_LENGTH = 3;

/** How often a text occurs in `content`, else the share (0 to 1) of its characters whose words occur there. */
const occurrencesOf = (text: string, content: string): number => {
  const wanted = wordsOf(text);
  const words = wordsOf(content);
  const whole = wanted.join('');
  if (whole === '') return content.split(text.trim()).length - 1;
  const times = words.join('').split(whole).length - 1;
  const isDistinctive = whole.length >= MIN_LATIN_LENGTH || /[^\u0020-\u024f]/.test(whole);
  if (times > 0 && isDistinctive) return times;
  const known = new Set(words);
  return wanted.filter((word) => known.has(word)).join('').length / whole.length;
};

/** The share of a text that has to appear: a page may make something else, such as a date, of the rest. */
const MIN_SHARE = 0.5;

const textIn = (node: Node): string => {
  if (typeOfNode(node) === 3) return (node as Text).data;
  if (isElement(node) && /^(?:script|style)$/.test(tagOf(node))) return '';
  return textOf(node);
};

const isInRefusal = (node: Node): boolean => {
  const el: Node | null = isElement(node) ? node : parentNodeOf(node);
  return isElement(el) && !!closestTo(el, REFUSAL);
};

const shownIn = (node: Node): string => {
  if (isInRefusal(node)) return '';
  let shown = textIn(node);
  if (typeOfNode(node) !== 1) return shown;
  const all = [node as Element, ...elementsIn(node as Element, '*').slice(0, MAX_NODES)];
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
  /** Whether the text appears elsewhere in the page, or a request was made, and the field has not become invalid. */
  hasTaken(): boolean;
  /** Whether the page has added or removed nodes with other content. */
  hasMade(): boolean;
  stop(): void;
}

/**
 * Watches whether the page takes a text out of its field (a list of tags, a chat), at once or key by key: it shows
 * the text elsewhere, perhaps in another form and in another root, or makes a request. Call it before the text is
 * entered.
 */
export const watchAccepted = (agent: Agent, field: Element, text: string): Accepted => {
  const before = new Set(allRoots(document));
  const wasInvalid = keyword(field, 'aria-invalid') === 'true';
  const added = new Set<Node>();
  const removed = new Set<Node>();
  /** The original values of the attributes (by name) and the text (by an empty name) of each changed node. */
  const originals = new Map<Node, Map<string, string>>();
  const note = (records: MutationRecord[]): void => {
    for (const { type, target, attributeName, oldValue, addedNodes, removedNodes } of records) {
      if (type === 'childList') {
        for (const node of Array.from(removedNodes)) if (!added.has(node)) removed.add(node);
        for (const node of Array.from(addedNodes)) added.add(node);
      } else if (target !== field && originals.size < MAX_NODES) {
        const known = getOrInsertComputed(originals, target, () => new Map<string, string>());
        getOrInsertComputed(known, attributeName || '', () => oldValue || '');
      }
    }
  };
  const observer = observeAll(before, note, { ...EVERYTHING, attributeFilter: SHOWN_ATTRIBUTES });
  /** The text of the added nodes, and of the removed ones. */
  const addedAndRemoved = (): [now: string, then: string] => {
    note(observer.takeRecords());
    let now = '';
    let then = '';
    for (const node of added) if (isConnected(node) && !isBelowAny(node, added)) now += `\n${shownIn(node)}`;
    for (const node of removed) then += `\n${shownIn(node)}`;
    return [now, then];
  };
  const appearsElsewhere = (): boolean => {
    let [now, then] = addedAndRemoved();
    for (const root of allRoots(document)) if (!before.has(root)) now += `\n${textOf(root)}`;
    for (const [node, known] of originals) {
      if (!isConnected(node) || added.has(node) || isBelowAny(node, added) || isInRefusal(node)) continue;
      for (const [name, was] of known) {
        now += `\n${name ? attr(node as Element, name) || '' : (node as Text).data}`;
        then += `\n${was}`;
      }
    }
    return occurrencesOf(text, now) - occurrencesOf(text, then) >= MIN_SHARE;
  };
  return {
    hasTaken: () =>
      !!text.trim() &&
      (wasInvalid || keyword(field, 'aria-invalid') !== 'true') &&
      ((agent.action?.cause.requests || 0) > 0 || appearsElsewhere()),
    // An icon that is only drawn anew does not count.
    hasMade() {
      const [now, then] = addedAndRemoved();
      return added.size !== removed.size || now !== then;
    },
    stop: () => observer.disconnect(),
  };
};
