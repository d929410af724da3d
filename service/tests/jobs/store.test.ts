import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document, JobEvent, PageTask, RunTask } from '../../src/contract/index.ts';
import { type Backend, openBackend } from '../../src/jobs/backend.ts';
import { RunLog } from '../../src/jobs/run-log.ts';
import { temporaryFolder, testJob, testPages } from '../support/jobs.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { testSettings } from '../support/settings.ts';

const never = new AbortController().signal;

function page(task: PageTask, aliases: string[] = []) {
  const document: Document = {
    markdown: task.key,
    metadata: { sourceURL: task.url, url: task.url, statusCode: 200, engine: 'static', creditsUsed: 1 },
  };
  return { document, credits: 1, aliases };
}

function failure(task: PageTask) {
  return {
    error: { id: task.key, timestamp: new Date(0).toISOString(), url: task.url, error: 'It did not answer.' },
  };
}

const keys = (tasks: PageTask[]) => tasks.map(({ key }) => key);

describe.each(['embedded', 'redis'] as const)('jobs, %s', (kind) => {
  const folder = temporaryFolder();
  let redis: TestRedis | undefined;
  let backend: Backend;
  let reopen: () => Promise<Backend>;

  beforeAll(async () => {
    redis = kind === 'redis' ? await startRedis() : undefined;
    const settings = testSettings({ dataFolder: folder.path, ...(redis && { redis: redis.url }) });
    reopen = () => openBackend(settings);
    backend = await reopen();
  });
  afterAll(async () => {
    await backend.close();
    await redis?.stop();
    folder.remove();
  });

  const created = async (change: Parameters<typeof testJob>[0] = {}) => {
    const job = testJob(change);
    await backend.store.create(job);
    return job;
  };

  it('keeps a job with all its fields, and creates it once', async () => {
    const job = testJob({
      request: { url: 'http://a.test', limit: 3 },
      webhook: { url: 'http://b.test' },
      maxCredits: 2.5,
    });
    await backend.store.create(job);
    await backend.store.create({ ...job, total: 9 });
    expect(await backend.store.get(job.id)).toEqual(job);
    expect(await backend.store.get('none')).toBeUndefined();
  });

  it('lists the jobs of a tenant, newest first', async () => {
    const old = await created({ tenant: 'lister', createdAt: Date.now() - 1_000 });
    const other = await created({ tenant: 'lister', kind: 'map' });
    await created({ tenant: 'another' });
    const ids = async (filter: object) => (await backend.store.list(filter)).map(({ id }) => id);
    expect(await ids({ tenant: 'lister' })).toEqual([other.id, old.id]);
    expect(await ids({ tenant: 'lister', kind: 'crawl' })).toEqual([old.id]);
    expect(await ids({ tenant: 'lister', limit: 1 })).toEqual([other.id]);
    expect(await ids({ tenant: 'lister', before: other.createdAt })).toEqual([old.id]);
    await backend.store.update(other.id, { status: 'completed' });
    expect(await ids({ tenant: 'lister', status: 'scraping' })).toEqual([old.id]);
    await backend.store.remove(old.id);
    expect(await ids({ tenant: 'lister' })).toEqual([other.id]);
  });

  it('changes a job until it has ended', async () => {
    const job = await created();
    expect(await backend.store.update(job.id, { warning: 'slow', result: { links: [1] } })).toMatchObject({
      warning: 'slow',
      result: { links: [1] },
    });
    expect(
      await backend.store.update(job.id, { status: 'failed', error: 'no', errorCode: 'conflict' }),
    ).toMatchObject({
      status: 'failed',
      error: 'no',
      errorCode: 'conflict',
      endedAt: expect.any(Number),
    });
    expect(await backend.store.update(job.id, { status: 'completed' })).toBeUndefined();
    expect(await backend.store.update('none', { status: 'completed' })).toBeUndefined();
    expect((await backend.store.get(job.id))?.status).toBe('failed');
  });

  it('charges credits up to the limit, also by concurrent calls', async () => {
    const job = await created({ maxCredits: 5 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => backend.store.charge(job.id, 0.5, 10)),
    );
    expect(answers.filter(Boolean)).toHaveLength(10);
    expect(await backend.store.get(job.id)).toMatchObject({ creditsUsed: 5, tokensUsed: 100 });
  });

  it('reserves each page once, and returns to a parent its own pages again', async () => {
    const { id } = await created();
    const [a, b, c] = testPages(id, 'a', 'b', 'c') as [PageTask, PageTask, PageTask];
    expect(keys(await backend.store.reserve(id, 'start', [a, b], 10))).toEqual(['a', 'b']);
    expect(keys(await backend.store.reserve(id, 'a', [b, c], 10))).toEqual(['c']);
    expect(keys(await backend.store.reserve(id, 'a', [b, c], 10))).toEqual(['c']);
    expect(keys(await backend.store.reserve(id, 'b', [a, b, c], 10))).toEqual([]);
    await backend.store.finishPage(c, page(c));
    expect(keys(await backend.store.reserve(id, 'a', [c], 10))).toEqual([]);
    expect((await backend.store.get(id))?.total).toBe(3);
  });

  it('keeps the first outcome of a page, and ends a job with its last page', async () => {
    const { id } = await created();
    const [a, b] = testPages(id, 'a', 'b') as [PageTask, PageTask];
    await backend.store.reserve(id, 'start', [a, b], 10);
    expect(await backend.store.finishPage(a, page(a))).toEqual({
      isFirst: true,
      isDuplicate: false,
      ended: false,
      next: [],
    });
    expect(await backend.store.finishPage(a, failure(a))).toMatchObject({ isFirst: false, ended: false });
    expect(await backend.store.finishPage(b, failure(b))).toMatchObject({ isFirst: true, ended: true });
    expect(await backend.store.get(id)).toMatchObject({
      status: 'completed',
      total: 2,
      completed: 1,
      failed: 1,
      creditsUsed: 1,
    });
    expect((await backend.store.documents(id, 0, 10)).map(({ markdown }) => markdown)).toEqual(['a']);
    expect((await backend.store.errors(id)).map(({ url }) => url)).toEqual([b.url]);
  });

  it('reserves no more pages than the limit', async () => {
    const { id } = await created();
    const pages = testPages(id, 'a', 'b', 'c');
    expect(keys(await backend.store.reserve(id, 'start', pages, 2))).toEqual(['a', 'b']);
    for (const task of pages) await backend.store.finishPage(task, page(task));
    expect(await backend.store.get(id)).toMatchObject({ status: 'completed', total: 2, completed: 2 });
  });

  it('queues as many pages at once as allowed, and the next one when one ends', async () => {
    const { id } = await created();
    const pages = testPages(id, 'a', 'b', 'c', 'd');
    const [a, b, c, d] = pages as [PageTask, PageTask, PageTask, PageTask];
    expect(keys(await backend.store.reserve(id, 'start', pages, 10, 2))).toEqual(['a', 'b']);
    expect((await backend.store.get(id))?.total).toBe(4);
    expect(keys((await backend.store.finishPage(b, page(b))).next)).toEqual(['c']);
    // The answer may have been lost on the way to the queue, so it is the same again.
    expect(keys((await backend.store.finishPage(b, page(b))).next)).toEqual(['c']);
    expect(keys((await backend.store.finishPage(a, page(a))).next)).toEqual(['d']);
    await backend.store.finishPage(c, page(c));
    expect(keys((await backend.store.finishPage(b, page(b))).next)).toEqual([]);
    expect(await backend.store.finishPage(d, page(d))).toMatchObject({ ended: true });
  });

  it('counts a page with two addresses once, and takes another page in its place', async () => {
    const { id } = await created();
    const [a, b, c, d] = testPages(id, 'a', 'b', 'c', 'd') as [PageTask, PageTask, PageTask, PageTask];
    expect(keys(await backend.store.reserve(id, 'start', [a, b, c], 2))).toEqual(['a', 'b']);
    await backend.store.finishPage(a, page(a, ['x', 'd']));
    expect(keys(await backend.store.reserve(id, 'a', [d], 2))).toEqual([]);
    const finished = await backend.store.finishPage(b, page(b, ['x']));
    expect(finished).toMatchObject({ isFirst: true, isDuplicate: true, ended: false });
    expect(keys(finished.next)).toEqual(['c']);
    expect(await backend.store.finishPage(c, page(c, ['c']))).toMatchObject({
      isDuplicate: false,
      ended: true,
    });
    expect(await backend.store.get(id)).toMatchObject({ total: 2, completed: 2, failed: 0 });
  });

  it('keeps one of two pages that have each other as aliases', async () => {
    const { id } = await created();
    const [a, b] = testPages(id, 'a', 'b') as [PageTask, PageTask];
    await backend.store.reserve(id, 'start', [a, b], 10);
    expect(await backend.store.finishPage(a, page(a, ['b']))).toMatchObject({ isDuplicate: true });
    expect(await backend.store.finishPage(b, page(b, ['a']))).toMatchObject({
      isDuplicate: false,
      ended: true,
    });
  });

  it('refuses pages of a job that has ended, and signals its cancellation to all watchers', async () => {
    const { id } = await created();
    const [a] = testPages(id, 'a') as [PageTask];
    await backend.store.reserve(id, 'start', [a], 10);
    const watched = backend.store.watchCancel(id);
    const aborted = new Promise((resolve) => watched.signal.addEventListener('abort', resolve));
    await backend.store.update(id, { status: 'cancelled' });
    await aborted;
    watched.release();
    expect(await backend.store.finishPage(a, page(a))).toMatchObject({ isFirst: false, ended: false });
    expect(await backend.store.reserve(id, 'b', testPages(id, 'c'), 10)).toEqual([]);
    expect(await backend.store.documents(id, 0, 10)).toEqual([]);
    const late = backend.store.watchCancel(id);
    if (!late.signal.aborted) await new Promise((resolve) => late.signal.addEventListener('abort', resolve));
    late.release();
  });

  it('returns events after an id, then new ones until the job ends', async () => {
    const { id } = await created();
    const [a] = testPages(id, 'a') as [PageTask];
    await backend.store.reserve(id, 'start', [a], 10);
    expect(await backend.store.addEvent(id, { type: 'one', data: { n: 1 } })).toBe(1);
    expect(await backend.store.addEvent(id, { type: 'two', data: null })).toBe(2);
    const seen: JobEvent[] = [];
    const reading = (async () => {
      for await (const event of backend.store.events(id, 1, never)) {
        seen.push(event);
        if (event.type === 'two') await backend.store.finishPage(a, page(a));
      }
    })();
    await reading;
    expect(seen.map((event) => [event.id, event.type])).toEqual([
      [2, 'two'],
      [3, 'page'],
      [4, 'completed'],
    ]);
    const stop = new AbortController();
    const other = await created();
    const waiting = (async () => {
      for await (const _ of backend.store.events(other.id, 0, stop.signal));
    })();
    stop.abort();
    await waiting;
  });

  it('keeps the caches of tenants apart, and expires them', async () => {
    const document = page({ job: 'j', key: 'k', url: 'http://a.test', depth: 0 }).document;
    await backend.store.cache('a', 'key', document, 60_000);
    expect((await backend.store.cached('a', 'key', 60_000))?.document).toEqual(document);
    expect(await backend.store.cached('b', 'key', 60_000)).toBeUndefined();
    expect(await backend.store.cached('a', 'key', -1)).toBeUndefined();
  });

  it('deletes a job when its time is over', async () => {
    const job = await created({ expiresAt: Date.now() + 150 });
    expect(await backend.store.get(job.id)).toBeDefined();
    await expect.poll(() => backend.store.get(job.id)).toBeUndefined();
    expect(await backend.store.documents(job.id, 0, 1)).toEqual([]);
  });

  it('continues after a process has ended', async () => {
    const { id } = await created({ tenant: 'lasting' });
    const [a, b, c] = testPages(id, 'a', 'b', 'c') as [PageTask, PageTask, PageTask];
    await backend.store.reserve(id, 'start', [a, b, c], 10);
    await backend.store.finishPage(a, page(a, ['x']));
    await backend.store.charge(id, 2, 5);
    await backend.store.addRobotsBlocked(id, 'http://site.test/no');
    await backend.close();
    backend = await reopen();
    expect(await backend.store.get(id)).toMatchObject({
      completed: 1,
      total: 3,
      creditsUsed: 3,
      tokensUsed: 5,
      robotsBlocked: ['http://site.test/no'],
    });
    expect(await backend.store.finishPage(a, page(a))).toMatchObject({ isFirst: false });
    expect(await backend.store.finishPage(b, page(b, ['x']))).toMatchObject({ isDuplicate: true });
    expect(await backend.store.finishPage(c, page(c))).toMatchObject({ ended: true });
    await backend.close();
    backend = await reopen();
    expect(await backend.store.get(id)).toMatchObject({ status: 'completed', completed: 2, creditsUsed: 4 });
    expect((await backend.store.documents(id, 1, 1)).map(({ markdown }) => markdown)).toEqual(['c']);
    await backend.store.ping();
  });
});

