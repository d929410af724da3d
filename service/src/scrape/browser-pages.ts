import type { BrowserContext, Page, Response } from 'playwright-core';
import { isRefusalOf } from '../../../cli/src/guard/guard-proxy.ts';
import {
  type BrowserSession,
  endpointOf,
  isOfThisMachine,
  SessionError,
  SessionManager,
  type SessionSettings,
} from '../../../cli/src/sessions/index.ts';
import { type Fetcher, type ScrapeOptions, ServiceError, type Settings } from '../contract/index.ts';
import { failureOf, shortUrl } from '../fetch/failure.ts';
import { Slots } from '../fetch/slots.ts';
import { runActions } from './actions.ts';
import { AD_PATTERNS } from './ad-hosts.ts';
import { isHtml, type LoadedPage } from './loaded-page.ts';
import { takeScreenshot } from './screenshot.ts';
import { writeOut } from './write-out.ts';

/** Longest wait for the `load` event (ms): a slow image or frame must not hold up the page. */
const LOAD_MS = 10_000;
/** Longest wait until the network is idle (ms): some pages never stop to send requests. */
const QUIET_MS = 3_000;
/** How long the browser stays open after the last page (ms), so that the next page need not start one. */
const KEEP_MS = 30_000;

/** Attempts to load a page if the browser is lost. The loss is noticed late, so a second attempt may still meet the dead one. */
const MOST_ATTEMPTS = 3;

/** Playwright's device for `mobile`. */
const MOBILE_DEVICE = 'iPhone 15';

/** Name of a session that only keeps the browser open between pages; no page is loaded in it. */
const KEEPER = 'keeper';

/** Whether the setting `browser` is the URL of a remote browser, not the path of an executable. */
const isEndpoint = (browser: string): boolean => /^(?:https?|wss?):\/\//.test(browser);

