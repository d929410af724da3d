import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocketClient, { WebSocketServer } from 'ws';
import { watchJob } from '../../src/api/job-socket.ts';
import { openBackend } from '../../src/jobs/backend.ts';
import { temporaryFolder, testJob, testPages } from '../support/jobs.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { testSettings } from '../support/settings.ts';

let site: Server;
let origin: string;
let model: ModelServer;
let service: TestService;
/** Callbacks that answer the pages that wait. */
let open: (() => void)[] = [];

const PAGES = 30;

const page = (n: number): string =>
  `<!doctype html><html lang="en"><title>Page ${n}</title><main><h1>Page ${n}</h1><p>Words of page ${n}.</p><a href="/p/${n + 1}">next</a></main>`;

beforeAll(async () => {
  site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const [, kind, id] = pathname.split('/');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (kind === 'p' && Number(id) <= PAGES) response.end(page(Number(id)));
    else if (kind === 'big')
      response.end(`<main><h1>${id}</h1><pre>${`${id} `.repeat(1_500_000)}</pre></main>`);
    else if (kind === 'slow') open.push(() => response.end(page(0)));
    else response.writeHead(404).end('nothing');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  model = await startModelServer();
  service = await startTestService({
    settings: { model: { baseUrl: model.baseUrl, name: 'scripted', creditsPer1000: 1 } },
  });
});

