import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite, type Site, until } from '../../../tests/cli/support.ts';
import { chromiumPath } from '../../../tests/support/chromium.ts';
import { type RunningService, startService } from '../../src/service.ts';
import { browsersOf } from '../support/browsers.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { testSettings } from '../support/settings.ts';

interface Message {
  type: string;
  data: unknown[];
}

interface Status {
  id: string;
  success: boolean;
  status: string;
  data?: unknown;
  stopReason?: string;
  error?: string;
}

let site: Site;
let model: ModelServer;
let service: RunningService;
let folder: string;
const messages: Message[] = [];

beforeAll(async () => {
  site = await openSite({
    '/': '<title>Home</title><main><h1>Otters</h1><p>There are 13 kinds, and all of them swim in rivers and seas.</p></main>',
    '/hook': (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        messages.push(JSON.parse(body));
        response.end();
      });
    },
  });
  model = await startModelServer();
  folder = mkdtempSync(join(tmpdir(), 'service-agent-'));
  service = await startService(
    testSettings({
      dataFolder: folder,
      browser: await chromiumPath(),
      model: { baseUrl: model.baseUrl, name: 'scripted', key: 'model-key', creditsPer1000: 1 },
    }),
    { roles: ['api', 'worker'], port: 0 },
  );
});

afterAll(async () => {
  await service?.stop();
  await model?.close();
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string, body?: unknown): Promise<Response> =>
  fetch(service.address + path, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });

const start = async (body: object): Promise<string> =>
  ((await (await ask('/v2/agent', body)).json()) as Status).id;

const statusOf = async (id: string): Promise<Status> =>
  (await (await ask(`/v2/agent/${id}`)).json()) as Status;

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, kinds: { type: 'integer' } },
  required: ['title', 'kinds'],
};

/** Ids and types of the events in a stream. */
const eventsIn = (text: string): string[] =>
  [...text.matchAll(/^(?:id: (\d+)\n)?event: (\S+)$/gm)].map(([, id, type]) => `${id ?? ''} ${type}`.trim());

it('streams its steps, which a client can resume, and sends them to a webhook', async () => {
  const request = {
    prompt: 'How many?',
    urls: [`${site.url}/`],
    schema,
    stream: true,
    webhook: `${site.url}/hook`,
  };
  const stream = await (await ask('/v2/agent', request)).text();
  const events = eventsIn(stream);
  expect(events).toEqual([
    'job',
    '1 started',
    '2 charged',
    '3 tool-call',
    '4 charged',
    '5 tool-result',
    '6 step',
    '7 charged',
    '8 tool-call',
    '9 tool-result',
    '10 step',
    '11 completed',
    'end',
  ]);
  const { id } = JSON.parse(/^event: job\ndata: (.*)$/m.exec(stream)?.[1] ?? '{}') as Status;
  expect(await statusOf(id)).toMatchObject({
    success: true,
    status: 'completed',
    data: { title: 'Otters', kinds: 13 },
  });
  const rest = await fetch(`${service.address}/v2/agent/${id}/events`, { headers: { 'last-event-id': '9' } });
  expect(eventsIn(await rest.text())).toEqual(['job', '10 step', '11 completed', 'end']);
  await until(() => messages.length >= 4, 'all messages');
  expect(messages.map(({ type }) => type).sort()).toEqual([
    'agent.action',
    'agent.action',
    'agent.completed',
    'agent.started',
  ]);
});

it('is cancelled together with its model and its browser', async () => {
  model.script('stay', [
    { toolCalls: [{ name: 'web_open', arguments: { url: `${site.url}/` } }] },
    { delayMs: 3_600_000 },
  ]);
  const id = await start({ prompt: 'stay', urls: [`${site.url}/`], strictConstrainToURLs: true });
  await until(() => model.open > 0 && browsersOf(process.pid).length > 0, 'the second step');
  await fetch(`${service.address}/v2/agent/${id}`, { method: 'DELETE' });
  expect(await statusOf(id)).toMatchObject({ status: 'failed', stopReason: 'cancelled' });
  await until(() => model.open === 0 && browsersOf(process.pid).length === 0, 'the end of model and browser');
});

it('says why it has failed', async () => {
  const ended = async (request: object): Promise<Status> => {
    const id = await start(request);
    await until(async () => (await statusOf(id)).status !== 'processing', 'the end');
    return statusOf(id);
  };
  expect(await ended({ prompt: 'x', maxCredits: 0.5 })).toMatchObject({
    status: 'failed',
    error: 'What is left of the credits is too little for another step. Raise maxCredits.',
  });
  model.script('no key', [{ status: 401 }]);
  expect(await ended({ prompt: 'no key' })).toMatchObject({
    error: "The model's provider refuses the key of this service.",
  });
});
