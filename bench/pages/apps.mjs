import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/setup/run.mjs';

/**
 * The apps of tests/apps, written with frameworks and component libraries, which run with their listeners. They are bundled
 * as for the tests.
 * @returns {Promise<import('./pages.mjs').BenchPage[]>}
 */
export async function appPages() {
  const folder = join(root, 'tests/apps');
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap(({ name }) =>
      readdirSync(join(folder, name))
        .filter((file) => /^[\w-]+(?:\.solid)?\.(?:jsx?|ts)$/.test(file))
        .map((file) => `${name}/${file.replace(/(?:\.solid)?\.\w+$/, '')}`),
    );
  /** @type {import('./pages.mjs').BenchPage[]} */
  const pages = [];
  for (const name of names) pages.push(await pageOfApp(name));
  return pages;
}

/**
 * One of these apps, by its path in tests/apps without the extension.
 * @returns {Promise<import('./pages.mjs').BenchPage>}
 */
export async function pageOfApp(/** @type {string} */ name) {
  const { appPage } = await importBundler();
  return { name, kind: 'app', html: `<!doctype html><title>${name}</title>${await appPage(name)}` };
}

/** Imports tests/support/apps.ts, bundled to JavaScript so that every version of Node can load it. */
async function importBundler() {
  const source = join(root, 'tests/support/apps.ts');
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) },
    logLevel: 'error',
  });
  const folder = join(root, 'bench/node_modules/.cache');
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  const file = join(folder, 'apps.mjs');
  writeFileSync(file, outputFiles[0]?.text ?? '');
  return import(pathToFileURL(file).href);
}
