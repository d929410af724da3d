import { median } from '../measure/statistics.mjs';
import { atLeast, atMost, figures, least, most, percent, ratio, times } from './target-row.mjs';

/** @typedef {import('../run.mjs').PageResult} PageResult */
/** @typedef {import('./target-row.mjs').Row} Row */

/** The results of following hints in texts for reading, in the default format. */
const readingHints = (/** @type {PageResult} */ { hints }) =>
  (hints ?? []).filter(({ how }) => how === 'tree, reading');

/** @returns {Row[]} */
export function readingTargets(/** @type {PageResult[]} */ pages) {
  const followed = pages.flatMap((page) => page.hints ?? []);
  const articles = pages.filter(({ extract }) => extract?.isArticle);
  const withHeadings = pages.filter(({ reading }) => (reading?.headings ?? 0) > 0);
  const readings = pages.flatMap(({ reading }) => reading ?? []);
  const same = pages.filter(({ tokens }) => (tokens?.sameWords ?? 0) >= 0.97);
  return [
    [
      'reading: share of the visible prose in one default text, of what its budget could hold',
      '>= 60 %',
      figures(pages, ({ reading }) => reading?.share),
      median,
      atLeast(0.6),
      percent,
    ],
    [
      'reading: prose in all texts when hints are followed, worst page and budget',
      '>= 99 %',
      pages.flatMap(readingHints).flatMap(({ prose }) => prose ?? []),
      least,
      atLeast(0.99),
      percent,
    ],
    [
      'the same in every format and verb: words of the whole text',
      '>= 99 %',
      followed.map(({ recall }) => recall),
      least,
      atLeast(0.99),
      percent,
    ],
    [
      'words that come twice, worst',
      '<= 1 %',
      followed.map(({ twice }) => twice),
      most,
      atMost(0.01),
      percent,
    ],
    [
      'calls against the least possible where that is four and more, worst',
      '<= 1.3 x',
      followed.filter(({ least: fewest }) => fewest >= 4).map(({ calls, least: fewest }) => calls / fewest),
      most,
      atMost(1.3),
      times,
    ],
    [
      "extract: paragraphs of Readability's article that it has whole",
      '>= 95 %',
      figures(articles, ({ extract }) => extract?.recall),
      median,
      atLeast(0.95),
      percent,
    ],
    [
      'extract: F1 by words',
      '>= 0.85',
      figures(articles, ({ extract }) => extract?.f1),
      median,
      atLeast(0.85),
      (value) => value.toFixed(2),
    ],
    [
      'pages with h1 or h2 of which the default text has some',
      'all',
      withHeadings.length === 0
        ? []
        : [
            withHeadings.filter(({ reading }) => (reading?.headingsTold ?? 0) > 0).length /
              withHeadings.length,
          ],
      least,
      atLeast(1),
      percent,
    ],
    [
      'guessed names that look machine-made',
      'none',
      readings.length === 0 ? [] : [readings.reduce((sum, one) => sum + one.machineMade.length, 0)],
      most,
      atMost(0),
      String,
    ],
    [
      "text for acting: tokens of agent-browser's -i",
      '<= 75 %',
      figures(pages, ({ tokens }) => ratio(tokens?.acting, tokens?.agentBrowser)),
      median,
      atMost(0.75),
      percent,
    ],
    [
      "text for reading: tokens of Playwright's ai snapshot, same words",
      '<= 45 %',
      figures(same, ({ tokens }) => ratio(tokens?.reading, tokens?.playwright)),
      median,
      atMost(0.45),
      percent,
    ],
  ];
}
