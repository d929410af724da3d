import { z } from 'zod';

/**
 * The requests of clients, in the names of Firecrawl's API v2. Its fields that have no meaning here (`proxy`,
 * `integration`, `origin`, `zeroDataRetention`, ...) are accepted and ignored; docs/service.md lists them.
 */

const url = z.string().trim().min(1).max(8_000);
const milliseconds = z.int().min(0);
const jsonSchema = z.record(z.string(), z.unknown());

const viewport = z.object({ width: z.int().min(1).max(8_000), height: z.int().min(1).max(8_000) });

const formatObject = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['markdown', 'html', 'rawHtml', 'links', 'images', 'summary']) }),
  z.object({
    type: z.literal('json'),
    schema: jsonSchema.optional(),
    prompt: z.string().max(20_000).optional(),
  }),
  z.object({
    type: z.literal('screenshot'),
    fullPage: z.boolean().optional(),
    quality: z.int().min(1).max(100).optional(),
    viewport: viewport.optional(),
  }),
  z.object({
    type: z.literal('attributes'),
    selectors: z.array(z.object({ selector: z.string().max(1_000), attribute: z.string().max(200) })).max(50),
  }),
]);

export type Format = z.infer<typeof formatObject>;

/** A format as its name, or as an object with options; `screenshot@fullPage` is the older way to ask for a full page. */
const format = z.union([
  z
    .enum(['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'screenshot', 'json'])
    .transform((type): Format => ({ type }) as Format),
  z.literal('screenshot@fullPage').transform((): Format => ({ type: 'screenshot', fullPage: true })),
  formatObject,
]);

const action = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('wait'),
    milliseconds: milliseconds.max(60_000).optional(),
    selector: z.string().optional(),
  }),
  z.object({ type: z.literal('click'), selector: z.string(), all: z.boolean().optional() }),
  /** With `selector` fills the element; without it types into the element that has the focus. */
  z.object({ type: z.literal('write'), text: z.string().max(100_000), selector: z.string().optional() }),
  z.object({ type: z.literal('press'), key: z.string().max(40) }),
  z.object({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down']).optional(),
    selector: z.string().optional(),
  }),
  z.object({
    type: z.literal('screenshot'),
    fullPage: z.boolean().optional(),
    quality: z.int().min(1).max(100).optional(),
    viewport: viewport.optional(),
  }),
  z.object({ type: z.literal('scrape') }),
  z.object({ type: z.literal('executeJavascript'), script: z.string().max(100_000) }),
  z.object({
    type: z.literal('pdf'),
    format: z.string().max(10).optional(),
    landscape: z.boolean().optional(),
    scale: z.number().min(0.1).max(2).optional(),
  }),
]);

export type Action = z.infer<typeof action>;

export const scrapeOptions = z.object({
  formats: z
    .array(format)
    .max(20)
    .default(() => [{ type: 'markdown' } as Format]),
  onlyMainContent: z.boolean().default(true),
  includeTags: z.array(z.string().max(500)).max(100).optional(),
  excludeTags: z.array(z.string().max(500)).max(100).optional(),
  headers: z.record(z.string(), z.string().max(8_000)).optional(),
  /** Time to wait after the page has loaded in a browser, before it is read (ms). */
  waitFor: milliseconds.max(60_000).default(0),
  mobile: z.boolean().default(false),
  skipTlsVerification: z.boolean().default(false),
  /** Timeout of one page, with all that is done to it (ms). */
  timeout: milliseconds.min(1).max(300_000).default(60_000),
  actions: z.array(action).max(50).optional(),
  removeBase64Images: z.boolean().default(true),
  blockAds: z.boolean().default(true),
  /** Longest age of a cached copy that may be returned (ms); 0: the cache is not read. */
  maxAge: milliseconds.default(0),
  storeInCache: z.boolean().default(true),
});

export type ScrapeOptions = z.infer<typeof scrapeOptions>;

export const scrapeRequest = scrapeOptions.extend({ url });
export type ScrapeRequest = z.infer<typeof scrapeRequest>;

const webhookEvents = z.array(z.enum(['started', 'page', 'completed', 'failed', 'cancelled', 'action']));
const webhook = z.union([
  url.transform((one) => ({ url: one })),
  z.object({
    url,
    headers: z.record(z.string(), z.string()).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    events: webhookEvents.optional(),
  }),
]);

export interface Webhook {
  url: string;
  headers?: Record<string, string> | undefined;
  metadata?: Record<string, unknown> | undefined;
  events?: ('started' | 'page' | 'completed' | 'failed' | 'cancelled' | 'action')[] | undefined;
}

