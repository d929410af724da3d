import {
  type Fetched,
  type Fetcher,
  type Format,
  type JobStore,
  type Reader,
  type ScrapeContext,
  type Scraped,
  type Document as ScrapedDocument,
  type ScrapeOptions,
  type Scraper,
  ServiceError,
  type Settings,
} from '../contract/index.ts';
import { cancelled, timedOut } from '../fetch/failure.ts';
import { isSameReceiver } from '../fetch/own-headers.ts';
import { TimeLimit } from '../fetch/time-limit.ts';
import { BrowserPages } from './browser-pages.ts';
import { cacheKey, isCacheable } from './cache-key.ts';
import { parsePage } from './html-module.ts';
import { isHtml, type LoadedPage } from './loaded-page.ts';
import { wholeAddress } from './metadata.ts';
import { askedForBrowser, needsBrowser } from './needs-browser.ts';
import { assertReadable, readPage } from './read-page.ts';
import { withoutOwnMarks } from './write-out.ts';

/** How long a document stays in the cache (ms). */
const KEEP_MS = 24 * 60 * 60_000;
/** Most redirects by `<meta http-equiv=refresh>` that are followed. */
const MOST_REFRESHES = 3;
/** Longest delay of a refresh that is followed: a page that stays longer is meant to be read. */
const REFRESH_SECONDS = 5;

interface Parsed {
  page: LoadedPage;
  document?: Document;
}

export interface ScraperOptions {
  settings: Settings;
  fetcher: Fetcher;
  store: JobStore;
  reader?: Reader;
}

