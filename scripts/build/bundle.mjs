import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as esbuild, transform } from 'esbuild';
import { root } from '../setup/run.mjs';
import { innerFields } from './inner-fields.mjs';
import { withLazyFunctions } from './lazy-functions.mjs';
import { minifyMore } from './minify.mjs';
import { withNamedUndefined } from './named-undefined.mjs';
import { reachableNatives } from './natives.mjs';
import { buildParts } from './parts.mjs';

/** A file's text with line feeds only, so that a checkout with other line ends builds the same bytes. */
export const readSource = (/** @type {string} */ path) =>
  readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');

export const version = /** @type {string} */ (JSON.parse(readSource('package.json')).version);

const banner = `/*! agent-browser-inpage v${version} | MIT | lets a language model read and operate this page: window.__agentBrowser */`;

/** @type {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  // The oldest WebView engines that are supported.
  target: 'es2019',
  // A host may load the file with any encoding.
  charset: 'ascii',
  legalComments: 'none',
  define: { __VERSION__: JSON.stringify(version) },
  banner: { js: banner },
  logLevel: 'warning',
};

/** @param {import('esbuild').BuildOptions} options */
async function build(options) {
  const { outputFiles, metafile } = await esbuild({ ...shared, ...options });
  return { text: /** @type {{ text: string }[]} */ (outputFiles)[0]?.text ?? '', metafile };
}

const bundle = async (/** @type {import('esbuild').BuildOptions} */ options) => (await build(options)).text;

/**
 * The page files below `dist/`, with the entry module of each; the parts (scripts/build/parts.mjs) extend the first
 * one.
 */
export const pageFiles = {
  'agent-browser.js': 'src/inject/main.ts',
  'agent-browser.read.js': 'src/inject/parts/read.ts',
  'agent-browser.full.js': 'src/inject/parts/full.ts',
};

/** @typedef {keyof typeof pageFiles} PageFile */

/** @param {unknown} natives */
const definitions = (natives) => ({ ...shared.define, __NATIVES__: JSON.stringify(natives) });

/**
 * First letters of short names, the most frequent ones in a script first, so that it gzips well. Not x, y and z:
 * points have these fields.
 */
const LETTERS = 'etrnaoilscdfugpmhvbkwqjETRNAOILSCDFUGPMHVBKWQJ';

const shortName = (/** @type {number} */ i) => {
  const { length } = LETTERS;
  return LETTERS.charAt(i % length) + (i < length ? '' : LETTERS.charAt(Math.floor(i / length) - 1));
};

/** @type {import('esbuild').BuildOptions} */
const minified = {
  platform: 'browser',
  minify: true,
  mangleProps: new RegExp(`^(?:${innerFields.join('|')})$`),
  mangleCache: Object.fromEntries(innerFields.map((field, i) => [field, shortName(i)])),
};

/** @returns {import('esbuild').BuildOptions} */
const forPage = (
  /** @type {string} */ entry,
  /** @type {unknown} */ natives,
  /** @type {import('esbuild').Plugin[]} */ plugins,
) => ({
  ...minified,
  plugins,
  entryPoints: [entry],
  inject: ['scripts/build/globals.js'],
  format: 'iife',
  define: definitions(natives),
});

/** The source files that a bundle contains. */
const sourcesIn = async (/** @type {string} */ entry, /** @type {import('esbuild').Plugin[]} */ plugins) => {
  const { metafile } = await build({ ...forPage(entry, {}, plugins), metafile: true });
  const [output] = Object.values(metafile?.outputs ?? {});
  return new Set(
    Object.entries(output?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    ),
  );
};

/** The parts of the default file: their texts by name, and the plugin that gives the default file their digests. */
const partsFor = async (/** @type {import('esbuild').Plugin[]} */ plugins) =>
  buildParts(
    await sourcesIn(pageFiles['agent-browser.js'], plugins),
    (options) => bundle({ ...minified, banner: {}, ...options }),
    plugins,
  );

