import { contentOf } from '../aria/name.ts';
import { isElement, isText } from '../dom/flat-tree.ts';
import { lookOf, type Pass } from '../dom/pass.ts';
import { findAll, matches, nextSiblingOf, parentElementOf, previousSiblingOf, tagOf } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { collapse, readable } from './text.ts';
import { isBlock } from './walk-rules.ts';

const CONTROL = 'input:not([type=hidden]), select, textarea, button, a[href], [role], iframe';

/** Behind these stands what they are called. */
const BOX = '[type=checkbox], [type=radio]';

/** What is longer is no label. */
const MOST_CHARS = 60;

/** What is counted beside a field is not what it is for. */
const COUNT = /^\d+\s/;

/** So far above a field its row may begin. */
const MOST_STEPS = 3;

const isOrHolds = (el: Element, selector: string): boolean =>
  matches(el, selector) || findAll(el, selector).length > 0;

/** The line that stands next to `at`, up to the end of its block; undefined where another control does. */
const lineBeside = (at: Element, isAfter: boolean, pass: Pass): string | undefined => {
  let line = '';
  const step = isAfter ? nextSiblingOf : previousSiblingOf;
  for (let next = step(at); next && line.length <= MOST_CHARS; next = step(next)) {
    let text = '';
    let isEnd = false;
    if (isText(next)) text = next.data;
    else if (isElement(next) && isVisibleByStyle(next, pass)) {
      if (isOrHolds(next, CONTROL))
        return /\S/.test(line) && (isAfter || !isOrHolds(next, BOX)) ? line : undefined;
      isEnd = tagOf(next) === 'br' || isBlock(lookOf(next, pass).display);
      if (isEnd && /\S/.test(line)) break;
      text = ` ${contentOf(next, pass)} `;
    }
    line = isAfter ? line + text : text + line;
    if (isEnd && /\S/.test(line)) break;
  }
  return line;
};

/**
 * What a field without a name is called by those who see it: the words before it, behind a box to check, or in the cell
 * beside it. Not where they are those of another control, or a sentence.
 */
export const labelBeside = (el: Element, pass: Pass): string => {
  const isAfter = matches(el, BOX);
  let at = el;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const line = lineBeside(at, isAfter, pass);
    const label = line && collapse(readable(line)).replace(/[\s:*]+$/, '');
    if (label) return label.length > MOST_CHARS || COUNT.test(label) ? '' : label;
    const above = parentElementOf(at);
    // A cell beside a box to check is what its row is about, or the head of another column.
    if (line === undefined || !above || (isAfter && /^t[dh]$/.test(tagOf(above)))) return '';
    if (findAll(above, CONTROL).length > 1) return '';
    at = above;
  }
  return '';
};

/** Without a word in them, names say as little as none: `+`, `×`, `▸`. */
const WORD = /\p{L}|\p{N}/u;

/** These say what they do, and not to what. */
const VAGUE = /^(?:edit|view|open|change|delete|remove|select|choose|reply|details|more)$/i;

/** What leads to another month says so only where it stands. */
const TURNS = /^(?:prev|next)/i;
const YEAR = /\b(?:19|20)\d\d\b/;

const saidIn = (el: Element, pass: Pass): string => {
  let said = pass.said.get(el);
  if (said === undefined) {
    said = collapse(readable(contentOf(el, pass)));
    pass.said.set(el, said);
  }
  return said;
};

/**
 * What is said around something whose name tells nothing: the row of a stepper with its number, the month that arrows
 * turn, the item that a cross removes, the row to view. Empty where it is more than a label.
 */
export const saidAround = (el: Element, name: string, pass: Pass): string => {
  const turns = TURNS.test(name);
  if (!turns && WORD.test(name) && !VAGUE.test(name)) return '';
  let at = parentElementOf(el);
  for (let steps = 0; at && tagOf(at) !== 'body' && steps <= MOST_STEPS; steps++) {
    const said = saidIn(at, pass);
    if (said.length > MOST_CHARS) return '';
    if (turns ? YEAR.test(said) : /\p{L}/u.test(said) && said !== name) return said;
    at = parentElementOf(at);
  }
  return '';
};
