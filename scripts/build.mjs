#!/usr/bin/env node
/**
 * Builds all generated files:
 *
 *   dist/agent-browser.js      the file that a host injects into a page (committed, so that nobody needs Node to use it)
 *   dist/agent-browser.read.js      the same without actions and waiting (committed)
 *   dist/agent-browser.full.js      the script with all parts in one file (committed)
 *   dist/parts/*.js      the parts that a host injects after the first file when a call needs them (committed)
 *   dist/parts/model-context.js      `document.modelContext` for browsers that have none, for document start (committed)
 *   docs/bookmarklet.html      `agent-browser.read.js` as a bookmark (committed)
 *   kotlin/src/main/resources/io/agentbrowser/tools.json      the tools of src/tools for Kotlin (committed)
 *   dist/{host,html,index,inject,parts,render,script,tools}.js and dist/types/{parts,script}.d.ts      the npm
 *   package's modules
 *
 * `--check` builds in memory and fails if a committed file differs from the build. The same sources build to the same bytes
 * on any machine.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { makeBookmarklet } from './build/bookmarklet.mjs';
import { bundleForPage, bundleModule, bundleParts, pageFiles } from './build/bundle.mjs';
import { bundleHost } from './build/host.mjs';
import { bundleHtml } from './build/html.mjs';
import { toolsAsJson } from './build/tools.mjs';
import { root, say } from './setup/run.mjs';

const scriptTypes = `import type {} from './inject/agent-browser.js';

/** The text of \`agent-browser.js\`: evaluate it in a page, then call \`window.__agentBrowser\`. */
export declare const script: string;
export default script;
`;

const partsTypes = `/** The texts of \`parts/*.js\` by these names: what a host evaluates where a call is \`part_missing\`. */
export declare const parts: Readonly<Record<string, string>>;
export default parts;
`;

/** @typedef {Record<string, string>} Files text by path, relative to the project */

async function makeCommittedFiles() {
  /** @type {Files} */
  const scripts = {};
  for (const name of /** @type {(keyof typeof pageFiles)[]} */ (Object.keys(pageFiles)))
    scripts[`dist/${name}`] = await bundleForPage(name);
  const bundle = scripts['dist/agent-browser.js'] ?? '';
  const parts = await bundleParts();
  for (const [name, text] of Object.entries(parts)) scripts[`dist/${name}`] = text;
  const bookmarklet = await makeBookmarklet(scripts['dist/agent-browser.read.js'] ?? '');
  /** @type {Files} */
  const files = {
    ...scripts,
    'docs/bookmarklet.html': bookmarklet.page,
    'kotlin/src/main/resources/io/agentbrowser/tools.json': await toolsAsJson(),
  };
  return { files, bundle, parts, bookmarklet };
}

/** @returns {Promise<Files>} */
async function makeModules(/** @type {string} */ bundle, /** @type {Files} */ parts) {
  const [index, inject, render, tools] = await Promise.all(
    ['src/index.ts', 'src/inject/parts/full.ts', 'src/render/index.ts', 'src/tools/index.ts'].map(
      bundleModule,
    ),
  );
  return {
    'dist/index.js': index ?? '',
    'dist/inject.js': inject ?? '',
    'dist/render.js': render ?? '',
    'dist/tools.js': tools ?? '',
    'dist/host.js': await bundleHost(),
    'dist/html.js': await bundleHtml(),
    'dist/script.js': `export const script = ${JSON.stringify(bundle)};\nexport default script;\n`,
    'dist/parts.js': `export const parts = ${JSON.stringify(parts)};\nexport default parts;\n`,
    'dist/types/script.d.ts': scriptTypes,
    'dist/types/parts.d.ts': partsTypes,
  };
}

/** @returns {string | undefined} */
function readIfThere(/** @type {string} */ path) {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}

/** Replaces a file in one step, by a rename, so that no process reads a half-written one. */
function write(/** @type {string} */ path, /** @type {string} */ text) {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.${process.pid}`, text);
  renameSync(`${target}.${process.pid}`, target);
}

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} KB`;

function sayHowBig(/** @type {Files} */ files) {
  for (const [path, text] of Object.entries(files)) {
    if (!path.endsWith('.js')) continue;
    const bytes = Buffer.byteLength(text);
    const zipped = gzipSync(text, { level: 9 }).length;
    say(`  ${path.padEnd(26)} ${kilobytes(bytes).padStart(9)}   gzip ${kilobytes(zipped).padStart(8)}`);
  }
}

const isStale = (/** @type {[path: string, text: string]} */ [path, text]) => readIfThere(path) !== text;

/**
 * Builds all files; one that does not change is not written.
 * @returns {Promise<string[]>} the committed files that differed from the build
 */
export async function build() {
  const { files, bundle, parts, bookmarklet } = await makeCommittedFiles();
  const all = { ...files, ...(await makeModules(bundle, parts)) };
  const stale = Object.entries(all).filter(isStale);
  for (const [path, text] of stale) write(path, text);
  sayHowBig(all);
  const tooLong = bookmarklet.fitsFirefox ? '' : ' (too long for Firefox)';
  say(
    `  docs/bookmarklet.html      a bookmark of ${bookmarklet.length.toLocaleString('en')} characters${tooLong}`,
  );
  return stale.map(([path]) => path).filter((path) => path in files);
}

/**
 * Prints whether the committed files were the same as the build.
 * @param {string[]} stale the files that differed
 * @returns {number} an exit code
 */
export function sayWhetherStale(stale) {
  if (stale.length === 0) say('The committed build is what the sources give.');
  else say(`Not what the sources give: ${stale.join(', ')}. Run \`npm run build\` and commit the result.`);
  return stale.length === 0 ? 0 : 1;
}

async function check() {
  const { files } = await makeCommittedFiles();
  return sayWhetherStale(
    Object.entries(files)
      .filter(isStale)
      .map(([path]) => path),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [option, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (option && option !== '--check')) {
    say('Usage: node scripts/build.mjs [--check]');
    process.exitCode = 2;
  } else {
    try {
      if (option) process.exitCode = await check();
      else await build();
    } catch (error) {
      // esbuild has already printed its errors.
      if (!(error instanceof Error && 'errors' in error)) throw error;
      process.exitCode = 1;
    }
  }
}
