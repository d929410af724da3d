import { isMachineMade } from './machine-made.mjs';
import { charsOf, compareProse, proseWords, readBlocks, wordsTooOften } from './prose.mjs';
import { call, snapshotText, whole } from './read.mjs';
import { words } from './visible-words.mjs';
import { wordsOfText } from './words-of-text.mjs';

/**
 * What a model reads of a page in one text.
 *
 * - `prose` characters of the words that a person sees; `held` how many of them are in one text for reading
 *   (`interactiveOnly: false`) with default options; `share` of those that its budget has room for
 * - `whole` share of them in the text without limits, `missing` the first that are not in it, `doubled` share of that
 *   text's words that occur in it more often than on the page
 * - `headings` h1 and h2 that a person sees, `headingsTold` how many of them are in the default text, which is for acting
 * - `names` of nodes with a ref, `guesses` how many of them are guesses, `machineMade` the guesses that look machine-made
 * @typedef {{
 *   prose: number, held: number, share: number, whole: number, missing: string[], doubled: number,
 *   headings: number, headingsTold: number, names: number, guesses: number, machineMade: string[],
 * }} Reading
 */

const BUDGET = 12_000;

const readHeadings = `[...document.querySelectorAll('h1, h2')]
  .filter((el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !el.closest('[aria-hidden=true], [inert]') && el.getBoundingClientRect().width > 1 && el.getBoundingClientRect().height > 1 && el.innerText.trim())
  .map((el) => el.innerText)`;

/** The names of all nodes with a ref, and their sources. */
function namesOf(/** @type {any} */ tree) {
  /** @type {{ name: string, source: string | undefined }[]} */
  const names = [];
  const stack = [tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.ref && node.name) names.push({ name: node.name, source: node.nameSource });
    stack.push(...(node.children ?? []));
  }
  return names;
}

/** @returns {Promise<Reading>} */
export async function measureReading(/** @type {import('../pages/open.mjs').OpenPage} */ open) {
  const blocks = await open.evaluate(readBlocks);
  const prose = proseWords(blocks);
  const total = charsOf(prose);
  const firstText = wordsOfText(await snapshotText(open, { interactiveOnly: false }));
  const held = charsOf(compareProse(prose, firstText).found);
  const all = wordsOfText(await snapshotText(open, { interactiveOnly: false, ...whole }));
  const { found, missing } = compareProse(prose, all);
  const doubled = wordsTooOften(
    all,
    prose.map(({ word }) => word),
    prose.flatMap(({ pieces }) => pieces),
  );

  const acting = await snapshotText(open, {});
  const printedHeadings = new Set(
    acting
      .split('\n')
      .filter((line) => /^\s*- heading| \[level=[12]\]/.test(line))
      .map((line) => wordsOfText(line).join(' ')),
  );
  /** @type {string[]} */
  const headings = await open.evaluate(readHeadings);
  const { tree } = await call(open, 'snapshot', { maxNodes: 1e6 });
  const names = namesOf(tree);
  const guesses = names.filter(({ source }) => source !== undefined && source !== 'content');
  return {
    prose: total,
    held,
    share: total === 0 ? 1 : held / Math.min(total, BUDGET),
    whole: total === 0 ? 1 : charsOf(found) / total,
    missing: missing.slice(0, 12).map(({ word }) => word),
    doubled: all.length === 0 ? 0 : doubled.length / all.length,
    headings: headings.length,
    headingsTold: headings.filter((heading) => printedHeadings.has(words(heading).join(' '))).length,
    names: names.length,
    guesses: guesses.length,
    machineMade: guesses.map(({ name }) => name).filter(isMachineMade),
  };
}
