import { soleText } from '../dom/flat-tree.ts';
import { type Look, lookOf, type Pass } from '../dom/pass.ts';
import { tagOf } from '../dom/read.ts';
import { type Draft, openText } from './draft.ts';
import { isBlock } from './walk-rules.ts';

/** Text that stands loose between elements: how pieces of it join. */

/** More raw text than this adds nothing to a text that is cut at `max`. */
export const rawLimit = (max: number): number => max * 4 + 1000;

export const breakLine = (sink: Draft): void => {
  const open = openText(sink);
  if (open) open.node.text += ' ';
};

/** A gap that is seen between letters, px. */
const GAP = 3;

/** Their padding is for looks: what follows may be the ending of a word. */
const MARKED_UP = /^(?:code|kbd|samp|var|mark)$/;

const px = (length: string): number => Number.parseFloat(length) || 0;

const EDGES = [
  ['marginInlineStart', 'paddingInlineStart'],
  ['marginInlineEnd', 'paddingInlineEnd'],
] as const;

/**
 * At an edge of something in a line: what comes next may be apart from what came before, by a gap or as a small box of
 * its own.
 */
export const setApart = (sink: Draft, el: Element, edge: 0 | 1, pass: Pass): void => {
  const open = openText(sink);
  if (
    !open ||
    MARKED_UP.test(tagOf(el)) ||
    sink.apart === 'gap' ||
    /\s$/.test((open.node.text as string).slice(-1))
  )
    return;
  const { style, display } = lookOf(el, pass);
  const [margin, padding] = EDGES[edge];
  if (px(style[margin]) + px(style[padding]) >= GAP) sink.apart = 'gap';
  else if (display.startsWith('inline-')) sink.apart = 'box';
};

const ENDS_A_WORD = /[\p{L}\p{N}.,:;!?%)]$/u;
const BEGINS_A_WORD = /^[\p{L}\p{N}\p{Sc}]/u;

/** Letters that are boxes of their own, one by one, make a word. */
const MORE_THAN_A_LETTER = /^\S{2}/;

const needsSpace = (apart: Draft['apart'], text: string, data: string): boolean =>
  apart !== undefined &&
  ENDS_A_WORD.test(text.slice(-2)) &&
  BEGINS_A_WORD.test(data) &&
  (apart === 'gap' || MORE_THAN_A_LETTER.test(data));

/** As it reads behind `text`: a reading of ruby in parentheses, digits above digits as a power. */
const written = (data: string, tag: string, text: string): string => {
  if (tag === 'rt') return /\S/.test(data) ? `(${data.trim()})` : '';
  return tag === 'sup' && /\d$/.test(text) && /^\d/.test(data) ? `^${data}` : data;
};

/** Joins text that stands right in `el` to the open text before it. */
export const joinText = (sink: Draft, open: Draft, data: string, el: Element, limit: number): void => {
  const text = open.node.text as string;
  if (text.length >= limit) return;
  const said = written(data, tagOf(el), text);
  open.node.text = text + (needsSpace(sink.apart, text, said) ? ' ' : '') + said;
  sink.apart = undefined;
};

const SPAN = /^(?:span|b|strong|em|i|font|big)$/;

/** A letter that floats at the beginning of a text is part of it. */
const isDropCap = (el: Element, tag: string, { style }: Look): boolean => {
  if (!SPAN.test(tag) || !/^(?:left|right)$/.test(style.cssFloat)) return false;
  const letters = soleText(el)?.data.trim();
  return letters !== undefined && letters.length > 0 && letters.length <= 2;
};

/** Text before and after it does not join. */
export const endsText = (el: Element, tag: string, pass: Pass): boolean => {
  const look = lookOf(el, pass);
  return isBlock(look.display) && !isDropCap(el, tag, look);
};
