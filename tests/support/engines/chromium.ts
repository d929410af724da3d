import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { PageServer } from './page-server.ts';
import { Pool } from './pool.ts';
import { injected, READY_STATE, untilReady } from './test-page.ts';
import { type Engine, URL_OF_PAGE } from './types.ts';

/** The screens that Chromium is tested with: of a desktop, and of a phone with touch. */
const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  chromium: { viewport: { width: 1280, height: 720 } },
  mobile: { viewport: { width: 412, height: 915 }, deviceScaleFactor: 2.625, hasTouch: true, isMobile: true },
};

/** A tab that runs expressions as `evaluateJavascript` does; Playwright's own `evaluate` needs the page's built-ins. */
class Tab {
  isCrashed = false;
  /** Rejects pending evaluations when the page crashes: the browser never answers them. */
  readonly #waiting = new Set<(reason: Error) => void>();

  constructor(
    readonly page: Page,
    private readonly session: CDPSession,
  ) {
    page.once('crash', () => {
      this.isCrashed = true;
      for (const reject of this.#waiting) reject(new Error('The page has crashed.'));
    });
  }

  readonly evaluate = async (expression: string): Promise<unknown> => {
    let waiting = (_: Error): void => {};
    const crash = new Promise<never>((_, reject) => {
      waiting = reject;
    });
    this.#waiting.add(waiting);
    const answer = this.session.send('Runtime.evaluate', { expression, returnByValue: true });
    const { result, exceptionDetails: thrown } = await Promise.race([answer, crash]).finally(() =>
      this.#waiting.delete(waiting),
    );
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
    return result.value;
  };
}

export const chromiumEngine = async (name: string): Promise<Engine> => {
  const server = await PageServer.start();
  const browser = await launchChromium();
  const proxy = { server: `http://127.0.0.1:${server.port}` };
  const tabs = new Pool(async () => {
    // A window of its own: a tab in the background gets few frames.
    const context = await browser.newContext({ ...SCREENS[name], proxy });
    const page = await context.newPage();
    // The test runner limits the time, not Playwright.
    page.setDefaultTimeout(0);
    return new Tab(page, await context.newCDPSession(page));
  });
  return {
    name,
    hasLayout: true,
    async open(html, { before, page, resources = {}, early } = {}) {
      server.serve({ [URL_OF_PAGE]: { body: html, ...page }, ...resources });
      const tab = await tabs.take();
      await tab.page.goto(URL_OF_PAGE, { waitUntil: 'commit' });
      const { evaluate } = tab;
      await untilReady(() => evaluate(READY_STATE), early);
      const execute = (statements: string): Promise<unknown> => evaluate(`${statements};0`);
      return injected({ evaluate, execute, close: () => tab.isCrashed || tabs.giveBack(tab) }, before);
    },
    async close() {
      await browser.close();
      server.stop();
    },
  };
};
