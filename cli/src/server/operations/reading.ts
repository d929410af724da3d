import { z } from 'zod';
import type { PageKind, QueryKind, RenderOptions, SnapshotOptions } from '../../../../src/contract.ts';
import type { Observation, PagePayload, QueryInput } from '../../../../src/host/index.ts';
import { type BrowserSession, SessionError } from '../../sessions/index.ts';
import { addressFor, checkRefused, resolved } from './addresses.ts';
import { given, needs, observed, onSession, type Reply, target, timeoutMs } from './operation.ts';
import { checkedSettings, settings } from './sessions.ts';

/** Options of how a snapshot is rendered; all others choose what it contains. */
const render = {
  format: z.enum(['tree', 'text', 'html', 'indexed', 'outline', 'yaml', 'markdown', 'json']).optional(),
  maxCharsTotal: z.number().int().min(100).optional(),
  maxDepth: z.number().int().min(1).optional(),
  compact: z.boolean().optional(),
  boundary: z.string().max(100).optional(),
};

/** Other fields are passed on: the core validates its own options. */
export const snapshotInput = z.looseObject({
  ...render,
  interactiveOnly: z.boolean().optional().describe('false: for reading, all that a person can read.'),
  maxNodes: z.number().int().min(1).optional(),
  after: z.string().optional().describe('A ref or cursor that a cut has named.'),
  scope: z.string().optional().describe('A ref or a CSS selector.'),
  since: z.number().int().optional().describe('A revision: what has changed since.'),
  tree: z.boolean().optional().describe('The JSON of the tree beside the text.'),
});

/** A smaller `maxNodes` limits only what is rendered: at least so many nodes are collected. */
const LARGEST_SNAPSHOT = 500;

/** Takes a snapshot with the given options, limited to the session's scope. */
export const takeSnapshot = (
  session: BrowserSession,
  input: z.output<typeof snapshotInput>,
): Promise<Observation<unknown>> => {
  const { format, maxCharsTotal, maxDepth, compact, boundary, tree: _, ...collected } = input;
  const { maxNodes } = collected;
  const written = given({
    format: format === 'text' ? 'tree' : format,
    maxCharsTotal,
    maxDepth,
    compact,
    boundary,
    maxNodes,
  });
  const options = {
    ...given({ scope: session.scope }),
    ...given(collected),
    ...(maxNodes !== undefined && { maxNodes: Math.max(maxNodes, LARGEST_SNAPSHOT) }),
  };
  return session.agent.snapshot(options as SnapshotOptions, written as RenderOptions);
};

const withTree = (reply: Reply, { snapshot }: Observation<unknown>, wantsTree: boolean): Reply => ({
  ...reply,
  ...(snapshot && { revision: snapshot.meta.revision, document: snapshot.meta.document }),
  ...(wantsTree && snapshot && { snapshot }),
});

const openInput = z.strictObject({
  url: z.string().min(1).max(20_000),
  settings: settings.optional().describe('Of the session, where it is opened by this.'),
  snapshot: z.boolean().default(true).describe('false: the page is not written down.'),
});

const waitInput = z.looseObject({
  ms: z.number().min(0).max(120_000).optional().describe('Only so long, nothing else.'),
  expression: z.string().optional().describe('Until it is true in the page. Where the server allows it.'),
  timeoutMs,
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const POLL_MS = 100;
const DEFAULT_WAIT_MS = 5_000;

const waitForExpression = async (session: BrowserSession, expression: string, ms: number): Promise<Reply> => {
  const deadline = Date.now() + ms;
  while (!(await session.page.evaluate(`Boolean(${expression}\n)`))) {
    if (Date.now() > deadline)
      throw new SessionError('timeout', `The expression was not true within ${ms} ms.`);
    await pause(POLL_MS);
  }
  return { text: 'It holds.' };
};

export const READING_OPERATIONS = {
  open: onSession(
    openInput,
    async ({ input, session, policy }) => {
      if (input.settings) checkedSettings(input.settings, policy);
      const address = addressFor(input.url, policy);
      const since = Date.now();
      session.scope = undefined;
      const observation = await session.run(({ agent }) => agent.open(address));
      await checkRefused(session, policy, since, address);
      const reply = withTree(observed(session, observation), observation, false);
      return input.snapshot ? reply : { ...reply, text: `Opened ${observation.url}.` };
    },
    true,
  ),
  snapshot: onSession(snapshotInput, async ({ input, session }) => {
    const observation = await session.run((one) => takeSnapshot(one, input));
    return withTree(observed(session, observation), observation, input.tree === true);
  }),
  query: onSession(
    z.strictObject({ ref: target, kind: z.string().max(40), payload: z.unknown().optional() }),
    async ({ input: { ref, kind, payload }, session }) =>
      observed(
        session,
        await session.run(({ agent }) => agent.query(ref, kind as QueryKind, (payload ?? {}) as QueryInput)),
      ),
  ),
  page: onSession(
    z.strictObject({ kind: z.string().max(40), payload: z.unknown().optional(), timeoutMs }),
    async ({ input: { kind, payload, timeoutMs }, session, policy }) => {
      const fields =
        typeof payload === 'string' ? { url: payload } : (payload as { url?: unknown } | undefined);
      if (kind === 'navigate' && typeof fields?.url === 'string')
        addressFor(resolved(fields.url, session.page.url()), policy);
      const observation = await session.run(({ agent }) =>
        agent.page(kind as PageKind, payload as PagePayload<PageKind>, timeoutMs),
      );
      return observed(session, observation);
    },
  ),
  wait: onSession(waitInput, async ({ input, session, policy }) => {
    const { ms, expression, timeoutMs = DEFAULT_WAIT_MS, ...what } = input;
    if (ms !== undefined) return session.run(() => pause(ms).then(() => ({ text: `Waited ${ms} ms.` })));
    if (expression !== undefined) {
      needs(policy.evaluation, 'code to be evaluated', '--allow-eval');
      return session.run((one) => waitForExpression(one, expression, timeoutMs));
    }
    return observed(session, await session.run(({ agent }) => agent.wait(what, timeoutMs)));
  }),
};