/** Loads pages in a browser: each in a browser context of its own, which is closed afterwards. */
export class BrowserPages {
  readonly #settings: Settings;
  readonly #fetcher: Fetcher;
  readonly #slots: Slots;
  readonly #manager: SessionManager;
  #count = 0;
  #open = 0;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: Settings, fetcher: Fetcher) {
    this.#settings = settings;
    this.#fetcher = fetcher;
    this.#slots = new Slots(settings.browserConcurrency);
    const { browser } = settings;
    this.#manager = new SessionManager({
      guard: async () => {
        const address = await fetcher.proxyUrl();
        if (!address) throw new ServiceError('internal_error', 'There is no guard for browsers.');
        return address;
      },
      limits: { maxSessions: settings.browserConcurrency + 2, maxTabs: 5, idleMs: 0 },
      defaults:
        browser === undefined ? {} : isEndpoint(browser) ? { connect: browser, isolated: true } : { browser },
    });
  }

  /** How many pages are being loaded. */
  get open(): number {
    return this.#open;
  }

  async close(): Promise<void> {
    clearTimeout(this.#keepTimer);
    await this.#manager.end();
  }

  /**
   * Loads a page, waits `waitFor` and executes the actions of the options.
   *
   * @param signal closes the page when it aborts
   * @returns undefined if the URL leads to a download, or to content that is not HTML
   * @throws {ServiceError}
   */
  async load(url: string, options: ScrapeOptions, signal: AbortSignal): Promise<LoadedPage | undefined> {
    const release = await this.#slots.take(signal);
    this.#open++;
    clearTimeout(this.#keepTimer);
    try {
      await this.#fetcher.reach?.(url);
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#loadOnce(url, options, signal);
        } catch (thrown) {
          // A lost browser is started again by the next attempt.
          if (!isLost(thrown) || signal.aborted || attempt === MOST_ATTEMPTS) throw thrown;
        }
      }
    } catch (thrown) {
      throw asServiceError(url, thrown);
    } finally {
      this.#open--;
      release();
      if (this.#open === 0) this.#closeLater();
    }
  }

  /** Keeps a browser that this process starts open for further pages. A remote one runs anyway. */
  async #keep(): Promise<void> {
    const { browser } = this.#settings;
    if (browser === undefined || !isEndpoint(browser)) await this.#manager.open(KEEPER);
  }

  #closeLater(): void {
    clearTimeout(this.#keepTimer);
    this.#keepTimer = setTimeout(() => {
      if (this.#open === 0) this.#manager.close(KEEPER).catch(() => undefined);
    }, KEEP_MS);
    this.#keepTimer.unref();
  }

  async #loadOnce(url: string, options: ScrapeOptions, signal: AbortSignal): Promise<LoadedPage | undefined> {
    await this.#keep();
    const name = `page-${++this.#count}`;
    const session = await this.#manager.open(name, this.#settingsFor(options));
    const stop = (): void => {
      session.close().catch(() => undefined);
    };
    signal.addEventListener('abort', stop);
    try {
      if (signal.aborted) throw new ServiceError('cancelled', 'The job was cancelled.');
      return await session.run(() => this.#work(session, url, options, signal), options.timeout);
    } finally {
      signal.removeEventListener('abort', stop);
      await session.close();
    }
  }

  #settingsFor({ mobile, headers, skipTlsVerification }: ScrapeOptions): SessionSettings {
    const userAgent = headerOf(headers, 'user-agent') ?? (mobile ? undefined : this.#settings.userAgent);
    return {
      ...(mobile && { device: MOBILE_DEVICE }),
      ...(userAgent !== undefined && { userAgent }),
      ...(skipTlsVerification && { ignoreHttpsErrors: true }),
    };
  }

  async #work(
    session: BrowserSession,
    url: string,
    options: ScrapeOptions,
    signal: AbortSignal,
  ): Promise<LoadedPage | undefined> {
    const { page, context } = session;
    const beganAt = Date.now();
    const refusal = this.#watchRemote(context);
    await sendHeaders(context, url, options.headers);
    if (options.blockAds) await blockAds(context, page);
    const response = await page
      .goto(url, { waitUntil: 'commit', timeout: options.timeout })
      .catch((thrown) => {
        if (/Download is starting|ERR_ABORTED/.test(String(thrown)) && !signal.aborted) return undefined;
        throw thrown;
      });
    if (response === undefined) return undefined;
    this.#assertAllowed(url, response, beganAt, refusal);
    const contentType = response?.headers()['content-type'] ?? '';
    if (!isHtml(contentType, '<html>')) return undefined;
    await settle(page);
    if (options.waitFor > 0) await page.waitForTimeout(options.waitFor);
    const { actions: wanted = [], formats } = options;
    const actions = wanted.length > 0 ? await runActions(session, wanted, signal) : undefined;
    if (actions) await settle(session.page);
    const activePage = session.page;
    const wantedShot = formats.find((format) => format.type === 'screenshot');
    const screenshot = wantedShot && (await takeScreenshot(activePage, wantedShot));
    const text = await writeOut(activePage);
    // Scripts and actions may have navigated, so the final URL is checked too.
    const finalUrl = this.#fetcher.check(activePage.url());
    this.#assertAllowed(finalUrl, null, beganAt, refusal);
    if (Buffer.byteLength(text) > this.#settings.limits.pageBytes)
      throw new ServiceError(
        'too_large',
        `${shortUrl(url)} has more than ${this.#settings.limits.pageBytes} bytes.`,
      );
    return {
      sourceUrl: url,
      url: finalUrl,
      status: response?.status() ?? 200,
      contentType: contentType || 'text/html',
      text,
      engine: 'browser',
      ...(screenshot && { screenshot }),
      ...(actions && { actions }),
    };
  }

  /**
   * Watches the requests of a remote browser, which cannot use the guard's proxy: they are checked by their URL, and a
   * page that requests something in a private network fails.
   *
   * @returns an object that gets the `reason` of the first request that is not allowed
   */
  #watchRemote(context: BrowserContext): { reason?: string } {
    const refusal: { reason?: string } = {};
    const { browser } = this.#settings;
    if (browser === undefined || !isEndpoint(browser) || isOfThisMachine(endpointOf(browser))) return refusal;
    context.on('request', (request) => {
      if (!/^(?:https?|wss?):/.test(request.url())) return;
      try {
        this.#fetcher.check(request.url().replace(/^ws/, 'http'));
      } catch (thrown) {
        refusal.reason ??= (thrown as Error).message;
      }
    });
    return refusal;
  }

  /**
   * Throws if the response is not one of the site, but of the guard's proxy, or if a request was not allowed.
   *
   * @throws {ServiceError} `url_blocked`, `SCRAPE_SITE_ERROR`
   */
  #assertAllowed(
    url: string,
    response: Response | null,
    since: number,
    { reason }: { reason?: string },
  ): void {
    if (reason !== undefined) throw new ServiceError('url_blocked', reason);
    if (!response) return;
    this.#fetcher.check(response.url());
    const refused = this.#fetcher
      .refusedSince?.(since)
      .find((refusal) => isRefusalOf(refusal, response.url()));
    if (refused) throw new ServiceError('url_blocked', refused.reason);
    // proxy-chain answers 59x if it cannot reach the host: https://github.com/apify/proxy-chain#custom-error-codes
    if (response.status() >= 590 && response.status() <= 599)
      throw new ServiceError(
        'SCRAPE_SITE_ERROR',
        `${shortUrl(url)} could not be reached. Check the address, or try again later.`,
      );
  }
}

