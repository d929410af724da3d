/** What is known of a page beside its content; names and shapes are Firecrawl's v2. */
export interface DocumentMetadata {
  title?: string;
  description?: string;
  language?: string;
  keywords?: string;
  favicon?: string;
  ogTitle?: string;
  ogDescription?: string;
  ogImage?: string;
  ogUrl?: string;
  ogSiteName?: string;
  /** The address that was asked for. */
  sourceURL: string;
  /** Where redirects have led. */
  url: string;
  /** The address that the page names as its own (`<link rel=canonical>`). */
  canonicalURL?: string;
  statusCode: number;
  contentType?: string;
  /** `static`: without a browser; `browser`: loaded in one. */
  engine: 'static' | 'browser';
  /** Why a page took a browser. */
  engineReason?: string;
  cacheState?: 'hit' | 'miss';
  /** ISO 8601, of a page from the cache. */
  cachedAt?: string;
  creditsUsed: number;
  scrapeId?: string;
  error?: string;
  [meta: string]: unknown;
}

/** One page in the formats that were asked for. */
export interface Document {
  markdown?: string;
  html?: string;
  rawHtml?: string;
  links?: string[];
  images?: string[];
  /** A data URL (`data:image/png;base64,...`). */
  screenshot?: string;
  summary?: string;
  json?: unknown;
  attributes?: { selector: string; attribute: string; values: string[] }[];
  actions?: {
    screenshots: string[];
    scrapes: { url: string; html: string }[];
    javascriptReturns: { type: string; value: unknown }[];
    pdfs: string[];
  };
  warning?: string;
  metadata: DocumentMetadata;
}
