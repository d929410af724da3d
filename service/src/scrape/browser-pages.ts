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
import { runActions } from './actions.ts';
import { AD_PATTERNS } from './ad-hosts.ts';
import { isHtml, type LoadedPage } from './loaded-page.ts';
import { takeScreenshot } from './screenshot.ts';
import { Slots } from './slots.ts';
import { writeOut } from './write-out.ts';

/** Pictures and frames that take longer than this are not waited for. */
const LOAD_MS = 10_000;
/** Nor are pages that never stop to ask for something. */
const QUIET_MS = 3_000;
/** Between two pages the browser stays open for so long. */
const KEEP_MS = 30_000;

/** A browser that ends is noticed a moment later: what is asked of it meanwhile fails too. */
const MOST_ATTEMPTS = 3;

const MOBILE_DEVICE = 'iPhone 15';

/** Keeps the browser open between pages; no page is loaded in it. */
const KEEPER = 'keeper';

const isEndpoint = (browser: string): boolean => /^(?:https?|wss?):\/\//.test(browser);

/** Loads pages in browsers: each in a context of its own that is closed afterwards. */
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

  /** Pages that are open. */
  get open(): number {
    return this.#open;
  }

  async close(): Promise<void> {
    clearTimeout(this.#keepTimer);
    await this.#manager.end();
  }

  /**
   * Loads a page, waits and acts as the options say.
   *
   * @param signal closes the page at once
   * @returns undefined where the address leads to something else: a file, data
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
          // The browser is started again for the next page, so for this one too.
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

  /** A browser of this machine stays open for the pages that come. */
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
    const begun = Date.now();
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
    this.#assertAllowed(url, response, begun, refusal);
    const contentType = response?.headers()['content-type'] ?? '';
    if (!isHtml(contentType, '<html>')) return undefined;
    await settle(page);
    if (options.waitFor > 0) await page.waitForTimeout(options.waitFor);
    const { actions: wanted = [], formats } = options;
    const actions = wanted.length > 0 ? await runActions(session, wanted, signal) : undefined;
    if (actions) await settle(session.page);
    const now = session.page;
    const picture = formats.find((one) => one.type === 'screenshot');
    const screenshot = picture && (await takeScreenshot(now, picture));
    const text = await writeOut(now);
    // Wherever scripts and actions have led to.
    const landed = this.#fetcher.check(now.url());
    this.#assertAllowed(landed, null, begun, refusal);
    if (Buffer.byteLength(text) > this.#settings.limits.pageBytes)
      throw new ServiceError(
        'too_large',
        `${shortUrl(url)} has more than ${this.#settings.limits.pageBytes} bytes.`,
      );
    return {
      sourceUrl: url,
      url: landed,
      status: response?.status() ?? 200,
      contentType: contentType || 'text/html',
      text,
      engine: 'browser',
      ...(screenshot && { screenshot }),
      ...(actions && { actions }),
    };
  }

  /**
   * A remote browser can't take the guard's proxy: what it asks for is judged by its address, and a page that asks for
   * something of a private network is given up.
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

  /** What the guard has refused is no answer of the site. */
  #assertAllowed(
    url: string,
    response: Response | null,
    since: number,
    { reason }: { reason?: string },
  ): void {
    if (reason !== undefined) throw new ServiceError('url_blocked', reason);
    if (!response) return;
    this.#fetcher.check(response.url());
    const refused = this.#fetcher.refusedSince?.(since).find((one) => isRefusalOf(one, response.url()));
    if (refused) throw new ServiceError('url_blocked', refused.reason);
    // What proxy-chain answers where it reaches nobody: https://github.com/apify/proxy-chain#custom-error-codes
    if (response.status() >= 590 && response.status() <= 599)
      throw new ServiceError(
        'SCRAPE_SITE_ERROR',
        `${shortUrl(url)} could not be reached. Check the address, or try again later.`,
      );
  }
}

const headerOf = (headers: Record<string, string> | undefined, name: string): string | undefined =>
  Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];

/** Headers go to the page's own site only: others need not know what may be secret. */
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

/** Without a way through this process for every request, as routes have. */
const blockAds = async (context: BrowserContext, page: Page): Promise<void> => {
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setBlockedURLs', { urls: [...AD_PATTERNS] });
};

/** Until scripts have drawn what they have to: the page is loaded, and the network has been quiet for half a second. */
const settle = async (page: Page): Promise<void> => {
  const late = (): undefined => undefined;
  await page.waitForLoadState('load', { timeout: LOAD_MS }).catch(late);
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(late);
};

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
