import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawlRequest } from '../../src/contract/index.ts';
import { submitJob, waitForEnd } from '../../src/crawl/submit.ts';
import { startWorker } from '../../src/crawl/worker.ts';
import { openBackend } from '../../src/jobs/backend.ts';
import { bundleForNode } from '../support/bundle.ts';
import { plainFetcher, plainScraper, temporaryFolder } from '../support/jobs.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { linked, startSite, type TestSite } from '../support/served-pages.ts';
import { testSettings } from '../support/settings.ts';

const PAGES = 250;
/** Short, so that the pages of a killed worker are soon given to another one. */
const LOCK_MS = 1_000;
const never = new AbortController().signal;
const folder = temporaryFolder();

let redis: TestRedis;
let site: TestSite;
let bundle: { path: string; remove(): void };
let workers: ChildProcess[] = [];

beforeAll(async () => {
  redis = await startRedis();
  bundle = await bundleForNode('tests/support/crawl-worker.ts');
  // Each page is linked to by its parent, by the page before it, and by another spelling of its address.
  site = await startSite({}, (path) => {
    const page = Number(path.replaceAll('/', '') || 0);
    if (!(page < PAGES)) return undefined;
    const children = Array.from({ length: 5 }, (_, i) => page * 5 + i + 1).filter((child) => child < PAGES);
    return (_, response) => {
      const next = page + 1 < PAGES ? `/${page + 1}/` : '/';
      const html = linked(`page ${page}`, ...children.map((child) => `/${child}`), next, '/');
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html), 20);
    };
  });
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await site.close();
  await redis.stop();
  bundle.remove();
  folder.remove();
});

const pageNumbers = (urls: string[]) =>
  urls.map((url) => Number(new URL(url).pathname.replaceAll('/', ''))).sort((a, b) => a - b);
const allPages = Array.from({ length: PAGES }, (_, i) => i);

it('neither loses nor repeats pages when a worker is killed and Redis is restarted', async () => {
  const settings = testSettings({ dataFolder: folder.path, redis: redis.url, concurrency: 4 });
  const backend = await openBackend(settings);
  const startChild = async () => {
    const child = spawn(process.execPath, [bundle.path, JSON.stringify({ settings, lockMs: LOCK_MS })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    workers.push(child);
    await once(child.stdout, 'data');
    return child;
  };
  const [first] = await Promise.all([startChild(), startChild()]);
  const request = crawlRequest.parse({ url: `${site.url}/`, sitemap: 'skip', limit: 10_000 });
  const job = await submitJob(backend, { tenant: 'a', kind: 'crawl', request, settings });
  const completed = async () => (await backend.store.get(job.id))?.completed ?? 0;

  await expect.poll(completed, { timeout: 60_000 }).toBeGreaterThan(PAGES / 5);
  first.kill('SIGKILL');
  await expect.poll(completed, { timeout: 60_000 }).toBeGreaterThan(PAGES / 2);
  await redis.restart();

  const ended = await waitForEnd(backend.store, job.id, never);
  const documents = await backend.store.documents(job.id, 0, PAGES * 2);
  await backend.close();
  expect(ended).toMatchObject({
    status: 'completed',
    total: PAGES,
    completed: PAGES,
    failed: 0,
    creditsUsed: PAGES,
  });
  expect(pageNumbers(documents.map(({ metadata }) => metadata.url))).toEqual(allPages);
  for (const worker of workers) worker.kill('SIGKILL');
  workers = [];
});

it('continues a crawl whose process was killed, without Redis', async () => {
  const settings = testSettings({ dataFolder: folder.path, concurrency: 4 });
  const child = spawn(
    process.execPath,
    [bundle.path, JSON.stringify({ settings, lockMs: LOCK_MS, crawl: `${site.url}/` })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  workers.push(child);
  const id = await new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const killed = /^job (\S+)$/m.exec(text)?.[1];
      if (killed && text.includes('some pages')) resolve(killed);
    });
  });
  child.kill('SIGKILL');
  await once(child, 'exit');

  const backend = await openBackend(settings);
  const before = (await backend.store.get(id))?.completed ?? 0;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(PAGES);
  const worker = await startWorker({
    settings,
    backend,
    scraper: plainScraper,
    fetcher: plainFetcher,
    runners: {},
  });
  const ended = await waitForEnd(backend.store, id, never);
  const documents = await backend.store.documents(id, 0, PAGES * 2);
  await worker.stop();
  await backend.close();
  expect(ended).toMatchObject({
    status: 'completed',
    total: PAGES,
    completed: PAGES,
    failed: 0,
    creditsUsed: PAGES,
  });
  expect(pageNumbers(documents.map(({ metadata }) => metadata.url))).toEqual(allPages);
});
