import { oneLine } from '../../render/core.ts';
import { wordsOfError } from '../dom/cut.ts';
import { wrongArgument } from '../payload.ts';
import type { Failure } from '../result.ts';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A pattern that finds a text as it is printed, in any case unless `exact`. */
export const patternOf = (
  value: string,
  { regex = false, exact = false }: { regex?: boolean | undefined; exact?: boolean | undefined } = {},
): RegExp | Failure => {
  try {
    return new RegExp(regex ? value : escaped(oneLine(value)), exact ? 'gu' : 'giu');
  } catch (error) {
    const why = wordsOfError(error);
    return wrongArgument('value', `${why}. Write it as a JavaScript regular expression, or leave regex out.`);
  }
};
