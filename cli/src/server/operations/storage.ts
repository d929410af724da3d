import { z } from 'zod';
import type { SavedState } from '../../sessions/index.ts';
import { type BrowserSession, SessionError } from '../../sessions/index.ts';
import { given, NOTHING, onSession } from './operation.ts';
import { savedState } from './sessions.ts';

const cookie = z.strictObject({
  name: z.string().min(1),
  value: z.string(),
  url: z.string().optional().describe("Default: the page's, where there is no domain."),
  domain: z.string().optional(),
  path: z.string().optional(),
  expires: z.number().optional().describe('Seconds since 1970; -1: until the browser ends.'),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
});

const area = z.enum(['local', 'session']);

type Area = z.output<typeof area>;

/** Runs in the page. */
const readInPage = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries((globalThis as unknown as Record<string, Record<string, string>>)[name] ?? {}),
  );

const storageName = (which: Area): string => `${which}Storage`;

const read = async (session: BrowserSession, which: Area): Promise<Record<string, string>> => {
  try {
    return await session.run(({ page }) => page.evaluate(readInPage, storageName(which)));
  } catch (thrown) {
    if (thrown instanceof SessionError) throw thrown;
    throw new SessionError(
      'invalid_argument',
      'This page has no storage. Open one over http or https first.',
    );
  }
};

const words = (values: object): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${value}`)
    .join('\n');

const cookies = async ({ context }: BrowserSession, url?: string) => {
  const all = await context.cookies(url);
  const lines = all.map(({ name, value, domain, path }) => `${name}=${value} (${domain}${path})`);
  return { cookies: all, text: lines.join('\n') };
};

/**
 * Restores local storage: opens an empty page of each origin in a tab of its own, without any request to the network.
 */
const restoreStorage = async (session: BrowserSession, origins: SavedState['origins']): Promise<void> => {
  const page = await session.context.newPage();
  try {
    for (const { origin, localStorage: entries } of origins) {
      await page.route('**/*', (route) => route.fulfill({ body: '', contentType: 'text/html' }));
      await page.goto(origin);
      await page.evaluate((all) => {
        for (const { name, value } of all) localStorage.setItem(name, value);
      }, entries);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  } finally {
    await page.close();
  }
};

export const STORAGE_OPERATIONS = {
  getCookies: onSession(z.strictObject({ url: z.string().optional() }), async ({ input, session }) => {
    await session.ready();
    return cookies(session, input.url);
  }),
  setCookies: onSession(
    z.strictObject({ cookies: z.array(cookie).min(1).max(1_000) }),
    async ({ input, session }) => {
      await session.ready();
      const url = session.page.url();
      const whole = input.cookies.map((one) => {
        if (one.domain !== undefined) return given({ path: '/', ...one });
        const { path: _, ...rest } = one;
        return given({ url, ...rest });
      });
      try {
        await session.context.addCookies(whole as never);
      } catch (thrown) {
        const [reason = ''] = String((thrown as Error).message).split('\n');
        throw new SessionError(
          'invalid_argument',
          `${reason}. Open a page first, or give a url or a domain.`,
        );
      }
      return cookies(session);
    },
    true,
  ),
  clearCookies: onSession(z.strictObject({ name: z.string().optional() }), async ({ input, session }) => {
    await session.ready();
    await session.context.clearCookies(given({ name: input.name }));
    return cookies(session);
  }),
  getStorage: onSession(
    z.strictObject({ area, key: z.string().optional() }),
    async ({ input: { area, key }, session }) => {
      const values = await read(session, area);
      if (key === undefined) return { values, text: words(values) };
      return { value: values[key] ?? null, text: values[key] ?? '' };
    },
  ),
  setStorage: onSession(
    z.strictObject({ area, values: z.record(z.string(), z.string()) }),
    async ({ input: { area, values }, session }) => {
      await read(session, area);
      await session.run(({ page }) =>
        page.evaluate(
          ([name, entries]) => {
            const storage = (globalThis as unknown as Record<string, Storage>)[name];
            for (const [key, value] of Object.entries(entries)) storage?.setItem(key, value);
          },
          [storageName(area), values] as const,
        ),
      );
      return { text: 'Set.' };
    },
  ),
  clearStorage: onSession(
    z.strictObject({ area, key: z.string().optional() }),
    async ({ input: { area, key }, session }) => {
      await read(session, area);
      await session.run(({ page }) =>
        page.evaluate(
          ([name, one]) => {
            const storage = (globalThis as unknown as Record<string, Storage>)[name];
            if (one === null) storage?.clear();
            else storage?.removeItem(one);
          },
          [storageName(area), key ?? null] as const,
        ),
      );
      return { text: 'Cleared.' };
    },
  ),
  getState: onSession(NOTHING, async ({ session }) => ({
    state: await session.run(({ context }) => context.storageState()),
  })),
  setState: onSession(
    z.strictObject({ state: savedState }),
    async ({ input: { state }, session }) => {
      await session.run(async ({ context }) => {
        await context.addCookies(state.cookies as never);
        await restoreStorage(session, state.origins);
      });
      return {
        text: `Loaded ${state.cookies.length} cookies and the storage of ${state.origins.length} origins. Open or reload the page now.`,
      };
    },
    true,
  ),
};
