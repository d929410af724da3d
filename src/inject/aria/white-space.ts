import { attr } from '../dom/read.ts';

/** White space of HTML: NBSP and its kin count as text (https://infra.spec.whatwg.org/#ascii-whitespace). */

export const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

/** Runs of white space become one space. */
export const collapseSpace = (text: string): string =>
  /[\t\n\f\r]| {2}/.test(text) ? text.replace(/[\t\n\f\r ]+/g, ' ') : text;

/** Collapsed, and none at the ends. */
export const collapse = (text: string): string => {
  const collapsed = collapseSpace(text);
  return collapsed.slice(collapsed.startsWith(' ') ? 1 : 0, collapsed.endsWith(' ') ? -1 : undefined);
};

/** Glyphs of icon fonts: private use code points, which say nothing to a reader. */
const PRIVATE_USE = /[\uE000-\uF8FF]|[\uDB80-\uDBFF][\uDC00-\uDFFF]/g;

/** One line without icon glyphs. */
export const readable = (text: string): string =>
  collapse(/[\uDB80-\uF8FF]/.test(text) ? text.replace(PRIVATE_USE, '') : text);

/** An attribute that says something; empty where it is absent or blank. */
export const saidBy = (el: Element, name: string): string => {
  const text = attr(el, name);
  return text && !isBlank(text) ? text : '';
};

export const isBlank = (text: string | null | undefined): boolean => !/[^\t\n\f\r ]/.test(text || '');
