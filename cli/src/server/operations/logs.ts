import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ActivityLog } from '../../sessions/activity-log.ts';
import { type BrowserSession, SessionError } from '../../sessions/index.ts';
import type { SessionEvents } from '../../sessions/session-events.ts';
import { count, NOTHING, type Operation, onSession, type Reply } from './operation.ts';

const page = z.strictObject({
  after: count.optional().describe('An id: only what comes after it.'),
  limit: count.max(1_000).default(200),
  filter: z.string().max(1_000).optional().describe('Only what holds this text.'),
});

type LogName = {
  [K in keyof SessionEvents]: SessionEvents[K] extends ActivityLog<infer _> ? K : never;
}[keyof SessionEvents];

/** The latest entries of a log that match, at most `limit` of them, oldest first. */
const entriesOf = <Entry extends object>(
  log: ActivityLog<Entry>,
  { after, limit, filter }: z.output<typeof page>,
): (Entry & { id: number })[] => {
  const all = log.since(after);
  const found = filter === undefined ? all : all.filter((entry) => JSON.stringify(entry).includes(filter));
  return found.slice(-limit);
};

const listing = (name: LogName, field: string, words: (entry: never) => string): Operation =>
  onSession(page, async ({ input, session }): Promise<Reply> => {
    const entries = entriesOf(session.events[name] as ActivityLog<object>, input);
    return { [field]: entries, text: entries.map((entry) => words(entry as never)).join('\n') };
  });

const clearing = (name: LogName): Operation =>
  onSession(NOTHING, async ({ session }): Promise<Reply> => {
    session.events[name].clear();
    return { text: 'Cleared.' };
  });

const id = z.strictObject({ id: count });

const missing = (what: string): SessionError =>
  new SessionError('invalid_argument', `There is no ${what} of this id.`);

/** Longest body of a request or response that is returned (characters). */
const LONGEST_BODY = 100_000;

const requestDetails = async (session: BrowserSession, number: number): Promise<Reply> => {
  const entry = session.events.network.find(number);
  const request = session.events.request(number);
  if (!entry || !request) throw missing('request');
  const response = await request.response();
  const body = response && (await response.body().catch(() => undefined));
  return {
    request: {
      ...entry,
      headers: await request.allHeaders(),
      body: request.postData()?.slice(0, LONGEST_BODY) ?? null,
    },
    response: response && {
      status: response.status(),
      headers: await response.allHeaders(),
      body: body?.toString('utf8').slice(0, LONGEST_BODY) ?? null,
      bytes: body?.length ?? null,
    },
  };
};

export const LOG_OPERATIONS = {
  listDialogs: listing(
    'dialogs',
    'dialogs',
    (one: { kind: string; message: string; accepted: boolean }) =>
      `${one.kind} ${JSON.stringify(one.message)}: ${one.accepted ? 'accepted' : 'dismissed'}`,
  ),
  answerDialogs: onSession(
    z.strictObject({
      accept: z.boolean(),
      text: z.string().max(10_000).optional().describe('What a prompt gets.'),
      once: z.boolean().default(false).describe('Only the next one; then as before.'),
    }),
    async ({ input: { accept, text, once }, session }) => {
      const { events } = session;
      const before = events.dialogPolicy;
      events.dialogPolicy = () => {
        if (once) events.dialogPolicy = before;
        return { accept, ...(text !== undefined && { text }) };
      };
      return {
        text: `${once ? 'The next dialog is' : 'Dialogs are'} ${accept ? 'accepted' : 'dismissed'} from now on.`,
      };
    },
    true,
  ),
  listConsole: listing(
    'console',
    'messages',
    (one: { level: string; text: string }) => `${one.level}: ${one.text}`,
  ),
  clearConsole: clearing('console'),
  listErrors: listing('errors', 'errors', (one: { message: string }) => one.message),
  clearErrors: clearing('errors'),
  listRequests: listing(
    'network',
    'requests',
    (one: { id: number; method: string; url: string; status?: number; failure?: string; resource: string }) =>
      `${one.id} ${one.method} ${one.url} ${one.status ?? one.failure ?? 'pending'} ${one.resource}`,
  ),
  clearRequests: clearing('network'),
  getRequest: onSession(id, ({ input, session }) => session.run((one) => requestDetails(one, input.id))),
  listDownloads: listing(
    'downloads',
    'downloads',
    (one: { id: number; file: string; state: string }) => `${one.id} ${one.file} ${one.state}`,
  ),
  getDownload: onSession(id, async ({ input, session }): Promise<Reply> => {
    const entry = session.events.downloads.find(input.id);
    if (!entry) throw missing('download');
    if (entry.state === 'failed')
      throw new SessionError('invalid_argument', `It failed: ${entry.failure ?? ''}`);
    if (!entry.path) throw new SessionError('timeout', 'The download is not done yet. Ask again.');
    return { file: entry.file, bytes: await readFile(entry.path), mimeType: 'application/octet-stream' };
  }),
};
