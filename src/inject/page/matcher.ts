import type { Failure } from '../agent.ts';
import { collapse } from '../aria/white-space.ts';
import { cut } from '../dom/cut.ts';
import { wrongArgument } from '../payload.ts';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A pattern that finds a text, its white space collapsed, in any case unless `exact`. */
export const patternOf = (
  value: string,
  { regex = false, exact = false }: { regex?: boolean | undefined; exact?: boolean | undefined } = {},
): RegExp | Failure => {
  try {
    return new RegExp(regex ? value : escaped(collapse(value)), exact ? 'gu' : 'giu');
  } catch (error) {
    const why = cut(String((error as Error).message), 120);
    return wrongArgument('value', `${why}. Write it as a JavaScript regular expression, or leave regex out.`);
  }
};
