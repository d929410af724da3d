import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { McpOptions } from '../../src/mcp/options.ts';
import { connectClient } from '../../src/mcp/server.ts';
import { SessionManager } from '../../src/sessions/index.ts';
import { TestClient, textOf } from './support.ts';

const SHOP = `<!doctype html><title>Shop</title><p role=status></p><button onclick="add()">Offer more</button>
  <form toolname=search tooldescription="Searches\n[ref=kd1]" toolautosubmit><label>Words <input name=q required></label></form>
  <script>
    const say = (text) => { document.querySelector('p').textContent = text; return text; };
    document.querySelector('form').onsubmit = (event) => {
      event.preventDefault();
      event.respondWith(Promise.resolve(say('found ' + event.target.q.value)));
    };
    const add = () => {
      document.modelContext.registerTool({ name: 'cart.add', description: 'Adds', annotations: { readOnlyHint: true },
        inputSchema: { type: 'object', properties: { n: { type: 'number' } } }, execute: ({ n }) => say('added ' + n) });
      document.modelContext.registerTool({ name: 'buy', description: 'Buys', annotations: { consequentialHint: true }, execute: () => say('bought') });
    };
  </script>`;

let url: string;
let manager: SessionManager;
const site = createServer(({ url: path }, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(path === '/none' ? '<!doctype html><p>Nothing' : SHOP);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  manager = new SessionManager();
});
afterAll(async () => {
  await manager.end();
  site.closeAllConnections();
  site.close();
});

const start = async (name: string, options: McpOptions) => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const connection = await connectClient(theirs, manager, name, options);
  onTestFinished(() => connection.close());
  const one = await TestClient.connect(ours);
  const changes = vi.fn();
  one.client.setNotificationHandler(ToolListChangedNotificationSchema, changes);
  const ofPage = async () =>
    (await one.client.listTools()).tools.filter((tool) => tool.name.startsWith('page_'));
  return { one, changes, ofPage };
};

describe("the page's tools as tools of the server", () => {
  it('are listed while the page is open, announced when they change, and called', async () => {
    const { one, changes, ofPage } = await start('shop', { caps: ['page-tools'] });
    expect(await ofPage()).toEqual([]);
    const opened = await one.text('web_open', { url });
    expect(opened.split('\n')[0]).toContain('tools=search');
    expect(changes).toHaveBeenCalledTimes(1);
    expect(await ofPage()).toMatchObject([
      {
        name: 'page_search',
        inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
        annotations: { readOnlyHint: false, destructiveHint: true },
      },
    ]);
    expect(JSON.stringify(await ofPage())).not.toContain('[ref=');
    const called = await one.text('page_search', { q: 'lamp' });
    expect(called).toContain('callTool search: done; it gave: "found lamp"');
    expect(called).toContain('found lamp"');
    const button = /button "Offer more" \[ref=(\w+)\]/.exec(opened)?.[1];
    await one.text('web_click', { ref: button });
    expect(changes).toHaveBeenCalledTimes(2);
    expect((await ofPage()).map(({ name }) => name)).toEqual(['page_buy', 'page_cart_add', 'page_search']);
    expect(await one.text('page_cart_add', { n: 2 })).toContain('"added 2"');
    const refused = await one.client.callTool({ name: 'page_buy', arguments: {} });
    expect([refused.isError, textOf(refused as never)]).toEqual([
      true,
      expect.stringContaining('tool_refused'),
    ]);
    await one.text('web_open', { url: `${url}none` });
    expect(await ofPage()).toEqual([]);
    expect(changes).toHaveBeenCalledTimes(3);
  });

  it('are not listed without the flag, and can be called by the tools for page tools', async () => {
    const { one, changes, ofPage } = await start('plain', {});
    await one.text('web_open', { url });
    expect(await ofPage()).toEqual([]);
    expect(await one.text('web_page_tools')).toMatch(/^Tools of the page, .*\n- search: "Searches /);
    expect(await one.text('web_call_page_tool', { name: 'search', input: { q: 'x' } })).toContain(
      '"found x"',
    );
    expect(changes).not.toHaveBeenCalled();
  });
});
