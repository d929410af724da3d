import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src/contract/index.ts';
import { addKey, type TenantLimits } from '../../src/safety/keys.ts';
import { createLog } from '../../src/safety/log.ts';
import { type ServiceOptions, startService } from '../../src/service.ts';
import { testSettings } from './settings.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // Tests say what they expect of it.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  body: any;
  text: string;
}

export interface TestService {
  /** `http://127.0.0.1:PORT` */
  address: string;
  /** Keys by their tenant. */
  keys: Record<string, string>;
  folder: string;
  /** Lines of the log. */
  log: string[];
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
  /** Polls until a job has ended. */
  ended(path: string, key?: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface AskOptions {
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface TestServiceOptions {
  /** Tenants with their limits: each gets a key. */
  tenants?: Record<string, TenantLimits>;
  settings?: Partial<Settings>;
  options?: Partial<ServiceOptions>;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Starts a whole service on a free port, as the command does; its data is in a folder that is removed with it. */
export const startTestService = async ({
  tenants = {},
  settings = {},
  options = {},
}: TestServiceOptions = {}): Promise<TestService> => {
  const folder = mkdtempSync(join(tmpdir(), 'inpage-service-'));
  const keyFile = join(folder, 'keys.json');
  const keys = Object.fromEntries(
    Object.entries(tenants).map(([name, limits]) => [name, addKey(keyFile, name, limits)]),
  );
  const log: string[] = [];
  const service = await startService(testSettings({ dataFolder: folder, ...settings }), {
    roles: ['api', 'worker'],
    log: createLog('info', { write: (line) => void log.push(line) }),
    keyFile,
    ...options,
  });
  const { address } = service;
  const ask: TestService['ask'] = async (method, path, { key, body, headers = {}, signal } = {}) => {
    const answer = await fetch(address + path, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parse(text), text };
  };
  const ended: TestService['ended'] = async (path, key) => {
    for (;;) {
      const answer = await ask('GET', path, { key });
      if (!['scraping', 'processing'].includes(answer.body?.status)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return {
    address,
    keys,
    folder,
    log,
    ask,
    ended,
    async close() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
