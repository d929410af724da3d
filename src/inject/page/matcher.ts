import { oneLine } from '../../render/core.ts';
import { wordsOfError } from '../dom/cut.ts';
import { wrongArgument } from '../payload.ts';
import type { Failure } from '../result.ts';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The same text with any quotation marks, straight or curled. */
const inAnyMarks = (pattern: string): string => pattern.replace(/['"\u2018-\u201d]/g, '[\'"\u2018-\u201d]');

/** A pattern that finds a text as it is printed, in any case and with any quotation marks unless `exact`. */
export const patternOf = (
  value: string,
  { regex = false, exact = false }: { regex?: boolean | undefined; exact?: boolean | undefined } = {},
): RegExp | Failure => {
  try {
    const text = (regex ? value : escaped(oneLine(value))).normalize();
    return new RegExp(regex || exact ? text : inAnyMarks(text), exact ? 'gu' : 'giu');
  } catch (error) {
    const why = wordsOfError(error);
    return wrongArgument('value', `${why}. Write a JavaScript regular expression.`);
  }
};
