import { oneLine } from '../../render/core.ts';

/** Accents, vowel points, the Arabic tatweel and joiners, which writers leave out. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655\u200c\u200d]/g;

/**
 * Chinese and Japanese have no spaces between words, and Korean is written with and without; pages space them freely:
 * `删 除`, `第 3 页`.
 */
const SPACED = / ?([\u2e80-\ud7ff]) ?/g;

/**
 * A text normalized for comparison: printed as one line (without characters of no width, such as `\u2068` around numbers),
 * without accents, in one Unicode encoding and width, with straight quotes, and in capitals, which unite `ß` with `ss` and
 * `ς` with `σ`.
 */
export const foldCase = (text: string): string =>
  oneLine(text)
    .normalize('NFKD')
    .replace(OPTIONAL_MARKS, '')
    .normalize()
    .toUpperCase()
    .replace(SPACED, '$1')
    .replace(/["\u2018-\u201d]/g, "'");
