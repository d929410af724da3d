import type { Browser } from 'playwright-core';
import { findBrowser, launchBrowser } from '../../scripts/setup/browser.mjs';

/** The Chromium of this machine, headless, with command line `args` besides the usual ones. `npm test` has looked for it or installed it before the tests start. */
export async function launchChromium(...args: string[]): Promise<Browser> {
  const browser = await findBrowser();
  if (!browser) {
    throw new Error(
      'There is no Chromium for the browser tests: run `npm test`, or set AGENT_BROWSER_CHROMIUM.',
    );
  }
  return launchBrowser({ path: browser.path, args });
}
