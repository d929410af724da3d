import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../scripts/setup/run.mjs';
import { generatedPages } from './generated.mjs';

/**
 * A page to measure: the HTML of a document, or a folder with an index.html whose scripts run. `kind`: `app` has
 * scripts and listeners, `generated` is made by the bench, `real` is a stored page of the web.
 * @typedef {{ name: string, kind: 'app' | 'generated' | 'real', html?: string, folder?: string }} BenchPage
 */

export const withoutScripts = (/** @type {string} */ html) =>
  html.replace(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, '');

const fixture = (/** @type {string} */ name) => ({
  name,
  kind: /** @type {const} */ ('app'),
  folder: join(root, 'tests/fixtures', name),
});

/** @returns {BenchPage[]} */
export const ownPages = () => [
  fixture('shop'),
  fixture('dashboard'),
  ...generatedPages().map((page) => ({ ...page, kind: /** @type {const} */ ('generated') })),
];

/**
 * The HTML files of a folder, in the order of their names, without their scripts.
 * @returns {BenchPage[]}
 */
export function corpusPages(/** @type {string} */ folder) {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const files = readdirSync(folder).filter((file) => /\.html?$/i.test(file));
  if (files.length === 0) throw new Error(`There is no HTML file in ${folder}.`);
  return files.sort().map((file) => ({
    name: basename(file).replace(/\.html?$/i, ''),
    kind: 'real',
    html: withoutScripts(readFileSync(join(folder, file), 'utf8')),
  }));
}
