import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** The command as it is published. */
export const inpage = fileURLToPath(new URL('../../dist/inpage.js', import.meta.url));

const TODOS_HTML = `<!doctype html><title>Todos</title><h1>Todos</h1>
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

/** A small site; gives its address and what ends it. */
export const serveSite = async (): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(url === '/other' ? '<!doctype html><title>Other</title><button>Stay</button>' : TODOS_HTML);
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

/** The command as a client starts it, with the browser of the tests. */
export const overStdio = (...args: string[]): StdioClientTransport => {
  const { INPAGE_BROWSER } = process.env;
  return new StdioClientTransport({
    command: process.execPath,
    args: [inpage, 'mcp', ...args],
    env: { ...getDefaultEnvironment(), ...(INPAGE_BROWSER && { INPAGE_BROWSER }) },
    stderr: 'inherit',
  });
};

/** A client with what tests ask it. */
export class TestClient {
  readonly client = new Client({ name: 'test', version: '1.0.0' });

  static async connect(transport: Transport): Promise<TestClient> {
    const one = new TestClient();
    await one.client.connect(transport);
    return one;
  }

  call(name: string, given: Record<string, unknown> = {}, options?: RequestOptions): Promise<CallToolResult> {
    return this.client.callTool({ name, arguments: given }, undefined, options) as Promise<CallToolResult>;
  }

  /** The text of an answer that is no error. */
  async text(name: string, given: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.call(name, given);
    const text = textOf(answer);
    if (answer.isError) throw new Error(`${name} ${JSON.stringify(given)}: ${text}`);
    return text;
  }
}

export const textOf = ({ content }: CallToolResult): string =>
  content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');

/** The ref in the line that holds the words. */
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

/** All processes that a process has started, with those that these have started. */
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

/** Those of the processes that are still there, as zombies too. */
export const alive = (pids: readonly number[]): number[] => {
  const there = new Set(processes().map(({ pid }) => pid));
  return pids.filter((pid) => there.has(pid));
};
