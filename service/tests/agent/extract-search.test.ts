import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSite, type Site } from '../../../tests/cli/support.ts';
import {
  extractRequest,
  type Job,
  type JobRunner,
  type MapRequest,
  type Settings,
  searchRequest,
} from '../../src/contract/index.ts';
import { createExtractRunner } from '../../src/model/extract.ts';
import { createReader } from '../../src/model/reader.ts';
import { createSearchRunner } from '../../src/model/search.ts';
import { plainFetcher, plainScraper } from '../support/agent-stage.ts';
import { jobOf, type MemoryStore, memoryStore } from '../support/memory-store.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { testSettings } from '../support/settings.ts';

let model: ModelServer;
let site: Site;
let store: MemoryStore;
/** The requests that the search provider got. */
let requests: { url: string; headers: Record<string, unknown>; body: string }[] = [];

const results = () => [
  { url: `${site.url}/one`, title: 'One', content: 'The first', publishedDate: 'today' },
  { url: `${site.url}/two`, title: 'Two', content: 'The second' },
  { url: 'javascript:alert(1)', title: 'No address' },
];

const braveAnswer = () => ({
  web: { results: results().map(({ url, title, content }) => ({ url, title, description: content })) },
});
const serperAnswer = () => ({
  organic: results().map(({ url, title, content }) => ({ link: url, title, snippet: content })),
  news: results().map(({ url, title, content }) => ({ link: url, title, snippet: content, date: 'today' })),
  images: results().map(({ url, title }) => ({ link: url, title, imageUrl: `${url}.png`, imageWidth: 10 })),
});

beforeAll(async () => {
  model = await startModelServer();
  const answering =
    (answer: () => unknown) =>
    (...[request, response]: Parameters<Exclude<Parameters<typeof openSite>[0][string], string>>) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        requests.push({ url: request.url ?? '', headers: request.headers, body });
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer()));
      });
    };
  site = await openSite({
    '/one': '<title>One</title><h1>First page</h1> costs 41 coins',
    '/two': '<title>Two</title><h1>Second page</h1> costs 42 coins',
    '/docs/a': '<h1>Docs A</h1>',
    '/docs/b': '<h1>Docs B</h1>',
    '/search': answering(() => ({ results: results() })),
    '/brave/web/search': answering(braveAnswer),
    '/serper/search': answering(serperAnswer),
    '/serper/news': answering(serperAnswer),
    '/serper/images': answering(serperAnswer),
    '/denied/web/search': (_, response) => response.writeHead(401).end('key-of-search'),
    '/broken/web/search': (_, response) => response.writeHead(200).end('<html>'),
  });
});

afterAll(async () => {
  await model.close();
  await site.close();
});

beforeEach(() => {
  store = memoryStore();
  requests = [];
  model.requests.length = 0;
});

const run = async (runner: JobRunner, job: Job): Promise<unknown> => {
  await store.create(job);
  return runner(job, new AbortController().signal);
};

describe('search', () => {
  const search = (request: object, provider: Settings['search'], more: Partial<Job> = {}) => {
    const settings = testSettings({ dataFolder: '', ...(provider && { search: provider }) });
    const fetcher = plainFetcher(settings);
    const runner = createSearchRunner({ settings, store, fetcher, scraper: plainScraper(fetcher) });
    return run(runner, jobOf('search', searchRequest.parse(request), more));
  };
  const web = () => [
    { url: `${site.url}/one`, title: 'One', description: 'The first', position: 1 },
    { url: `${site.url}/two`, title: 'Two', description: 'The second', position: 2 },
  ];

  it('calls SearXNG', async () => {
    const found = await search(
      { query: 'coins & more', tbs: 'qdr:w' },
      { provider: 'searxng', url: `${site.url}/` },
    );
    expect(found).toEqual({ web: web() });
    expect(requests[0]?.url).toBe('/search?q=coins+%26+more&format=json&categories=general&time_range=week');
  });

  it('calls Brave, with its key', async () => {
    const provider = { provider: 'brave', url: `${site.url}/brave`, key: 'key-of-search' } as const;
    expect(await search({ query: 'coins', limit: 1 }, provider)).toEqual({ web: web().slice(0, 1) });
    expect(requests[0]?.url).toBe('/brave/web/search?q=coins&count=1');
    expect(requests[0]?.headers['x-subscription-token']).toBe('key-of-search');
  });

  it('calls Serper for all kinds', async () => {
    const provider = { provider: 'serper', url: `${site.url}/serper`, key: 'key-of-search' } as const;
    const found = await search({ query: 'coins', sources: ['web', { type: 'news' }, 'images'] }, provider);
    expect(found).toMatchObject({
      web: web(),
      news: [{ title: 'One', snippet: 'The first', date: 'today', position: 1 }, { position: 2 }],
      images: [{ imageUrl: `${site.url}/one.png`, imageWidth: 10, position: 1 }, { position: 2 }],
    });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ q: 'coins', num: 5 });
  });

  it('scrapes the results on request, and charges for it', async () => {
    const provider = { provider: 'searxng', url: site.url } as const;
    const job = { id: 'reading' };
    const found = await search({ query: 'coins', scrapeOptions: { formats: ['markdown'] } }, provider, job);
    expect(found).toMatchObject({
      web: [
        { title: 'One', markdown: expect.stringContaining('# First page'), metadata: { statusCode: 200 } },
        { title: 'Two', markdown: expect.stringContaining('# Second page') },
      ],
    });
    expect((await store.get(job.id))?.creditsUsed).toBe(3);
  });

  it('is refused without a provider, and never reveals the key', async () => {
    await expect(search({ query: 'x' }, undefined)).rejects.toMatchObject({ code: 'not_configured' });
    await expect(search({ query: 'x' }, { provider: 'searxng' })).rejects.toMatchObject({
      code: 'not_configured',
    });
    for (const path of ['denied', 'broken']) {
      const provider = { provider: 'brave', url: `${site.url}/${path}`, key: 'key-of-search' } as const;
      const error = await search({ query: 'x' }, provider).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'unavailable' });
      expect(JSON.stringify([String(error), error])).not.toContain('key-of-search');
    }
  });

  it('ends when the credits are used up', async () => {
    const provider = { provider: 'searxng', url: site.url } as const;
    const asking = search({ query: 'x' }, provider, { maxCredits: 0.5 });
    await expect(asking).rejects.toMatchObject({ code: 'credits_exhausted' });
  });
});

