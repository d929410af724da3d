import type { Browser } from 'playwright-core';
import { SessionError } from './session-error.ts';

/**
 * Settles as the call does, or rejects when the browser ends: Playwright leaves some calls pending then (`newPage`, in
 * the first tenth of a second or so after the context is made).
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
