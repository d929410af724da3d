import type { PromiseCookieJar } from 'got';
import { CookieJar } from 'tough-cookie';

/**
 * A cookie jar for the redirects of one request: some sites set a cookie and redirect to the same URL, which without the
 * cookie would loop. Cookies are not kept for the next request.
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
