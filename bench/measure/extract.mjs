import { articleInPage } from '../peers/readability.mjs';
import { compareProse } from './prose.mjs';
import { extractText } from './read.mjs';
import { words } from './visible-words.mjs';
import { wordsOfText } from './words-of-text.mjs';

/**
 * The text of `extract` without limits, compared with the article that Readability finds on the same page.
 *
 * - `isArticle` whether Readability's own test takes the page for an article
 * - `paragraphs` how many Readability's article has, `held` how many of them our text contains whole; `recall` their
 *   share by characters; `lost` the beginnings of the others
 * - `precision`, `wordRecall` and `f1` by words, each counted as often as it occurs
 * @typedef {{
 *   isArticle: boolean, paragraphs: number, held: number, recall: number, lost: string[],
 *   precision: number, wordRecall: number, f1: number,
 * }} Extract
 */

/**
 * Whether a text contains the words of a paragraph in a row: a paragraph that is cut or mixed with other text is not
 * held.
 */
const isHeld = (/** @type {string} */ paragraph, /** @type {string} */ all) =>
  all.includes(words(paragraph).join(''));

/** @returns {Promise<Extract>} */
export async function measureExtract(
  /** @type {import('../pages/open.mjs').OpenPage} */ open,
  /** @type {string} */ readability,
) {
  const ours = wordsOfText(await extractText(open, { maxCharsTotal: 1e8 }), 'markdown');
  await open.evaluate(`${readability}\n;0`);
  /** @type {{ isArticle: boolean, blocks: string[], text?: string }} */
  const article = await open.evaluate(articleInPage);
  const paragraphs = article.blocks.filter((block) => words(block).length > 0);
  const all = ours.join('');
  const held = paragraphs.filter((paragraph) => isHeld(paragraph, all));
  const size = (/** @type {string[]} */ list) =>
    list.reduce((sum, paragraph) => sum + words(paragraph).join('').length, 0);
  const theirs = words(article.text ?? '');
  const { found } = compareProse(
    theirs.map((word) => ({ word, pieces: [word] })),
    ours,
  );
  const precision = ours.length === 0 ? 0 : found.length / ours.length;
  const wordRecall = theirs.length === 0 ? 1 : found.length / theirs.length;
  return {
    isArticle: article.isArticle,
    paragraphs: paragraphs.length,
    held: held.length,
    recall: paragraphs.length === 0 ? 1 : size(held) / size(paragraphs),
    lost: paragraphs
      .filter((paragraph) => !held.includes(paragraph))
      .slice(0, 5)
      .map((paragraph) => paragraph.trim().replace(/\s+/g, ' ').slice(0, 60)),
    precision,
    wordRecall,
    f1: precision + wordRecall === 0 ? 0 : (2 * precision * wordRecall) / (precision + wordRecall),
  };
}