afterAll(async () => {
  for (const settle of open) settle();
  open = [];
  await service?.close();
  await model?.close();
  site?.close();
  site?.closeAllConnections();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  service.ask('POST', path, { body, headers });
const urls = (count: number): string[] => Array.from({ length: count }, (_, at) => `${origin}/p/${at + 1}`);

/** Polls for what another process does. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 30));
};

describe('scrape', () => {
  it('returns the document with its id', async () => {
    const { status, body } = await post('/v2/scrape', { url: `${origin}/p/1` });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: {
        markdown: expect.stringContaining('Words of page 1.'),
        metadata: { statusCode: 200, sourceURL: `${origin}/p/1`, scrapeId: body.scrape_id },
      },
      scrape_id: expect.any(String),
    });
  });

  it('ends at its timeout with 408', async () => {
    const { status, body } = await post('/v2/scrape', { url: `${origin}/slow/408`, timeout: 300 });
    expect(status).toBe(408);
    expect(body).toMatchObject({
      success: false,
      code: 'SCRAPE_TIMEOUT',
      error: expect.stringContaining('300 ms'),
    });
  });

  it('is cancelled when its client disconnects', async () => {
    const gone = new AbortController();
    const before = open.length;
    const answer = service.ask('POST', '/v2/scrape', {
      body: { url: `${origin}/slow/gone` },
      signal: gone.signal,
    });
    const failed = expect(answer).rejects.toThrow();
    await until(() => open.length > before);
    gone.abort();
    await failed;
    await until(async () => {
      const { jobs } = (await service.ask('GET', '/v2/jobs?kind=scrape&limit=1')).body;
      return jobs[0].status === 'cancelled';
    });
  });

  it('reports invalid requests', async () => {
    const wrong: [unknown, RegExp][] = [
      [{}, /url: /],
      [{ url: origin, formats: ['pdf'] }, /formats\.0: .*"markdown"\|"html"/],
      [{ url: origin, formats: [{ type: 'pdf' }] }, /formats\.0\.type: .*'attributes'/],
      [{ url: origin, formats: [{ type: 'json', schema: 1 }] }, /formats\.0\.schema: .*expected record/],
      [{ url: origin, timeout: -1 }, /timeout/],
      [{ url: 'no address at all' }, /./],
      ['{"url": ', /JSON/i],
      [[], /./],
    ];
    for (const [body, error] of wrong) {
      const answer = await post('/v2/scrape', body);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body).toMatchObject({
        success: false,
        code: 'bad_request',
        error: expect.stringMatching(error),
      });
    }
    const large = await post('/v2/scrape', { url: origin, prompt: 'x'.repeat(11_000_000) });
    expect(large.status).toBe(413);
    expect(large.body).toMatchObject({ success: false, code: 'too_large' });
    const nothing = await service.ask('GET', '/v2/nothing');
    expect(nothing.body).toMatchObject({ success: false, code: 'not_found' });
  });

  it('accepts what other versions of its clients send', async () => {
    const body = {
      url: `${origin}/p/1`,
      origin: 'python-sdk',
      proxy: 'auto',
      location: { country: 'DE' },
      parsers: [],
    };
    expect((await post('/v2/scrape', body)).status).toBe(200);
  });
});

describe('jobs of pages', () => {
  it('return their pages by `skip`', async () => {
    const { body: started } = await post('/v2/batch/scrape', { urls: urls(10) });
    expect(started).toMatchObject({ success: true, url: `${service.address}/v2/batch/scrape/${started.id}` });
    const path = `/v2/batch/scrape/${started.id}`;
    const ended = await service.ended(path);
    expect(ended.body).toMatchObject({
      status: 'completed',
      total: 10,
      completed: 10,
      creditsUsed: 10,
      next: null,
    });
    expect(Date.parse(ended.body.expiresAt)).toBeGreaterThan(Date.now());
    const seen: string[] = [];
    let next: string | null = `${path}?skip=0&limit=4`;
    let pages = 0;
    while (next) {
      const { body } = await service.ask('GET', next.replace(service.address, ''));
      seen.push(...body.data.map((one: { metadata: { title: string } }) => one.metadata.title));
      next = body.next;
      pages++;
    }
    expect(pages).toBe(3);
    expect(new Set(seen).size).toBe(10);
  });

  it('return at most 10 MB at once', async () => {
    const big = Array.from({ length: 5 }, (_, at) => `${origin}/big/${at}`);
    const { body: started } = await post('/v2/batch/scrape', { urls: big, formats: ['rawHtml'] });
    const { body } = await service.ended(`/v2/batch/scrape/${started.id}`);
    expect(body.status).toBe('completed');
    expect(body.data).toHaveLength(3);
    const more = await service.ask('GET', body.next.replace(service.address, ''));
    expect(more.body.data).toHaveLength(2);
    expect(more.body.next).toBeNull();
  });

  it('are created once per idempotency key', async () => {
    const headers = { 'x-idempotency-key': 'once' };
    const [first, second] = await Promise.all([
      post('/v2/batch/scrape', { urls: urls(1) }, headers),
      post('/v2/batch/scrape', { urls: urls(1) }, headers),
    ]);
    const ids = new Set([first, second].filter(({ status }) => status === 200).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect((await post('/v2/batch/scrape', { urls: urls(1) }, headers)).body.id).toBe([...ids][0]);
    const other = await post('/v2/batch/scrape', { urls: urls(2) }, headers);
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('conflict');
  });

  it('accept more pages while they run, and none after that', async () => {
    const { body: started } = await post('/v2/batch/scrape', { urls: [`${origin}/slow/append`] });
    const more = await post('/v2/batch/scrape', { urls: urls(2), appendToId: started.id });
    expect(more.body).toMatchObject({ success: true, id: started.id });
    await until(() => open.length > 0);
    const path = `/v2/batch/scrape/${started.id}`;
    await until(async () => {
      for (const settle of open) settle();
      return (await service.ask('GET', path)).body.status === 'completed';
    });
    expect((await service.ask('GET', path)).body.total).toBe(3);
    const late = await post('/v2/batch/scrape', { urls: urls(1), appendToId: started.id });
    expect(late.status).toBe(409);
  });

  it('are cancelled once', async () => {
    const { body: started } = await post('/v2/crawl', { url: `${origin}/slow/cancel`, sitemap: 'skip' });
    const path = `/v2/crawl/${started.id}`;
    expect((await service.ask('GET', '/v2/crawl/active')).body.crawls).toMatchObject([
      { id: started.id, teamId: 'local', url: `${origin}/slow/cancel` },
    ]);
    expect((await service.ask('DELETE', path)).body).toEqual({ success: true, status: 'cancelled' });
    expect((await service.ask('DELETE', path)).status).toBe(409);
    expect((await service.ask('GET', path)).body).toMatchObject({ success: true, status: 'cancelled' });
    expect((await service.ask('GET', '/v2/crawl/active')).body.crawls).toEqual([]);
  });

  it('return their errors', async () => {
    const { body: started } = await post('/v2/batch/scrape', {
      urls: [`${origin}/p/1`, 'http://127.0.0.1:1/'],
    });
    await service.ended(`/v2/batch/scrape/${started.id}`);
    const { body } = await service.ask('GET', `/v2/batch/scrape/${started.id}/errors`);
    expect(body).toMatchObject({
      success: true,
      errors: [{ url: 'http://127.0.0.1:1/', error: expect.any(String), code: expect.any(String) }],
      robotsBlocked: [],
    });
  });

  it('are followed over a WebSocket', async () => {
    const { body: started } = await post('/v2/crawl', {
      url: `${origin}/p/1`,
      limit: PAGES,
      sitemap: 'skip',
      crawlEntireDomain: true,
    });
    const socket = new WebSocketClient(
      `${service.address.replace('http', 'ws')}/v2/crawl/${started.id}`,
      'any',
    );
    const told: { type: string; data: { data?: unknown[]; status?: string } }[] = [];
    socket.on('message', (data) => told.push(JSON.parse(String(data))));
    await new Promise((resolve) => socket.on('close', resolve));
    expect(told[0]?.type).toBe('catchup');
    expect(told.at(-1)).toMatchObject({ type: 'done', data: { status: 'completed', completed: PAGES } });
    const documents = told.filter(({ type }) => type === 'document').length;
    expect(documents + (told[0]?.data.data?.length ?? 0)).toBe(PAGES);
  });

  it('wait for a client that reads slowly, however much there is', async () => {
    const folder = temporaryFolder();
    const backend = await openBackend(testSettings({ dataFolder: folder.path }));
    const job = testJob();
    await backend.store.create(job);
    const pages = testPages(job.id, ...Array.from({ length: 24 }, (_, at) => `p${at}`));
    await backend.store.reserve(job.id, 'start', pages, pages.length);
    const markdown = 'x'.repeat(3_000_000);
    for (const task of pages) {
      const metadata = {
        sourceURL: task.url,
        url: task.url,
        statusCode: 200,
        engine: 'static' as const,
        creditsUsed: 1,
      };
      await backend.store.finishPage(task, { document: { markdown, metadata }, credits: 1 });
    }
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    const watch = async (client: WebSocketClient) => {
      const socket = await new Promise<WebSocketClient>((resolve) => server.once('connection', resolve));
      client.pause();
      const watched = watchJob(backend.store, (await backend.store.get(job.id)) ?? job, socket);
      // More than the kernel buffers for the client.
      await expect.poll(() => socket.bufferedAmount, { timeout: 20_000 }).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return { socket, watched };
    };
    const connect = () => new WebSocketClient(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);

    const client = connect();
    const types: string[] = [];
    let documents = 0;
    client.on('message', (data) => {
      const { type, data: told } = JSON.parse(String(data));
      types.push(type);
      documents += type === 'catchup' ? told.data.length : Number(type === 'document');
    });
    const closed = new Promise((resolve) => client.on('close', resolve));
    const { socket, watched } = await watch(client);
    expect(socket.bufferedAmount).toBeLessThan(20_000_000);
    client.resume();
    expect(await closed).toBe(1000);
    await watched;
    expect([types.at(-1), documents]).toEqual(['done', pages.length]);

    const leaving = connect();
    const left = await watch(leaving);
    leaving.terminate();
    await left.watched;

    server.close();
    await backend.close();
    folder.remove();
  });

  it('leave cached copies for a scrape with the same options', async () => {
    const { body: started } = await post('/v2/crawl', { url: `${origin}/p/9`, limit: 1, sitemap: 'skip' });
    await service.ended(`/v2/crawl/${started.id}`);
    const { body } = await post('/v2/scrape', { url: `${origin}/p/9`, maxAge: 60_000, storeInCache: false });
    expect(body.data.metadata.cacheState).toBe('hit');
  });

  it('get their options from a prompt', async () => {
    model.script('only the docs', [{ text: JSON.stringify({ includePaths: ['^/docs/.*$'], limit: 7 }) }]);
    const preview = await post('/v2/crawl/params-preview', { url: origin, prompt: 'only the docs' });
    expect(preview.body).toMatchObject({ success: true, data: { includePaths: ['^/docs/.*$'], limit: 7 } });
    const { body } = await post('/v2/crawl', { url: `${origin}/p/1`, prompt: 'only the docs', limit: 3 });
    const { job } = (await service.ask('GET', `/v2/jobs/${body.id}`)).body;
    expect(job.request).toMatchObject({ includePaths: ['^/docs/.*$'], limit: 3 });
  });

  it('refuse paths that are invalid patterns', async () => {
    const { status, body } = await post('/v2/crawl', { url: origin, includePaths: ['('] });
    expect(status).toBe(400);
    expect(body.error).toMatch(/regular expression/i);
  });
});

describe('map, extract, agent', () => {
  it('map returns links', async () => {
    const { body } = await post('/v2/map', { url: `${origin}/p/1`, sitemap: 'skip' });
    expect(body).toMatchObject({ success: true, id: expect.any(String) });
    expect(JSON.stringify(body.links)).toContain('/p/2');
  });

  it('search says that there is no provider', async () => {
    const { status, body } = await post('/v2/search', { query: 'words' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'not_configured',
      error: expect.stringContaining('--search-provider'),
    });
  });

  it('extract returns data', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const { body } = await post('/v2/extract', { urls: [`${origin}/p/4`], schema });
    const ended = await service.ended(`/v2/extract/${body.id}`);
    expect(ended.body).toMatchObject({
      success: true,
      status: 'completed',
      data: { title: expect.stringMatching(/4$/) },
    });
    expect(Number.isInteger(ended.body.creditsUsed)).toBe(true);
    expect(ended.body.tokensUsed).toBeGreaterThan(0);
  });

  it('an agent returns data, also as a list', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const { body } = await post('/v2/agent', {
      prompt: `Read ${origin}/p/5`,
      urls: [`${origin}/p/5`],
      schema,
    });
    const ended = await service.ended(`/v2/agent/${body.id}`);
    expect(ended.body).toMatchObject({ success: true, status: 'completed', data: { title: 'Page 5' } });
    const { agents } = (await service.ask('GET', '/v2/agent')).body;
    expect(agents[0]).toMatchObject({
      id: body.id,
      status: 'completed',
      settings: { hidden: false, starred: false },
      options: { urls: [`${origin}/p/5`] },
    });
    const { data } = (await service.ask('GET', '/v2/team/credit-usage')).body;
    expect([data.remainingCredits, data.planCredits, data.usedCredits].every(Number.isInteger)).toBe(true);
    const older = await service.ask('GET', `/v2/agent?before=${Date.parse(agents[0].createdAt)}`);
    expect(older.body.agents.map(({ id }: { id: string }) => id)).toEqual(
      agents.slice(1).map(({ id }: { id: string }) => id),
    );
  });

  it('an agent that is cancelled has failed, which the Python client can read', async () => {
    const { body } = await post('/v2/agent', { prompt: '[slow 20000] Read nothing' });
    expect((await service.ask('DELETE', `/v2/agent/${body.id}`)).body).toEqual({ success: true });
    expect((await service.ask('GET', `/v2/agent/${body.id}`)).body).toMatchObject({
      status: 'failed',
      stopReason: 'cancelled',
    });
  });

  it('an agent has no more rights than the service allows', async () => {
    const closed = await startTestService({
      settings: { agentMay: 'read', model: { baseUrl: model.baseUrl, name: 'scripted', creditsPer1000: 1 } },
    });
    const { status, body } = await closed.ask('POST', '/v2/agent', {
      body: { prompt: 'Send it', allow: 'submit' },
    });
    expect(status).toBe(403);
    expect(body.code).toBe('not_allowed');
    await closed.close();
  });

  it('endpoints that need a model say so where there is none', async () => {
    const bare = await startTestService();
    const calls: [string, unknown][] = [
      ['/v2/scrape', { url: origin, formats: ['summary'] }],
      ['/v2/extract', { urls: [origin], prompt: 'What?' }],
      ['/v2/agent', { prompt: 'What?' }],
      ['/v2/crawl', { url: origin, prompt: 'All' }],
      ['/v2/crawl/params-preview', { url: origin, prompt: 'All' }],
    ];
    for (const [path, body] of calls) {
      const answer = await bare.ask('POST', path, { body });
      expect(answer.body, path).toMatchObject({
        code: 'not_configured',
        error: expect.stringContaining('--model'),
      });
    }
    await bare.close();
  });
});

interface Told {
  id: string | undefined;
  event: string | undefined;
  data: unknown;
}

/** The first `most` events of a stream. */
const readStream = async (answer: Response, most = Infinity): Promise<Told[]> => {
  const told: Told[] = [];
  let rest = '';
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const data = field('data');
      if (data !== undefined) told.push({ id: field('id'), event: field('event'), data: JSON.parse(data) });
    }
    if (told.length >= most) break;
  }
  return told;
};

