import type { Browser, Page } from 'playwright-core';
import { findBrowser, findShell, launchBrowser } from '../../scripts/setup/browser.mjs';

const launch = async (args: string[] = []): Promise<Browser> => {
  const path = findShell() ?? (await findBrowser())?.path;
  if (!path) {
    throw new Error(
      'There is no Chromium for the browser tests: run `npm test`, or set AGENT_BROWSER_CHROMIUM.',
    );
  }
  return launchBrowser({ path, args });
};

const launchShared = async (): Promise<Browser> => {
  const browser = await launch();
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
};

let shared: Promise<Browser> | undefined;

/**
 * The Chromium that `npm test` has found or installed before the tests start: headless, the shell without windows where
 * there is one. With command line `args` besides the usual ones it is one of its own. Else all files of a worker share
 * one, because to start it takes longer than many of them: its `close` closes what was opened in it, and it ends with
 * the worker.
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
