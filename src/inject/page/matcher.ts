import { oneLine } from '../../render/core.ts';
import { wordsOfError } from '../dom/cut.ts';
import { wrongArgument } from '../payload.ts';
import type { Failure } from '../result.ts';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The same text with straight or curled quotation marks. */
const inAnyMarks = (pattern: string): string =>
  pattern.replace(/['\u2018\u2019]/g, "['\u2018\u2019]").replace(/["\u201c\u201d]/g, '["\u201c\u201d]');

/** A pattern that finds a text as it is printed, in any case and with any quotation marks unless `exact`. */
export const patternOf = (
  value: string,
  { regex = false, exact = false }: { regex?: boolean | undefined; exact?: boolean | undefined } = {},
): RegExp | Failure => {
  try {
    const text = regex ? value : escaped(oneLine(value));
    return new RegExp(regex || exact ? text : inAnyMarks(text), exact ? 'gu' : 'giu');
  } catch (error) {
    const why = wordsOfError(error);
    return wrongArgument('value', `${why}. Write it as a JavaScript regular expression, or leave regex out.`);
  }
};
