/** A worker of the bench. Argument: settings. Prints "ready", and what it has used when it is told to end. */
import { startWorker } from '../src/crawl/worker.ts';
import { createFetcher } from '../src/fetch/fetcher.ts';
import { openBackend } from '../src/jobs/backend.ts';
import { createScraper } from '../src/scrape/scraper.ts';
import { watchUse } from './crawl-settings.mjs';

const { settings, lockMs } = JSON.parse(process.argv[2]);
const use = watchUse();
const backend = await openBackend(settings, { lockMs });
const fetcher = createFetcher(settings);
const scraper = createScraper({ settings, fetcher, store: backend.store });
await startWorker({ settings, backend, scraper, fetcher, runners: {} });
process.stdout.write('ready\n');
process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(use())}\n`, () => process.exit(0));
});
