import { isTextField } from '../dom/input-type.ts';
import { inputTypeOf } from '../dom/read.ts';
import { hasLetter, hasNumber, plainDigits, unicodePattern } from '../dom/unicode-pattern.ts';
import { selectionIn } from './field-caret.ts';

const MEANINGFUL_CHARACTER = unicodePattern('([^\\s\\p{P}\\p{S}])');
const LETTERS_AT_EDGE = unicodePattern('^[\\p{L}]+|[\\p{L}]+$', 'g');
/** Three of them may be thousands. */
const ZEROS_BEHIND = unicodePattern('([.,])(?!000[^\\p{N}]*$)(\\d*?)0+([^\\p{N}]*)$');

/** Characters at odd places, the marks between them at even ones. Whatever is no white space and no sign is a character. */
const split = (text: string): string[] =>
  plainDigits(text)
    .replace(/\u2212/g, '-')
    .toLowerCase()
    .split(MEANINGFUL_CHARACTER(text));

/** What a mask shows in an empty field, or in what is left of it, holds no letter and no digit. */
export const isBlank = (text: string): boolean => split(text).length === 1;

const hasInOrder = (held: string, marks: string): boolean => {
  let at = 0;
  for (const mark of marks.replace(/\s/g, '')) {
    at = held.indexOf(mark, at) + 1;
    if (at === 0) return false;
  }
  return true;
};

/** The same characters in the same order; where marks stood, there are marks, and those around are all there. */
const isKept = (held: string, wanted: string, signed: boolean): boolean => {
  const has = split(held);
  const wants = split(wanted);
  if (has.length !== wants.length) return false;
  const [before = ''] = has;
  // What is before a number may make another one of it.
  if (signed && /-|[.,]$/.test(before) && !/[-.,]/.test(wants[0] || '')) return false;
  const last = wants.length - 1;
  return wants.every((want, i) => {
    const part = has[i] || '';
    if (i % 2) return part === want;
    return i > 0 && i < last ? !want.trim() || part !== '' : hasInOrder(part, want);
  });
};

/** Ways to write a number: with a country code, a unit or a currency, with zeros behind the decimal point. */
const numbersIn = (held: string): string[] =>
  [held, held.replace(/^\+\d{1,3}[\s(-]+/, ''), held.replace(LETTERS_AT_EDGE(held), '').trim()].flatMap(
    (number) => [number, number.replace(ZEROS_BEHIND(number), '$1$2$3')],
  );

/**
 * Whether a page has only written a text in another form: letters and digits are those that were wanted, in their
 * order. It may change their case, put marks between and around them, and other marks for those that were there.
 */
const isFormatted = (held: string, wanted: string): boolean => {
  const isNumber = hasNumber(wanted) && !hasLetter(wanted);
  return (isNumber ? numbersIn(held) : [held]).some((text) => isKept(text, wanted, isNumber));
};

/** The numbers of a date, in whatever order it is written. */
const partsOf = (date: string): string => (date.match(/\d+/g) || []).map(Number).sort().join();

const ISO_DATE = /^\d{4}-\d\d?-\d\d?$/;

const localDay = (date: string): number => new Date(`${date.replace(/-/g, '/')} 00:00`).getTime();

/** Whether a date picker has written the same date in its own form: `Thu Mar 05 2026`, `05.03.2026` for `2026-03-05`. */
const isSameDate = (held: string, wanted: string): boolean => {
  const date = wanted.trim();
  if (!ISO_DATE.test(date)) return false;
  if (!hasLetter(held)) {
    const parts = partsOf(held);
    return parts === partsOf(date) || parts === partsOf(date.slice(2));
  }
  return localDay(held) === localDay(date);
};

/** What a page writes around a text is short. */
const LONGEST_AROUND = 200;

/** What a page suggests behind a text is selected, to be typed over. */
const withoutSuggestion = (field: HTMLInputElement, held: string): string => {
  const [start, end] = selectionIn(field);
  return start && end === held.length ? held.slice(0, start) : held;
};

/** Whether a field holds what it shall: `unknown` where the page has written it in a form of its own. */
export const holdsText = (field: Element, held: string, wanted: string): boolean | 'unknown' =>
  // A password has no other form.
  held === wanted ||
  (isTextField(field) &&
    inputTypeOf(field) !== 'password' &&
    held.length <= 2 * wanted.length + LONGEST_AROUND &&
    (isFormatted(withoutSuggestion(field as HTMLInputElement, held), wanted) || isSameDate(held, wanted)) &&
    'unknown');
