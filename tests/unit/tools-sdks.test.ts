import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/tools/index.ts';

const folder = fileURLToPath(new URL('../sdks/', import.meta.url));

/** Whether the SDKs are installed, by `npm ci --ignore-scripts` in tests/sdks. */
const areInstalled = existsSync(join(folder, 'node_modules/.package-lock.json'));

const executor = {
  tools: TOOLS,
  execute: async (name: string, given: unknown) => ({
    // As JSON text, or as it is.
    text: `${name} ${typeof given === 'string' ? given || '{}' : JSON.stringify(given)}`,
    isError: false,
    ...(name === 'web_screenshot' && { picture: PICTURE }),
  }),
};

/**
 * An interface instead of the module's own types: those need the SDKs, which may be missing when the project is
 * type-checked.
 */
interface Wiring {
  playChat(baseURL: string, by: typeof executor): Promise<string>;
  playResponses(baseURL: string, by: typeof executor): Promise<string>;
  playMessages(baseURL: string, by: typeof executor): Promise<string>;
  playAiSdk(by: object, name: string, given: object, signal?: AbortSignal): Promise<unknown[]>;
  playMcp(by: typeof executor, name: string, given: object): Promise<{ names: string[]; content: unknown }>;
  playMcp2: Wiring['playMcp'];
}

const PICTURE = { bytes: new Uint8Array([1, 2, 3]), mimeType: 'image/png' as const };
const BASE64 = 'AQID';

/**
 * A server that answers as the vendor's does, first with two calls, then with text. Returns the requests that it got.
 */
const serveModel = async (
  answers: readonly object[],
): Promise<{ url: string; asked: Asked[]; close(): void }> => {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const answer = answers[asked.length];
    asked.push({ path: String(request.url), body });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
};

interface Asked {
  path: string;
  body: Record<string, unknown> & { tools: unknown[] };
}

const CLICK = '{"ref":"kd1"}';

/** The answers of each vendor's server, and the requests that it must get. */
const VENDORS = [
  {
    play: 'playChat',
    path: '/chat/completions',
    answers: [
      {
        choices: [
          {
            index: 0,
            finish_reason: 'tool_calls',
            message: {
              role: 'assistant',
              content: null,
              tool_calls: [
                { id: 'c1', type: 'function', function: { name: 'web_click', arguments: CLICK } },
                { id: 'c2', type: 'function', function: { name: 'web_screenshot', arguments: '' } },
              ],
            },
          },
        ],
      },
      { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Done.' } }] },
    ],
    told: ({ messages }: Record<string, unknown>) => (messages as unknown[]).slice(2),
    wanted: [
      { role: 'tool', tool_call_id: 'c1', content: 'web_click {"ref":"kd1"}' },
      { role: 'tool', tool_call_id: 'c2', content: 'web_screenshot {}' },
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${BASE64}` } }],
      },
    ],
  },
  {
    play: 'playResponses',
    path: '/responses',
    answers: [
      {
        id: 'r1',
        object: 'response',
        output: [
          { type: 'function_call', id: 'f1', call_id: 'c1', name: 'web_click', arguments: CLICK },
          { type: 'function_call', id: 'f2', call_id: 'c2', name: 'web_screenshot', arguments: '' },
        ],
      },
      {
        id: 'r2',
        object: 'response',
        output: [
          {
            type: 'message',
            id: 'm',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
          },
        ],
      },
    ],
    told: ({ input }: Record<string, unknown>) => input,
    wanted: [
      { type: 'function_call_output', call_id: 'c1', output: 'web_click {"ref":"kd1"}' },
      {
        type: 'function_call_output',
        call_id: 'c2',
        output: [
          { type: 'input_text', text: 'web_screenshot {}' },
          { type: 'input_image', image_url: `data:image/png;base64,${BASE64}`, detail: 'auto' },
        ],
      },
    ],
  },
  {
    play: 'playMessages',
    path: '/v1/messages',
    answers: [
      {
        role: 'assistant',
        stop_reason: 'tool_use',
        content: [
          { type: 'tool_use', id: 'c1', name: 'web_click', input: { ref: 'kd1' } },
          { type: 'tool_use', id: 'c2', name: 'web_screenshot', input: {} },
        ],
      },
      { role: 'assistant', stop_reason: 'end_turn', content: [{ type: 'text', text: 'Done.' }] },
    ],
    told: ({ messages }: Record<string, unknown>) => (messages as { content: unknown }[]).at(-1)?.content,
    wanted: [
      { type: 'tool_result', tool_use_id: 'c1', content: 'web_click {"ref":"kd1"}', is_error: false },
      {
        type: 'tool_result',
        tool_use_id: 'c2',
        content: [
          { type: 'text', text: 'web_screenshot {}' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: BASE64 } },
        ],
        is_error: false,
      },
    ],
  },
] as const;

const wiring = (): Promise<Wiring> => import(join(folder, 'wiring.ts'));

describe.runIf(areInstalled)("the tools in the vendors' SDKs", () => {
  it('have the types that the SDKs require', async () => {
    const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
    const run = promisify(execFile)(process.execPath, [join(typescript, 'bin/tsc'), '-p', folder]);
    expect(await run.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
  });

  it.each(VENDORS)('are sent and called by the client of the vendor: $path', async (vendor) => {
    const server = await serveModel(vendor.answers);
    try {
      const play = (await wiring())[vendor.play];
      expect(await play(server.url, executor)).toBe('Done.');
      expect(server.asked.map(({ path }) => path)).toEqual([vendor.path, vendor.path]);
      const [first, second] = server.asked as [Asked, Asked];
      expect(first.body.tools).toHaveLength(TOOLS.length);
      expect(vendor.told(second.body)).toEqual(vendor.wanted);
    } finally {
      server.close();
    }
  });

  it('are called by the AI SDK', async () => {
    const { playAiSdk } = await wiring();
    expect(await playAiSdk(executor, 'web_click', { ref: 'kd1' })).toEqual([
      { type: 'text', value: 'web_click {"ref":"kd1"}' },
      'Done.',
    ]);
    const text = 'web_screenshot {}';
    const picture = { type: 'image-data', data: BASE64, mediaType: 'image/png' };
    expect(await playAiSdk(executor, 'web_screenshot', {})).toEqual([
      { type: 'content', value: [{ type: 'text', text }, picture] },
      'Done.',
    ]);
    const abort = new AbortController();
    const given: unknown[] = [];
    const aborting = {
      tools: TOOLS,
      async execute(_: string, __: unknown, signal?: AbortSignal) {
        abort.abort();
        given.push(signal?.aborted);
        return { text: 'given up', isError: true };
      },
    };
    await playAiSdk(aborting, 'web_click', { ref: 'kd1' }, abort.signal).catch(() => undefined);
    expect(given).toEqual([true]);
  });

  it.each([
    ['1, of 2025', 'playMcp'],
    ['2, of 2026-07-28', 'playMcp2'],
  ] as const)('are listed and called by a client of the Model Context Protocol (SDK %s)', async (_, play) => {
    const { names, content } = await (await wiring())[play](executor, 'web_click', { ref: 'kd1' });
    expect(names).toEqual(TOOLS.map(({ name }) => name));
    expect(content).toEqual([{ type: 'text', text: 'web_click {"ref":"kd1"}' }]);
  });
});
