import type { Document } from './document.ts';
import type { Job } from './job.ts';
import type { Format, ScrapeOptions } from './requests.ts';

/** Result of scraping one page. */
export interface Scraped {
  document: Document;
  /** All links of the page: absolute URLs without fragments, in document order. A crawl follows them. */
  links: string[];
  /** Credits still to be charged: 1 for the page, and those of the model unless `context.charge` has charged them. */
  credits: number;
}

export interface ScrapeContext {
  tenant: string;
  signal: AbortSignal;
  /**
   * Charges for the model: an estimate before a request, the difference after it. If it resolves to false the scrape
   * fails with `credits_exhausted`.
   */
  charge?: (credits: number, tokens: number) => Promise<boolean>;
}

/** Scrapes one page in the requested formats: from the cache, by HTTP alone, or in a browser with actions. */
export interface Scraper {
  /** @throws {ServiceError} */
  scrape(url: string, options: ScrapeOptions, context: ScrapeContext): Promise<Scraped>;
  /** How many pages are being loaded in a browser. */
  readonly browsers: number;
  close(): Promise<void>;
}

/** The response to a request of {@link Fetcher}. */
export interface Fetched {
  /** The final URL, after redirects. */
  url: string;
  status: number;
  headers: Record<string, string>;
  contentType: string;
  body: Buffer;
  /** The body, decoded by its byte order mark, the content type or `<meta charset>`. */
  text: string;
}

export interface FetchOptions {
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** Most bytes of the body, after decompression. Default: `limits.pageBytes` of the settings. */
  maxBytes?: number;
  signal?: AbortSignal;
  skipTlsVerification?: boolean;
}

/**
 * HTTP requests of the service itself, guarded against private networks: pages, robots.txt, sitemaps, search providers,
 * webhooks. Browsers use the guard's proxy; requests to the model go directly to the address in the settings.
 */
export interface Fetcher {
  /** URL of the guard's proxy, for browsers. */
  proxyUrl(): Promise<string | undefined>;
  /** The absolute URL of an address that may be opened. @throws {ServiceError} `url_blocked`, `bad_request` */
  check(url: string): string;
  /** @throws {ServiceError} */
  get(url: string, options?: FetchOptions): Promise<Fetched>;
  post(url: string, body: string, options?: FetchOptions): Promise<Fetched>;
  /** Resolves the host of a URL and checks its IP addresses. @throws {ServiceError} `url_blocked`, or a DNS error */
  reach?(url: string): Promise<void>;
  /** Connections that the guard has refused since a time (ms since 1970). */
  refusedSince?(time: number): { host: string; port: number; reason: string }[];
  close(): Promise<void>;
}

/** Asks a model for a summary of a text, or for JSON from it. */
export interface Reader {
  summary(text: string, context: ScrapeContext): Promise<{ text: string; tokens: number }>;
  /** @throws {ServiceError} `invalid_output` if the answer is still invalid after one repair */
  json(
    text: string,
    format: Extract<Format, { type: 'json' }>,
    context: ScrapeContext & { systemPrompt?: string },
  ): Promise<{ value: unknown; tokens: number }>;
}

/** Runs a job of kind `map`, `search`, `extract` or `agent`. @returns the `result` of the job */
export type JobRunner = (job: Job, signal: AbortSignal) => Promise<unknown>;

/** An error that clients see, as `{success: false, error, code}` with an HTTP status. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly code: ServiceErrorCode,
    /** One or two sentences: what is wrong, and what to do next. */
    message: string,
    readonly details?: unknown,
  ) {
    super(message);
  }
}

/** HTTP status by error code. */
export const STATUS_OF = {
  bad_request: 400,
  unauthorized: 401,
  credits_exhausted: 402,
  url_blocked: 403,
  not_allowed: 403,
  not_found: 404,
  not_configured: 400,
  SCRAPE_TIMEOUT: 408,
  conflict: 409,
  too_large: 413,
  action_failed: 422,
  invalid_output: 422,
  rate_limited: 429,
  quota_exceeded: 402,
  SCRAPE_DNS_RESOLUTION_ERROR: 500,
  SCRAPE_SSL_ERROR: 500,
  SCRAPE_SITE_ERROR: 500,
  SCRAPE_UNSUPPORTED_FILE_ERROR: 500,
  cancelled: 409,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ServiceErrorCode = keyof typeof STATUS_OF;
