import { crawlRequest } from '../../src/contract/index.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { submitJob } from '../../src/crawl/submit.ts';
import { startWorker } from '../../src/crawl/worker.ts';
import { openBackend } from '../../src/jobs/backend.ts';
import { plainFetcher, plainScraper } from './jobs.ts';

/**
 * A worker in a process of its own, for tests that kill it; `crawl` is an address that it crawls without a request.
 */
interface Options {
  settings: Settings;
  lockMs: number;
  crawl?: string;
}

const { settings, lockMs, crawl } = JSON.parse(process.argv[2] ?? '') as Options;
const say = (line: string) => process.stdout.write(`${line}\n`);

const backend = await openBackend(settings, { lockMs });
await startWorker({ settings, backend, scraper: plainScraper, fetcher: plainFetcher, runners: {} });
say('ready');
if (crawl) {
  const request = crawlRequest.parse({ url: crawl, sitemap: 'skip' });
  const job = await submitJob(backend, { tenant: 'a', kind: 'crawl', request, settings });
  say(`job ${job.id}`);
  for await (const { id } of backend.store.events(job.id, 0, new AbortController().signal)) {
    if (id === 50) say('some pages');
  }
}
