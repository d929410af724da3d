import { oneLine } from '../../render/core.ts';
import { errorText } from '../dom/cut.ts';
import { wrongArgument } from '../payload.ts';
import type { Failure } from '../result.ts';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A pattern in which each quotation mark matches all of them, straight or curly. */
const inAnyMarks = (pattern: string): string => pattern.replace(/['"\u2018-\u201d]/g, '[\'"\u2018-\u201d]');

/** The pattern that finds a text; in any case and with any quotation marks unless `exact`. */
export const patternOf = (
  value: string,
  { regex = false, exact = false }: { regex?: boolean | undefined; exact?: boolean | undefined } = {},
): RegExp | Failure => {
  try {
    const text = (regex ? value : escaped(oneLine(value))).normalize();
    return new RegExp(regex || exact ? text : inAnyMarks(text), exact ? 'gu' : 'giu');
  } catch (error) {
    const why = errorText(error);
    return wrongArgument('value', `${why}. Write a JavaScript regular expression.`);
  }
};
