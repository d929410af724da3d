import { words } from './visible-words.mjs';

/**
 * An expression for the page: the text that a person sees, by blocks in document order. {@link cutMark} separates the text
 * nodes of a block, so that a word that elements split ("Z<span>imbabwe") can be told. Shadow roots and frames of the same
 * origin are read too.
 */
export const readBlocks = `(() => {
  const blocks = [];
  let block;
  let text = '';
  const end = () => { if (text.trim()) blocks.push(text); text = ''; };
  const skipped = /^(?:script|style|noscript|template|option|textarea|head|title)$/;
  const isSeen = (node, view) => {
    const range = node.ownerDocument.createRange();
    range.selectNodeContents(node);
    const seen = [...range.getClientRects()].some(
      ({ width, height, right, bottom }) => width >= 1 && height >= 1 && right + view.scrollX > 0 && bottom + view.scrollY > 0,
    );
    if (!seen) return false;
    // A box of no size that cuts what is in it off: text for screen readers, closed panels.
    for (let at = node.parentElement; at; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect();
      if (width > 1 && height > 1) continue;
      const { overflowX, overflowY, clip } = view.getComputedStyle(at);
      if ((width <= 1 && overflowX !== 'visible') || (height <= 1 && overflowY !== 'visible') || /^rect\\(/.test(clip)) return false;
    }
    return true;
  };
  const blockOf = (el, view) => {
    for (let at = el; at; at = at.parentElement) if (!/^(?:inline|contents|ruby.*)$/.test(view.getComputedStyle(at).display)) return at;
    return el;
  };
  const read = (root, view) => {
    for (const node of root.childNodes) {
      if (node.nodeType === 3) {
        const parent = node.parentElement ?? root.host;
        if (!node.data.trim()) { if (node.data && parent.checkVisibility()) text += ' '; continue; }
        if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || !isSeen(node, view)) continue;
        const around = blockOf(parent, view);
        if (around !== block) { end(); block = around; }
        text += (text ? '\\u0001' : '') + node.data;
      } else if (node.nodeType === 1) {
        if (skipped.test(node.localName) || node.getAttribute('aria-hidden') === 'true' || node.inert) continue;
        if (/^(?:br|img|hr|input|select|svg|picture|video|object)$/.test(node.localName)) text += ' ';
        if (node.localName === 'iframe') {
          let inner;
          try { inner = node.checkVisibility() ? node.contentDocument : undefined; } catch {}
          if (inner?.body) { end(); read(inner.body, inner.defaultView); end(); block = undefined; }
        } else if (node.localName === 'slot' && node.assignedNodes().length > 0) read({ childNodes: node.assignedNodes() }, view);
        else read(node.shadowRoot ?? node, view);
      }
    }
  };
  read(document.body, window);
  end();
  return blocks;
})()`;

/** A word of the page: whole, and the pieces that elements split it into. @typedef {{ word: string, pieces: string[] }} ProseWord */

const cutMark = '\u0001';

/** @returns {ProseWord[]} the words of the blocks that {@link readBlocks} returns */
export const proseWords = (/** @type {string[]} */ blocks) =>
  blocks.flatMap((block) => {
    const whole = words(block.replaceAll(cutMark, ''));
    const pieces = words(block.replaceAll(cutMark, ' '));
    let next = 0;
    return whole.map((word) => {
      /** @type {string[]} */
      const parts = [];
      for (let length = 0; length < word.length && next < pieces.length; next++) {
        parts.push(/** @type {string} */ (pieces[next]));
        length += parts.at(-1)?.length ?? 0;
      }
      return { word, pieces: parts };
    });
  });

/** The number of characters of all words. */
export const charsOf = (/** @type {ProseWord[]} */ list) =>
  list.reduce((sum, { word }) => sum + word.length, 0);

/** Counts how often each word occurs. */
export class WordCount {
  /** @type {Map<string, number>} */
  counts = new Map();

  constructor(/** @type {Iterable<string>} */ list = []) {
    for (const word of list) this.add(word, 1);
  }

  add(/** @type {string} */ word, /** @type {number} */ by) {
    this.counts.set(word, this.of(word) + by);
  }

  of(/** @type {string} */ word) {
    return this.counts.get(word) ?? 0;
  }

  /** Removes one occurrence; false where there is none left. */
  take(/** @type {string} */ word) {
    const left = this.of(word);
    if (left > 0) this.counts.set(word, left - 1);
    return left > 0;
  }
}

/**
 * Finds the words of the page in another text, each as often as it occurs there. A word that elements split may be there
 * whole or in all its pieces; a word that the text has joined to others counts as found too.
 * @param {ProseWord[]} prose
 * @param {string[]} given words of the text
 * @returns {{ found: ProseWord[], missing: ProseWord[] }}
 */
export function compareProse(prose, given) {
  const left = new WordCount(given);
  /** @type {ProseWord[]} */
  const found = [];
  /** @type {ProseWord[]} */
  let missing = [];
  for (const entry of prose) (left.take(entry.word) ? found : missing).push(entry);
  const whole = missing;
  missing = [];
  for (const entry of whole) {
    const hasPieces = entry.pieces.length > 1 && entry.pieces.every((piece) => left.of(piece) > 0);
    if (hasPieces) for (const piece of entry.pieces) left.take(piece);
    (hasPieces ? found : missing).push(entry);
  }
  if (missing.length === 0) return { found, missing };
  // The remaining words of the text may be joined ones: "foobar" for "foo" and "bar" of the page.
  const joined = [...left.counts]
    .flatMap(([word, count]) => Array(count).fill(word))
    .filter((word) => word.length > 3)
    .join(' ');
  const inJoined = (/** @type {string} */ word) => word.length > 2 && joined.includes(word);
  return {
    found: [...found, ...missing.filter(({ word }) => inJoined(word))],
    missing: missing.filter(({ word }) => !inJoined(word)),
  };
}

/**
 * The words that occur in a text more often than allowed.
 * @param {string[]} given
 * @param {string[][]} allowed lists of words; a word may occur as often as in the list that has most of it
 */
export function wordsTooOften(given, ...allowed) {
  const counts = allowed.map((list) => new WordCount(list));
  /** @type {string[]} */
  const tooOften = [];
  for (const [word, count] of new WordCount(given).counts) {
    const most = Math.max(...counts.map((one) => one.of(word)));
    // A word that is in none of the lists comes from a name in the page's code: it is no repetition.
    if (most > 0) for (let i = most; i < count; i++) tooOften.push(word);
  }
  return tooOften;
}
