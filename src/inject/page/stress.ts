import { unicodePattern } from '../dom/unicode-pattern.ts';
import { escapedStart } from './markdown-text.ts';

/** Stressed text, by what stands around it in Markdown. */
const SIGNS = ['**', '*', '~~'] as const;

export type StressSign = (typeof SIGNS)[number];

/** Characters of no text (U+FDD0 and on, https://www.unicode.org/faq/private_use.html#nonchar4): a begin and an end by sign. */
const FIRST_MARK = 0xfdd0;

/** Whether a sign works depends on both sides of it: it is written when the line is whole. */
export const stress = (text: string, sign: StressSign): string => {
  const begin = FIRST_MARK + SIGNS.indexOf(sign) * 2;
  return String.fromCharCode(begin) + text + String.fromCharCode(begin + 1);
};

/** More of them depend on each other in no text. */
const MOST_PASSES = 9;

/** What a sign must not stand beside without more: symbols are punctuation for some readers of Markdown only. */
const PUNCTUATION = {
  before: unicodePattern('[\\p{P}\\p{S}]$'),
  behind: unicodePattern('^[\\p{P}\\p{S}]'),
};
/** What helps it there, for all of them. */
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

/** What stands beside a sign, but for signs of the same character: they are one run. */
const beside = (pieces: readonly string[], at: number, step: 1 | -1): string => {
  const sign = pieces[at] as string;
  for (let i = at + step; i >= 0 && i < pieces.length; i += step) {
    const piece = pieces[i] as string;
    if (piece === '' || (i % 2 === 1 && piece[0] === sign[0])) continue;
    return step > 0 ? piece.slice(0, 2) : piece.slice(-2);
  }
  return ' ';
};

/** Every second piece is a mark: where the signs stand that belong together; they are put into their pieces. */
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

/** A whole line with the signs that work; where one would be shown itself, the text is not stressed. */
export const withStress = (line: string): string => {
  if (!/[\ufdd0-\ufdd5]/.test(line)) return line;
  // Without the signs between they would be an image and a link.
  let text = line
    .replace(/!(?=[\ufdd1\ufdd3\ufdd5][\ufdd0-\ufdd5]*\[)/g, '\\!')
    .replace(/\][\ufdd0-\ufdd5]+(?=\()/g, '$&\\');
  // What ends and begins again is one: the inner ones meet when those around them are gone.
  for (const _ of SIGNS) text = text.replace(/\ufdd1\ufdd0|\ufdd3\ufdd2|\ufdd5\ufdd4/g, '');
  const pieces = text.split(/([\ufdd0-\ufdd5])/);
  let pairs = pairsIn(pieces);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const working = pairs.filter(
      ([begin, end]) =>
        canBegin(beside(pieces, begin, -1), beside(pieces, begin, 1)) &&
        canEnd(beside(pieces, end, -1), beside(pieces, end, 1)),
    );
    if (working.length === pairs.length) break;
    const kept = new Set(working);
    for (const pair of pairs) if (!kept.has(pair)) for (const at of pair) pieces[at] = '';
    pairs = working;
  }
  const written = pieces.join('');
  return pieces[0] === '' && !/^[*~]/.test(written) ? escapedStart(written) : written;
};
