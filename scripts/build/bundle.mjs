import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { root } from '../setup/run.mjs';
import { reachableNatives } from './natives.mjs';

/** Text with line feeds only, so that a checkout with other line ends builds the same bytes. */
export const readSource = (/** @type {string} */ path) =>
  readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');

export const version = /** @type {string} */ (JSON.parse(readSource('package.json')).version);

const banner = `/*! agent-browser-inpage v${version} | MIT | lets a language model read and operate this page: window.__agentBrowser */`;

/** @type {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  // The oldest engines that a WebView may be.
  target: 'es2019',
  // A host may load the file with any encoding.
  charset: 'ascii',
  legalComments: 'none',
  define: { __VERSION__: JSON.stringify(version) },
  banner: { js: banner },
  logLevel: 'warning',
};

/** @param {import('esbuild').BuildOptions} options */
async function bundle(options) {
  const { outputFiles } = await build({ ...shared, ...options });
  return /** @type {{ text: string }[]} */ (outputFiles)[0]?.text ?? '';
}

/** The files for a page, below `dist/`, and what composes each. */
export const pageFiles = {
  'agent-browser.js': 'src/inject/main.ts',
  'agent-browser.read.js': 'src/inject/parts/read.ts',
  'agent-browser.full.js': 'src/inject/parts/full.ts',
};

/** @param {unknown} natives */
const definitions = (natives) => ({ ...shared.define, __NATIVES__: JSON.stringify(natives) });

const forPage = (
  /** @type {string} */ entry,
  /** @type {unknown} */ natives,
  /** @type {import('esbuild').Plugin[]} */ plugins = [],
) =>
  bundle({
    plugins,
    entryPoints: [entry],
    inject: ['scripts/build/globals.js'],
    format: 'iife',
    platform: 'browser',
    minify: true,
    define: definitions(natives),
  });

/** What the script of an entry can reach of the page: known once it is built without knowing it. */
const nativesOf = async (
  /** @type {string} */ entry,
  /** @type {import('esbuild').Plugin[] | undefined} */ plugins = undefined,
) => reachableNatives(await forPage(entry, {}, plugins));

/** What stands for the names that the build puts into a file, for those who build it in another way. */
export const definitionsOf = async (/** @type {keyof typeof pageFiles} */ file = 'agent-browser.js') =>
  definitions(await nativesOf(pageFiles[file]));

/**
 * A file for a page: one expression statement, so that a host can evaluate it as it is. With plugins the bench leaves
 * rules out of it.
 * @param {keyof typeof pageFiles} [file]
 * @param {import('esbuild').Plugin[]} [plugins]
 */
export const bundleForPage = async (file = 'agent-browser.js', plugins = []) =>
  forPage(pageFiles[file], await nativesOf(pageFiles[file], plugins), plugins);

/** Files for document start that stand alone, below `dist/`: nothing of the page's built-ins is kept for them. */
export const standaloneFiles = { 'parts/model-context.js': 'src/inject/parts/model-context.ts' };

/** Fields that only this file knows are called by a letter. */
const OWN_FIELDS = /^(?:controls|choices|isList|schema|tool)$/;

/** @param {keyof typeof standaloneFiles} file */
export const bundleAlone = (file) =>
  bundle({
    entryPoints: [standaloneFiles[file]],
    format: 'iife',
    platform: 'browser',
    minify: true,
    mangleProps: OWN_FIELDS,
    banner: { js: `/*! agent-browser-inpage v${version} | MIT */` },
  });

/** A module for Node, Deno, Bun and bundlers, left readable: who bundles it minifies it. */
export const bundleModule = async (/** @type {string} */ entry) =>
  bundle({
    entryPoints: [entry],
    format: 'esm',
    platform: 'neutral',
    define: definitions(entry.startsWith('src/inject/') ? await nativesOf(entry) : {}),
  });

/** Minifies a script that stands alone. */
export async function minifyScript(/** @type {string} */ source) {
  const { code } = await transform(source, {
    minify: true,
    target: 'es2019',
    charset: 'ascii',
    format: 'iife',
  });
  return code.trim();
}
