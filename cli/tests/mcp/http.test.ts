import { request } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type McpHttpOptions, type McpHttpServer, type McpOptions, serveHttp } from '../../src/mcp/index.ts';
import { SessionManager } from '../../src/sessions/index.ts';
import { expectProgressAndCancel, refOf, serveSite, TestClient, textOf } from './support.ts';

let site: Awaited<ReturnType<typeof serveSite>>;
let manager: SessionManager;
beforeAll(async () => {
  site = await serveSite();
  manager = new SessionManager();
});
afterAll(async () => {
  await manager.end();
  await site.close();
});

const serve = async (options: McpOptions = {}, http: McpHttpOptions = {}): Promise<McpHttpServer> => {
  const server = await serveHttp(manager, options, { port: 0, ...http });
  onTestFinished(() => server.close());
  return server;
};

const connect = async ({
  url,
  token,
}: McpHttpServer): Promise<TestClient & { id: string; transport: StreamableHTTPClientTransport }> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = await TestClient.connect(transport);
  onTestFinished(() => client.client.close());
  return Object.assign(client, { id: String(transport.sessionId), transport });
};

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** Sends a request with any headers; `fetch` does not allow to set `Host`. */
const send = (
  url: string,
  { method = 'POST', body = JSON.stringify(INITIALIZE), ...headers }: Record<string, string>,
): Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }> =>
  new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method,
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(method === 'POST' ? body : undefined);
  });