/** The texts of `dist/parts`, by their names below `dist/`. */
export const bundleParts = async () => {
  const texts = Object.entries((await partsFor([])).texts).map(([name, text]) => [
    name,
    `${banner}\n${text}`,
  ]);
  const alone = Object.entries(standaloneFiles).map(async ([name, entry]) => [
    name,
    await bundleAlone(entry),
  ]);
  return Object.fromEntries([...texts, ...(await Promise.all(alone))]);
};

/**
 * The esbuild options of a page file. It is built twice: the built-ins that it can reach ({@link reachableNatives}) are
 * found in the text of the first build.
 * @returns {Promise<import('esbuild').BuildOptions>}
 */
const optionsFor = async (
  /** @type {PageFile} */ file,
  /** @type {import('esbuild').Plugin[]} */ plugins,
) => {
  const parts = file === 'agent-browser.js' ? await partsFor(plugins) : undefined;
  const all = parts ? [...plugins, parts.plugin] : plugins;
  const blind = await bundle(forPage(pageFiles[file], {}, all));
  const natives = reachableNatives([blind, ...Object.values(parts?.texts ?? {})].join('\n'));
  return forPage(pageFiles[file], natives, all);
};

/** The values of `__VERSION__` and `__NATIVES__` of a page file, for the bench's profile, which bundles it readably. */
export const definitionsOf = async (/** @type {PageFile} */ file = 'agent-browser.js') =>
  (await optionsFor(file, [])).define;

/**
 * The text of a page file, which a host evaluates as it is: its only global name is `__agentBrowser`. The bench passes
 * plugins that leave rules out.
 * @param {PageFile} [file]
 * @param {import('esbuild').Plugin[]} [plugins]
 */
export const bundleForPage = async (file = 'agent-browser.js', plugins = []) =>
  withNamedUndefined(
    await withLazyFunctions(await minifyMore(await bundle(await optionsFor(file, plugins)))),
  );

/** Replaces the guard of built-ins by an empty one: in a document that runs no scripts nothing can replace them. */
const withoutGuard = {
  name: 'without-guard',
  setup(/** @type {import('esbuild').PluginBuild} */ on) {
    on.onResolve({ filter: /\/natives\.ts$/ }, () => ({ path: join(root, 'src/html/no-guard.ts') }));
  },
};

/** The reading script for the window of `agent-browser-inpage/html`. */
export const bundleReader = () =>
  bundle({
    entryPoints: ['src/inject/parts/document.ts'],
    inject: ['scripts/build/globals.js'],
    plugins: [withoutGuard],
    // It runs in the engine of the module, not in a WebView.
    target: 'es2022',
    format: 'iife',
    platform: 'browser',
    banner: {},
  });

/** The page's built-ins that the script of an entry can reach. */
const nativesOfModule = async (/** @type {string} */ entry) =>
  reachableNatives(await bundle(forPage(entry, {}, [])));

/**
 * Standalone files for document start, below `dist/`: they run before the page's scripts, so no built-ins are saved
 * for them.
 */
const standaloneFiles = { 'parts/model-context.js': 'src/inject/parts/model-context.ts' };

/** Fields that occur only within a standalone file; they are shortened. */
const OWN_FIELDS = /^(?:controls|choices|isList|schema|tool|tools|run|changed)$/;

const bundleAlone = async (/** @type {string} */ entry) =>
  minifyMore(
    await bundle({
      entryPoints: [entry],
      format: 'iife',
      platform: 'browser',
      minify: true,
      mangleProps: OWN_FIELDS,
      banner: { js: `/*! agent-browser-inpage v${version} | MIT */` },
    }),
  );

/** A module for Node, Deno, Bun and bundlers, not minified: a bundler does that. Code for a page is minified. */
export const bundleModule = async (/** @type {string} */ entry) => {
  const isForPage = entry.startsWith('src/inject/');
  const text = await bundle({
    entryPoints: [entry],
    format: 'esm',
    platform: 'neutral',
    minify: isForPage,
    define: definitions(isForPage ? await nativesOfModule(entry) : {}),
  });
  return isForPage ? minifyMore(text, { module: true }) : text;
};

/** Minifies a script without imports. */
export async function minifyScript(/** @type {string} */ source) {
  const { code } = await transform(source, {
    minify: true,
    target: 'es2019',
    charset: 'ascii',
    format: 'iife',
  });
  return code.trim();
}
