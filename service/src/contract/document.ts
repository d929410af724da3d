/** Metadata of a scraped page; names and shapes are those of Firecrawl's API v2. */
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
  /** The requested URL. */
  sourceURL: string;
  /** The final URL, after redirects. */
  url: string;
  /** The canonical URL that the page declares (`<link rel=canonical>`). */
  canonicalURL?: string;
  statusCode: number;
  contentType?: string;
  /** `static`: fetched without a browser; `browser`: loaded in one. */
  engine: 'static' | 'browser';
  /** Why the page needed a browser. */
  engineReason?: string;
  cacheState?: 'hit' | 'miss';
  /** When a page from the cache was stored (ISO 8601). */
  cachedAt?: string;
  creditsUsed: number;
  scrapeId?: string;
  error?: string;
  [meta: string]: unknown;
}

/** One page in the requested formats. */
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
