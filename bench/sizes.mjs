import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { builtPageFile, builtParts } from '../scripts/build/built.mjs';
import { articlePage, buttonsPage, optionsPage, tablePage } from './pages/generated.mjs';
import { withPage } from './pages/open.mjs';
import { ownPages } from './pages/pages.mjs';
import { callOf, snapshots } from './peers/ours.mjs';

/**
 * The size gate: characters of each format on the project's own pages, and bytes of the bundle. They may exceed the
 * sizes in sizes.json only slightly; a commit that makes something larger on purpose records the new sizes.
 */

const file = new URL('sizes.json', import.meta.url);

/** How much larger than recorded a size may be. */
export const tolerance = 0.03;

/** @typedef {Record<string, number>} Sizes */

/** @returns {Sizes} */
export const readRecordedSizes = () => JSON.parse(readFileSync(file, 'utf8'));

const formats = ['tree', 'html', 'indexed', 'outline', 'yaml', 'markdown', 'json'];

const pages = () => [
  ...ownPages().filter(({ folder }) => folder),
  ...Object.entries({
    article: articlePage(),
    'table of 200 rows': tablePage(200),
    '300 buttons': buttonsPage(300),
    '500 options': optionsPage(500),
  }).map(([name, html]) => ({ name, html, kind: /** @type {const} */ ('generated') })),
];

/** @returns {Promise<Sizes>} */
export async function measureSizes(/** @type {import('playwright-core').Browser} */ browser) {
  const script = await builtPageFile();
  const parts = await builtParts();
  const whole = [script, ...Object.values(parts)].join('\n;');
  /** @type {Sizes} */
  const sizes = {};
  for (const [name, text] of [
    ['bundle', script],
    ['file that reads', await builtPageFile('agent-browser.read.js')],
    ['all in one', await builtPageFile('agent-browser.full.js')],
    ...Object.entries(parts),
  ]) {
    sizes[`${name}, bytes`] = Buffer.byteLength(text);
    sizes[`${name}, bytes zipped`] = gzipSync(text, { level: 9 }).length;
  }
  for (const page of pages())
    await withPage(browser, page, { script: whole }, async ({ evaluate }) => {
      const read = async (/** @type {Record<string, unknown>} */ options) => {
        const result = JSON.parse(await evaluate(callOf('snapshot', options)));
        if (!result.ok) throw new Error(result.error.message);
        return result.text ?? JSON.stringify(result.tree);
      };
      for (const format of formats)
        sizes[`${page.name}, full ${format}`] = (await read({ ...snapshots.full, format })).length;
      sizes[`${page.name}, interactive`] = (await read(snapshots.interactive)).length;
      sizes[`${page.name}, default`] = (await read(snapshots.default)).length;
    });
  return sizes;
}

/**
 * A sentence for each size that has grown by more than the tolerance, and for each that is only recorded or only measured.
 * @param {Sizes} recorded
 * @param {Sizes} measured
 * @returns {string[]}
 */
export function compareSizes(recorded, measured) {
  const problems = [];
  for (const [name, size] of Object.entries(measured)) {
    const before = recorded[name];
    if (before === undefined) problems.push(`${name}: ${size}, and no size is recorded.`);
    else if (size > before * (1 + tolerance))
      problems.push(`${name}: ${size}, recorded ${before} (+${((size / before - 1) * 100).toFixed(1)} %).`);
  }
  for (const name of Object.keys(recorded))
    if (measured[name] === undefined) problems.push(`${name}: recorded, and not measured any more.`);
  return problems;
}

export const recordSizes = (/** @type {Sizes} */ sizes) =>
  writeFileSync(file, `${JSON.stringify(sizes, undefined, 2)}\n`);
