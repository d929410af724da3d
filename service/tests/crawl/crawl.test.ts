import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  batchRequest,
  crawlRequest,
  type Job,
  type JobRunner,
  mapRequest,
  type Scraper,
  ServiceError,
  scrapeRequest,
} from '../../src/contract/index.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { createMapRunner } from '../../src/crawl/map.ts';
import { addPages, cancelJob, submitJob, waitForEnd } from '../../src/crawl/submit.ts';
import { startWorker } from '../../src/crawl/worker.ts';
import { type Backend, openBackend } from '../../src/jobs/backend.ts';
import { plainFetcher, plainScraper, temporaryFolder } from '../support/jobs.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { linked, redirect, startSite, type TestSite } from '../support/served-pages.ts';
import { testSettings } from '../support/settings.ts';

const never = new AbortController().signal;

describe.each(['embedded', 'redis'] as const)('crawl, %s', (kind) => {
  const folder = temporaryFolder();
  let redis: TestRedis | undefined;
  let settings: Settings;
  let backend: Backend;
  const open: { close(): Promise<unknown> }[] = [];
  /** What a test has opened; closed in reverse order. */
  const closeAll = async () => {
    for (let one = open.pop(); one; one = open.pop()) await one.close();
  };

  beforeAll(async () => {
    redis = kind === 'redis' ? await startRedis() : undefined;
    settings = testSettings({
      dataFolder: folder.path,
      webhookSecret: 'secret',
      ...(redis && { redis: redis.url }),
    });
    backend = await openBackend(settings, { webhookBackoffMs: 20 });
  });
  afterEach(closeAll);
  afterAll(async () => {
    await backend.close();
    await redis?.stop();
    folder.remove();
  });

  const site = async (...args: Parameters<typeof startSite>): Promise<TestSite> => {
    const started = await startSite(...args);
    open.push(started);
    return started;
  };
  const worker = async (
    scraper: Pick<Scraper, 'scrape'> = plainScraper,
    runners: Partial<Record<Job['kind'], JobRunner>> = {},
    change: Partial<Settings> = {},
  ) => {
    const changed = { ...settings, ...change };
    const started = await startWorker({
      settings: changed,
      backend,
      scraper,
      fetcher: plainFetcher,
      runners,
    });
    open.push({ close: () => started.stop() });
  };
  const submitCrawl = (request: object, extra: object = {}) =>
    submitJob(backend, {
      tenant: 'a',
      kind: 'crawl',
      request: crawlRequest.parse(request),
      settings,
      ...extra,
    });
  const crawl = async (request: object) => {
    const job = await submitCrawl(request);
    const ended = await waitForEnd(backend.store, job.id, never);
    const documents = await backend.store.documents(job.id, 0, 10_000);
    const errors = await backend.store.errors(job.id);
    return { job: ended, errors, urls: documents.map(({ metadata }) => metadata.url).sort() };
  };

  it('crawls a site with traps: every page once', async () => {
    await worker();
    const { url } = await site(
      {
        '/': linked(
          'start',
          '/a',
          '/a#top',
          '/a/',
          '/b?x=1&y=2',
          '/b?y=2&x=1',
          '/index.html',
          '/moved',
          '/old',
          '/twin?ref=2',
        ),
        '/a': linked(
          'a',
          '/',
          '/loop/1',
          '/picture.png',
          'mailto:me@site.test',
          'https://elsewhere.invalid/',
        ),
        '/b?x=1&y=2': linked('b', '/a'),
        '/moved': redirect('/a'),
        '/old': redirect('/new'),
        '/new': linked('new', '/twin?ref=1', '/twin'),
        '/loop/1': linked('loop', '/loop/2'),
        '/loop/2': linked('loop two', '/loop/1', '/gone'),
      },
      (path) =>
        path.startsWith('/twin') ? `<title>twin</title><link rel="canonical" href="/twin">` : undefined,
    );
    const { job, urls, errors } = await crawl({ url: `${url}/`, sitemap: 'skip' });
    const paths = urls.map((one) => one.slice(url.length));
    expect(paths.filter((path) => path.startsWith('/twin'))).toHaveLength(1);
    expect(paths.filter((path) => !path.startsWith('/twin'))).toEqual([
      '/',
      '/a',
      '/b?x=1&y=2',
      '/gone',
      '/loop/1',
      '/loop/2',
      '/new',
    ]);
    expect(errors).toEqual([]);
    expect(job).toMatchObject({ status: 'completed', total: 8, completed: 8, failed: 0, creditsUsed: 8 });
  });

  it('ends an endless calendar by the limit, and by the depth', async () => {
    await worker();
    const { url } = await site({}, (path) => {
      const day = Number(path.slice(1) || 0);
      return linked(`day ${day}`, `/${day + 1}`, `/${day + 2}`);
    });
    expect((await crawl({ url: `${url}/`, limit: 12, sitemap: 'skip' })).urls).toHaveLength(12);
    const { urls } = await crawl({ url: `${url}/`, maxDiscoveryDepth: 2, sitemap: 'skip' });
    expect(urls.map((one) => one.slice(url.length))).toEqual(['/', '/1', '/2', '/3', '/4']);
  });

  it('stays below the start address, and within the patterns', async () => {
    await worker();
    const { url } = await site({}, () =>
      linked('page', '/', '/docs/', '/docs/a', '/docs/b/c', '/docsy', '/blog/1'),
    );
    const paths = async (request: object) =>
      (await crawl({ sitemap: 'skip', ...request })).urls.map((one) => one.slice(url.length));
    expect(await paths({ url: `${url}/docs` })).toEqual(['/docs', '/docs/a', '/docs/b/c']);
    expect(
      await paths({ url: `${url}/docs`, crawlEntireDomain: true, excludePaths: ['^/docs/b', '^/blog'] }),
    ).toEqual(['/', '/docs', '/docs/a', '/docsy']);
    expect(await paths({ url: `${url}/`, includePaths: ['/blog/\\d+$'] })).toEqual(['/', '/blog/1']);
  });

  it('uses sitemaps, obeys robots.txt, and reports what that forbids', async () => {
    await worker();
    const sitemap = (...paths: string[]) =>
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>ORIGIN${path}</loc></url>`).join('')}</urlset>`;
    let origin = '';
    const xml = (text: string) => (_: unknown, response: import('node:http').ServerResponse) =>
      response.writeHead(200, { 'content-type': 'application/xml' }).end(text.replaceAll('ORIGIN', origin));
    const { url } = await site({
      '/robots.txt': (_, response) =>
        response.end(`User-agent: *\nDisallow: /private\nSitemap: ${origin}/maps.xml\n`),
      '/maps.xml': xml(
        '<sitemapindex><sitemap><loc>ORIGIN/one.xml</loc></sitemap><sitemap><loc>ORIGIN/none.xml</loc></sitemap><sitemap><loc>ORIGIN/two.xml.gz</loc></sitemap></sitemapindex>',
      ),
      '/one.xml': xml(sitemap('/from-one', '/private/map', '/bare?a=1&b=2')),
      '/none.xml': xml('<!doctype html><p>Not &found <b>here'),
      '/bare': linked('bare'),
      '/two.xml.gz': (_, response) =>
        response.end(gzipSync(sitemap('/from-two').replaceAll('ORIGIN', origin))),
      '/': linked('start', '/linked', '/private/link'),
      '/linked': linked('linked'),
      '/from-one': linked('one'),
      '/from-two': linked('two'),
      '/private/link': linked('private'),
      '/private/map': linked('private too'),
    });
    origin = url;
    const paths = async (request: object) => {
      const { urls, job } = await crawl({ url: `${url}/`, ...request });
      return { paths: urls.map((one) => one.slice(url.length)), blocked: (job.robotsBlocked ?? []).sort() };
    };
    expect(await paths({})).toEqual({
      paths: ['/', '/bare?a=1&b=2', '/from-one', '/from-two', '/linked'],
      blocked: [`${url}/private/link`, `${url}/private/map`],
    });
    expect(await paths({ sitemap: 'only' })).toMatchObject({
      paths: ['/', '/bare?a=1&b=2', '/from-one', '/from-two'],
    });
    expect(await paths({ ignoreRobotsTxt: true, sitemap: 'skip' })).toEqual({
      paths: ['/', '/linked', '/private/link'],
      blocked: [],
    });
    const forbidden = await crawl({ url: `${url}/private/x`, sitemap: 'skip' });
    expect(forbidden.job).toMatchObject({
      status: 'completed',
      completed: 0,
      warning: expect.stringMatching(/robots/),
    });
  });

  it('tries a failed page again, then lists it as an error; some errors are final at once', async () => {
    const tries: string[] = [];
    await worker({
      scrape: async (url, options, context) => {
        tries.push(new URL(url).pathname);
        if (url.endsWith('/flaky') && tries.filter((one) => one === '/flaky').length < 2) {
          throw new ServiceError('SCRAPE_SITE_ERROR', 'Not now.');
        }
        if (url.endsWith('/blocked'))
          throw new ServiceError('url_blocked', 'This address may not be opened.');
        return await plainScraper.scrape(url, options, context);
      },
    });
    const { url } = await site({ '/': linked('start', '/flaky', '/blocked') }, () => linked('page'));
    const { job, errors, urls } = await crawl({ url: `${url}/`, sitemap: 'skip' });
    expect(urls).toEqual([`${url}/`, `${url}/flaky`]);
    expect(errors).toMatchObject([
      { url: `${url}/blocked`, code: 'url_blocked', error: 'This address may not be opened.' },
    ]);
    expect(job).toMatchObject({ status: 'completed', completed: 2, failed: 1, total: 3 });
    expect(tries.filter((one) => one === '/flaky')).toHaveLength(2);
    expect(tries.filter((one) => one === '/blocked')).toHaveLength(1);
  });

  it('respects the concurrency of a crawl', async () => {
    let now = 0;
    let most = 0;
    await worker({
      scrape: async (...args) => {
        most = Math.max(most, ++now);
        const scraped = await plainScraper.scrape(...args);
        now -= 1;
        return scraped;
      },
    });
    const { url } = await site({}, () => linked('page', ...Array.from({ length: 20 }, (_, i) => `/${i}`)));
    expect((await crawl({ url: `${url}/`, sitemap: 'skip', maxConcurrency: 2 })).urls).toHaveLength(21);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('respects the limits of a host', async () => {
    let now = 0;
    let most = 0;
    await backend.close();
    settings = { ...settings, perDomain: { concurrency: 2, perSecond: 0 } };
    backend = await openBackend(settings, { webhookBackoffMs: 20 });
    await worker({
      scrape: async (...args) => {
        most = Math.max(most, ++now);
        const scraped = await plainScraper.scrape(...args);
        now -= 1;
        return scraped;
      },
    });
    const { url } = await site({}, () => linked('page'));
    const urls = Array.from({ length: 8 }, (_, i) => `${url}/${i}`);
    const job = await submitJob(backend, {
      tenant: 'a',
      kind: 'batch',
      request: batchRequest.parse({ urls }),
      settings,
    });
    expect(await waitForEnd(backend.store, job.id, never)).toMatchObject({ completed: 8 });
    expect(most).toBeLessThanOrEqual(2);
    settings = { ...settings, perDomain: { concurrency: 0, perSecond: 0 } };
    await closeAll();
    await backend.close();
    backend = await openBackend(settings, { webhookBackoffMs: 20 });
  });

  it('scrapes pages of waiting clients before those of crawls', async () => {
    const { url } = await site({}, () => linked('page'));
    const order: string[] = [];
    const submit = (jobKind: 'batch' | 'scrape', request: unknown) =>
      submitJob(backend, { tenant: 'a', kind: jobKind, request, settings });
    const urls = [1, 2, 3].map((n) => `${url}/${n}`);
    const batch = await submit('batch', batchRequest.parse({ urls }));
    const scrape = await submit('scrape', scrapeRequest.parse({ url: `${url}/urgent` }));
    const scraper: Pick<Scraper, 'scrape'> = {
      scrape: (address, ...rest) => {
        order.push(new URL(address).pathname);
        return plainScraper.scrape(address, ...rest);
      },
    };
    await worker(scraper, {}, { concurrency: 1 });
    await waitForEnd(backend.store, batch.id, never);
    await waitForEnd(backend.store, scrape.id, never);
    expect(order).toEqual(['/urgent', '/1', '/2', '/3']);
  });

  it('cancels at once, and stops the running page', async () => {
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    let isAborted = false;
    await worker({
      scrape: (_url, _options, { signal }) =>
        new Promise((_, reject) => {
          begun();
          signal.addEventListener('abort', () => {
            isAborted = true;
            reject(signal.reason);
          });
        }),
    });
    const { url } = await site({});
    const job = await submitCrawl({ url: `${url}/`, sitemap: 'skip' });
    await isBegun;
    expect(await cancelJob(backend, job.id)).toMatchObject({ status: 'cancelled' });
    expect(await cancelJob(backend, job.id)).toBeUndefined();
    await expect.poll(() => isAborted).toBe(true);
    expect(await waitForEnd(backend.store, job.id, never)).toMatchObject({
      status: 'cancelled',
      completed: 0,
      failed: 0,
    });
    await expect.poll(() => backend.queues.counts()).toMatchObject({ active: 0, waiting: 0 });
  });

  it('gives the pages of a stopped worker to the next one', async () => {
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    await worker({
      scrape: (_url, _options, { signal }) =>
        new Promise((_, reject) => {
          begun();
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    const served = await startSite({ '/': linked('start', '/a'), '/a': linked('a') });
    const job = await submitCrawl({ url: `${served.url}/`, sitemap: 'skip' });
    await isBegun;
    await closeAll();
    open.push(served);
    expect(await backend.store.get(job.id)).toMatchObject({ status: 'scraping', completed: 0, failed: 0 });
    await worker();
    expect(await waitForEnd(backend.store, job.id, never)).toMatchObject({ completed: 2, failed: 0 });
  });

  it('ends a job that runs too long', async () => {
    const short = { ...settings, limits: { ...settings.limits, jobMs: 1 } };
    const job = await submitCrawl({ url: 'http://127.0.0.1:9/', sitemap: 'skip' }, { settings: short });
    await worker(plainScraper, {}, short);
    expect(await waitForEnd(backend.store, job.id, never)).toMatchObject({
      status: 'failed',
      errorCode: 'SCRAPE_TIMEOUT',
    });
  });

  it('sends webhooks: signed, again after a refusal, and only the requested ones', async () => {
    await worker();
    const messages: { body: string; signature: unknown }[] = [];
    const refused: string[] = [];
    const hook = await site({
      '/hook': (request, response) => {
        let body = '';
        request.on('data', (chunk) => (body += chunk));
        request.on('end', () => {
          if (refused.length < 2) {
            refused.push(JSON.parse(body).webhookId);
            return response.writeHead(503).end();
          }
          messages.push({ body, signature: request.headers['x-firecrawl-signature'] });
          return response.end();
        });
      },
    });
    const { url } = await site({ '/': linked('start', '/a'), '/a': linked('a') });
    const webhook = {
      url: `${hook.url}/hook`,
      metadata: { n: 7 },
      events: ['page' as const, 'completed' as const],
    };
    const job = await submitCrawl({ url: `${url}/`, sitemap: 'skip' }, { webhook });
    await waitForEnd(backend.store, job.id, never);
    await expect.poll(() => messages.length, { timeout: 10_000 }).toBe(3);
    const bodies = messages.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ type }) => type).sort()).toEqual(['crawl.completed', 'crawl.page', 'crawl.page']);
    const ids = bodies.map(({ webhookId }) => webhookId);
    expect(new Set(ids).size).toBe(3);
    expect(ids).toEqual(expect.arrayContaining(refused));
    expect(ids[0]).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
    for (const body of bodies) expect(body).toMatchObject({ success: true, id: job.id, metadata: { n: 7 } });
    const ofPages = bodies
      .filter(({ type }) => type === 'crawl.page')
      .map(({ data }) => data[0].metadata.url);
    expect(ofPages.sort()).toEqual([`${url}/`, `${url}/a`]);
    for (const { body, signature } of messages) {
      expect(signature).toBe(`sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`);
    }
  });

  it('scrapes one page, a batch, and pages that are added to it', async () => {
    await worker();
    const { url } = await site({}, (path) => linked(path));
    const scrape = await submitJob(backend, {
      tenant: 'a',
      kind: 'scrape',
      request: scrapeRequest.parse({ url: `${url}/one` }),
      settings,
    });
    expect(await waitForEnd(backend.store, scrape.id, never)).toMatchObject({
      status: 'completed',
      completed: 1,
    });
    const urls = [`${url}/1`, `${url}/2`, 'no address', `${url}/1`, `${url}/1#part`];
    const batch = await submitJob(backend, {
      tenant: 'a',
      kind: 'batch',
      request: batchRequest.parse({ urls }),
      settings,
    });
    expect(await waitForEnd(backend.store, batch.id, never)).toMatchObject({ completed: 3, total: 3 });
    const asked = (await backend.store.documents(batch.id, 0, 10)).map(({ metadata }) => metadata.sourceURL);
    expect(asked.sort()).toEqual([`${url}/1`, `${url}/1#part`, `${url}/2`]);
    // Settings as they were before the job ended.
    await expect(addPages(backend, batch, [`${url}/3`], settings)).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(
      submitJob(backend, {
        tenant: 'a',
        kind: 'batch',
        request: batchRequest.parse({ urls: ['none'] }),
        settings,
      }),
    ).rejects.toThrow(/None of the addresses/);
  });

  it('maps a site: sitemaps and links, sorted by a search', async () => {
    await worker(plainScraper, {
      map: createMapRunner({ settings, fetcher: plainFetcher, scraper: plainScraper }),
    });
    let origin = '';
    const { url } = await site({
      '/': linked('start', '/docs/install?from=home', '/prices', '/logo.png'),
      '/sitemap.xml': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/xml' })
          .end(
            `<urlset><url><loc>${origin}/prices</loc></url><url><loc>${origin}/docs/api</loc></url></urlset>`,
          ),
    });
    origin = url;
    const map = async (request: object) => {
      const job = await submitJob(backend, {
        tenant: 'a',
        kind: 'map',
        request: mapRequest.parse({ url: `${url}/`, ...request }),
        settings,
      });
      const ended = await waitForEnd(backend.store, job.id, never);
      return (ended.result as { links: { url: string }[] }).links.map((link) => link.url.slice(url.length));
    };
    expect(await map({})).toEqual(['/', '/docs/install', '/prices', '/docs/api']);
    expect(await map({ search: 'API docs' })).toEqual(['/docs/api', '/docs/install', '/', '/prices']);
    expect(await map({ sitemap: 'only', limit: 1 })).toEqual(['/prices']);
    expect(await map({ sitemap: 'skip' })).toEqual(['/', '/docs/install', '/prices']);
  });

  it('reports why a job has failed', async () => {
    await worker(plainScraper, {
      search: async () => {
        throw new ServiceError('not_configured', 'No provider.');
      },
    });
    const end = async (jobKind: Job['kind']) => {
      const job = await submitJob(backend, { tenant: 'a', kind: jobKind, request: {}, settings });
      return await waitForEnd(backend.store, job.id, never);
    };
    expect(await end('search')).toMatchObject({
      status: 'failed',
      error: 'No provider.',
      errorCode: 'not_configured',
    });
    expect(await end('extract')).toMatchObject({ status: 'failed', errorCode: 'not_configured' });
  });
});
