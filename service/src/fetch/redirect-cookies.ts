import type { PromiseCookieJar } from 'got';
import { CookieJar } from 'tough-cookie';

/**
 * The cookies of one fetch: sites set one and lead back to themselves, and would do so for ever without it. Nothing is kept
 * for the next fetch.
 */
export const redirectCookies = (): PromiseCookieJar => {
  let jar: CookieJar | undefined;
  return {
    async getCookieString(url) {
      return jar ? jar.getCookieString(url) : '';
    },
    async setCookie(cookie, url) {
      jar ??= new CookieJar();
      await jar.setCookie(cookie, url, { ignoreError: true });
    },
  };
};