describe('extract', () => {
  let mapped: MapRequest[] = [];
  const map: JobRunner = async ({ request }) => {
    mapped.push(request as MapRequest);
    return { links: ['/docs/a', '/docs/b', '/one'].map((path) => ({ url: site.url + path, title: path })) };
  };
  const extract = (request: object, more: Partial<Settings> = {}, job: Partial<Job> = {}) => {
    mapped = [];
    const settings = testSettings({
      dataFolder: '',
      model: { baseUrl: model.baseUrl, name: 'scripted', creditsPer1000: 1 },
      ...more,
    });
    const fetcher = plainFetcher(settings);
    const parts = { settings, store, fetcher, scraper: plainScraper(fetcher), map };
    const runner = createExtractRunner({
      ...parts,
      ...(settings.model && { reader: createReader(settings.model) }),
    });
    return run(runner, jobOf('extract', extractRequest.parse(request), job));
  };
  const schema = {
    type: 'object',
    properties: { title: { type: 'string' }, price: { type: 'integer' } },
    required: ['title', 'price'],
  };

  it('reads all pages at once, and names the pages of each field', async () => {
    const urls = [`${site.url}/one`, `${site.url}/two`];
    expect(await extract({ urls, schema, showSources: true }, {}, { id: 'both' })).toEqual({
      data: { title: 'First page', price: 41 },
      sources: { title: [urls[0]], price: [urls[0]] },
    });
    expect(model.requests).toHaveLength(1);
    const { creditsUsed = 0, tokensUsed = 0 } = (await store.get('both')) ?? {};
    expect(creditsUsed).toBeCloseTo(2 + tokensUsed / 1000, 9);
  });

  it('finds the pages of an address with a wildcard', async () => {
    await extract({ urls: [`${site.url}/docs/*`], prompt: 'titles' });
    expect(mapped).toMatchObject([{ url: `${site.url}/docs/` }]);
    const prompt = model.requests[0]?.messages.at(-1)?.content ?? '';
    expect([...prompt.matchAll(/^# (Docs .*)$/gm)].map((match) => match[1])).toEqual(['Docs A', 'Docs B']);
    expect(prompt).not.toContain('First page');
  });

  it('searches if there are no addresses', async () => {
    const search = { provider: 'searxng', url: site.url } as const;
    expect(await extract({ prompt: 'What does it cost?' }, { search })).toMatchObject({ data: {} });
    await expect(extract({ prompt: 'What does it cost?' })).rejects.toMatchObject({ code: 'not_configured' });
  });

  it('skips pages that can not be read, and reports them', async () => {
    const urls = ['http://10.0.0.1/', `${site.url}/two`];
    expect(await extract({ urls, schema }, {}, { id: 'some' })).toMatchObject({ data: { price: 42 } });
    expect((await store.get('some'))?.warning).toContain('http://10.0.0.1/');
    await expect(extract({ urls: urls.slice(0, 1), schema })).rejects.toMatchObject({
      code: 'action_failed',
    });
    await expect(extract({ urls, schema, ignoreInvalidURLs: false })).rejects.toMatchObject({
      code: 'url_blocked',
    });
  });

  it('is refused without a model', async () => {
    const settings = testSettings({ dataFolder: '' });
    const fetcher = plainFetcher(settings);
    const runner = createExtractRunner({ settings, store, fetcher, scraper: plainScraper(fetcher), map });
    const job = jobOf('extract', extractRequest.parse({ urls: [site.url], prompt: 'x' }));
    await expect(run(runner, job)).rejects.toMatchObject({ code: 'not_configured' });
  });
});