const headerOf = (headers: Record<string, string> | undefined, name: string): string | undefined =>
  Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];

/** Sends the headers of a request to the page's own origin only, because they may be secret. Cookies go to the cookie jar. */
const sendHeaders = async (
  context: BrowserContext,
  url: string,
  headers: Record<string, string> | undefined,
): Promise<void> => {
  if (!headers) return;
  const { origin } = new URL(url);
  const cookies = (headerOf(headers, 'cookie') ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim(), url: origin }];
  });
  if (cookies.length > 0) await context.addCookies(cookies);
  const others = Object.entries(headers).filter(
    ([name]) => !/^(?:cookie|user-agent|host|content-length)$/i.test(name),
  );
  if (others.length === 0) return;
  const added = Object.fromEntries(others.map(([name, value]) => [name.toLowerCase(), value]));
  await context.route(
    (address) => address.origin === origin,
    (route) => route.continue({ headers: { ...route.request().headers(), ...added } }),
  );
};

/** Blocks the hosts of ads by CDP. With Playwright's `route` every request would take a round trip through this process. */
const blockAds = async (context: BrowserContext, page: Page): Promise<void> => {
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setBlockedURLs', { urls: [...AD_PATTERNS] });
};

/** Waits until scripts have probably rendered the page: it is loaded, and the network has been idle for half a second. */
const settle = async (page: Page): Promise<void> => {
  const late = (): undefined => undefined;
  await page.waitForLoadState('load', { timeout: LOAD_MS }).catch(late);
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(late);
};

/** Whether an error means that the browser has crashed or was closed. */
const isLost = (thrown: unknown): boolean =>
  (thrown instanceof SessionError && thrown.code === 'browser_lost') ||
  /has been closed|browser has disconnected/.test(String(thrown));

const asServiceError = (url: string, thrown: unknown): ServiceError => {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof SessionError) {
    if (thrown.code === 'browser_missing' || thrown.code === 'browser_failed')
      return new ServiceError('unavailable', thrown.message);
    if (thrown.code === 'timeout')
      return failureOf(url, Object.assign(new Error('it took too long'), { code: 'ETIMEDOUT' }));
    return new ServiceError('SCRAPE_SITE_ERROR', `${shortUrl(url)} could not be read: ${thrown.message}`);
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const code = /ERR_NAME_NOT_RESOLVED/.test(message)
    ? 'ENOTFOUND'
    : /ERR_(?:CERT|SSL)/.test(message)
      ? 'ERR_TLS'
      : /Timeout .*exceeded|ERR_TIMED_OUT/.test(message)
        ? 'ETIMEDOUT'
        : '';
  return failureOf(url, Object.assign(new Error(message.split('\n')[0]), { code }));
};
