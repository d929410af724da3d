/** Bare Crawlee: one process with its own queue in memory, and the service's scraper. Arguments: `{url, settings}`. Prints `{ms, pages, use}`. */
import { BasicCrawler } from '@crawlee/basic';
import { Configuration, Dataset, log } from '@crawlee/core';
import { scrapeOptions } from '../src/contract/index.ts';
import { createFetcher } from '../src/fetch/fetcher.ts';
import { createScraper } from '../src/scrape/scraper.ts';
import { watchUse } from './crawl-settings.mjs';

log.setLevel(log.LEVELS.OFF);
const { url, settings } = JSON.parse(process.argv[2]);
const use = watchUse();
const fetcher = createFetcher(settings);
const store = { cached: async () => undefined, cache: async () => undefined };
const scraper = createScraper({ settings, fetcher, store });
const options = scrapeOptions.parse({});
const config = new Configuration({ persistStorage: false, availableMemoryRatio: 0.8 });
const dataset = await Dataset.open('pages', { config });

const crawler = new BasicCrawler(
  {
    // What two workers do together.
    minConcurrency: Math.ceil(settings.concurrency / 4) * 2,
    maxConcurrency: settings.concurrency * 2,
    autoscaledPoolOptions: { desiredConcurrency: settings.concurrency * 2 },
    useSessionPool: false,
    requestHandler: async ({ request }) => {
      const { document, links } = await scraper.scrape(request.url, options, {
        tenant: 'a',
        signal: new AbortController().signal,
      });
      await dataset.pushData(document);
      await crawler.addRequests(links);
    },
  },
  config,
);
const began = performance.now();
const { requestsFinished } = await crawler.run([url]);
const ms = performance.now() - began;
process.stdout.write(`${JSON.stringify({ ms, pages: requestsFinished, use: use() })}\n`);
process.exit(0);
