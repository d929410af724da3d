import { isBlock } from '../dom/content.ts';
import { type DomCache, type StyleInfo, styleInfoOf } from '../dom/dom-cache.ts';
import { soleText } from '../dom/flat-tree.ts';
import { isMathMl, keyword, px, tagOf } from '../dom/read.ts';
import { unicodeTest } from '../dom/unicode-pattern.ts';

/**
 * Text that stands loose between elements. Pieces of it join as a person reads them: without a space where they stand in
 * one line, unless a gap is to be seen between them.
 */
export interface TextRun {
  text: string;
  /** What its first piece stands in. */
  el: Element;
}

/** Where more text may join: the last two letters of the run (asked of itself, it would be put together for each piece). */
export interface Seam {
  tail: string;
  /** The edges of inline elements behind them. */
  edges: [el: Element, isEnd: 0 | 1][];
}

export const newSeam = (): Seam => ({ tail: '', edges: [] });

/** A gap that is seen between letters, px. */
const GAP = 3;

/** Their padding is for looks: what follows may be the ending of a word. */
const MARKED_UP = /^(?:code|kbd|samp|var|mark)$/;

const EDGES = [
  ['marginInlineStart', 'paddingInlineStart'],
  ['marginInlineEnd', 'paddingInlineEnd'],
] as const;

/** Whether what stands on both sides of an edge is apart: by a gap, or as a small box of its own. */
const isApart = (el: Element, end: 0 | 1, data: string, cache: DomCache): boolean => {
  if (MARKED_UP.test(tagOf(el))) return false;
  if (isMathMl(el)) return true;
  const info = styleInfoOf(el, cache);
  const { style, display } = info;
  const [margin, padding] = EDGES[end];
  // Letters that are boxes of their own, one by one, make a word.
  return (
    px(style[margin]) + px(style[padding]) >= GAP ||
    (/^inline-/.test(display) && /^\S{2}/.test(data)) ||
    isClipped(tagOf(el), info)
  );
};

const endsAWord = unicodeTest('[\\p{L}\\p{N}.,:;!?%)]$');
const beginsAWord = unicodeTest('^[\\p{L}\\p{N}\\p{Sc}]');

/** Asked only where two pieces would stick together. */
const needsSpace = ({ edges, tail }: Seam, data: string, cache: DomCache): boolean =>
  edges.length > 0 &&
  endsAWord(tail) &&
  beginsAWord(data) &&
  edges.some(([el, end]) => isApart(el, end, data, cache));

/** As it reads behind `tail`: a reading of ruby in parentheses, digits above digits as a power. */
const written = (data: string, tag: string, tail: string): string => {
  if (tag === 'rt') return /\S/.test(data) ? `(${data.trim()})` : '';
  return tag === 'sup' && /\d$/.test(tail) && /^[-−]?\d/.test(data) ? `^${data}` : data;
};

/** What text that stands right in an element of this tag adds at a seam. */
export const joined = (seam: Seam, data: string, tag: string, cache: DomCache): string => {
  const said = written(data, tag, seam.tail);
  const piece = (needsSpace(seam, said, cache) ? ' ' : '') + said;
  if (seam.edges.length > 0) seam.edges = [];
  seam.tail = (seam.tail + piece).slice(-2);
  return piece;
};

const SPAN = /^(?:span|b|strong|em|i|font|big)$/;

/** A letter that floats at the beginning of a text is part of it. */
const isDropCap = (el: Element, tag: string, { style }: StyleInfo): boolean => {
  if (!SPAN.test(tag) || !/^(?:left|right)$/.test(style.cssFloat)) return false;
  return /^..?$/.test(soleText(el)?.data.trim() || '');
};

/** A formula and its parts lie in a line, whatever engines call their boxes; unless it stands by itself. */
const isInFormula = (el: Element, tag: string): boolean =>
  isMathMl(el) && (tag !== 'math' || keyword(el, 'display') !== 'block');

/** Words for readers alone: they take no room in the line that they stand in (https://www.w3.org/TR/css-masking-1/#clip-property). */
const isClipped = (tag: string, { style }: StyleInfo): boolean =>
  /^span$|-/.test(tag) && /^(?:r|autoi)/.test(style.clip + style.clipPath);

/** Text before and after it does not join. */
export const endsText = (el: Element, tag: string, cache: DomCache): boolean => {
  const info = styleInfoOf(el, cache);
  return isBlock(info.display) && !isInFormula(el, tag) && !isDropCap(el, tag, info) && !isClipped(tag, info);
};
