import { followHints, linesWithoutContext } from './follow-hints.mjs';
import { charsOf, compareProse, proseWords, readBlocks, wordsTooOften } from './prose.mjs';
import { extractText, snapshotText, whole } from './read.mjs';
import { hintsWithoutWay, wordsOfLines, wordsOfText } from './words-of-text.mjs';

/**
 * The result of following all hints of a page's texts to the end.
 *
 * - `how` the format and purpose of the texts, `budget` most characters of each
 * - `recall` share of the words of the text without limits (and of the parts that it folds) that all texts together
 *   contain; `missing` the first of the others
 * - `prose` share of the words that a person sees (only of texts for reading)
 * - `twice` share of the texts' words that occur more often than on the page and in the text without limits, not counting
 *   context lines; `twiceWords` the first of them
 * - `calls` how many calls were made, `least` the least number for that many characters
 * - `tooLong` texts over their budget, `withoutWay` lines that count left-out nodes without naming an option for them
 * @typedef {{
 *   how: string, budget: number, recall: number, missing: string[], prose?: number, twice: number, twiceWords: string[],
 *   calls: number, least: number, tooLong: number, withoutWay: number, isCutOff: boolean, errors: string[],
 * }} HintsFollowed
 */

/** @typedef {{ how: string, format: string, reads: boolean, read: (options: Record<string, unknown>) => Promise<string>, unlimited: Record<string, unknown> }} Reader */

/** Budgets that need more calls than this for a page are skipped: they would take minutes, and show nothing new. */
const MOST_CALLS = 60;

/** Options without limits but for `maxTextPerNode`: a snapshot for acting cuts long names, which `query` returns whole. */
const { maxTextPerNode: _, ...wholeForActing } = whole;

const textFormats = ['tree', 'html', 'indexed', 'outline', 'yaml', 'markdown'];

/** @returns {Reader[]} */
function readersOf(/** @type {import('../pages/open.mjs').OpenPage} */ open, /** @type {boolean} */ quick) {
  const formats = quick ? ['tree', 'markdown'] : textFormats;
  const snapshots = formats.flatMap((format) =>
    [true, false].map((interactiveOnly) => ({
      how: `${format}, ${interactiveOnly ? 'acting' : 'reading'}`,
      format,
      reads: !interactiveOnly,
      read: (/** @type {Record<string, unknown>} */ options) =>
        snapshotText(open, { format, interactiveOnly, ...options }),
      unlimited: interactiveOnly ? wholeForActing : whole,
    })),
  );
  const extract = {
    how: 'extract',
    format: 'markdown',
    reads: false,
    read: (/** @type {Record<string, unknown>} */ options) => extractText(open, options),
    unlimited: { maxCharsTotal: whole.maxCharsTotal },
  };
  return [...snapshots.filter(({ how }) => !quick || how !== 'markdown, acting'), extract];
}

/** @returns {Promise<HintsFollowed>} */
async function follow(
  /** @type {Reader} */ reader,
  /** @type {number} */ budget,
  /** @type {string} */ all,
  /** @type {import('./prose.mjs').ProseWord[]} */ prose,
) {
  const enough = Math.max(1, Math.ceil(all.length / budget));
  const { texts, errors, isCutOff } = await followHints(reader.read, { maxCharsTotal: budget }, enough);
  const given = texts.flatMap((text) => wordsOfText(text, reader.format));
  const wanted = wordsOfText(all, reader.format);
  const { found, missing } = compareProse(
    wanted.map((word) => ({ word, pieces: [word] })),
    given,
  );
  const onPage = prose.map(({ word }) => word);
  const once = wordsOfLines(linesWithoutContext(texts), reader.format);
  const twice = wordsTooOften(
    once,
    wanted,
    onPage,
    prose.flatMap(({ pieces }) => pieces),
  );
  const proseChars = charsOf(prose);
  return {
    how: reader.how,
    budget,
    recall: wanted.length === 0 ? 1 : found.length / wanted.length,
    missing: missing.slice(0, 8).map(({ word }) => word),
    ...(reader.reads && {
      prose: proseChars === 0 ? 1 : charsOf(compareProse(prose, given).found) / proseChars,
    }),
    twice: once.length === 0 ? 0 : twice.length / once.length,
    twiceWords: twice.slice(0, 8),
    calls: texts.length + errors.length,
    least: Math.max(1, Math.ceil(texts.join('').length / budget)),
    tooLong: texts.filter((text) => text.length > budget).length,
    withoutWay: texts.flatMap(hintsWithoutWay).length,
    isCutOff,
    errors: errors.slice(0, 2),
  };
}

/** @returns {Promise<HintsFollowed[]>} */
export async function measureHints(
  /** @type {import('../pages/open.mjs').OpenPage} */ open,
  /** @type {boolean} */ quick,
) {
  const prose = proseWords(await open.evaluate(readBlocks));
  /** @type {HintsFollowed[]} */
  const results = [];
  for (const reader of readersOf(open, quick)) {
    const { texts } = await followHints(reader.read, reader.unlimited, 1);
    const all = [texts[0] ?? '', ...linesWithoutContext(texts.slice(1))].join('\n');
    const budgets = quick ? [2000, 12_000] : [500, 2000, 12_000, 20_000];
    for (const budget of budgets.filter((one) => all.length / one <= MOST_CALLS))
      results.push(await follow(reader, budget, all, prose));
  }
  return results;
}
