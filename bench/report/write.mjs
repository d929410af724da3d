import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from '../../scripts/setup/run.mjs';
import { drawChart } from './chart.mjs';
import { table } from './format.mjs';
import { putIntoReadme } from './readme.mjs';
import { makeTables, nameTable, sayWhere, targetTable } from './tables.mjs';
import { speedUp, tokenShare } from './targets.mjs';

/** @typedef {import('../run.mjs').Results} Results */

const folder = 'bench/results';

const timeChart = (/** @type {Results} */ { pages }) =>
  drawChart({
    title: 'Time of a full snapshot in the page',
    unit: 'ms, median, logarithmic',
    rows: pages
      .filter(({ time }) => time)
      .map(({ name, time }) => ({
        label: name,
        values: {
          floor: time?.floor?.page?.median,
          'this project': time?.full?.page?.median,
          'Playwright ai': time?.playwright?.page?.median,
        },
      })),
  });

const tokenChart = (/** @type {Results} */ { pages }) =>
  drawChart({
    title: 'Tokens of a page as text',
    unit: 'o200k tokens, logarithmic',
    rows: pages
      .filter(({ text }) => text)
      .map(({ name, text }) => ({
        label: name,
        values: {
          default: text?.sizes.default?.tokens,
          'this project, whole': text?.sizes.full?.tokens,
          'Playwright ai': text?.sizes.playwright?.tokens,
        },
      })),
  });

/** README's table by page: the project's own pages, and the median of the real ones. */
function summary(/** @type {Results} */ { pages }) {
  const number = (/** @type {number | undefined} */ value, digits = 0) =>
    value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: digits });
  const rows = pages
    .filter(({ kind, time, text }) => kind !== 'real' && time && text)
    .map((page) => [
      page.name,
      number(page.text?.elements),
      number(page.time?.floor?.page?.median, 1),
      number(page.time?.full?.page?.median, 1),
      number(page.time?.playwright?.page?.median, 1),
      `${number(speedUp(page), 1)} x`,
      number(page.text?.sizes.default?.tokens),
      number(page.text?.sizes.full?.tokens),
      number(page.text?.sizes.playwright?.tokens),
      `${number(100 * (tokenShare(page) ?? 0))} %`,
    ]);
  const head = [
    'page',
    'elements',
    'floor, ms',
    'full, ms',
    'Playwright, ms',
    'factor',
    'tokens: default',
    'full',
    'Playwright',
    'share',
  ];
  return table(head, rows);
}

/** Writes bench/results and the tables of README from the results of one run. */
export function writeResults(/** @type {Results} */ results) {
  const write = (/** @type {string} */ path, /** @type {string} */ text) => {
    writeFileSync(join(root, path), text);
    say(`Written: ${path}`);
  };
  mkdirSync(join(root, folder), { recursive: true });
  write(`${folder}/results.json`, `${JSON.stringify(results, undefined, 1)}\n`);
  write(`${folder}/results.md`, `# Figures\n\n${makeTables(results)}\n`);
  if (results.pages.some(({ time }) => time)) write(`${folder}/time.svg`, timeChart(results));
  if (results.pages.some(({ text }) => text)) write(`${folder}/tokens.svg`, tokenChart(results));
  const section = [
    targetTable(results),
    summary(results),
    nameTable(results),
    `![Time per page](${folder}/time.svg)`,
    `![Tokens per page](${folder}/tokens.svg)`,
    `${sayWhere(results)} All tables: [${folder}/results.md](${folder}/results.md).`,
  ].join('\n\n');
  const readme = join(root, 'README.md');
  write('README.md', putIntoReadme(readFileSync(readme, 'utf8'), section));
}
