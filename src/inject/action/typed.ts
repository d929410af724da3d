import type { Agent } from '../agent.ts';
import { isSecret, maskedValue } from '../aria/secret.ts';
import { cut } from '../dom/cut.ts';
import { drawingSurface, isPrompt } from '../dom/drawing-surface.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import type { Field } from '../dom/input-type.ts';
import { attr, findAll, textOf } from '../dom/read.ts';
import { unspaced } from '../dom/text-lines.ts';
import { wordsOf } from '../dom/unicode-pattern.ts';
import { selectionOf } from './edit-text.ts';
import { copiedText } from './editor.ts';
import { selectionIn } from './field-caret.ts';
import { isPart } from './fill-fit.ts';
import { holdsText, isBlank } from './formatted.ts';
import type { Script } from './script.ts';
import { editableText, valueIn } from './text-target.ts';

/** How often, and with which pause (ms), it is checked whether typed text has been drawn. */
const MAX_DRAW_POLLS = 10;
export const DRAW_POLL_MS = 50;

/**
 * A field that was typed into: its value before, the parts of that before and behind its selection, and what was
 * typed.
 */
export interface Typed {
  field: Field;
  before: string;
  head: string;
  text: string;
  rest: string;
}

/** A field that is about to be typed into, as it is now. */
export const startIn = (field: Field): Typed => {
  const before = valueIn(field);
  const [caret, last] = selectionIn(field);
  // Number and email fields do not expose their selection, but the selection of the page has their text.
  const isWhole = caret === null && deepActiveElement() === field && `${selectionOf(field)}` === before;
  const start = isWhole ? 0 : (caret ?? before.length);
  const end = isWhole ? before.length : (last ?? start);
  return { field, before, head: before.slice(0, start), text: '', rest: before.slice(end) };
};

/** A text, but empty if it is only a mask that shows the form of what is expected. */
export const withoutMask = (text: string): string => (isBlank(text) ? '' : text);

/**
 * Whether the page has put the caret itself: into a mask that came with the focus, or over the text of a box, which
 * is replaced.
 */
export const isCaretPlaced = (field: Field, before: string): boolean => {
  const { head, rest, before: now } = startIn(field);
  return now !== before ? isBlank(now) : isPart(field) && head + rest !== now;
};

const valuesOf = (typed: readonly Typed[]): string => typed.map(({ field }) => valueIn(field)).join('');

/** Whether the fields that were typed into, one after the other, hold what was typed. */
export const areTyped = (typed: readonly Typed[], text: string): boolean | 'unknown' => {
  const [first] = typed;
  if (!first || (text !== '' && typed.every(({ field, before }) => valueIn(field) === before))) return false;
  // Nothing was typed into the first field: the page had moved the focus.
  if (typed[1] && !first.text) return 'unknown';
  const held = valuesOf(typed);
  // A character that is typed into a box of one replaces the one there.
  if (typed.length > 1 && held === text) return true;
  if (held === typed.map((at) => at.head + at.text + at.rest).join('')) return true;
  const wanted = typed.map((at) => {
    // A zero is a number that was not entered yet: it is replaced.
    const isZero = isBlank(at.before.replace(/0/g, ''));
    return isZero ? at.text : withoutMask(at.head) + at.text + withoutMask(at.rest);
  });
  return holdsText(first.field, held, wanted.join(''));
};

export const observedInAll = (typed: readonly Typed[]): string =>
  typed.some(({ field }) => isSecret(field)) ? maskedValue(valuesOf(typed)) : cut(valuesOf(typed), 200);

/** How often a text occurs, plus one; blanks are left out. */
const countOf = (holds: string, text: string): number => unspaced(holds).split(unspaced(text)).length;

/** Chips and mentions that an editor has made of words: it shows them, but does not hold them as text. */
const NON_TEXT = '[contenteditable=false]';

/** What begins an item of a list: `1. `, `2) `. */
const LIST_NUMBER = /^\d+\W /gm;

/** The letters and digits of a text: an editor may make a form of the signs (`- ` a list, `**` bold). */
export const lettersAndDigits = (text: string): string => wordsOf(text).join('');

/**
 * Whether an editor holds what was typed, at its end or wherever its caret was. `unknown` if it has made a form of
 * the text, or draws its text and does not show the place.
 */
export function* holdsTyped(
  agent: Agent,
  host: Element,
  before: string,
  lettersBefore: string,
  text: string,
  atEnd: boolean,
): Script<boolean | 'unknown'> {
  const drawn = !!drawingSurface(host);
  // It is drawn in a frame that may be late.
  for (let i = 0; drawn && i < MAX_DRAW_POLLS && editableText(host) === before; i++) yield DRAW_POLL_MS;
  const holds = editableText(host);
  const wanted = unspaced(before + text);
  const isThere = atEnd ? unspaced(holds) === wanted : countOf(holds, text) > countOf(before, text);
  if (holds !== before && isThere) return true;
  if (!drawn) {
    const words = lettersAndDigits(text.replace(LIST_NUMBER, ''));
    const now = lettersAndDigits(textOf(host));
    const isMade =
      atEnd && findAll(host, NON_TEXT).length === 0
        ? now === lettersBefore + words
        : now.split(words).length > lettersBefore.split(words).length;
    return words !== '' && isMade && 'unknown';
  }
  if (isPrompt(host)) return 'unknown';
  const all = unspaced(yield* copiedText(agent, host));
  if (all === unspaced(before)) return false;
  return atEnd ? all === wanted : 'unknown';
}

/**
 * Whether a part of a date or time holds what was typed. Text is not added to it: it makes a number of the digits, or
 * a word of the first letter, and may pass on the rest.
 */
export const datePartHolds = (part: Element, before: string, text: string): boolean | 'unknown' => {
  const value = attr(part, 'aria-valuenow');
  if (value !== null && text.trim() && Number(value) === Number(text)) return true;
  return editableText(part) !== before && 'unknown';
};
