/** Runs Firecrawl's JavaScript client against an address, and prints what it gives as JSON: one object a line. */
import { Firecrawl } from 'firecrawl';

const [, , apiUrl, apiKey, site, what] = process.argv;
const client = new Firecrawl({ apiKey, apiUrl });

const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

const failure = (call) =>
  call().then(
    (value) => ({ value }),
    (error) => ({ error: error.constructor.name, message: error.message, status: error.status }),
  );

const RUNS = {
  async *scrape() {
    yield [
      'article',
      await client.scrape(`${site}/docs/3`, { formats: ['markdown', 'html', 'rawHtml', 'links', 'images'] }),
    ];
    yield ['redirect', await client.scrape(`${site}/old/7`)];
    yield [
      'app',
      await client.scrape(`${site}/app`, { formats: ['markdown', { type: 'screenshot', fullPage: true }] }),
    ];
    yield [
      'actions',
      await client.scrape(`${site}/app`, {
        actions: [
          { type: 'wait', selector: '#name' },
          { type: 'click', selector: '#name' },
          { type: 'write', text: 'Ada' },
          { type: 'click', selector: 'button' },
          { type: 'screenshot' },
          { type: 'executeJavascript', script: "return document.querySelector('#name').value" },
          { type: 'scrape' },
        ],
      }),
    ];
    yield [
      'json',
      await client.scrape(`${site}/docs/3`, {
        formats: [{ type: 'json', schema, prompt: 'title of the page' }],
      }),
    ];
    yield ['drip', await failure(() => client.scrape(`${site}/drip`, { timeout: 2000 }))];
    yield ['blocked', await failure(() => client.scrape('http://169.254.169.254/latest/'))];
  },
  async *batch() {
    const urls = Array.from({ length: 30 }, (_, at) => `${site}/docs/${at + 1}`);
    yield [
      'batch',
      await client.batchScrape(urls, { options: { formats: ['markdown'] }, pollInterval: 1, timeout: 120 }),
    ];
  },
  async *crawl() {
    const job = await client.crawl(`${site}/`, {
      limit: 110,
      excludePaths: ['^/calendar/.*', '^/traps'],
      pollInterval: 1,
      timeout: 240,
    });
    yield ['crawl', job];
    yield ['errors', await client.getCrawlErrors(job.id)];
    const started = await client.startCrawl(`${site}/calendar/2026-01`, { limit: 1000, delay: 1 });
    yield ['active', await client.getActiveCrawls()];
    yield ['cancelled', await client.cancelCrawl(started.id)];
    yield ['after', await client.getCrawlStatus(started.id)];
    const watched = await client.startCrawl(`${site}/shop/1`, { limit: 5, crawlEntireDomain: true });
    const watcher = client.watcher(watched.id, { kind: 'crawl', pollInterval: 1, timeout: 120 });
    const seen = [];
    watcher.on('document', ({ metadata }) => seen.push(metadata?.sourceURL));
    const done = new Promise((resolve) => watcher.on('done', resolve));
    await watcher.start();
    yield ['watched', { status: (await done).status, seen }];
  },
  async *map() {
    yield ['map', await client.map(`${site}/`)];
  },
  async *extract() {
    const urls = [`${site}/docs/3`];
    yield [
      'extract',
      await client.extract({ urls, prompt: 'title of the page', schema, pollInterval: 1, timeout: 120 }),
    ];
    yield [
      'agent',
      await client.agent({ urls, prompt: 'title of the page', schema, pollInterval: 1, timeout: 120 }),
    ];
  },
};

for await (const [name, value] of RUNS[what]()) process.stdout.write(`${JSON.stringify({ name, value })}\n`);
