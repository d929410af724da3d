import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { root } from '../setup/run.mjs';

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

/** The single file for a page: one expression statement, so that a host can evaluate it as it is. */
export const bundleForPage = () =>
  bundle({
    entryPoints: ['src/inject/main.ts'],
    inject: ['scripts/build/globals.js'],
    format: 'iife',
    platform: 'browser',
    minify: true,
  });

/** A module for Node, Deno, Bun and bundlers, left readable: who bundles it minifies it. */
export const bundleModule = (/** @type {string} */ entry) =>
  bundle({ entryPoints: [entry], format: 'esm', platform: 'neutral' });

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
