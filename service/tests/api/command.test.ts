import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../support/bundle.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

interface Span {
  name: string;
  traceId: string;
  parentSpanId?: string;
  attributes: { key: string }[];
}

const run = promisify(execFile);
const PAGES = 12;

/** Milliseconds: where many tests run, it is no measure of speed. */
const HUNG_AFTER = 200_000;

let folder: string;
let bundle: { path: string; remove(): void };
let redis: TestRedis;
let site: Server;
let collector: Server;
let origin: string;
let collectorUrl: string;
const spans: Span[] = [];
let children: ChildProcess[] = [];

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inpage-command-'));
  bundle = await bundleForNode('src/inpage-service.ts');
  symlinkSync(fileURLToPath(new URL('../../../dist', import.meta.url)), join(dirname(bundle.path), 'page'));
  redis = await startRedis();
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const links = Array.from({ length: PAGES - 1 }, (_, at) => `<a href="/${at + 1}">${at + 1}</a>`).join(
      ' ',
    );
    response.end(`<title>Page</title><main><h1>Page ${request.url}</h1><p>Words.</p>${links}</main>`);
  });
  origin = await listen(site);
  collector = createServer(async (request, response) => {
    const { resourceSpans = [] } = JSON.parse(await text(request));
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  collectorUrl = await listen(collector);
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await redis?.stop();
  bundle?.remove();
  for (const server of [site, collector]) {
    server?.close();
    server?.closeAllConnections();
  }
  rmSync(folder, { recursive: true, force: true });
});

const data = (): string[] => ['--data', folder];
const command = (...args: string[]) => run(process.execPath, [bundle.path, ...args]);

interface Process {
  child: ChildProcess;
  /** The address in the line that the command prints when it has started. */
  address: string;
}

/** Starts the command and waits until it prints where it listens. */
const start = async (...args: string[]): Promise<Process> => {
  const child = spawn(process.execPath, [bundle.path, ...args], {
    env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  if (child.stderr)
    for await (const line of createInterface({ input: child.stderr })) {
      lines.push(line);
      const told = line.startsWith('{') ? JSON.parse(line) : {};
      if (told.msg === 'started') {
        child.stderr.resume();
        return { child, address: told.address };
      }
    }
  throw new Error(`It has not started: ${lines.join('\n')}`);
};

/** Stops the command. @returns its exit code */
const stop = async ({ child }: Process): Promise<unknown> => {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await exited;
  children = children.filter((one) => one !== child);
  return code;
};

/** The descendants of a process. */
const descendants = (pid: number): number[] => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const below = (parent: number): number[] =>
    parents.filter(([, own]) => own === parent).flatMap(([one]) => [one, ...below(one)]);
  return below(pid);
};

/** Those of the processes that still run. A zombie has ended: only its parent has not collected it. */
const left = (pids: number[]): string[] =>
  execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((row) => pids.includes(Number.parseInt(row, 10)) && !/^\s*\d+\s+Z/.test(row));

describe('inpage-service', () => {
  it('creates, lists and removes keys', async () => {
    const key = (await command('keys', 'add', 'ada', '--credits-per-day', '50', ...data())).stdout.trim();
    expect(key).toMatch(/^inpage-[\w-]{43}$/);
    await command('keys', 'add', 'bob', ...data());
    const { stdout } = await command('keys', 'list', ...data());
    expect(stdout).toMatch(/^[0-9a-f]{12} {2}ada .*"creditsPerDay":50/m);
    expect(stdout).not.toContain(key);
    expect((await command('keys', 'remove', 'bob', ...data())).stdout).toBe('1 removed\n');
    await expect(command('keys', 'remove', 'bob', ...data())).rejects.toMatchObject({ code: 1 });
  });

  it('says which setting is missing', async () => {
    const bare = ['--data', join(folder, 'nothing')];
    const wrong: [string[], RegExp][] = [
      [['--host', '0.0.0.0', ...bare], /keys add/],
      [['worker', ...bare], /--redis/],
      [['--model', 'x', ...bare], /--model-url/],
      [['--model', 'x', '--model-url', 'http://m', '--model-key-env', 'NOT_THERE', ...bare], /NOT_THERE/],
      [['--port', 'many', ...bare], /whole number/],
    ];
    for (const [args, message] of wrong)
      await expect(command(...args), args.join(' ')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(message),
      });
  });

  it('shares jobs between an api and workers, traces them, and leaves nothing behind', async () => {
    const shared = ['--redis', redis.url, '--allow-private', '127.0.0.1', ...data()];
    const key = (await command('keys', 'add', 'cleo', ...data())).stdout.trim();
    const [api, ...workers] = await Promise.all([
      start('api', '--port', '0', ...shared),
      start('worker', '--port', '0', ...shared),
      start('worker', '--port', '0', ...shared),
    ]);
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await fetch(api.address + path, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    const started = await ask('POST', '/v2/crawl', { url: origin, limit: PAGES, sitemap: 'skip' });
    const crawl = async () => (await ask('GET', `/v2/crawl/${started.body.id}`)).body;
    await expect
      .poll(async () => (await crawl()).status, { timeout: HUNG_AFTER, interval: 100 })
      .not.toBe('scraping');
    expect(await crawl()).toMatchObject({ status: 'completed', completed: PAGES });
    const picture = await ask('POST', '/v2/scrape', { url: origin, formats: ['screenshot'] });
    expect(picture.body.data.screenshot).toMatch(/^data:image\/png/);
    // The worker counts credits just after the page is stored.
    const used = async () => (await ask('GET', '/v2/team/credit-usage')).body.data.usedCredits;
    await expect.poll(used, { timeout: 10_000 }).toBe(PAGES + 1);

    const metrics = await Promise.all(
      workers.map(async ({ address }) => (await fetch(`${address}/metrics`)).text()),
    );
    const pages = metrics.map((one) =>
      Number(/inpage_pages_total\{engine="static"[^}]*\} (\d+)/.exec(one)?.[1] ?? 0),
    );
    expect(pages.reduce((sum, one) => sum + one, 0)).toBe(PAGES);
    for (const { address } of workers) expect((await fetch(`${address}/ready`)).status).toBe(200);

    const below = workers.flatMap(({ child }) => descendants(child.pid ?? 0));
    expect(below.length).toBeGreaterThan(0);
    expect(await Promise.all([api, ...workers].map(stop))).toEqual([0, 0, 0]);
    await expect.poll(() => left(below), { timeout: 10_000 }).toEqual([]);

    const request = spans.find(({ name }) => name === 'POST /v2/crawl');
    const isWork = ({ name, traceId, attributes }: Span): boolean =>
      name === 'page' &&
      traceId === request?.traceId &&
      attributes.every(({ key }) => key !== 'inpage.postponed');
    const ofCrawl = spans.filter(isWork);
    expect(ofCrawl).toHaveLength(PAGES);
    for (const { parentSpanId } of ofCrawl) expect(parentSpanId).toBeTruthy();
  });
});
