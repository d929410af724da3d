import type { Browser, Page } from 'playwright-core';
import { findBrowser, findShell, launchBrowser } from '../../scripts/setup/browser.mjs';

/**
 * The path of the Chromium of this machine: without windows where there is such a one, which starts and opens pages in half
 * of the time. `npm test` has looked for it or installed it before the tests start.
 */
export const chromiumPath = async (): Promise<string> => findShell() ?? browserWithWindows();

/** The path of the one that has windows: for extensions, and for tests that count or kill the processes of a browser that users have. */
export const browserWithWindows = async (): Promise<string> => {
  const found = await findBrowser();
  if (!found) throw new Error('There is no Chromium: run `npm test`, or set AGENT_BROWSER_CHROMIUM.');
  return found.path;
};

const launch = async (args: string[] = []): Promise<Browser> =>
  launchBrowser({ path: await chromiumPath(), args });

const launchShared = async (): Promise<Browser> => {
  const browser = await launch();
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
};

let shared: Promise<Browser> | undefined;

/**
 * That Chromium, headless. With command line `args` besides the usual ones it is one of its own; else all files of a worker
 * share one, which takes longer to start than many of them: its `close` closes what was opened in it, and it ends with the
 * worker.
 */
export const launchChromium = (...args: string[]): Promise<Browser> => {
  if (args.length > 0) return launch(args);
  shared ??= launchShared();
  return shared;
};

/**
 * Runs a script in pages of Chromium as a host does. Playwright's own `evaluate` has it compiled anew for each document,
 * which takes longer than most tests.
 */
export const scriptRunner = async (page: Page): Promise<(script: string) => Promise<void>> => {
  const session = await page.context().newCDPSession(page);
  return async (script) => {
    const { exceptionDetails: thrown } = await session.send('Runtime.evaluate', { expression: script });
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
  };
};
