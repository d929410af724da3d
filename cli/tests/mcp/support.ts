import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client as Client2026, type Transport as Transport2026 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioClientTransport2026 } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type CallToolResult,
  ListRootsRequestSchema,
  type Progress,
} from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'vitest';

/** The path of the published command. */
export const inpage = fileURLToPath(new URL('../../dist/inpage.js', import.meta.url));

const TASKS_HTML = `<!doctype html><title>Todos</title><h1>Todos</h1>
  <form><label>New todo <input></label> <button>Add</button></form>
  <ul></ul> <p role=status></p>
  <label>Attachment <input type=file onchange="said('file: ' + this.files[0].name)"></label>
  <button onclick="said('answer: ' + confirm('Delete all?'))">Delete all</button>
  <a href="/other">Other page</a>
  <div role=combobox tabindex=0 aria-label=Place aria-expanded=false aria-controls=places>Any</div>
  <ul role=listbox id=places hidden><li role=option>Home<li role=option>Work</ul>
  <script>
    const said = (text) => { document.querySelector('p').textContent = text; };
    const box = document.querySelector('[role=combobox]');
    const open = (isOpen) => { places.hidden = !isOpen; box.setAttribute('aria-expanded', isOpen); };
    box.onclick = () => open(places.hidden);
    places.onclick = ({ target }) => { box.textContent = target.textContent; open(false); said('place: ' + box.textContent); };
    const list = document.querySelector('ul');
    const count = () => said([...list.querySelectorAll(':checked')].length + ' of ' + list.children.length + ' done');
    document.querySelector('form').onsubmit = (event) => {
      event.preventDefault();
      const input = document.querySelector('input');
      const item = document.createElement('li');
      item.innerHTML = '<label><input type=checkbox> <span></span></label> <button>Delete</button>';
      item.querySelector('span').textContent = input.value;
      item.querySelector('button').setAttribute('aria-label', 'Delete ' + input.value);
      item.querySelector('button').onclick = () => { item.remove(); count(); };
      item.querySelector('input').onchange = count;
      list.append(item);
      input.value = '';
      count();
    };
  </script>`;

const PAGES: Readonly<Record<string, string>> = {
  '/other': '<!doctype html><title>Other</title><button>Stay</button>',
  '/tools': `<!doctype html><title>Tools</title><script>
    document.modelContext.registerTool({ name: 'greet', description: 'Greets', execute: () => 'hello' });
  </script>`,
};

/** Starts a small site. Returns its address, and a function that ends it. */
export const serveSite = async (): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(PAGES[url ?? ''] ?? TASKS_HTML);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const command = (...args: string[]) => {
  const { INPAGE_BROWSER } = process.env;
  return {
    command: process.execPath,
    args: [inpage, 'mcp', ...args],
    env: { ...getDefaultEnvironment(), ...(INPAGE_BROWSER && { INPAGE_BROWSER }) },
    stderr: 'inherit' as const,
  };
};

/** Starts the command as a client does, with the browser of the tests. */
export const overStdio = (...args: string[]): StdioClientTransport =>
  new StdioClientTransport(command(...args));

export const overStdio2026 = (...args: string[]): StdioClientTransport2026 =>
  new StdioClientTransport2026(command(...args));

/** Calls of a client, in either protocol. */
abstract class Caller {
  abstract call(
    name: string,
    given?: Record<string, unknown>,
    options?: RequestOptions,
  ): Promise<CallToolResult>;

  /** Calls a tool and returns the text of its answer, which must be no error. */
  async text(name: string, given: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.call(name, given);
    const text = textOf(answer);
    if (answer.isError) throw new Error(`${name} ${JSON.stringify(given)}: ${text}`);
    return text;
  }
}

const capabilities = { roots: {} };

/** A client of the protocols of 2025. */
export class TestClient extends Caller {
  private constructor(readonly client: Client) {
    super();
  }

