/** Builds the console to one HTML file: styles and scripts are in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = join(fileURLToPath(new URL('.', import.meta.url)), 'src/console');

/** In a script element nothing may look like the end of it, or like a comment. */
const inScript = (/** @type {string} */ code) =>
  code.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

export async function buildConsole() {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['main.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
  });
  const style = readFileSync(join(folder, 'style.css'), 'utf8');
  const script = inScript(outputFiles[0]?.text ?? '');
  return readFileSync(join(folder, 'page.html'), 'utf8')
    .replace('/*STYLE*/', () => style)
    .replace('/*SCRIPT*/', () => script);
}
