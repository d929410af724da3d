import { z } from 'zod';
import type { BrowserSession } from '../../sessions/index.ts';
import { addressFor, checkRefused } from './addresses.ts';
import { NOTHING, observed, onSession, type Reply, type SessionCall } from './operation.ts';

const tab = z.strictObject({ tab: z.string().max(40).describe('t1, or its number.') });
const where = z.strictObject({ url: z.string().max(20_000).optional() });

const listed = async (session: BrowserSession): Promise<Reply> => {
  const tabs = await session.tabs.list();
  const lines = tabs.map(({ id, url, title, active }) =>
    `${active ? '*' : ' '} ${id} ${url} ${title}`.trimEnd(),
  );
  return { tabs, text: lines.join('\n') };
};

/** Opens a tab, makes it the active one, and opens the address in it if there is one. */
const opened = async ({
  input: { url },
  session,
  policy,
}: SessionCall<z.output<typeof where>>): Promise<Reply> => {
  const address = url === undefined ? undefined : addressFor(url, policy);
  const since = Date.now();
  const observation = await session.run(async ({ agent, tabs }) => {
    const page = await session.openTab();
    const empty = await agent.use(tabs.driver(page));
    return address === undefined ? empty : agent.open(address);
  });
  if (address !== undefined) await checkRefused(session, policy, since, address);
  return { ...observed(session, observation), tab: session.tabs.idOf(session.page) };
};

/** Ids of tabs by the browser's id of their window. */
const windowsOf = async (session: BrowserSession): Promise<Map<number, string[]>> => {
  const windows = new Map<number, string[]>();
  for (const page of session.tabs.pages) {
    const cdp = await session.context.newCDPSession(page);
    const { windowId } = await cdp.send('Browser.getWindowForTarget');
    await cdp.detach();
    windows.set(windowId, [...(windows.get(windowId) ?? []), session.tabs.idOf(page)]);
  }
  return windows;
};

export const TAB_OPERATIONS = {
  listTabs: onSession(NOTHING, async ({ session }) => {
    await session.ready();
    return listed(session);
  }),
  openTab: onSession(where, opened, true),
  selectTab: onSession(tab, async ({ input, session }) => {
    const observation = await session.run(async ({ agent, tabs }) => {
      const page = tabs.find(input.tab);
      await page.bringToFront();
      return agent.use(tabs.driver(page));
    });
    return { ...observed(session, observation), tab: session.tabs.idOf(session.page) };
  }),
  closeTab: onSession(tab, async ({ input, session }) => {
    await session.run(({ tabs }) => tabs.find(input.tab).close());
    await session.ready();
    return listed(session);
  }),
  listWindows: onSession(NOTHING, async ({ session }) => {
    const windows = [...(await session.run(windowsOf))].map(([id, tabs]) => ({ id, tabs }));
    return { windows, text: windows.map(({ id, tabs }) => `${id}: ${tabs.join(', ')}`).join('\n') };
  }),
  openWindow: onSession(
    where,
    async (call) => {
      const { session } = call;
      const { url } = call.input;
      const address = url === undefined ? undefined : addressFor(url, call.policy);
      await session.ready();
      const before = new Set(session.tabs.pages);
      const cdp = await session.context.newCDPSession(session.page);
      // The target of a session's page has the id of its context. Without an id the browser opens the window in its
      // default context.
      const { targetInfo } = await cdp.send('Target.getTargetInfo');
      const { profile, connect, isolated } = session.settings;
      const isOfBrowser = profile !== undefined || (connect !== undefined && !isolated);
      const { browserContextId } = isOfBrowser ? {} : targetInfo;
      await Promise.all([
        session.context.waitForEvent('page'),
        cdp.send('Target.createTarget', {
          url: 'about:blank',
          newWindow: true,
          ...(browserContextId !== undefined && { browserContextId }),
        }),
      ]);
      await cdp.detach();
      const page = session.tabs.pages.find((one) => !before.has(one)) ?? session.page;
      await session.run(({ agent, tabs }) => agent.use(tabs.driver(page)));
      if (address === undefined) return { ...(await listed(session)), tab: session.tabs.idOf(page) };
      const since = Date.now();
      const observation = await session.run(({ agent }) => agent.open(address));
      await checkRefused(session, call.policy, since, address);
      return { ...observed(session, observation), tab: session.tabs.idOf(page) };
    },
    true,
  ),
  setFrame: onSession(
    z.strictObject({
      scope: z.string().max(2_000).nullable().describe('A ref or CSS selector; null: the whole page.'),
    }),
    async ({ input: { scope }, session }) => {
      session.scope = scope ?? undefined;
      return {
        scope,
        text: scope === null ? 'Snapshots are of the whole page.' : `Snapshots are limited to ${scope}.`,
      };
    },
  ),
};
