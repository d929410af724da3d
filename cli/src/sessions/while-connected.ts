import type { Browser } from 'playwright-core';
import { SessionError } from './session-error.ts';

/**
 * The outcome of a call to a browser, which Playwright leaves open where the browser ends in the middle of it (`newPage` in
 * about the tenth of a second after the context is made).
 *
 * @throws {SessionError} `browser_lost`
 */
export const whileConnected = async <T>(browser: Browser | undefined, call: Promise<T>): Promise<T> => {
  if (!browser) return call;
  let stop = (): void => undefined;
  const lost = new Promise<never>((_, reject) => {
    stop = () => reject(new SessionError('browser_lost', 'The browser has ended.'));
  });
  browser.on('disconnected', stop);
  if (!browser.isConnected()) stop();
  try {
    return await Promise.race([call, lost]);
  } finally {
    browser.off('disconnected', stop);
  }
};