  /** @param folder that the client shares */
  static async connect(transport: Transport, folder?: URL): Promise<TestClient> {
    const client = new Client({ name: 'test', version: '1.0.0' }, folder && { capabilities });
    if (folder)
      client.setRequestHandler(ListRootsRequestSchema, () => ({
        roots: [{ uri: folder.href, name: 'test' }],
      }));
    await client.connect(transport);
    return new TestClient(client);
  }

  call(name: string, given: Record<string, unknown> = {}, options?: RequestOptions): Promise<CallToolResult> {
    return this.client.callTool({ name, arguments: given }, undefined, options) as Promise<CallToolResult>;
  }
}

/** A client of 2026-07-28, and of nothing else. */
export class TestClient2026 extends Caller {
  private constructor(readonly client: Client2026) {
    super();
  }

  /** @param folder that the client shares */
  static async connect(
    transport: Transport2026,
    folder?: URL,
    { name = 'test', probes = false } = {},
  ): Promise<TestClient2026> {
    const client = new Client2026(
      { name, version: '1.0.0' },
      {
        versionNegotiation: { mode: probes ? 'auto' : { pin: '2026-07-28' } },
        ...(folder && { capabilities }),
      },
    );
    if (folder)
      client.setRequestHandler('roots/list', () => ({ roots: [{ uri: folder.href, name: 'test' }] }));
    await client.connect(transport);
    return new TestClient2026(client);
  }

  call(name: string, given: Record<string, unknown> = {}, options?: RequestOptions): Promise<CallToolResult> {
    return this.client.callTool({ name, arguments: given }, options as never) as Promise<CallToolResult>;
  }
}

/**
 * Expects that a client gets the progress of a call, and that a cancelled call ends at once. The page must be that of
 * {@link serveSite}.
 */
export const expectProgressAndCancel = async (one: Caller): Promise<void> => {
  const updates: Progress[] = [];
  await one.call('web_wait', { text: 'never', timeoutMs: 1_500 }, { onprogress: (now) => updates.push(now) });
  expect(updates.length).toBeGreaterThan(1);
  expect(updates.map(({ progress }) => progress)).toEqual(
    [...updates.map(({ progress }) => progress)].sort((a, b) => a - b),
  );
  expect(updates[0]).toMatchObject({ total: 1.5, message: expect.stringContaining('web_wait') });
  const abort = new AbortController();
  const waiting = one.call(
    'web_wait',
    { text: 'never', timeoutMs: 30_000 },
    { signal: abort.signal, onprogress: () => abort.abort() },
  );
  await expect(waiting).rejects.toThrow('abort');
  // If this had to wait for the cancelled call of 30 s, it would exceed its limit of 5 s.
  const next = await one.call('web_click', { ref: 'role=button[name="Add"]' }, { timeout: 5_000 });
  expect(next.isError, textOf(next)).toBe(false);
};

export const textOf = ({ content }: CallToolResult): string =>
  content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');

/** The ref in the line that contains the words. */
export const refOf = (text: string, words: string): string => {
  const line = text.split('\n').find((one) => one.includes(words));
  const ref = line && /\[ref=([^\]]+)\]/.exec(line)?.[1];
  if (!ref) throw new Error(`There is no <${words}> in:\n${text}`);
  return ref;
};

interface Process {
  pid: number;
  parent: number;
  isZombie: boolean;
}

const processes = (): Process[] =>
  spawnSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, stat]) => ({
      pid: Number(pid),
      parent: Number(parent),
      isZombie: stat?.startsWith('Z') === true,
    }));

/** The descendants of a process. */
export const descendants = (pid: number): number[] => {
  const all = processes();
  const found: number[] = [];
  const queue = [pid];
  for (let parent = queue.pop(); parent !== undefined; parent = queue.pop())
    for (const one of all)
      if (one.parent === parent) {
        found.push(one.pid);
        queue.push(one.pid);
      }
  return found;
};

/** Those of the processes that still exist, also as zombies. */
export const alive = (pids: readonly number[]): number[] => {
  const there = new Set(processes().map(({ pid }) => pid));
  return pids.filter((pid) => there.has(pid));
};
