import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { minify } from 'terser';
import { root } from '../setup/run.mjs';
import { internalNames } from './internal-names.mjs';

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
  logLevel: 'warning',
};

/** @param {import('esbuild').BuildOptions} options */
async function bundle(options) {
  const { outputFiles } = await build({ ...shared, ...options });
  return /** @type {{ text: string }[]} */ (outputFiles)[0]?.text ?? '';
}

/**
 * The single file for a page: one expression statement, so that a host can evaluate it as it is. esbuild shortens
 * the names; terser, which does worse alone, finds one more percent in what esbuild leaves, and names that zip better.
 */
export async function bundleForPage() {
  const text = await bundle({
    entryPoints: ['src/inject/main.ts'],
    format: 'iife',
    platform: 'browser',
    minify: true,
    mangleProps: new RegExp(`^(?:${internalNames().join('|')})$`),
  });
  const { code = '' } = await minify(text, {
    ecma: 2019,
    compress: { passes: 3, inline: 1, unsafe_arrows: true, unsafe_methods: true },
    format: { ascii_only: true, preamble: banner },
  });
  return `${code}\n`;
}

/** A module for Node, Deno, Bun and bundlers, left readable: who bundles it minifies it. */
export const bundleModule = (/** @type {string} */ entry) =>
  bundle({ entryPoints: [entry], format: 'esm', platform: 'neutral', banner: { js: banner } });

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