it('lets only one process use a data folder', async () => {
  const folder = temporaryFolder();
  const settings = testSettings({ dataFolder: folder.path });
  const first = await openBackend(settings);
  await expect(openBackend(settings)).rejects.toThrow(/Another process works with/);
  await first.close();
  const second = await openBackend(settings);
  await second.close();
  folder.remove();
});

it('counts how often a process has ended during a page, and during a run', async () => {
  const folder = temporaryFolder();
  const settings = testSettings({ dataFolder: folder.path });
  const concurrency = { pages: 2, runs: 1, agents: 1, webhooks: 1 };
  const job = testJob();
  const pages = testPages(job.id, 'a', 'b');
  const started: [string, number][] = [];
  const first = await openBackend(settings);
  await first.store.create(job);
  await first.queues.addPages(await first.store.reserve(job.id, 'start', pages, 10));
  await first.queues.addRun({ type: 'job', job: job.id });
  await first.close();
  /**
   * Starts a process that begins all tasks; page `b` waits for its host. @returns the interruptions that each task
   * was given
   */
  const begin = async (mayHandBack: boolean) => {
    started.length = 0;
    const backend = await openBackend(settings);
    const stopping = new AbortController();
    const wait = () =>
      new Promise<number>((resolve) => stopping.signal.addEventListener('abort', () => resolve(1)));
    const work = await backend.startWork({
      concurrency,
      page: async ({ key }, interruptions) => {
        started.push([key, interruptions]);
        return key === 'b' ? 3_600_000 : await wait();
      },
      run: async (_, interruptions) => {
        started.push(['run', interruptions]);
        return await wait();
      },
    });
    for (let i = 0; i < 5; i++) await turn();
    if (mayHandBack) {
      stopping.abort();
      await work.stop();
    }
    await backend.close();
    return Object.fromEntries(started);
  };
  expect(await begin(false)).toEqual({ a: 1, b: 1, run: 0 });
  expect(await begin(false)).toEqual({ a: 2, b: 1, run: 1 });
  expect(await begin(true)).toEqual({ a: 3, b: 1, run: 2 });
  expect(await begin(false)).toEqual({ a: 3, b: 1, run: 2 });
  expect(await begin(false)).toEqual({ a: 4, b: 1, run: 3 });
  folder.remove();
});

describe('the log of runs', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  const message = (key: string): RunTask => ({
    type: 'webhook',
    job: 'j',
    event: 'page',
    key,
    data: { text: `\u2028 ${'ä'.repeat(500)}` },
  });

  it('is empty when all runs are done, also after one was added twice', () => {
    const file = join(folder.path, 'twice.jsonl');
    const log = new RunLog(file);
    log.add('a', message('a'));
    log.add('a', message('a'));
    log.begin('a', 1);
    log.done('a');
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('drops finished runs while another one is open', async () => {
    const file = join(folder.path, 'long.jsonl');
    const log = new RunLog(file, 10_000);
    log.add('open', message('open'));
    log.begin('open', 2);
    for (let i = 0; i < 200; i++) {
      log.add(`${i}`, message(`${i}`));
      log.begin(`${i}`, 1);
      log.done(`${i}`);
    }
    expect(statSync(file).size).toBeLessThan(15_000);
    // The process ended while it was writing the line.
    appendFileSync(file, '{"id":"torn","ta');
    const restored = await new RunLog(file).restore();
    expect(restored).toMatchObject([{ id: 'open', task: message('open'), interruptions: 2 }]);
    expect(statSync(file).size).toBeLessThan(2_000);
  });
});
