import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** The service's fetcher and scraper from its sources, for sites of this machine. */
export async function loadScraper() {
  // Beside the sources, so that packages and the core's files are found.
  const file = join(folder, `src/scrape/.bench-${process.pid}.mjs`);
  await build({
    absWorkingDir: folder,
    stdin: {
      contents: `
        export { createFetcher } from './src/fetch/fetcher.ts';
        export { createScraper } from './src/scrape/scraper.ts';
        export { scrapeOptions } from './src/contract/index.ts';`,
      resolveDir: folder,
    },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outfile: file,
    logLevel: 'warning',
  });
  try {
    const { createFetcher, createScraper, scrapeOptions } = await import(pathToFileURL(file).href);
    const settings = {
      allowPrivate: ['127.0.0.1'],
      browserConcurrency: 1,
      limits: { pageBytes: 20_000_000 },
      userAgent: 'inpage-service-bench',
    };
    const fetcher = createFetcher(settings);
    const store = { cached: async () => undefined, cache: async () => undefined };
    const scraper = createScraper({ settings, fetcher, store });
    const { signal } = new AbortController();
    return {
      fetcher,
      scrape: async (/** @type {string} */ url, /** @type {object} */ options = {}) =>
        (await scraper.scrape(url, scrapeOptions.parse(options), { tenant: 'bench', signal })).document,
      async close() {
        await scraper.close();
        await fetcher.close();
      },
    };
  } finally {
    rmSync(file);
  }
}