const jobScrapeOptions = scrapeOptions.default(() => scrapeOptions.parse({}));

export const batchRequest = scrapeOptions.extend({
  urls: z.array(z.string().max(8_000)).min(1).max(10_000),
  ignoreInvalidURLs: z.boolean().default(true),
  maxConcurrency: z.int().min(1).max(1_000).optional(),
  appendToId: z.string().optional(),
  webhook: webhook.optional(),
});
export type BatchRequest = z.infer<typeof batchRequest>;

export const crawlRequest = z.object({
  url,
  prompt: z.string().max(10_000).optional(),
  /** Most pages that the crawl scrapes. */
  limit: z.int().min(1).max(1_000_000).default(10_000),
  maxDiscoveryDepth: z.int().min(0).optional(),
  includePaths: z.array(z.string().max(1_000)).max(100).default([]),
  excludePaths: z.array(z.string().max(1_000)).max(100).default([]),
  /** The path patterns are matched against the whole URL instead of its path. */
  regexOnFullURL: z.boolean().default(false),
  sitemap: z.enum(['skip', 'include', 'only']).default('include'),
  ignoreQueryParameters: z.boolean().default(false),
  deduplicateSimilarURLs: z.boolean().default(true),
  crawlEntireDomain: z.boolean().default(false),
  allowExternalLinks: z.boolean().default(false),
  allowSubdomains: z.boolean().default(false),
  ignoreRobotsTxt: z.boolean().default(false),
  robotsUserAgent: z.string().max(200).optional(),
  /** Seconds between two pages of this crawl. */
  delay: z.number().min(0).max(3_600).optional(),
  maxConcurrency: z.int().min(1).max(1_000).optional(),
  webhook: webhook.optional(),
  scrapeOptions: jobScrapeOptions,
});
export type CrawlRequest = z.infer<typeof crawlRequest>;

export const mapRequest = z.object({
  url,
  search: z.string().max(1_000).optional(),
  sitemap: z.enum(['skip', 'include', 'only']).default('include'),
  includeSubdomains: z.boolean().default(true),
  ignoreQueryParameters: z.boolean().default(true),
  limit: z.int().min(1).max(100_000).default(5_000),
  timeout: milliseconds.min(1).max(300_000).default(60_000),
});
export type MapRequest = z.infer<typeof mapRequest>;

export const extractRequest = z
  .object({
    urls: z.array(url).max(100).optional(),
    prompt: z.string().max(20_000).optional(),
    schema: jsonSchema.optional(),
    systemPrompt: z.string().max(20_000).optional(),
    allowExternalLinks: z.boolean().default(false),
    enableWebSearch: z.boolean().default(false),
    showSources: z.boolean().default(false),
    ignoreInvalidURLs: z.boolean().default(true),
    scrapeOptions: jobScrapeOptions,
  })
  .refine((one) => one.urls?.length || one.prompt, 'Give urls or a prompt.')
  .refine((one) => one.prompt || one.schema, 'Give a prompt or a schema.');
export type ExtractRequest = z.infer<typeof extractRequest>;

const searchKind = z.enum(['web', 'news', 'images']);

export const searchRequest = z.object({
  query: z.string().trim().min(1).max(2_000),
  limit: z.int().min(1).max(100).default(5),
  sources: z
    .array(z.union([searchKind, z.object({ type: searchKind }).transform(({ type }) => type)]))
    .default(['web']),
  tbs: z.string().max(100).optional(),
  location: z.string().max(200).optional(),
  timeout: milliseconds.min(1).max(300_000).default(60_000),
  scrapeOptions: scrapeOptions.partial().optional(),
});
export type SearchRequest = z.infer<typeof searchRequest>;

export const agentRequest = z.object({
  prompt: z.string().trim().min(1).max(20_000),
  urls: z.array(url).max(100).optional(),
  schema: jsonSchema.optional(),
  /** Most credits that the job may use. */
  maxCredits: z.number().positive().max(1_000_000).default(2_500),
  /** Only the sites of `urls` may be opened. */
  strictConstrainToURLs: z.boolean().default(false),
  model: z.string().max(200).optional(),
  /** Whether the answer is a stream of server-sent events. */
  stream: z.boolean().default(false),
  webhook: webhook.optional(),
  /** Permission of the agent; not higher than the `agentMay` of the settings, which is the default. */
  allow: z.enum(['read', 'fill', 'submit']).optional(),
});
export type AgentRequest = z.infer<typeof agentRequest>;
