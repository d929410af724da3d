import { minify } from '@swc/core';

/**
 * Makes a minified script or module smaller still: what esbuild leaves (statements that join, variables and functions
 * that are used once).
 *
 * @param {string} text
 * @param {{ module?: boolean }} [options]
 */
export async function minifyMore(text, { module = false } = {}) {
  const { code } = await minify(text, {
    module,
    ecma: 2019,
    // What is written once into another expression makes the names around it longer.
    compress: { passes: 4, collapse_vars: false },
    mangle: true,
    format: { asciiOnly: true, comments: 'some' },
  });
  return `${code.trim()}\n`;
}
