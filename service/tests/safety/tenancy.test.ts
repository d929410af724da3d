import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocketClient from 'ws';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type Answer, startTestService, type TestService } from '../support/service.ts';
import { startTrapSite, type TrapSite } from '../support/trap-site.ts';

let site: TrapSite;
let model: ModelServer;
let service: TestService;

/** Ids of the owner's jobs by their kind. */
const ids: Record<string, string> = {};

const JOB_PATHS: [method: string, path: string, kind: string][] = [
  ['GET', '/v2/batch/scrape/:id', 'batch'],
  ['GET', '/v2/batch/scrape/:id/errors', 'batch'],
  ['DELETE', '/v2/batch/scrape/:id', 'batch'],
  ['GET', '/v2/crawl/:id', 'crawl'],
  ['GET', '/v2/crawl/:id?skip=0&limit=1', 'crawl'],
  ['GET', '/v2/crawl/:id/errors', 'crawl'],
  ['DELETE', '/v2/crawl/:id', 'crawl'],
  ['GET', '/v2/extract/:id', 'extract'],
  ['GET', '/v2/agent/:id', 'agent'],
  ['GET', '/v2/agent/:id/events', 'agent'],
  ['DELETE', '/v2/agent/:id', 'agent'],
  ...['scrape', 'batch', 'crawl', 'map', 'extract', 'agent'].flatMap((kind): [string, string, string][] => [
    ['GET', '/v2/jobs/:id', kind],
    ['GET', '/v2/jobs/:id/pages', kind],
    ['GET', '/v2/jobs/:id/documents', kind],
    ['GET', '/v2/jobs/:id/events', kind],
    ['DELETE', '/v2/jobs/:id', kind],
  ]),
];

const LISTS = ['/v2/jobs', '/v2/agent', '/v2/crawl/active'];

const USAGE = [
  '/v2/concurrency-check',
  '/v2/team/credit-usage',
  '/v2/team/token-usage',
  '/v2/team/queue-status',
];

const asOwner = (method: string, path: string, body?: unknown): Promise<Answer> =>
  service.ask(method, path, { key: service.keys.owner, body });
const asOther = (method: string, path: string, body?: unknown): Promise<Answer> =>
  service.ask(method, path, { key: service.keys.other, body });

beforeAll(async () => {
  site = await startTrapSite(() => `${site.origin}/pages.xml`);
  model = await startModelServer();
  service = await startTestService({
    tenants: { owner: {}, other: {} },
    settings: {
      allowPrivate: ['127.0.0.1'],
      model: { baseUrl: model.baseUrl, name: 'scripted', creditsPer1000: 1 },
    },
  });
  const url = `${site.origin}/page`;
  ids.scrape = (await asOwner('POST', '/v2/scrape', { url })).body.scrape_id;
  ids.batch = (await asOwner('POST', '/v2/batch/scrape', { urls: [url] })).body.id;
  ids.crawl = (await asOwner('POST', '/v2/crawl', { url, limit: 2, sitemap: 'skip' })).body.id;
  ids.map = (await asOwner('POST', '/v2/map', { url })).body.id;
  ids.extract = (await asOwner('POST', '/v2/extract', { urls: [url], prompt: 'What?' })).body.id;
  ids.agent = (await asOwner('POST', '/v2/agent', { prompt: `Read ${url}`, urls: [url] })).body.id;
  await service.ended(`/v2/batch/scrape/${ids.batch}`, service.keys.owner);
  await service.ended(`/v2/crawl/${ids.crawl}`, service.keys.owner);
  await service.ended(`/v2/extract/${ids.extract}`, service.keys.owner);
  await service.ended(`/v2/agent/${ids.agent}`, service.keys.owner);
});

afterAll(async () => {
  await service?.close();
  await model?.close();
  await site?.close();
});

const pathOf = (path: string, kind: string): string => path.replace(':id', ids[kind] ?? '');

