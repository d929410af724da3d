import { z } from 'zod';
import { type BrowserSession, SessionError, type SessionSettings } from '../../sessions/index.ts';
import { version } from '../../version.ts';
import { alone, given, NOTHING, needs, onSession, type Reply, type ServerPolicy } from './operation.ts';

const size = z.strictObject({
  width: z.number().int().min(1).max(10_000),
  height: z.number().int().min(1).max(10_000),
});

const cookie = z.looseObject({ name: z.string(), value: z.string() });

export const savedState = z.strictObject({
  cookies: z.array(cookie).default([]),
  origins: z
    .array(
      z.strictObject({
        origin: z.string(),
        localStorage: z.array(z.strictObject({ name: z.string(), value: z.string() })),
      }),
    )
    .default([]),
});

export const settings = z.strictObject({
  browser: z.string().max(1_000).optional().describe('Path of a browser.'),
  headless: z.boolean().optional(),
  profile: z
    .string()
    .max(1_000)
    .optional()
    .describe('Name of a profile that is kept, or the path of its folder.'),
  viewport: size.nullable().optional(),
  device: z.string().max(100).optional().describe('One of Playwright\'s devices, such as "iPhone 15".'),
  connect: z.string().max(1_000).optional().describe('Debugging port or address of a browser that runs.'),
  userAgent: z.string().max(1_000).optional(),
  locale: z.string().max(50).optional(),
  timezone: z.string().max(100).optional(),
  proxy: z.string().max(1_000).optional(),
  ignoreHttpsErrors: z.boolean().optional(),
  colorScheme: z.enum(['light', 'dark', 'no-preference']).optional(),
  args: z.array(z.string().max(1_000)).max(50).optional(),
  state: savedState.optional(),
  input: z.enum(['trusted', 'page']).optional(),
  frames: z
    .boolean()
    .optional()
    .describe('Frames of other origins are read and acted in. Default true, but not with connect.'),
  timeoutMs: z.number().min(0).max(600_000).optional(),
});

/** Settings that reach beyond a browser of the server's own choice: they need `--local`. */
const LOCAL_ONLY = ['browser', 'connect', 'proxy', 'args'] as const;

/**
 * Checks settings against the server's policy.
 *
 * @throws {SessionError} `not_allowed`
 */
export const checkedSettings = (asked: z.output<typeof settings>, policy: ServerPolicy): SessionSettings => {
  for (const name of LOCAL_ONLY)
    if (asked[name] !== undefined) needs(policy.local, `the setting "${name}"`, '--local');
  if (asked.profile !== undefined && /[/\\]/.test(asked.profile))
    needs(policy.local, 'profiles by path', '--local');
  if (asked.headless === false) needs(policy.local, 'windows on its screen', '--local');
  return given(asked) as SessionSettings;
};

const sessionReply = (session: BrowserSession): Reply => ({ session: session.info() });

export const SESSION_OPERATIONS = {
  health: alone(NOTHING, async ({ manager }) => ({
    name: 'inpage',
    version,
    pid: process.pid,
    sessions: manager.list().length,
  })),
  shutdown: alone(NOTHING, async ({ policy, stop }) => {
    needs(policy.local, 'to be ended over HTTP', '--local');
    setImmediate(stop);
    return {};
  }),
  listSessions: alone(NOTHING, async ({ manager }) => ({ sessions: manager.list() })),
  openSession: alone(
    z.strictObject({ name: z.string().default('default'), ...settings.shape }),
    async ({ input: { name, ...asked }, manager, policy }) => {
      const known = manager.get(name);
      const isAsked = Object.keys(given(asked)).length > 0;
      if (known && isAsked)
        throw new SessionError(
          'session_exists',
          `The session ${name} is open and keeps its settings. Close it first, or take another name.`,
        );
      return sessionReply(await manager.open(name, checkedSettings(asked, policy)));
    },
  ),
  closeSessions: alone(NOTHING, async ({ manager }) => {
    const closed = manager.list().map(({ name }) => name);
    await manager.closeAll();
    return { closed };
  }),
  getSession: onSession(NOTHING, async ({ session }) => sessionReply(session)),
  closeSession: onSession(NOTHING, async ({ session }) => {
    await session.close();
    return { closed: [session.name] };
  }),
};
