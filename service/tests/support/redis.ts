import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

export interface TestRedis {
  url: string;
  /** Stops it as a service manager does, and starts it again with its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A Redis of the tests' own: on a free port, with an append-only file in a folder that `stop` removes. */
export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'inpage-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}/0`;
  const start = async () => {
    const options = {
      port,
      bind: '127.0.0.1',
      dir: folder,
      appendonly: 'yes',
      save: '',
      loglevel: 'warning',
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn('redis-server', args, { stdio: 'ignore' });
    await answers(url);
    return child;
  };
  let child = await start();
  return {
    url,
    restart: async () => {
      await end(child);
      child = await start();
    },
    stop: async () => {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<void> {
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  await redis.ping();
  redis.disconnect();
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve((address as { port: number }).port));
    });
  });
}