describe("another tenant's jobs", () => {
  it('exist for their owner', async () => {
    for (const [kind, id] of Object.entries(ids)) {
      const answer = await asOwner('GET', `/v2/jobs/${id}`);
      expect(answer.body, answer.text).toMatchObject({
        success: true,
        job: { id, kind, status: 'completed' },
      });
    }
    expect(Object.keys(ids)).toHaveLength(6);
  });

  it.each(JOB_PATHS)('are not found: %s %s of a %s', async (method, path, kind) => {
    const answer = await asOther(method, pathOf(path, kind));
    expect(answer.body, answer.text).toMatchObject({ success: false, code: 'not_found' });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('One page');
  });

  it.each(JOB_PATHS)('need a key: %s %s of a %s', async (method, path, kind) => {
    for (const key of [undefined, '', 'nobody', `${service.keys.owner}x`, service.keys.owner?.slice(0, -1)]) {
      const answer = await service.ask(method, pathOf(path, kind), { key });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(answer.body).toMatchObject({ success: false, code: 'unauthorized' });
    }
  });

  it.each(LISTS)('are in no list: %s', async (path) => {
    const [own, other] = [await asOwner('GET', path), await asOther('GET', path)];
    expect(own.status).toBe(200);
    for (const id of Object.values(ids)) expect(other.text).not.toContain(id);
    expect((await service.ask('GET', path)).status).toBe(401);
  });

  it.each(USAGE)('count for nobody else: %s', async (path) => {
    const { status, body } = await asOther('GET', path);
    expect(status).toBe(200);
    const data = body.data ?? body;
    for (const name of ['concurrency', 'usedCredits', 'usedTokens', 'jobsInQueue'])
      expect(data[name] ?? 0).toBe(0);
    expect((await service.ask('GET', path)).status).toBe(401);
  });

  it('accept no more pages', async () => {
    const answer = await asOther('POST', '/v2/batch/scrape', {
      urls: [`${site.origin}/page`],
      appendToId: ids.batch,
    });
    expect(answer.body).toMatchObject({ success: false, code: 'not_found' });
  });

  it('are not sent over a WebSocket', async () => {
    for (const kind of ['crawl', 'batch']) {
      const path = kind === 'crawl' ? '/v2/crawl' : '/v2/batch/scrape';
      const told = await watch(`${path}/${ids[kind]}`, service.keys.other);
      expect(told).toMatchObject([{ type: 'error' }]);
      expect(await watch(`${path}/${ids[kind]}`, service.keys.owner)).toMatchObject([
        { type: 'catchup', data: { status: 'completed' } },
        { type: 'done' },
      ]);
    }
  });

  it('have ids that are no file paths', async () => {
    for (const id of [
      '..',
      '../keys.json',
      '%2e%2e%2fkeys',
      'a'.repeat(300),
      '%00',
      'constructor',
      '__proto__',
    ]) {
      const answer = await asOther('GET', `/v2/crawl/${id}`);
      expect(answer.status, `${id}: ${answer.text}`).toBe(404);
    }
  });
});

/** The messages of a job's WebSocket until it is closed; the key is sent as the JavaScript client sends it. */
const watch = (path: string, key = ''): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocketClient(`${service.address.replace('http', 'ws')}${path}`, key);
    const told: unknown[] = [];
    socket.on('message', (data: unknown) => told.push(JSON.parse(String(data))));
    socket.on('close', () => resolve(told));
    socket.on('error', reject);
  });

describe('what tenants have of their own', () => {
  it('includes the cache', async () => {
    const body = { url: `${site.origin}/page?of=cache`, maxAge: 600_000 };
    const before = site.hits.get('/page') ?? 0;
    const states = [];
    for (const asTenant of [asOwner, asOwner, asOther, asOther, asOwner])
      states.push((await asTenant('POST', '/v2/scrape', body)).body.data.metadata.cacheState);
    expect(states).toEqual(['miss', 'hit', 'miss', 'hit', 'hit']);
    expect((site.hits.get('/page') ?? 0) - before).toBe(2);
  });

  it('includes the cookies and the storage of a browser', async () => {
    const body = {
      url: `${site.origin}/cookie`,
      formats: ['markdown'],
      waitFor: 100,
      onlyMainContent: false,
    };
    for (const asTenant of [asOwner, asOther, asOwner, asOther]) {
      const { body: answer, text } = await asTenant('POST', '/v2/scrape', body);
      expect(answer.data?.metadata.engine, text).toBe('browser');
      expect(answer.data.markdown).toContain('Cookies: none.');
      expect(answer.data.markdown).toContain('Stored: nothing.');
    }
  });

  it('includes cookies without a browser', async () => {
    for (const asTenant of [asOwner, asOther, asOwner]) {
      const body = { url: `${site.origin}/cookie`, formats: ['rawHtml'] };
      expect((await asTenant('POST', '/v2/scrape', body)).body.data.rawHtml).toContain('Cookies: none.');
    }
  });

  it('includes idempotency keys', async () => {
    const headers = { 'x-idempotency-key': 'the-same' };
    const body = { urls: [`${site.origin}/page`] };
    const start = (key: string | undefined) =>
      service.ask('POST', '/v2/batch/scrape', { key, body, headers });
    const [own, again, other] = [
      await start(service.keys.owner),
      await start(service.keys.owner),
      await start(service.keys.other),
    ];
    expect(again.body.id).toBe(own.body.id);
    expect(other.body.id).not.toBe(own.body.id);
  });
});

it('has tested a hundred cases', () => {
  expect(JOB_PATHS.length * 2 + LISTS.length + USAGE.length).toBeGreaterThan(85);
});
