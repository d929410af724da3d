import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as StreamableHTTPClientTransport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TOOLS } from '../../../src/tools/index.ts';
import { type McpHttpOptions, type McpHttpServer, type McpOptions, serveHttp } from '../../src/mcp/index.ts';
import { SessionManager } from '../../src/sessions/index.ts';
import {
  expectProgressAndCancel,
  inpage,
  overStdio,
  overStdio2026,
  refOf,
  serveSite,
  TestClient,
  TestClient2026,
  textOf,
} from './support.ts';

let site: Awaited<ReturnType<typeof serveSite>>;
let manager: SessionManager;
let folder: string;
beforeAll(async () => {
  site = await serveSite();
  manager = new SessionManager();
  folder = mkdtempSync(join(tmpdir(), 'inpage-root-'));
  writeFileSync(join(folder, 'list.txt'), 'milk');
});
afterAll(async () => {
  await manager.end();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const serve = async (options: McpOptions = {}, http: McpHttpOptions = {}): Promise<McpHttpServer> => {
  const server = await serveHttp(manager, options, { port: 0, ...http });
  onTestFinished(() => server.close());
  return server;
};

const connect = async (
  { url }: { url: string },
  root?: URL,
  how: Connecting = {},
): Promise<TestClient2026> => {
  const { fetch, ...named } = how;
  const transport = new StreamableHTTPClientTransport(new URL(url), fetch && { fetch });
  const one = await TestClient2026.connect(transport, root, named);
  onTestFinished(() => one.client.close());
  return one;
};

type Connecting = { fetch?: typeof fetch; name?: string; probes?: boolean };

/** A `fetch` that keeps cookies, as that of some clients does. */
const keepingCookies = (): typeof fetch => {
  let cookie: string | undefined;
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    if (cookie) headers.set('cookie', cookie);
    const answer = await fetch(url, { ...init, headers });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return answer;
  };
};

type Started = TestClient2026 & { stop(): void };

const TRANSPORTS: [string, () => Promise<Started>][] = [
  [
    'stdio',
    async () => {
      const transport = overStdio2026();
      const one = await TestClient2026.connect(transport);
      onTestFinished(() => one.client.close());
      return Object.assign(one, { stop: () => void process.kill(transport.pid as number, 'SIGTERM') });
    },
  ],
  [
    'streamable HTTP',
    async () => {
      const server = await serve();
      return Object.assign(await connect(server), { stop: () => void server.close() });
    },
  ],
];

describe.each(TRANSPORTS)('a client of 2026-07-28 over %s', (_, start) => {
  it('gets the lists, continues with the refs of an answer, and gets errors that say what is wrong', async () => {
    const one = await start();
    expect(one.client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect(one.client.getInstructions()).toContain('web_open');
    expect((await one.client.listTools()).tools.map(({ name }) => name)).toEqual(
      TOOLS.filter(({ optIn }) => !optIn).map(({ name }) => name),
    );
    const page = await one.text('web_open', { url: site.url });
    await one.text('web_fill', { ref: refOf(page, 'textbox "New todo"'), text: 'milk' });
    expect(await one.text('web_click', { ref: refOf(page, 'button "Add"') })).toContain('checkbox "milk"');
    for (const [name, given, words] of [
      ['web_click', { ref: 'kd999' }, 'kd999'],
      ['web_jump', {}, 'web_jump'],
    ] as const) {
      const refused = await one.call(name, given);
      expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining(words)]);
    }
    const { content } = await one.call('web_screenshot');
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
  });

  it('gets the answer of a running call when the server stops', async () => {
    const one = await start();
    await one.text('web_open', { url: site.url });
    const waiting = one.call(
      'web_wait',
      { text: 'never', timeoutMs: 30_000 },
      { timeout: 8_000, onprogress: () => one.stop() },
    );
    expect(textOf(await waiting)).toContain('The call was given up');
  });
});

