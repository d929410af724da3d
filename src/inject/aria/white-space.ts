import { attr } from '../dom/read.ts';

/** White space as HTML defines it: a non-breaking space counts as text (https://infra.spec.whatwg.org/#ascii-whitespace). */

export const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13 && code !== 11);

/** A text with each run of white space replaced by one space. */
export const collapseSpace = (text: string): string =>
  /[\t\n\f\r]| {2}/.test(text) ? text.replace(/[\t\n\f\r ]+/g, ' ') : text;

/** A text with collapsed white space, trimmed. */
export const collapse = (text: string): string => {
  const collapsed = collapseSpace(text);
  return collapsed.slice(collapsed.startsWith(' ') ? 1 : 0, collapsed.endsWith(' ') ? -1 : undefined);
};

/** Private use code points: glyphs of icon fonts, which mean nothing as text. */
const PRIVATE_USE = /[\uE000-\uF8FF]|[\uDB80-\uDBFF][\uDC00-\uDFFF]/g;

/** A text with collapsed white space, without glyphs of icon fonts. */
export const readable = (text: string): string =>
  collapse(/[\uDB80-\uF8FF]/.test(text) ? text.replace(PRIVATE_USE, '') : text).trim();

/** The value of an attribute; empty where it is absent or blank. */
export const nonBlankAttr = (el: Element, name: string): string => {
  const text = attr(el, name);
  return text && !isBlank(text) ? text : '';
};

export const isBlank = (text: string | null | undefined): boolean => !/[^\t\n\f\r ]/.test(text || '');
