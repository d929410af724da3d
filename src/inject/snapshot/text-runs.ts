import { isBlock } from '../dom/content.ts';
import { type DomCache, type StyleInfo, styleInfoOf } from '../dom/dom-cache.ts';
import { soleText } from '../dom/flat-tree.ts';
import { isMathMl, keyword, px, tagOf } from '../dom/read.ts';
import { unicodeTest } from '../dom/unicode-pattern.ts';

/**
 * A run of text between block edges. Its pieces join as a person reads them: without a space where they stand in one
 * line, unless a gap is seen between them.
 */
export interface TextRun {
  text: string;
  /** The element that holds its first piece. */
  el: Element;
}

/**
 * The end of a run, where more text may join. `tail` is its last two characters, kept because reading them from the
 * run would flatten its string for each piece.
 */
export interface Seam {
  tail: string;
  /** Edges of inline elements since the last piece. */
  edges: [el: Element, isEnd: 0 | 1][];
}

export const newSeam = (): Seam => ({ tail: '', edges: [] });

/** Px: margin and padding of this size are seen as a gap between letters. */
const GAP = 3;

/** Em: no letter is wider. */
const MAX_LETTER_EM = 1.2;

/** The padding of these elements is decoration: what follows may be the end of a word. */
const PADDED_INLINE_TAG = /^(?:code|kbd|samp|var|mark)$/;

const EDGES = [
  ['marginInlineStart', 'paddingInlineStart'],
  ['marginInlineEnd', 'paddingInlineEnd'],
] as const;

/**
 * Whether an element edge separates the text on both sides: by a gap, or because the element is a box of its own (an
 * inline block, a part of a formula) or is clipped.
 */
const separatesText = (el: Element, end: 0 | 1, data: string, cache: DomCache): boolean => {
  if (PADDED_INLINE_TAG.test(tagOf(el))) return false;
  if (isMathMl(el)) return true;
  const info = styleInfoOf(el, cache);
  const { style, display } = info;
  const [margin, padding] = EDGES[end];
  // Single letters in inline blocks make a word, unless the blocks are wider than letters: the days of a month.
  return (
    px(style[margin]) + px(style[padding]) >= GAP ||
    (/^inline-/.test(display) &&
      (/^\S{2}/.test(data) || px(style.width) > MAX_LETTER_EM * px(style.fontSize))) ||
    isScreenReaderText(tagOf(el), info)
  );
};

const endsWord = unicodeTest('[\\p{L}\\p{N}.,:;!?%)]$');
const beginsWord = unicodeTest('^[\\p{L}\\p{N}\\p{Sc}]');

/** Whether a space belongs between two pieces that would otherwise stick together. */
const needsSpace = ({ edges, tail }: Seam, data: string, cache: DomCache): boolean =>
  edges.length > 0 &&
  endsWord(tail) &&
  beginsWord(data) &&
  edges.some(([el, end]) => separatesText(el, end, data, cache));

/** A piece as it is printed after `tail`: ruby text in parentheses, a superscript number after a digit as a power. */
const printedPiece = (data: string, tag: string, tail: string): string => {
  if (tag === 'rt') return /\S/.test(data) ? `(${data.trim()})` : '';
  return tag === 'sup' && /\d$/.test(tail) && /^[-−]?\d/.test(data) ? `^${data}` : data;
};

/**
 * The text that a piece in an element of this tag adds to the run, with a space before it where one belongs; updates
 * the seam.
 */
export const joinText = (seam: Seam, data: string, tag: string, cache: DomCache): string => {
  const printed = printedPiece(data, tag, seam.tail);
  const piece = (needsSpace(seam, printed, cache) ? ' ' : '') + printed;
  if (seam.edges.length > 0) seam.edges = [];
  seam.tail = (seam.tail + piece).slice(-2);
  return piece;
};

const INLINE_TAG = /^(?:span|b|strong|em|i|font|big)$/;

/** Whether this is a drop cap: a floating letter that belongs to the text after it. */
const isDropCap = (el: Element, tag: string, { style }: StyleInfo): boolean => {
  if (!INLINE_TAG.test(tag) || !/^(?:left|right)$/.test(style.cssFloat)) return false;
  return /^..?$/.test(soleText(el)?.data.trim() || '');
};

/** Whether this is part of an inline formula, whatever display value the engine gives it. */
const isInlineFormula = (el: Element, tag: string): boolean =>
  isMathMl(el) && (tag !== 'math' || keyword(el, 'display') !== 'block');

/**
 * Whether this is text for screen readers alone, clipped to nothing: it takes no room in its line
 * (https://www.w3.org/TR/css-masking-1/#clip-property).
 */
const isScreenReaderText = (tag: string, { style }: StyleInfo): boolean =>
  /^span$|-/.test(tag) && /^(?:r|autoi)/.test(style.clip + style.clipPath);

/** Whether the element is a block: text before and after it does not join. */
export const isTextBoundary = (el: Element, tag: string, cache: DomCache): boolean => {
  const info = styleInfoOf(el, cache);
  return (
    isBlock(info.display) &&
    !isInlineFormula(el, tag) &&
    !isDropCap(el, tag, info) &&
    !isScreenReaderText(tag, info)
  );
};