describe("an agent's events", () => {
  it('are streamed with ids, and resumed after the last one', async () => {
    const body = JSON.stringify({ prompt: `Read ${origin}/p/6`, urls: [`${origin}/p/6`], stream: true });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${service.address}/v2/agent`, { method: 'POST', body, headers });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const first = await readStream(answer, 3);
    expect(first[0]).toMatchObject({ event: 'job', data: { success: true, id: expect.any(String) } });
    const id = (first[0]?.data as { id: string } | undefined)?.id;
    const last = first.filter(({ id: one }) => one !== undefined).at(-1)?.id ?? '0';
    const rest = await readStream(
      await fetch(`${service.address}/v2/agent/${id}/events`, { headers: { 'last-event-id': last } }),
    );
    expect(rest.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed' } });
    const all = await readStream(await fetch(`${service.address}/v2/agent/${id}/events`));
    const ids = all.flatMap((one) => (one.id === undefined ? [] : [Number(one.id)]));
    expect(ids).toEqual(ids.map((_, at) => at + 1));
    const resumed = rest.flatMap((one) => (one.id === undefined ? [] : [Number(one.id)]));
    expect(resumed).toEqual(ids.slice(Number(last)));
  });
});

describe('a service that is stopped', () => {
  it('answers requests that wait for a page, and ends streams', async () => {
    const own = await startTestService({
      settings: { model: { baseUrl: model.baseUrl, name: 'scripted', creditsPer1000: 1 } },
    });
    const { body: agent } = await own.ask('POST', '/v2/agent', { body: { prompt: '[slow 60000] Wait' } });
    const stream = await fetch(`${own.address}/v2/agent/${agent.id}/events`);
    const before = open.length;
    const answer = own.ask('POST', '/v2/scrape', { body: { url: `${origin}/slow/end` } });
    await until(() => open.length > before);
    const closed = own.close();
    const told = await readStream(stream);
    expect(told[0]?.event).toBe('job');
    expect(told.at(-1)?.event).not.toBe('end');
    for (const settle of open) settle();
    expect((await answer).status).toBe(200);
    await closed;
  });
});

describe('what the service publishes', () => {
  it('is its OpenAPI document', async () => {
    const { body } = await service.ask('GET', '/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const paths = Object.keys(body.paths);
    for (const path of [
      '/v2/scrape',
      '/v2/crawl/{id}',
      '/v2/batch/scrape',
      '/v2/map',
      '/v2/agent/{id}/events',
    ])
      expect(paths).toContain(path);
    const schema = body.paths['/v2/scrape'].post.requestBody.content['application/json'].schema;
    expect(schema.properties).toHaveProperty('onlyMainContent');
  });

  it('is its health', async () => {
    expect((await service.ask('GET', '/health')).body).toEqual({ status: 'ok' });
    expect((await service.ask('GET', '/ready')).body).toEqual({ status: 'ready' });
  });

  it('are its metrics, without addresses or tenants', async () => {
    const { text } = await service.ask('GET', '/metrics');
    expect(text).toMatch(/inpage_jobs_ended_total\{kind="scrape",status="completed"\} \d/);
    expect(text).toMatch(/inpage_pages_total\{engine="static",outcome="done"\} \d/);
    expect(text).toMatch(/inpage_tokens_total [1-9]/);
    expect(text).toMatch(/inpage_queue_tasks\{state="waiting"\} \d/);
    expect(text).not.toContain('127.0.0.1');
    expect(text).not.toContain('tenant');
    const passedOn = await service.ask('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(passedOn.status).toBe(403);
  });

  it('is for this machine alone where there are no keys', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'x-forwarded-for': '203.0.113.9' },
      { origin: 'null' },
    ]) {
      const answer = await service.ask('GET', '/v2/jobs', { headers });
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body.code).toBe('not_allowed');
    }
  });
});
