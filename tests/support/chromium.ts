import type { Browser, Page } from 'playwright-core';
import { findBrowser, findShell, launchBrowser } from '../../scripts/setup/browser.mjs';

/**
 * The path of this machine's Chromium: the one without windows where it is installed, which starts and opens pages in
 * half the time. `npm test` has found or installed it before the tests start.
 */
export const chromiumPath = async (): Promise<string> => findShell() ?? browserWithWindows();

/**
 * The path of the Chromium with windows: for extensions, for views without the focus, and for tests that count or kill
 * the processes of a browser that users have.
 */
export const browserWithWindows = async (): Promise<string> => {
  const found = await findBrowser();
  if (!found) throw new Error('There is no Chromium: run `npm test`, or set AGENT_BROWSER_CHROMIUM.');
  return found.path;
};

const launch = async (args: string[] = []): Promise<Browser> =>
  launchBrowser({ path: await chromiumPath(), args });

/** Launches the Chromium with windows, headless: a page of the other one never loses the focus. */
export const launchWithWindows = async (): Promise<Browser> =>
  launchBrowser({ path: await browserWithWindows() });

const launchShared = async (): Promise<Browser> => {
  const browser = await launch();
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
};

let shared: Promise<Browser> | undefined;

/**
 * Launches that Chromium, headless. With additional command line `args` it is a new one; otherwise all test files of
 * a worker share one, because it takes longer to start than many of them: its `close` closes its contexts, and it
 * ends with the worker.
 */
export const launchChromium = (...args: string[]): Promise<Browser> => {
  if (args.length > 0) return launch(args);
  shared ??= launchShared();
  return shared;
};

/**
 * Returns a function that runs a script in the page by the DevTools protocol, as a host does. Playwright's own
 * `evaluate` compiles the script anew for each document, which takes longer than most tests.
 */
export const scriptRunner = async (page: Page): Promise<(script: string) => Promise<void>> => {
  const session = await page.context().newCDPSession(page);
  return async (script) => {
    const { exceptionDetails: thrown } = await session.send('Runtime.evaluate', { expression: script });
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
  };
};