/** The URL that a page redirects to by `<meta http-equiv=refresh>`; undefined if it does not, or only after a longer delay. */
const refreshOf = (document: Document, url: string): string | undefined => {
  const meta = Array.from(document.querySelectorAll('meta[http-equiv="refresh" i]')).find(
    (el) => !el.closest('noscript'),
  );
  const [, seconds = '', written = ''] =
    /^\s*(\d+)(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']*)/i.exec(meta?.getAttribute('content') ?? '') ??
    [];
  const address = Number(seconds) <= REFRESH_SECONDS ? wholeAddress(written, url) : undefined;
  return address && address.replace(/#.*/, '') !== url.replace(/#.*/, '') ? address : undefined;
};

class PageScraper implements Scraper {
  readonly #settings: Settings;
  readonly #fetcher: Fetcher;
  readonly #store: JobStore;
  readonly #reader: Reader | undefined;
  readonly #pages: BrowserPages;

  constructor({ settings, fetcher, store, reader }: ScraperOptions) {
    this.#settings = settings;
    this.#fetcher = fetcher;
    this.#store = store;
    this.#reader = reader;
    this.#pages = new BrowserPages(settings, fetcher);
  }

  get browsers(): number {
    return this.#pages.open;
  }

  close(): Promise<void> {
    return this.#pages.close();
  }

  async scrape(url: string, options: ScrapeOptions, context: ScrapeContext): Promise<Scraped> {
    const target = this.#fetcher.check(url);
    this.#assertModel(options);
    const key = isCacheable(options) ? cacheKey(target, options) : undefined;
    const known = key !== undefined && options.maxAge > 0 && (await this.#cached(key, options, context));
    if (known) return known;
    const limit = new TimeLimit(options.timeout, context.signal);
    try {
      const { document, links, credits } = await this.#scrape(target, options, {
        ...context,
        signal: limit.signal,
      });
      const isKept = key !== undefined && options.storeInCache && document.metadata.statusCode < 400;
      if (isKept) await this.#store.cache(context.tenant, key, { ...document, links }, KEEP_MS);
      if (options.maxAge > 0) document.metadata.cacheState = 'miss';
      return { document, links, credits };
    } catch (thrown) {
      if (context.signal.aborted) throw cancelled();
      if (limit.isOver) throw timedOut(target, options.timeout);
      throw thrown;
    } finally {
      limit.end();
    }
  }

  #assertModel({ formats }: ScrapeOptions): void {
    const wants = formats.find(({ type }) => type === 'json' || type === 'summary');
    if (wants && !this.#reader)
      throw new ServiceError(
        'not_configured',
        `The format ${wants.type} needs a model, and none is configured. Start the service with --model-url and --model, or leave the format out.`,
      );
  }

  async #cached(
    key: string,
    { formats, maxAge }: ScrapeOptions,
    { tenant }: ScrapeContext,
  ): Promise<Scraped | undefined> {
    const found = await this.#store.cached(tenant, key, maxAge);
    if (!found) return undefined;
    const { links = [], ...rest } = found.document;
    const document: ScrapedDocument = {
      ...rest,
      ...(formats.some(({ type }) => type === 'links') && { links }),
      metadata: {
        ...rest.metadata,
        cacheState: 'hit',
        cachedAt: new Date(found.time).toISOString(),
        creditsUsed: 1,
      },
    };
    return { document, links, credits: 1 };
  }

  async #scrape(url: string, options: ScrapeOptions, context: ScrapeContext): Promise<Scraped> {
    const { page, document: parsed } = await this.#load(url, options, context.signal);
    const { document, links } = await readPage(page, options, parsed);
    if (document.rawHtml !== undefined) document.rawHtml = withoutOwnMarks(document.rawHtml);
    const modelCredits = await this.#askModel(document, options.formats, context);
    if (!options.formats.some(({ type }) => type === 'markdown')) delete document.markdown;
    document.metadata.creditsUsed = Math.ceil(1 + modelCredits);
    // With `charge` the reader has charged the model's credits already, so only the page is left.
    return { document, links, credits: context.charge ? 1 : 1 + modelCredits };
  }

  /** Loads a page without a browser, or in one if the request or the page needs it. */
  async #load(url: string, options: ScrapeOptions, signal: AbortSignal): Promise<Parsed> {
    const optionReason = askedForBrowser(options);
    if (optionReason !== undefined) {
      const page = await this.#pages.load(url, options, signal);
      if (page) return { page: { ...page, engineReason: optionReason } };
    }
    const { page, document } = await this.#loadStatic(url, options, signal);
    const staticPage: Parsed = { page, ...(document && { document }) };
    if (optionReason !== undefined) {
      page.warning = `This is no HTML page, so it was read without a browser: ${optionReason} was left out.`;
      return staticPage;
    }
    const reason = document && needsBrowser(document);
    if (reason === undefined) return staticPage;
    try {
      const rendered = await this.#pages.load(url, options, signal);
      return rendered ? { page: { ...rendered, engineReason: reason } } : staticPage;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || thrown.code !== 'unavailable') throw thrown;
      page.engineReason = reason;
      page.warning = `This page needs a browser (${reason}), and there is none: ${thrown.message}`;
      return staticPage;
    }
  }

  async #loadStatic(url: string, options: ScrapeOptions, signal: AbortSignal): Promise<Parsed> {
    let at = url;
    for (let count = 0; ; count++) {
      const { headers: _, ...plain } = options;
      const fetched = await this.#fetch(at, isSameReceiver(url, at) ? options : plain, signal);
      assertReadable(fetched.contentType, url);
      const { text, contentType } = fetched;
      const page: LoadedPage = {
        sourceUrl: url,
        url: fetched.url,
        status: fetched.status,
        contentType,
        text,
        engine: 'static',
      };
      if (!isHtml(contentType, text)) return { page };
      const document = parsePage(text);
      const next = refreshOf(document, fetched.url);
      if (next === undefined || count === MOST_REFRESHES) return { page, document };
      at = this.#fetcher.check(next);
    }
  }

  #fetch(url: string, options: ScrapeOptions, signal: AbortSignal): Promise<Fetched> {
    const { timeout, headers, skipTlsVerification } = options;
    return this.#fetcher.get(url, {
      timeoutMs: timeout,
      maxBytes: this.#settings.limits.pageBytes,
      signal,
      skipTlsVerification,
      ...(headers && { headers }),
    });
  }

  /** Adds the formats that a model makes. @returns what the model costs (credits) */
  async #askModel(
    document: ScrapedDocument,
    formats: readonly Format[],
    context: ScrapeContext,
  ): Promise<number> {
    const reader = this.#reader;
    if (!reader) return 0;
    const text = document.markdown ?? '';
    let tokens = 0;
    for (const format of formats) {
      if (format.type === 'summary') {
        const summary = await reader.summary(text, context);
        document.summary = summary.text;
        tokens += summary.tokens;
      } else if (format.type === 'json') {
        const json = await reader.json(text, format, context);
        document.json = json.value;
        tokens += json.tokens;
      }
    }
    return (tokens * (this.#settings.model?.creditsPer1000 ?? 0)) / 1000;
  }
}

/**
 * Creates a scraper. It loads a page in a browser only if the request or the page needs one (`metadata.engine`,
 * `metadata.engineReason`).
 */
export const createScraper = (options: ScraperOptions): Scraper => new PageScraper(options);
