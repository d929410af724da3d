#!/usr/bin/env node
/**
 * Measures the time from an empty folder to a model's first snapshot: packs `cli`, starts `npx inpage mcp` in an empty
 * folder as an MCP client does, and opens a page that is served on this machine. First with an empty npm cache (all
 * packages come from the registry), then with the package in npx's cache; each time also a second call, with the
 * browser running.
 *
 *   node scripts/mcp-first-snapshot.mjs
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './setup/run.mjs';

const PAGE = '<!doctype html><title>Shop</title><h1>Shop</h1><button>Buy</button>';

const isWindows = process.platform === 'win32';

/** A client of the Model Context Protocol over the stdio of a command. */
function startClient(/** @type {string} */ command, /** @type {string[]} */ args, /** @type {string} */ cwd) {
  const child = spawn(command, args, { cwd, shell: isWindows, stdio: ['pipe', 'pipe', 'inherit'] });
  /** @type {Map<number, (result: any) => void>} */
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(error ?? result);
  });
  let last = 0;
  const send = (/** @type {object} */ message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    send,
    ask(/** @type {string} */ method, /** @type {object} */ params) {
      const id = ++last;
      send({ id, method, params });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    async stop() {
      child.stdin.end();
      await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'inpage-first-'));
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    const { buildCli } = await import('../cli/build.mjs');
    await buildCli();
    const packed = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: join(root, 'cli'),
      encoding: 'utf8',
      shell: isWindows,
    });
    const tarball = join(folder, JSON.parse(packed.stdout)[0].filename);
    const npx = ['--yes', '--cache', join(folder, 'npm-cache'), '--package', tarball, 'inpage', 'mcp'];
    /** @type {[string, number][]} */
    const rows = [];
    for (const what of ['empty npm cache', "npx's copy is there"]) {
      const began = performance.now();
      const client = startClient('npx', npx, mkdtempSync(join(folder, 'empty-')));
      await client.ask('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'measure', version: '1.0.0' },
      });
      client.send({ method: 'notifications/initialized' });
      const open = () =>
        client.ask('tools/call', { name: 'web_open', arguments: { url: `http://127.0.0.1:${port}/` } });
      const answer = await open();
      const text = String(answer.content?.[0]?.text);
      if (!text.includes('button "Buy"')) throw new Error(`There is no snapshot: ${JSON.stringify(answer)}`);
      rows.push([`first snapshot, ${what}`, performance.now() - began]);
      const again = performance.now();
      await open();
      rows.push([`  the same page again`, performance.now() - again]);
      await client.stop();
    }
    for (const [what, ms] of rows)
      process.stdout.write(`${what.padEnd(42)} ${(ms / 1000).toFixed(2).padStart(7)} s\n`);
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

await main();
