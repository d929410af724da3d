import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addKey, hashOf, KeyRing, readKeys, removeKeys } from '../../src/safety/keys.ts';
import { redact, redactText, redactUrl } from '../../src/safety/redact.ts';
import { startTestService, type TestService } from '../support/service.ts';

let site: Server;
let origin: string;
let service: TestService;
const told: { type: string; id: string; error: string }[] = [];

beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url?.startsWith('/slow')) return;
    if (request.url === '/hook') {
      request.setEncoding('utf8').on('data', (body) => told.push(JSON.parse(body)));
      response.end();
      return;
    }
    const page = `<title>x</title><main><h1>Page</h1><p>${request.url}</p></main>`;
    setTimeout(() => response.end(page), request.url?.startsWith('/late') ? 200 : 0);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  service = await startTestService({
    tenants: {
      rated: { requestsPerMinute: 3 },
      poor: { creditsPerDay: 3 },
      last: { creditsPerDay: 12 },
      narrow: { concurrency: 2 },
      free: {},
    },
    settings: { limits: { pageBytes: 1_000_000, resultMs: 3_600_000, jobMs: 600_000, agentSteps: 5 } },
  });
});

afterAll(async () => {
  await service?.close();
  site?.close();
  site?.closeAllConnections();
});

const post = (tenant: string, path: string, body: unknown) =>
  service.ask('POST', path, { key: service.keys[tenant], body });

describe('limits of a key', () => {
  it('limit its requests per minute', async () => {
    const answers = [];
    for (let count = 0; count < 5; count++) answers.push(await post('rated', '/v2/map', {}));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429, 429]);
    expect(Number(answers[4]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answers[4]?.body).toMatchObject({
      code: 'rate_limited',
      details: { retryAfterSeconds: expect.any(Number) },
    });
    // Polling has a limit of its own, and so has every other key.
    expect((await service.ask('GET', '/v2/jobs', { key: service.keys.rated })).status).toBe(200);
    expect((await post('free', '/v2/map', {})).status).toBe(400);
  });

  it('limit its credits', async () => {
    const usage = () => service.ask('GET', '/v2/team/credit-usage', { key: service.keys.poor });
    expect((await usage()).body.data).toMatchObject({ remainingCredits: 3 });
    const many = await post('poor', '/v2/batch/scrape', { urls: [1, 2, 3, 4].map((n) => `${origin}/${n}`) });
    expect(many.status).toBe(402);
    expect(many.body.code).toBe('quota_exceeded');
    for (const n of [1, 2])
      expect((await post('poor', '/v2/scrape', { url: `${origin}/${n}` })).status).toBe(200);
    expect((await usage()).body.data).toMatchObject({ remainingCredits: 1 });
    const crawl = await post('poor', '/v2/crawl', { url: `${origin}/3`, sitemap: 'skip' });
    const job = await service.ask('GET', `/v2/jobs/${crawl.body.id}`, { key: service.keys.poor });
    expect(job.body.job).toMatchObject({ maxCredits: 1, request: { limit: 1 } });
    await service.ended(`/v2/crawl/${crawl.body.id}`, service.keys.poor);
    expect((await usage()).body.data).toMatchObject({ remainingCredits: 0, usedCredits: 3 });
    const none = await post('poor', '/v2/scrape', { url: `${origin}/4` });
    expect(none.status).toBe(402);
    expect((await post('free', '/v2/scrape', { url: `${origin}/4` })).status).toBe(200);
  });

  it('limit its credits: a job that runs out of them sends its webhook', async () => {
    // More than the pages that are read at the same time, which are still finished.
    const urls = Array.from({ length: 12 }, (_, n) => `${origin}/late/${n}`);
    const body = { urls, webhook: { url: `${origin}/hook`, events: ['failed'] } };
    const jobs = await Promise.all([0, 1].map(() => post('last', '/v2/batch/scrape', body)));
    const ends = await Promise.all(
      jobs.map(({ body: { id } }) => service.ended(`/v2/batch/scrape/${id}`, service.keys.last)),
    );
    const failed = jobs.filter((_, i) => ends[i]?.body.status === 'failed').map(({ body: { id } }) => id);
    expect(failed.length).toBeGreaterThan(0);
    await expect.poll(() => told.map(({ id }) => id).sort()).toEqual(failed.sort());
    expect(told[0]).toMatchObject({ type: 'batch_scrape.failed', error: expect.stringContaining('used up') });
  });

  it('limit its time: a map without results by then says so', async () => {
    const { status, body } = await post('free', '/v2/map', {
      url: `${origin}/slow`,
      sitemap: 'skip',
      timeout: 1_000,
    });
    expect([status, body.code]).toEqual([408, 'SCRAPE_TIMEOUT']);
  });

  it('limit its running jobs, however many are requested', async () => {
    const body = { urls: [`${origin}/slow`] };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('narrow', '/v2/batch/scrape', body)),
    );
    const started = answers.filter(({ status }) => status === 200);
    expect(started).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
    const check = await service.ask('GET', '/v2/concurrency-check', { key: service.keys.narrow });
    expect(check.body).toEqual({ success: true, concurrency: 2, maxConcurrency: 2 });
    for (const { body: job } of started)
      await service.ask('DELETE', `/v2/batch/scrape/${job.id}`, { key: service.keys.narrow });
    expect((await post('narrow', '/v2/batch/scrape', { urls: [`${origin}/1`] })).status).toBe(200);
  });

  it('are in its file, which does not contain the key', async () => {
    const file = join(service.folder, 'others.json');
    const key = addKey(file, 'one', { creditsPerMonth: 5 });
    addKey(file, 'two');
    const stored = readKeys(file);
    expect(stored).toMatchObject([
      { tenant: 'one', hash: hashOf(key), creditsPerMonth: 5 },
      { tenant: 'two' },
    ]);
    expect(JSON.stringify(stored)).not.toContain(key);
    const ring = new KeyRing(file);
    expect(ring.tenantOf(key)).toEqual({ name: 'one', limits: { creditsPerMonth: 5 } });
    expect(removeKeys(file, 'one')).toBe(1);
    expect(readKeys(file)).toHaveLength(1);
    expect(new KeyRing(file).tenantOf(key)).toBeUndefined();
    expect(() => addKey(file, 'no name!')).toThrow(/letters/);
  });

  it('stay in force when the keys are removed', async () => {
    const own = await startTestService({ tenants: { one: {} } });
    writeFileSync(join(own.folder, 'keys.json'), '{"keys": []}');
    await expect
      .poll(async () => (await own.ask('GET', '/v2/jobs', { key: own.keys.one })).status, { timeout: 10_000 })
      .toBe(401);
    expect((await own.ask('GET', '/v2/jobs')).status).toBe(401);
    await own.close();
  });

  it('require keys for other machines', async () => {
    await expect(startTestService({ options: { host: '0.0.0.0' } })).rejects.toThrow(/keys add/);
  });
});

