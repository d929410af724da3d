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
    compress: { passes: 3 },
    mangle: true,
    format: { asciiOnly: true, comments: 'some' },
  });
  return `${code.trim()}\n`;
}
