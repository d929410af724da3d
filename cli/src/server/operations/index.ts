import { z } from 'zod';
import { type BrowserSession, SessionError } from '../../sessions/index.ts';
import { problemOf } from '../problem.ts';
import type { RouteName } from '../routes.ts';
import { ACTING_OPERATIONS } from './acting.ts';
import { DIFF_OPERATIONS } from './diff.ts';
import { LOG_OPERATIONS } from './logs.ts';
import { NETWORK_OPERATIONS } from './network.ts';
import { type Call, type Operation, onSession, type Reply } from './operation.ts';
import { PICTURE_OPERATIONS } from './pictures.ts';
import { READ_OPERATIONS } from './read.ts';
import { READING_OPERATIONS } from './reading.ts';
import { checkedSettings, SESSION_OPERATIONS } from './sessions.ts';
import { SETTING_OPERATIONS } from './settings.ts';
import { STORAGE_OPERATIONS } from './storage.ts';
import { TAB_OPERATIONS } from './tabs.ts';

const batchInput = z.strictObject({
  steps: z
    .array(z.strictObject({ operation: z.string().max(40), input: z.looseObject({}).default({}) }))
    .min(1)
    .max(200),
  bail: z.boolean().default(true).describe('Stop at the first that fails.'),
});

const batch = onSession(
  batchInput,
  async ({ input: { steps, bail }, session, ...call }): Promise<Reply> => {
    const results: unknown[] = [];
    for (const { operation, input } of steps) {
      const result = await carryOut(operation, { ...call, input }, session.name);
      results.push(result);
      if (result.ok === false && bail) break;
    }
    const failed = results.filter((one) => (one as { ok?: unknown }).ok === false).length;
    const text = results.map((one) => String((one as { text?: unknown }).text ?? '')).join('\n');
    if (failed === 0) return { results, text };
    const { error } = results.find((one) => (one as { ok?: unknown }).ok === false) as { error: unknown };
    return { ok: false, error, results, text };
  },
  true,
);

/** Every operation but `events`, which sends a stream in place of a reply. */
export const OPERATIONS: Readonly<Record<Exclude<RouteName, 'events'>, Operation>> = {
  ...SESSION_OPERATIONS,
  ...READING_OPERATIONS,
  ...READ_OPERATIONS,
  ...ACTING_OPERATIONS,
  ...TAB_OPERATIONS,
  ...LOG_OPERATIONS,
  ...NETWORK_OPERATIONS,
  ...STORAGE_OPERATIONS,
  ...PICTURE_OPERATIONS,
  ...SETTING_OPERATIONS,
  ...DIFF_OPERATIONS,
  batch,
};

type AskedSettings = Parameters<typeof checkedSettings>[0];

/** @throws {SessionError} `session_exists` where settings are asked for that an open session does not have */
const assertSameSettings = ({ name, settings }: BrowserSession, asked: AskedSettings): void => {
  const has: Readonly<Record<string, unknown>> = { ...settings };
  const others = Object.entries(asked)
    // What a session begins with has changed since.
    .filter(([key]) => key !== 'state')
    .filter(([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(has[key]))
    .map(([key]) => key);
  if (others.length > 0)
    throw new SessionError(
      'session_exists',
      `The session ${name} is open and keeps its settings, but was asked for another ${others.join(', ')}. Close it first, or take another name.`,
    );
};

/**
 * The session of a call, which is opened if the operation opens sessions.
 *
 * @throws {SessionError} `session_not_found` or `session_exists`
 */
const sessionFor = async (
  operation: Operation,
  { manager, policy, input }: Call<unknown>,
  name: string,
): Promise<BrowserSession> => {
  const known = manager.get(name);
  const { settings } = input as { settings?: AskedSettings };
  if (known && operation.opens && settings) assertSameSettings(known, settings);
  if (known) return known;
  if (!operation.opens)
    throw new SessionError(
      'session_not_found',
      `There is no session ${name.replace(/[^\p{L}\p{N}_.-]/gu, '').slice(0, 64)}. Open a page in it first: open URL.`,
    );
  return manager.open(name, settings ? checkedSettings(settings, policy) : {});
};

/** Runs an operation whose input has been validated. */
export const perform = async (operation: Operation, call: Call<unknown>, session: string): Promise<Reply> => {
  if (operation.alone) return operation.alone(call as Call<never>);
  const found = await sessionFor(operation, call, session);
  return (await operation.run?.({ ...call, session: found } as never)) ?? {};
};

/** Runs a step of a batch: validates its input, and returns errors as a reply. */
const carryOut = async (name: string, call: Call<unknown>, session: string): Promise<Reply> => {
  try {
    const operation = (OPERATIONS as Record<string, Operation | undefined>)[name];
    if (!operation || name === 'batch' || operation.alone)
      throw new SessionError('invalid_argument', `A batch can't hold ${name.slice(0, 40)}.`);
    const input = operation.input.parse(call.input);
    const { bytes, ...reply } = await perform(operation, { ...call, input }, session);
    return { ok: true, ...reply, ...(bytes && { base64: Buffer.from(bytes).toString('base64') }) };
  } catch (thrown) {
    const error = problemOf(thrown);
    return { ok: false, error, text: `Error ${error.code}: ${error.message}` };
  }
};
