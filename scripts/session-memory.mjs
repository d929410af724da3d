#!/usr/bin/env node
/**
 * Measures the memory of many sessions: opens them (20) with the command line, all on pages of 1,000 elements, takes a
 * snapshot of each at the same time, and prints the memory of the session server, of the process that keeps the browser and
 * of the browser. Memory is PSS as in /proc: memory that processes share is counted once. Linux only.
 *
 *   node scripts/session-memory.mjs [sessions]
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildCli } from '../cli/build.mjs';
import { root } from './setup/run.mjs';

const count = Number(process.argv[2] ?? 20);

const rows = Array.from(
  { length: 250 },
  (_, i) => `<li><a href="/${i}">Article ${i}</a> <button>Buy</button> <p>Text ${i}</p>`,
);
const PAGE = `<!doctype html><title>Shop</title><h1>Shop</h1><ul>${rows.join('')}</ul>`;

/** The ids of a process and all its descendants. */
function processesOf(/** @type {number} */ pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        return [[Number(name), Number(parent)]];
      } catch {
        // The process has ended since its id was listed.
        return [];
      }
    });
  const found = [pid];
  for (const ancestor of found)
    found.push(...parents.filter(([, parent]) => parent === ancestor).map(([id]) => Number(id)));
  return found;
}

const pss = (/** @type {number} */ pid) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;

const line = (/** @type {string} */ what, /** @type {number[]} */ pids) => {
  const megabytes = pids.reduce((sum, pid) => sum + pss(pid), 0);
  console.log(
    `${what.padEnd(40)} ${String(Math.round(megabytes)).padStart(6)} MB in ${pids.length} process(es)`,
  );
};

const home = mkdtempSync(join(tmpdir(), 'inpage-memory-'));
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
const inpage = (/** @type {string[]} */ ...args) =>
  promisify(execFile)(process.execPath, [join(root, 'cli/dist/inpage.js'), ...args], {
    env: { ...process.env, INPAGE_HOME: home },
    maxBuffer: 50_000_000,
  });
try {
  await buildCli();
  const names = Array.from({ length: count }, (_, i) => `s${i}`);
  for (const name of names) await inpage('open', `http://127.0.0.1:${port}/`, '--session', name, '--quiet');
  const answers = await Promise.allSettled(names.map((name) => inpage('snapshot', '--session', name)));
  const refused = answers.filter(({ status }) => status === 'rejected').length;
  const { pid } = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8'));
  const all = processesOf(pid);
  const command = (/** @type {number} */ id) => readFileSync(`/proc/${id}/cmdline`, 'utf8');
  const [keeper = 0] = all.filter((id) => /browser-keeper/.test(command(id)));
  console.log(
    `${count} sessions, each on a page of 1,000 elements; of ${count} snapshots at once ${count - refused} were answered`,
  );
  line('session server', [pid]);
  line('keeper of the browser', [keeper]);
  line('browser', processesOf(keeper).slice(1));
  line('all', all);
} finally {
  await inpage('close', '--all');
  server.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
