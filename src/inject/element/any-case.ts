import { oneLine } from '../../render/core.ts';

/** Accents, vowel points, a stretched line and joiners, which writers leave out. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655\u200c\u200d]/g;

/** Chinese and Japanese have no spaces between words, and Korean is written with and without: pages have `删 除` and `第 3 页`. */
const SPACED = / ?([\u2e80-\ud7ff]) ?/g;

/**
 * A text as it is printed, to be compared in any case: signs without a width stand in labels (`\u2068` around figures) and
 * are read nowhere, a keyboard has straight apostrophes and quotation marks, what is printed curled ones;
 * a text has several ways to be encoded and some widths. In capitals, for `ß` and `ς` are some others then.
 */
export const inAnyCase = (text: string): string =>
  oneLine(text)
    .normalize('NFKD')
    .replace(OPTIONAL_MARKS, '')
    .normalize()
    .toUpperCase()
    .replace(SPACED, '$1')
    .replace(/["\u2018-\u201d]/g, "'");
