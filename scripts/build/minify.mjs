import { minify } from '@swc/core';

/**
 * Minifies an esbuild output further: esbuild does not join all statements, nor inline all variables and functions that
 * are used once.
 *
 * @param {string} text
 * @param {{ module?: boolean }} [options]
 */
export async function minifyMore(text, { module = false } = {}) {
  const { code } = await minify(text, {
    module,
    ecma: 2019,
    // Inlining variables into expressions makes the short names of the others longer.
    compress: { passes: 4, collapse_vars: false },
    mangle: true,
    format: { asciiOnly: true, comments: 'some' },
  });
  return `${code.trim()}\n`;
}
