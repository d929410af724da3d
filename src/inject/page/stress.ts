import { unicodePattern } from '../dom/unicode-pattern.ts';
import { escapedStart } from './markdown-text.ts';

/** The delimiters of emphasis in Markdown. */
const SIGNS = ['**', '*', '~~'] as const;

export type StressSign = (typeof SIGNS)[number];

/** Noncharacters that mark where emphasis begins and ends, a pair for each sign (U+FDD0 to U+FDD5, https://www.unicode.org/faq/private_use.html#nonchar4). */
const FIRST_MARK = 0xfdd0;

/** Marks a text as stressed. The signs are written by {@link withStress} when the line is complete, since whether one works depends on the text on both sides. */
export const stress = (text: string, sign: StressSign): string => {
  const begin = FIRST_MARK + SIGNS.indexOf(sign) * 2;
  return String.fromCharCode(begin) + text + String.fromCharCode(begin + 1);
};

/** Signs depend on each other: removing a pair may break another one. No real text needs more passes. */
const MAX_PASSES = 9;

/** Characters that some parser of Markdown takes for punctuation (symbols are for newer ones only): beside one, a sign needs {@link EDGE} on its other side. */
const PUNCTUATION = {
  before: unicodePattern('[\\p{P}\\p{S}]$'),
  behind: unicodePattern('^[\\p{P}\\p{S}]'),
};
/** White space, and what every parser takes for punctuation. */
const EDGE = {
  before: unicodePattern('[\\s\\p{P}$+<=>^`|~]$'),
  behind: unicodePattern('^[\\s\\p{P}$+<=>^`|~]'),
};

/** https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run */
const canBegin = (before: string, behind: string): boolean =>
  !/^\s/.test(behind) && (!PUNCTUATION.behind(behind).test(behind) || EDGE.before(before).test(before));

/** https://spec.commonmark.org/0.31.2/#right-flanking-delimiter-run */
const canEnd = (before: string, behind: string): boolean =>
  !/\s$/.test(before) && (!PUNCTUATION.before(before).test(before) || EDGE.behind(behind).test(behind));

/** The text next to a sign. Signs of the same character are skipped: they form one delimiter run. */
const neighbourText = (pieces: readonly string[], at: number, step: 1 | -1): string => {
  const sign = pieces[at] as string;
  for (let i = at + step; i >= 0 && i < pieces.length; i += step) {
    const piece = pieces[i] as string;
    if (piece === '' || (i % 2 === 1 && piece[0] === sign[0])) continue;
    return step > 0 ? piece.slice(0, 2) : piece.slice(-2);
  }
  return ' ';
};

/** Finds the pairs of marks among the pieces (every second piece is a mark) and replaces them with their signs; an unpaired mark is removed. */
const pairsIn = (pieces: string[]): [begin: number, end: number][] => {
  const pairs: [number, number][] = [];
  const open: { at: number; mark: number }[] = [];
  for (let at = 1; at < pieces.length; at += 2) {
    const mark = (pieces[at] as string).charCodeAt(0) - FIRST_MARK;
    pieces[at] = '';
    if (mark % 2 === 0) open.push({ at, mark });
    else {
      const begin = open.pop();
      if (begin?.mark !== mark - 1) continue;
      pieces[at] = pieces[begin.at] = SIGNS[(mark - 1) / 2] as string;
      pairs.push([begin.at, at]);
    }
  }
  return pairs;
};

/** A complete line with marks replaced by signs, but for those that Markdown would show as characters. */
export const withStress = (line: string): string => {
  if (!/[\ufdd0-\ufdd5]/.test(line)) return line;
  // Were the marks removed, `!` and `[`, or `]` and `(`, would meet and form an image or a link.
  let text = line
    .replace(/!(?=[\ufdd1\ufdd3\ufdd5][\ufdd0-\ufdd5]*\[)/g, '\\!')
    .replace(/\][\ufdd0-\ufdd5]+(?=\()/g, '$&\\');
  // Emphasis that ends and begins again is one. One pass for each sign, since marks meet when those between them are removed.
  for (const _ of SIGNS) text = text.replace(/\ufdd1\ufdd0|\ufdd3\ufdd2|\ufdd5\ufdd4/g, '');
  const pieces = text.split(/([\ufdd0-\ufdd5])/);
  let pairs = pairsIn(pieces);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const working = pairs.filter(
      ([begin, end]) =>
        canBegin(neighbourText(pieces, begin, -1), neighbourText(pieces, begin, 1)) &&
        canEnd(neighbourText(pieces, end, -1), neighbourText(pieces, end, 1)),
    );
    if (working.length === pairs.length) break;
    const kept = new Set(working);
    for (const pair of pairs) if (!kept.has(pair)) for (const at of pair) pieces[at] = '';
    pairs = working;
  }
  const written = pieces.join('');
  return pieces[0] === '' && !/^[*~]/.test(written) ? escapedStart(written) : written;
};
