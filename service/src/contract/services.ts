import type { Document } from './document.ts';
import type { Job } from './job.ts';
import type { Format, ScrapeOptions } from './requests.ts';

/** What a scrape gives beside the document. */
export interface Scraped {
  document: Document;
  /** All links of the page, whole addresses without fragments, in their order; what a crawl goes on with. */
  links: string[];
  /** 1 for a page; more for what a model or a browser adds (docs/service.md). */
  credits: number;
}

export interface ScrapeContext {
  tenant: string;
  signal: AbortSignal;
  /** Links are wanted though the formats do not ask for them. */
  wantsLinks?: boolean;
  /** Asked before the model is: false stops with `credits_exhausted`. */
  charge?: (credits: number, tokens: number) => Promise<boolean>;
}

/** One page, in the formats that are asked for: static or in a browser, cached, acted on. */
export interface Scraper {
  /** @throws {ServiceError} */
  scrape(url: string, options: ScrapeOptions, context: ScrapeContext): Promise<Scraped>;
  /** Browsers that are open. */
  readonly browsers: number;
  close(): Promise<void>;
}

/** An answer of guarded HTTP. */
export interface Fetched {
  /** Where redirects have led. */
  url: string;
  status: number;
  headers: Record<string, string>;
  contentType: string;
  body: Buffer;
  /** Decoded as header, mark or `<meta>` say. */
  text: string;
}

export interface FetchOptions {
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** Most bytes after decompression. */
  maxBytes?: number;
  signal?: AbortSignal;
  skipTlsVerification?: boolean;
}

/** All HTTP of the service but that of browsers: through the guard's proxy, with its limits. Robots, sitemaps, images, webhooks too. */
export interface Fetcher {
  /** The guard's proxy, for browsers and libraries that fetch by themselves. */
  proxyUrl(): Promise<string | undefined>;
  /** The address, whole, if it may be opened at all. @throws {ServiceError} `url_blocked`, `bad_request` */
  check(url: string): string;
  /** @throws {ServiceError} */
  get(url: string, options?: FetchOptions): Promise<Fetched>;
  post(url: string, body: string, options?: FetchOptions): Promise<Fetched>;
  /** Resolves the host of an address, as a connection would. @throws {ServiceError} as `get` does */
  reach?(url: string): Promise<void>;
  /** Connections that the guard has refused since a moment (ms since 1970). */
  refusedSince?(time: number): { host: string; port: number; reason: string }[];
  close(): Promise<void>;
}

/** A model for one answer: summary, JSON by a schema. */
export interface Reader {
  summary(text: string, context: ScrapeContext): Promise<{ text: string; tokens: number }>;
  /** @throws {ServiceError} `invalid_output` after one repair round */
  json(
    text: string,
    format: Extract<Format, { type: 'json' }>,
    context: ScrapeContext & { systemPrompt?: string },
  ): Promise<{ value: unknown; tokens: number }>;
}

/** Works on a job that is no list of pages, and answers its `result`. */
export type JobRunner = (job: Job, signal: AbortSignal) => Promise<unknown>;

/** What can go wrong, as clients see it: `{success: false, error, code}` with a status. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly code: ServiceErrorCode,
    /** One or two sentences: what is wrong, what to do next. */
    message: string,
    readonly details?: unknown,
  ) {
    super(message);
  }
}

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
  expired: 404,
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
