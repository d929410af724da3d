import { isTextField } from '../dom/input-type.ts';
import { inputTypeOf } from '../dom/read.ts';
import { hasLetter, hasNumber, plainDigits, unicodePattern } from '../dom/unicode-pattern.ts';
import { selectionIn } from './field-caret.ts';

const MEANINGFUL_CHARACTER = unicodePattern('([^\\s\\p{P}\\p{S}])');
const LETTERS_AT_EDGE = unicodePattern('^[\\p{L}]+|[\\p{L}]+$', 'g');
/** Zeros behind a decimal sign. Three of them may be thousands: those stay. */
const TRAILING_ZEROS = unicodePattern('([.,])(?!000[^\\p{N}]*$)(\\d*?)0+([^\\p{N}]*)$');

/**
 * The parts of a text: characters at odd places, the marks between them at even ones. White space, punctuation and
 * symbols are marks.
 */
const split = (text: string): string[] =>
  plainDigits(text)
    .replace(/\u2212/g, '-')
    .toLowerCase()
    .split(MEANINGFUL_CHARACTER(text));

/** Whether a text holds no letter and no digit: a mask in an empty field, or what is left of one. */
export const isBlank = (text: string): boolean => split(text).length === 1;

const hasInOrder = (held: string, marks: string): boolean => {
  let at = 0;
  for (const mark of marks.replace(/\s/g, '')) {
    at = held.indexOf(mark, at) + 1;
    if (at === 0) return false;
  }
  return true;
};

/**
 * Whether a text has the same characters in the same order, marks where there were marks, and all marks of the two
 * ends.
 */
const hasSameCharacters = (held: string, wanted: string, isSigned: boolean): boolean => {
  const heldParts = split(held);
  const wantedParts = split(wanted);
  if (heldParts.length !== wantedParts.length) return false;
  const [before = ''] = heldParts;
  // A sign or a decimal sign before a number makes another number of it.
  if (isSigned && /-|[.,]$/.test(before) && !/[-.,]/.test(wantedParts[0] || '')) return false;
  const last = wantedParts.length - 1;
  return wantedParts.every((want, i) => {
    const part = heldParts[i] || '';
    if (i % 2) return part === want;
    return i > 0 && i < last ? !want.trim() || part !== '' : hasInOrder(part, want);
  });
};

/**
 * The forms of a number to compare: as it is, without a country code, without a unit or a currency; each also without
 * zeros behind the decimal sign.
 */
const numbersIn = (held: string): string[] =>
  [held, held.replace(/^\+\d{1,3}[\s(-]+/, ''), held.replace(LETTERS_AT_EDGE(held), '').trim()].flatMap(
    (number) => [number, number.replace(TRAILING_ZEROS(number), '$1$2$3')],
  );

/**
 * Whether a page has only written a text in another form: letters and digits are those that were wanted, in their
 * order. It may change their case, put marks between and around them, and other marks for those that were there.
 */
const isFormatted = (held: string, wanted: string): boolean => {
  const isNumber = hasNumber(wanted) && !hasLetter(wanted);
  return (isNumber ? numbersIn(held) : [held]).some((text) => hasSameCharacters(text, wanted, isNumber));
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

/** How many characters a page may write around a text. */
const MAX_AROUND = 200;

/** The text without what the page suggests behind it, which is selected to be typed over. */
const withoutSuggestion = (field: HTMLInputElement, held: string): string => {
  const [start, end] = selectionIn(field);
  return start && end === held.length ? held.slice(0, start) : held;
};

/** Whether a field holds the wanted text: `unknown` if the page has written it in a form of its own. */
export const holdsText = (field: Element, held: string, wanted: string): boolean | 'unknown' =>
  // A password has no other form.
  held === wanted ||
  (isTextField(field) &&
    inputTypeOf(field) !== 'password' &&
    held.length <= 2 * wanted.length + MAX_AROUND &&
    (isFormatted(withoutSuggestion(field as HTMLInputElement, held), wanted) || isSameDate(held, wanted)) &&
    'unknown');