describe('inpage mcp over streamable HTTP', () => {
  it('serves two clients at the same time, each with a browser session of its own', async () => {
    const server = await serve();
    const [ada, bob] = await Promise.all([connect(server), connect(server)]);
    expect(ada.id).not.toBe(bob.id);
    const buy = async (one: TestClient, item: string): Promise<string> => {
      const page = await one.text('web_open', { url: site.url });
      await one.text('web_fill', { ref: refOf(page, 'textbox "New todo"'), text: item });
      return one.text('web_press_key', { key: 'Enter', ref: refOf(page, 'textbox "New todo"') });
    };
    const [hers, his] = await Promise.all([buy(ada, 'milk'), buy(bob, 'tea')]);
    expect([hers, his].map((text) => [text.includes('"milk"'), text.includes('"tea"')])).toEqual([
      [true, false],
      [false, true],
    ]);
    const names = [ada, bob].map(({ id }) => `mcp-${id.slice(0, 8)}`);
    expect(manager.list().map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    await ada.transport.terminateSession();
    await vi.waitFor(() => expect(manager.get(names[0])).toBeUndefined());
    expect(await bob.text('web_find', { value: 'tea' })).toContain('tea');
  });

  it('shares one session if it has a name, and keeps it when clients leave', async () => {
    const server = await serve({ session: 'shared' });
    const [ada, bob] = [await connect(server), await connect(server)];
    await ada.text('web_open', { url: site.url });
    expect(await bob.text('web_snapshot')).toContain('textbox "New todo"');
    await ada.transport.terminateSession();
    expect(await bob.text('web_snapshot')).toContain('textbox "New todo"');
  });

  it('reports the progress of a call, and cancels one', async () => {
    const one = await connect(await serve());
    await one.text('web_open', { url: site.url });
    await expectProgressAndCancel(one);
  });

  it('ends the response stream of a cancelled call', async () => {
    const { url } = await serve();
    const started = await send(url, {});
    const session = { 'mcp-session-id': String(started.headers['mcp-session-id']) };
    const call = {
      name: 'web_wait',
      arguments: { text: 'never', timeoutMs: 30_000 },
      _meta: { progressToken: 7 },
    };
    const waiting = send(url, {
      ...session,
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: call }),
    });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    await vi.waitFor(async () => {
      expect((await send(`${url}/`, { ...session, body: JSON.stringify(cancel) })).status).toBe(202);
      const ended = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 200))]);
      expect(ended).toMatchObject({ status: 200, body: expect.not.stringContaining('"result"') });
    });
  }, 10_000);

  it('says that no page is open in a new session, in which a client may be without its knowledge', async () => {
    const one = await connect(await serve());
    const empty =
      'No page is open in this browser session yet: web_open opens one.\n[snapshot] url=about:blank nodes=0';
    expect(await one.text('web_snapshot')).toBe(empty);
    await one.text('web_open', { url: site.url });
    expect(await one.text('web_snapshot')).toMatch(/^\[snapshot\] /);
    expect(await one.text('web_close')).toBe('Closed.');
    expect(await one.text('web_snapshot')).toBe(empty);
  });

  it('does not let a call wait for one whose response stream its client has left', async () => {
    const { url } = await serve();
    const started = await send(url, {});
    const session = { 'mcp-session-id': String(started.headers['mcp-session-id']) };
    const call = (id: number, name: string, given: object, signal?: AbortSignal) =>
      fetch(url, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...session,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: { name, arguments: given, _meta: { progressToken: id } },
        }),
        ...(signal && { signal }),
      });
    const leave = new AbortController();
    const waiting = await call(1, 'web_wait', { text: 'never', timeoutMs: 30_000 }, leave.signal);
    // The first progress: the call runs.
    await waiting.body?.getReader().read();
    leave.abort();
    const next = await call(2, 'web_open', { url: site.url });
    expect(await next.text()).toContain('New todo');
  }, 10_000);

  it('answers running calls when it is closed', async () => {
    const server = await serveHttp(manager, {}, { port: 0 });
    const one = await connect(server);
    await one.text('web_open', { url: site.url });
    const waiting = one.call(
      'web_wait',
      { text: 'never', timeoutMs: 30_000 },
      { timeout: 8_000, onprogress: () => void server.close() },
    );
    expect(textOf(await waiting)).toContain('The call was given up');
  }, 10_000);

  it('requires a token where other machines can reach it, and refuses a wrong one', async () => {
    const server = await serve({}, { host: '0.0.0.0' });
    expect(server.token).toMatch(/^[\w-]{32}$/);
    const url = server.url.replace('0.0.0.0', '127.0.0.1');
    for (const authorization of [
      '',
      'Bearer',
      'Bearer wrong',
      `Basic ${server.token}`,
      `Bearer ${server.token}x`,
    ]) {
      const { status, headers, body } = await send(url, { authorization });
      expect([authorization, status, headers['www-authenticate']]).toEqual([authorization, 401, 'Bearer']);
      expect(JSON.parse(body).error.message).toContain('Authorization: Bearer TOKEN');
    }
    // There is no authorization server: clients look for one before they report the wrong token.
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/register'])
      expect((await send(url.replace('/mcp', path), { body: '{}' })).status).toBe(404);
    expect((await send(url, { authorization: `Bearer ${server.token}` })).status).toBe(200);
    const one = await connect({ ...server, url });
    expect((await one.client.listTools()).tools.length).toBeGreaterThan(20);
  });

  it('answers invalid requests with the status and the error of the protocol', async () => {
    const { url } = await serve(
      {},
      { allowedOrigins: ['https://app.example'], allowedHosts: ['inpage.test'] },
    );
    const { host } = new URL(url);
    const call = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const table: [Record<string, string>, number][] = [
      [{ host: 'evil.example' }, 403],
      [{ host: 'localhost.evil.example' }, 403],
      [{ host: `127.0.0.1@evil.example` }, 403],
      [{ host: '127.0.0.1.nip.io:80' }, 403],
      [{ host: 'localhost' }, 200],
      [{ host: '[::1]:80' }, 200],
      [{ host: 'inpage.test' }, 200],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'http://localhost:3000' }, 403],
      [{ origin: 'null' }, 403],
      [{ origin: `http://${host}` }, 200],
      [{ origin: 'https://app.example' }, 200],
      [{ origin: 'https://app.example.evil.example' }, 403],
      [{ body: call }, 400],
      [{ body: call, 'mcp-session-id': 'none' }, 404],
      [{ method: 'GET' }, 400],
      [{ method: 'DELETE', 'mcp-session-id': 'none' }, 404],
      [{ body: '{' }, 400],
      [{ body: '' }, 400],
      [{ body: 'null' }, 400],
      [{ body: '"x"' }, 400],
      [{ body: `"${'x'.repeat(5_000_000)}"` }, 413],
      [{ 'content-type': 'text/plain' }, 415],
      [{ accept: 'application/json' }, 406],
    ];
    for (const [how, status] of table) {
      const answer = await send(url, how);
      const what = JSON.stringify(how).slice(0, 80);
      expect([what, answer.status]).toEqual([what, status]);
      if (status !== 200) expect(JSON.parse(answer.body).error.message, what).not.toBe('');
    }
    expect((await send(url.replace('/mcp', '/other'), {})).status).toBe(404);
    const preflight = await send(url, { method: 'OPTIONS', origin: 'https://app.example' });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://app.example',
    ]);
  });

  it('accepts no more clients than its limit, and drops idle ones', async () => {
    const server = await serve({}, { maxClients: 1 });
    // A refused request does not count as a client.
    expect((await send(server.url, { accept: 'application/json' })).status).toBe(406);
    const first = await connect(server);
    await new Promise<void>((resolve) => {
      const call = { text: 'never', timeoutMs: 30_000 };
      first.call('web_wait', call, { onprogress: () => resolve() }).catch(() => undefined);
    });
    expect((await send(server.url, {})).status).toBe(503);
    await first.transport.terminateSession();
    await vi.waitFor(async () => expect((await send(server.url, {})).status).toBe(200));
  });

  it('makes room for a new client by ending the session that has been silent longest', async () => {
    const { url } = await serve({}, { maxClients: 2 });
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { status, headers } = await send(url, {});
      expect(status).toBe(200);
      ids.push(String(headers['mcp-session-id']));
    }
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' });
    const answers = await Promise.all(ids.map((id) => send(url, { body: ping, 'mcp-session-id': id })));
    // A client that gets 404 has to initialize a new session.
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 200]);
  });
});
