import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { PageServer } from './page-server.ts';
import { Pool } from './pool.ts';
import { injected, READY_STATE, untilReady } from './test-page.ts';
import { type Engine, URL_OF_PAGE } from './types.ts';

/** The screens that Chromium is tested with: of a desk, and of a phone with a finger. */
const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  chromium: { viewport: { width: 1280, height: 720 } },
  mobile: { viewport: { width: 412, height: 915 }, deviceScaleFactor: 2.625, hasTouch: true, isMobile: true },
};

/** As `evaluateJavascript` does; Playwright's own `evaluate` needs the page's built-ins. */
const evaluator =
  (session: CDPSession) =>
  async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails: thrown } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
    return result.value;
  };

export const chromiumEngine = async (name: string): Promise<Engine> => {
  const server = await PageServer.start();
  const browser = await launchChromium();
  const proxy = { server: `http://127.0.0.1:${server.port}` };
  const tabs = new Pool<{ tab: Page; session: CDPSession; isCrashed: boolean }>(async () => {
    // A window of its own: a tab behind another one has few frames.
    const context = await browser.newContext({ ...SCREENS[name], proxy });
    const tab = await context.newPage();
    const made = { tab, session: await context.newCDPSession(tab), isCrashed: false };
    tab.once('crash', () => {
      made.isCrashed = true;
      // What waits for an answer gets an error instead of nothing.
      void made.session.detach();
    });
    return made;
  });
  return {
    name,
    hasLayout: true,
    async open(html, { before, page, resources = {}, early } = {}) {
      server.serve({ [URL_OF_PAGE]: { body: html, ...page }, ...resources });
      const used = await tabs.take();
      await used.tab.goto(URL_OF_PAGE, { waitUntil: 'commit' });
      const evaluate = evaluator(used.session);
      await untilReady(() => evaluate(READY_STATE), early);
      const execute = (statements: string): Promise<unknown> => evaluate(`${statements};0`);
      return injected({ evaluate, execute, close: () => used.isCrashed || tabs.giveBack(used) }, before);
    },
    async close() {
      await browser.close();
      server.stop();
    },
  };
};