describe('clients of 2026-07-28 over streamable HTTP', () => {
  it('get the progress of a call, and cancel it', async () => {
    const one = await connect(await serve());
    await one.text('web_open', { url: site.url });
    await expectProgressAndCancel(one);
  });

  it('read the last snapshot and the last screenshot, and are notified about those that they listen to', async () => {
    const one = await connect(await serve());
    const { client } = one;
    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.push(params.uri);
    });
    const uris = ['inpage://snapshot', 'inpage://screenshot'];
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(uris);
    for (const uri of uris)
      expect((await client.readResource({ uri })).contents).toEqual([
        { uri, mimeType: 'text/plain', text: expect.stringContaining('Nothing has been taken yet') },
      ]);
    await expect(client.readResource({ uri: 'inpage://nothing' })).rejects.toThrow('inpage://snapshot');
    const listening = await client.listen({ resourceSubscriptions: ['inpage://snapshot'] });
    const page = await one.text('web_open', { url: site.url });
    expect((await client.readResource({ uri: 'inpage://snapshot' })).contents).toEqual([
      { uri: 'inpage://snapshot', mimeType: 'text/plain', text: page },
    ]);
    await one.text('web_screenshot');
    await one.text('web_reload');
    await vi.waitFor(() => expect(updated).toEqual(['inpage://snapshot', 'inpage://snapshot']));
    await listening.close();
    await one.text('web_reload');
    expect(updated).toHaveLength(2);
  });

  it('are notified when the tools of the page change, and call them', async () => {
    const one = await connect(await serve({ caps: ['page-tools'] }));
    const changes = vi.fn();
    one.client.setNotificationHandler('notifications/tools/list_changed', changes);
    await one.client.listen({ toolsListChanged: true });
    await one.text('web_open', { url: `${site.url}tools` });
    await vi.waitFor(() => expect(changes).toHaveBeenCalledTimes(1));
    const { tools } = await one.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('page_greet');
    expect(await one.text('page_greet')).toContain('"hello"');
  });

  it('give pages files of the folders that they share', async () => {
    const one = await connect(await serve(), pathToFileURL(folder));
    const page = await one.text('web_open', { url: site.url });
    const ref = refOf(page, '"Attachment');
    expect(await one.text('web_upload', { ref, files: ['list.txt'] })).toContain('file: list.txt');
    expect(await one.call('web_upload', { ref, files: [inpage] })).toMatchObject({
      isError: true,
    });
  });

  it('are asked for their folders with parameters, which some read even though there are none', async () => {
    const { url } = await serve();
    const { _meta } = DISCOVER.params;
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'web_upload',
      },
      body: JSON.stringify({
        ...DISCOVER,
        method: 'tools/call',
        params: {
          name: 'web_upload',
          arguments: { ref: 'kd1', files: ['list.txt'] },
          _meta: { ..._meta, 'io.modelcontextprotocol/clientCapabilities': { roots: {} } },
        },
      }),
    });
    expect(await answer.text()).toContain('"inputRequests":{"roots":{"method":"roots/list","params":{}}}');
  });

  it.each<[string, (i: number) => { path?: string } & Connecting]>([
    ['the name in the address', (i) => ({ path: `/user-${i}` })],
    ['the cookie that they keep', () => ({ fetch: keepingCookies(), probes: true })],
    ['what they call themselves', (i) => ({ name: `Agent No. ${i}` })],
  ])('are told apart by %s', async (_, how) => {
    const { url } = await serve();
    const [ada, bob] = await Promise.all(
      [0, 1].map((i) => {
        const { path = '', ...rest } = how(i);
        return connect({ url: url + path }, undefined, rest);
      }),
    );
    await Promise.all([
      ada?.text('web_open', { url: site.url }),
      bob?.text('web_open', { url: `${site.url}other` }),
    ]);
    expect(await ada?.text('web_snapshot')).toContain('textbox "New todo"');
    expect(await bob?.text('web_snapshot')).toContain('button "Stay"');
  });

  it('make room for a new client: the one that has been idle longest goes first', async () => {
    const { url } = await serve({}, { maxClients: 2 });
    const [ada, bob, eve] = await Promise.all(
      ['a', 'b', 'c'].map((name) => connect({ url: `${url}/${name}` })),
    );
    await ada?.text('web_open', { url: site.url });
    await bob?.text('web_open', { url: site.url });
    await ada?.text('web_snapshot');
    await eve?.text('web_open', { url: site.url });
    expect(await ada?.text('web_snapshot')).toContain('textbox "New todo"');
    await vi.waitFor(() => expect(manager.get('mcp-b')).toBeUndefined());
  });

  it('share one browser if nothing identifies them, unlike those of 2025, but never the folders of another', async () => {
    const server = await serve();
    const [ada, bob] = [await connect(server, pathToFileURL(folder)), await connect(server)];
    const eve = await TestClient.connect(new StreamableHTTPClientTransport2025(new URL(server.url)));
    onTestFinished(() => eve.client.close());
    const page = await ada.text('web_open', { url: site.url });
    expect(await bob.text('web_snapshot')).toContain('textbox "New todo"');
    const upload = { ref: refOf(page, '"Attachment'), files: ['list.txt'] };
    const [hers, his] = [await ada.call('web_upload', upload), await bob.call('web_upload', upload)];
    expect([hers.isError, his.isError]).toEqual([false, true]);
    await eve.text('web_open', { url: `${site.url}other` });
    expect(await bob.text('web_snapshot')).toContain('textbox "New todo"');
    await bob.text('web_close');
    expect(manager.get('mcp-test')).toBeUndefined();
    expect(await eve.text('web_snapshot')).toContain('button "Stay"');
  });

  it('keep a browser until it has been idle for long or the server ends, and get another with the next call', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await serveHttp(manager, {}, { port: 0, idleMs: 0 });
    const one = await connect(server);
    await one.text('web_open', { url: site.url });
    expect(manager.get('mcp-test')).toBeDefined();
    await vi.waitFor(() => expect(manager.get('mcp-test')).toBeUndefined(), {
      timeout: 20_000,
      interval: 1_000,
    });
    expect((await one.client.readResource({ uri: 'inpage://snapshot' })).contents).toEqual([
      expect.objectContaining({ text: expect.stringContaining('web_open') }),
    ]);
    vi.useRealTimers();
    await one.text('web_open', { url: site.url });
    expect(manager.get('mcp-test')).toBeDefined();
    await server.close();
    expect(manager.get('mcp-test')).toBeUndefined();
  });

  it('are checked by the guard of names, origins and the token like all clients', async () => {
    const server = await serve({}, { token: 'secret' });
    const discover = (headers: Record<string, string>) =>
      fetch(server.url, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'server/discover',
          ...headers,
        },
        body: JSON.stringify(DISCOVER),
      });
    const authorization = 'Bearer secret';
    const table: [Record<string, string>, number][] = [
      [{ authorization }, 200],
      [{}, 401],
      [{ authorization, origin: 'https://evil.example' }, 403],
      [{ authorization, 'mcp-method': 'tools/list' }, 400],
      [{ authorization, 'mcp-protocol-version': '2031-01-01' }, 400],
      [{ authorization, 'content-type': 'text/plain' }, 415],
    ];
    for (const [headers, status] of table)
      expect([headers, (await discover(headers)).status]).toEqual([headers, status]);
    const preflight = await fetch(server.url, {
      method: 'OPTIONS',
      headers: { origin: new URL(server.url).origin },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-method');
  });
});

const DISCOVER = {
  jsonrpc: '2.0',
  id: 1,
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

describe('a client of 2025 over stdio', () => {
  it('may try the newer protocol first', () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'pipe', version: '1' },
    };
    const messages = [
      DISCOVER,
      { jsonrpc: '2.0', id: 2, method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      // A tool that is not there needs no browser.
      { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'web_jump', arguments: {} } },
    ];
    const { stdout, status } = spawnSync(process.execPath, [inpage, 'mcp'], {
      input: messages.map((one) => `${JSON.stringify(one)}\n`).join(''),
      encoding: 'utf8',
    });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([
      { id: 1, result: { supportedVersions: ['2026-07-28'] } },
      { id: 2, result: { protocolVersion: '2025-11-25' } },
      { id: 3, result: { isError: true } },
    ]);
    expect(status).toBe(0);
  });

  it('gives pages files of the folders that it shares', async () => {
    const one = await TestClient.connect(overStdio(), pathToFileURL(folder));
    onTestFinished(() => one.client.close());
    const page = await one.text('web_open', { url: site.url });
    const ref = refOf(page, '"Attachment');
    expect(await one.text('web_upload', { ref, files: ['list.txt'] })).toContain('file: list.txt');
  });
});
