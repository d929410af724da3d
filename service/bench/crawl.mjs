#!/usr/bin/env node
/**
 * Pages per second and memory of a crawl of local pages by workers on Redis, beside bare Crawlee with the same scraper:
 * `node service/bench/crawl.mjs [--pages 1000] [--runs 3] [--workers 2] [--alone] [--kill]`. `--alone` leaves bare
 * Crawlee out; `--kill` kills a worker and starts Redis again in the middle. Where the machine does other things too,
 * time on the CPU tells more than seconds.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { benchSettings } from './crawl-settings.mjs';

const service = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    kill: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
  },
});
const count = Number(options.pages);
const workerCount = Number(options.workers);

const folder = mkdtempSync(join(tmpdir(), 'inpage-bench-'));
const children = new Set();

await bundle();
const { startRedis } = await import(pathToFileURL(join(folder, 'redis.mjs')).href);
const { openBackend, submitJob, waitForEnd, crawlRequest } = await import(
  pathToFileURL(join(folder, 'crawl-client.mjs')).href
);
const pages = start(join(service, 'bench/crawl-pages.mjs'), String(count));
const url = `http://127.0.0.1:${(await nextLine(pages)).trim()}/`;
const redis = await startRedis();
try {
  const rates = { bare: [], workers: [] };
  // In turns: what else the machine does falls on both.
  for (let run = 0; run < Number(options.runs); run++) {
    if (!options.alone) rates.bare.push(await runBare());
    rates.workers.push(await runWorkers());
  }
  const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
  const ofWorkers = median(rates.workers);
  console.log(`median of ${workerCount} workers: ${ofWorkers.toFixed(1)} pages/s`);
  if (!options.alone) {
    const ofBare = median(rates.bare);
    console.log(
      `median of bare Crawlee: ${ofBare.toFixed(1)} pages/s; workers: ${((ofWorkers / ofBare) * 100).toFixed(0)} %`,
    );
  }
} finally {
  for (const child of children) child.kill('SIGKILL');
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function runBare() {
  const child = start(
    join(folder, 'crawl-bare.mjs'),
    JSON.stringify({ url, settings: benchSettings(folder) }),
  );
  const result = JSON.parse(await nextLine(child));
  if (result.pages !== count)
    throw new Error(`Bare Crawlee has read ${result.pages} pages; ${count} were there.`);
  return report('bare Crawlee', result.pages, result.ms, [result.use]);
}

async function runWorkers() {
  const settings = benchSettings(folder, redis.url);
  const workers = Array.from({ length: workerCount }, () =>
    start(
      join(folder, 'crawl-worker.mjs'),
      JSON.stringify({ settings, lockMs: options.kill ? 3_000 : 30_000 }),
    ),
  );
  await Promise.all(workers.map(nextLine));
  const backend = await openBackend(settings);
  const began = performance.now();
  const request = crawlRequest.parse({ url, sitemap: 'skip' });
  const { id } = await submitJob(backend, { tenant: 'a', kind: 'crawl', request, settings });
  const over = new AbortController();
  if (options.kill) void disturb(backend, id, workers);
  const job = await waitForEnd(backend.store, id, over.signal);
  const ms = performance.now() - began;
  const documents = await backend.store.documents(id, 0, count * 2);
  const different = new Set(documents.map(({ metadata }) => metadata.url)).size;
  const used = await Promise.all(
    workers.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode).map(end),
  );
  await backend.store.remove(id);
  await backend.close();
  if (job.failed > 0 || documents.length !== count || different !== count) {
    throw new Error(
      `${documents.length} documents, ${different} different, ${job.failed} failed; ${count} pages were there.`,
    );
  }
  return report(`${workerCount} workers`, documents.length, ms, used);
}

async function disturb(backend, id, [first]) {
  const completed = async () => (await backend.store.get(id))?.completed ?? 0;
  while ((await completed()) < count / 3) await new Promise((resolve) => setTimeout(resolve, 50));
  first.kill('SIGKILL');
  while ((await completed()) < count / 2) await new Promise((resolve) => setTimeout(resolve, 50));
  await redis.restart();
}

/** @returns pages per second */
function report(name, done, ms, used) {
  const rate = (done / ms) * 1_000;
  const cpu = used.reduce((sum, one) => sum + one.cpu, 0) / done;
  const memory = used.map(({ memory: samples }) => {
    const most = (from, to) =>
      Math.max(...samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)));
    return `${most(0.25, 0.5)} MB in the second quarter, ${most(0.75, 1)} MB in the last`;
  });
  console.log(
    `${name}: ${done} pages, ${(ms / 1_000).toFixed(1)} s, ${rate.toFixed(1)} pages/s, ${cpu.toFixed(1)} ms CPU a page; ${memory.join('; ')}`,
  );
  return rate;
}

function start(file, argument) {
  const child = spawn(process.execPath, [file, argument], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function nextLine(child) {
  let text = '';
  while (!text.includes('\n')) {
    const [chunk] = await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${child.spawnargs[1]} has ended.`))),
    ]);
    text += chunk;
  }
  return text;
}

/** @returns what it has used */
async function end(child) {
  child.kill('SIGTERM');
  return JSON.parse(await nextLine(child));
}

async function bundle() {
  symlinkSync(join(service, 'node_modules'), join(folder, 'node_modules'));
  // Where the scraper looks for the core's reader.
  symlinkSync(join(service, '../dist'), join(folder, 'page'));
  await build({
    entryPoints: [
      ...['crawl-bare.mjs', 'crawl-worker.mjs', 'crawl-client.mjs'].map((name) =>
        join(service, 'bench', name),
      ),
      join(service, 'tests/support/redis.ts'),
    ],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
}
