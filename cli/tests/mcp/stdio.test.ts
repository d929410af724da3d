import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { countTokens } from 'gpt-tokenizer';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TOOLS } from '../../../src/tools/index.ts';
import {
  alive,
  descendants,
  expectProgressAndCancel,
  inpage,
  overStdio,
  refOf,
  serveSite,
  TestClient,
  textOf,
} from './support.ts';

const documents = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8');

let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site.close());

type Server = TestClient & { pid: number };

const connect = async (...args: string[]): Promise<Server> => {
  const transport = overStdio(...args);
  return Object.assign(await TestClient.connect(transport), { pid: transport.pid as number });
};

/** Starts a server for one test. */
const start = async (...args: string[]): Promise<Server> => {
  const server = await connect(...args);
  onTestFinished(() => server.client.close());
  return server;
};

describe('inpage mcp over stdio', () => {
  // Two servers for all tests that do not change them: starting a server takes a browser of its own.
  let plain: Server;
  let limited: Server;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inpage-files-'));
    mkdirSync(join(folder, 'shared'));
    const limits = ['--allow', 'shop.example,127.0.0.1', '--files', join(folder, 'shared')];
    [plain, limited] = await Promise.all([connect(), connect('--caps', 'eval', ...limits)]);
  });
  afterAll(async () => {
    await Promise.all([plain, limited].map(({ client }) => client.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('lists the tools with titles, schemas and hints; web_eval only when asked for', async () => {
    const { tools } = await plain.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      TOOLS.filter(({ optIn }) => !optIn).map(({ name }) => name),
    );
    expect(new Set(tools.map(({ title }) => title)).size).toBe(tools.length);
    for (const { name, title, description, inputSchema, annotations } of tools) {
      expect([name, title, description].every(Boolean)).toBe(true);
      expect(title).not.toBe(name);
      expect(inputSchema.type).toBe('object');
      expect(typeof annotations?.readOnlyHint).toBe('boolean');
      expect(annotations?.readOnlyHint && annotations.destructiveHint).toBe(false);
    }
    const hints = (wanted: string) => tools.find(({ name }) => name === wanted)?.annotations;
    expect(hints('web_snapshot')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints('web_click')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(hints('web_scroll')).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    const other = (await limited.client.listTools()).tools;
    expect(other.map(({ name }) => name)).toContain('web_eval');
    expect(await limited.text('web_eval', { expression: '1 + 1' })).toBe('2');
  });

  it('lists tools that cost a model at most 2,000 tokens, and, with the fields for clients, no more than documented', async () => {
    const { tools } = await plain.client.listTools();
    const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const [, forModels, whole] = /(\d,\d{3}) tokens[^(]*\((\d,\d{3}) /.exec(documents) ?? [];
    const tokens = (value: unknown): string => countTokens(JSON.stringify(value)).toLocaleString('en');
    expect(countTokens(JSON.stringify(read))).toBeLessThanOrEqual(2000);
    expect([tokens(read), tokens(tools)]).toEqual([forModels, whole]);
  });

  it('lets a model work on a page with the refs of its answers', async () => {
    const one = plain;
    const page = await one.text('web_open', { url: site.url });
    const [field, add] = [refOf(page, 'textbox "New todo"'), refOf(page, 'button "Add"')];
    let answer = '';
    for (const text of ['milk', 'bread', 'tea']) {
      await one.text('web_fill', { ref: field, text });
      answer = await one.text('web_click', { ref: add });
      expect(answer).toContain(`checkbox "${text}"`);
    }
    await one.text('web_check', { ref: refOf(answer, 'checkbox "tea"') });
    const after = await one.text('web_find', { value: 'Delete bread' });
    expect(await one.text('web_click', { ref: refOf(after, 'Delete bread') })).toContain('1 of 2 done');
    // Selecting in a list that the page draws needs a part, which is loaded now.
    const chosen = await one.text('web_select', { ref: refOf(page, 'combobox "Place"'), options: ['Work'] });
    expect(chosen).toContain('place: Work');
    const dismissed = await one.text('web_click', { ref: refOf(page, 'button "Delete all"') });
    expect(dismissed).toContain('answer: false');
    await one.text('web_dialog', { accept: true });
    expect(await one.text('web_click', { ref: refOf(page, 'button "Delete all"') })).toContain(
      'answer: true',
    );
    expect(await one.text('web_click', { ref: refOf(page, 'link "Other page"') })).toContain('button "Stay"');
    const dead = await one.call('web_click', { ref: add });
    expect(dead.isError).toBe(true);
    expect(textOf(dead)).toContain('button "Stay"');
  });

  it('reports the progress of a call, and cancels one', async () => {
    const one = plain;
    await one.text('web_open', { url: site.url });
    await expectProgressAndCancel(one);
  });

  it('does not act any more after a call was cancelled that waited for its element', async () => {
    const one = limited;
    const page = await one.text('web_open', { url: site.url });
    await one.text('web_eval', {
      expression: "document.querySelector('form button').disabled = true",
    });
    const abort = new AbortController();
    const add = { ref: refOf(page, 'button "Add"') };
    const waiting = one.call('web_click', add, {
      signal: abort.signal,
      onprogress: () => abort.abort(),
    });
    await expect(waiting).rejects.toThrow('abort');
    await one.text('web_eval', { expression: "document.querySelector('form button').disabled = false" });
    // Longer than the interval in which the page looks for an element.
    await one.call('web_wait', { text: 'never', timeoutMs: 1_500 });
    expect(
      await one.text('web_eval', { expression: "document.querySelectorAll('ul li label').length" }),
    ).toBe('0');
  });

  it('keeps the last snapshot and the last screenshot as resources, and notifies subscribers', async () => {
    const one = await start();
    const { client } = one;
    const updated: string[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      updated.push(params.uri);
    });
    const uris = ['inpage://snapshot', 'inpage://screenshot'];
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(uris);
    for (const uri of uris)
      expect((await client.readResource({ uri })).contents).toEqual([
        { uri, mimeType: 'text/plain', text: expect.stringContaining('Nothing has been taken yet') },
      ]);
    await expect(client.readResource({ uri: 'inpage://nothing' })).rejects.toThrow('inpage://snapshot');
    for (const uri of uris) await client.subscribeResource({ uri });
    const page = await one.text('web_open', { url: site.url });
    expect((await client.readResource({ uri: 'inpage://snapshot' })).contents).toEqual([
      { uri: 'inpage://snapshot', mimeType: 'text/plain', text: page },
    ]);
    expect(textOf(await one.call('web_click', { ref: 'zz9' }))).toMatch(
      /^click zz9: Error.*\n.*\n\[snapshot\]/,
    );
    expect((await client.readResource({ uri: 'inpage://snapshot' })).contents).toEqual([
      { uri: 'inpage://snapshot', mimeType: 'text/plain', text: page },
    ]);
    const { content } = await one.call('web_screenshot');
    const data = content.map((part) => (part.type === 'image' ? part.data : '')).join('');
    expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect((await client.readResource({ uri: 'inpage://screenshot' })).contents).toEqual([
      { uri: 'inpage://screenshot', mimeType: 'image/png', blob: data },
    ]);
    const [snapshot, screenshot] = uris;
    await vi.waitFor(() => expect(updated).toEqual([snapshot, snapshot, screenshot]));
    await client.unsubscribeResource({ uri: 'inpage://snapshot' });
    await one.text('web_reload');
    expect(updated).toHaveLength(3);
  });

  it('answers each of 200 invalid calls, and continues to work', async () => {
    const one = plain;
    await one.text('web_open', { url: site.url });
    const names = [
      ...TOOLS.map(({ name }) => name).filter((name) => name !== 'web_close'),
      'web_jump',
      '',
      '💥',
    ];
    const values = [
      null,
      5,
      -1,
      '',
      'kd999',
      'e1',
      '[',
      'javascript:alert(1)',
      {},
      [],
      ['x'],
      true,
      'x'.repeat(9_999),
    ];
    const fields = [
      'ref',
      'text',
      'url',
      'value',
      'key',
      'options',
      'direction',
      'kind',
      'after',
      'tab',
      'zzz',
    ];
    const calls = Array.from({ length: 200 }, (_, index) => {
      const given = {
        [fields[index % fields.length] as string]: values[index % values.length],
        [fields[(index * 7 + 3) % fields.length] as string]: values[(index * 5 + 2) % values.length],
        ...(index % 3 === 0 && { timeoutMs: 1 }),
      };
      return one.call(names[index % names.length] as string, given);
    });
    const answers = await Promise.allSettled(calls);
    expect(answers).toHaveLength(200);
    for (const answer of answers) {
      expect(answer.status).toBe('fulfilled');
      const text = answer.status === 'fulfilled' ? textOf(answer.value) : '';
      expect(text).not.toBe('');
      expect(text.length).toBeLessThanOrEqual(15_000);
    }
    expect(await one.text('web_open', { url: site.url })).toContain('textbox "New todo"');
  });

  it('opens allowed addresses only', async () => {
    const one = limited;
    expect(await one.text('web_open', { url: site.url })).toContain('textbox "New todo"');
    for (const given of [{ url: 'http://localhost:1/' }, { action: 'open', url: 'http://localhost:1/' }]) {
      const refused = await one.call('action' in given ? 'web_tabs' : 'web_open', given);
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toContain(
        'localhost is not among the sites that may be opened: shop.example, 127.0.0.1.',
      );
    }
  });

  it('gives pages only files of the shared folders, also through links', async () => {
    writeFileSync(join(folder, 'shared/list.txt'), 'milk');
    writeFileSync(join(folder, 'secret.txt'), 'key');
    // It may be the second try.
    rmSync(join(folder, 'shared/link.txt'), { force: true });
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'shared/link.txt'));
    const one = limited;
    const page = await one.text('web_open', { url: site.url });
    const ref = refOf(page, '"Attachment');
    const put = (file: string) => one.call('web_upload', { ref, files: [file] });
    for (const file of ['../secret.txt', join(folder, 'secret.txt'), 'link.txt', 'none.txt', '.', '']) {
      const refused = await put(file);
      expect([file, refused.isError]).toEqual([file, true]);
    }
    for (const file of ['list.txt', join(folder, 'shared/list.txt')])
      expect(textOf(await put(file))).toContain('list.txt');
    const there = await plain.text('web_open', { url: site.url });
    const refused = await plain.call('web_upload', {
      ref: refOf(there, '"Attachment'),
      files: [join(folder, 'secret.txt')],
    });
    expect(textOf(refused)).toContain('--files');
  });

  it('answers pending calls after stdin has ended', () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'pipe', version: '1' },
    };
    const messages = [
      { id: 1, method: 'initialize', params },
      { method: 'notifications/initialized' },
      {
        id: 2,
        method: 'tools/call',
        params: { name: 'web_open', arguments: { url: 'http://127.0.0.1:1/' } },
      },
    ];
    const { stdout, status } = spawnSync(process.execPath, [inpage, 'mcp'], {
      input: messages.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join(''),
      encoding: 'utf8',
    });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(answers[1].result.isError).toBe(true);
    expect(status).toBe(0);
  });

  it.each([
    ['the client closes stdin', undefined],
    ['it gets SIGTERM', 'SIGTERM'],
    ['it gets SIGINT in the middle of a call', 'SIGINT'],
  ] as const)('leaves no process behind when %s', async (_, signal) => {
    const one = await start();
    await one.text('web_open', { url: site.url });
    const started = descendants(one.pid);
    expect(started.length).toBeGreaterThan(1);
    if (signal === 'SIGINT')
      one.call('web_wait', { text: 'never', timeoutMs: 30_000 }).catch(() => undefined);
    if (signal) process.kill(one.pid, signal);
    else await one.client.close();
    await vi.waitFor(() => expect(alive([one.pid, ...started])).toEqual([]), {
      timeout: 20_000,
      interval: 100,
    });
  });
});
