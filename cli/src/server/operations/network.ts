import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Route } from 'playwright-core';
import { z } from 'zod';
import { type BrowserSession, SessionError } from '../../sessions/index.ts';
import { given, NOTHING, onSession } from './operation.ts';

const mockInput = z.strictObject({
  url: z.string().min(1).max(2_000).describe('A glob such as **/api/*, or a part of the address.'),
  method: z.string().max(20).optional(),
  resource: z.string().max(40).optional().describe('document, script, fetch, image, ...'),
  block: z.boolean().default(false),
  status: z.number().int().min(100).max(599).default(200),
  body: z.string().default(''),
  contentType: z.string().max(200).optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

type Mock = z.output<typeof mockInput>;

interface Mocked {
  mock: Mock;
  remove(): Promise<void>;
}

/** Mocks, and folders of running archives, by the context that they were set on and end with. */
const mocks = new WeakMap<BrowserContext, Mocked[]>();
const archives = new WeakMap<BrowserContext, string>();

const mocksOf = ({ context }: BrowserSession): Mocked[] => {
  const known = mocks.get(context) ?? [];
  mocks.set(context, known);
  return known;
};

const contentTypeOf = ({ body, contentType }: Mock): string =>
  contentType ?? (/^\s*[[{]/.test(body) ? 'application/json' : 'text/plain; charset=utf-8');

const answer = async (route: Route, mock: Mock): Promise<void> => {
  const request = route.request();
  const isMatch =
    (mock.method === undefined || mock.method.toUpperCase() === request.method()) &&
    (mock.resource === undefined || mock.resource === request.resourceType());
  if (!isMatch) return route.fallback();
  if (mock.block) return route.abort('blockedbyclient');
  return route.fulfill({
    status: mock.status,
    body: mock.body,
    contentType: contentTypeOf(mock),
    headers: { 'access-control-allow-origin': '*', ...mock.headers },
  });
};

const listed = (session: BrowserSession) => {
  const all = mocksOf(session).map(({ mock }) => mock);
  const words = ({ url, block, status }: Mock): string =>
    `${url}: ${block ? 'blocked' : `answered with ${status}`}`;
  return { mocks: all, text: all.map(words).join('\n') };
};

export const NETWORK_OPERATIONS = {
  listMocks: onSession(NOTHING, async ({ session }) => listed(session)),
  addMock: onSession(
    mockInput,
    async ({ input: mock, session }) => {
      await session.ready();
      const { context } = session;
      const pattern = mock.url.includes('*') ? mock.url : (url: URL) => url.href.includes(mock.url);
      const handler = (route: Route): Promise<void> =>
        // It rejects where the page has gone by then.
        answer(route, mock).catch(() => undefined);
      await context.route(pattern, handler);
      mocksOf(session).push({ mock, remove: () => context.unroute(pattern, handler) });
      return listed(session);
    },
    true,
  ),
  removeMocks: onSession(
    z.strictObject({ url: z.string().optional().describe('Only those for this.') }),
    async ({ input: { url }, session }) => {
      const all = mocksOf(session);
      const ended = all.filter(({ mock }) => url === undefined || mock.url === url);
      await Promise.all(ended.map(({ remove }) => remove()));
      mocks.set(
        session.context,
        all.filter((one) => !ended.includes(one)),
      );
      return { ...listed(session), removed: ended.length };
    },
  ),
  startHar: onSession(
    z.strictObject({ filter: z.string().max(2_000).optional().describe('A glob of the addresses.') }),
    async ({ input: { filter }, session }) => {
      await session.ready();
      const { context } = session;
      if (archives.has(context))
        throw new SessionError('invalid_argument', 'An archive is running. Stop it first.');
      const folder = await mkdtemp(join(tmpdir(), 'inpage-har-'));
      await context.tracing.startHar(join(folder, 'requests.har'), {
        content: 'embed',
        ...given({ urlFilter: filter }),
      });
      archives.set(context, folder);
      return { text: 'The archive is running.' };
    },
    true,
  ),
  stopHar: onSession(NOTHING, async ({ session }) => {
    const { context } = session;
    const folder = archives.get(context);
    if (folder === undefined)
      throw new SessionError('invalid_argument', 'No archive is running. Start one first.');
    archives.delete(context);
    try {
      await context.tracing.stopHar();
      const bytes = await readFile(join(folder, 'requests.har'));
      return { file: 'requests.har', bytes, mimeType: 'application/json' };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }),
};