describe('secrets', () => {
  const KEY = 'inpage-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

  it('are hidden in addresses', () => {
    const cases: [string, string][] = [
      ['/v2/jobs?token=abc&limit=3', '/v2/jobs?token=[hidden]&limit=3'],
      ['https://ada:secret@site.example/a', 'https://[hidden]@site.example/a'],
      ['https://site.example/?api_key=1&q=2', 'https://site.example/?api_key=[hidden]&q=2'],
      ['https://site.example/?X-Amz-Signature=1', 'https://site.example/?X-Amz-Signature=[hidden]'],
      ['https://site.example/?code=1&state=2', 'https://site.example/?code=[hidden]&state=2'],
      ['https://site.example/?password', 'https://site.example/?password'],
      ['https://site.example/#access_token=1', 'https://site.example/#…'],
    ];
    for (const [url, hidden] of cases) expect(redactUrl(url)).toBe(hidden);
  });

  it('are hidden in texts and fields', () => {
    expect(redactText(`sent Bearer ${KEY} to https://a.example/?key=1`)).toBe(
      'sent Bearer [hidden] to https://a.example/?key=[hidden]',
    );
    expect(redactText(`lost ${KEY}`)).toBe('lost [hidden]');
    const told = redact({
      headers: { Authorization: 'x', 'Set-Cookie': 'y', accept: 'z' },
      model: { apiKey: 'k', tokensUsed: 3, name: 'm' },
      list: [{ password: 'p' }],
      err: new Error('at https://u:p@a.example'),
    });
    expect(told).toMatchObject({
      headers: { Authorization: '[hidden]', 'Set-Cookie': '[hidden]', accept: 'z' },
      model: { apiKey: '[hidden]', tokensUsed: 3, name: 'm' },
      list: [{ password: '[hidden]' }],
      err: { message: 'at https://[hidden]@a.example' },
    });
  });

  it('are in no line of the log', async () => {
    const secret = 'very-secret-value';
    await service.ask('GET', `/v2/jobs?token=${secret}`, { key: service.keys.free });
    await service.ask('POST', '/v2/scrape', {
      key: service.keys.free,
      headers: { cookie: `session=${secret}`, 'x-api-key': secret },
      body: { url: `${origin}/?password=${secret}`, headers: { authorization: `Bearer ${secret}` } },
    });
    await service.ask('GET', '/v2/jobs', { key: secret });
    expect(service.log.length).toBeGreaterThan(3);
    const log = service.log.join('');
    expect(log).toContain('/v2/jobs?token=[hidden]');
    expect(log).not.toContain(secret);
    for (const key of Object.values(service.keys)) expect(log).not.toContain(key);
  });
});
