import { STATUS_CODES } from 'node:http';
import type { DocumentMetadata } from '../contract/index.ts';
import type { LoadedPage } from './loaded-page.ts';

/** Most `<meta>` elements that are read. */
const MOST_METAS = 100;
/** Longest value of a metadata field (characters). */
const MOST_CHARS = 4_000;

/** Firecrawl's names of metadata fields by the name of the `<meta>`. */
const COMMON: Readonly<Record<string, string>> = {
  description: 'description',
  keywords: 'keywords',
  robots: 'robots',
  author: 'author',
  'og:title': 'ogTitle',
  'og:description': 'ogDescription',
  'og:image': 'ogImage',
  'og:url': 'ogUrl',
  'og:site_name': 'ogSiteName',
  'og:locale': 'ogLocale',
  'article:published_time': 'publishedTime',
  'article:modified_time': 'modifiedTime',
};

const clean = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim().slice(0, MOST_CHARS);

/** The absolute URL of an address in a document; undefined if it is not a URL. */
export const wholeAddress = (text: string | null | undefined, base: string): string | undefined => {
  const address = text?.trim();
  return address && URL.canParse(address, base) ? new URL(address, base).href : undefined;
};

/** The base URL of a document: that of `<base href>` if it is http or https, else its own URL. */
export const baseOf = (document: Document, url: string): string => {
  const baseUrl = wholeAddress(document.querySelector('base[href]')?.getAttribute('href'), url);
  return baseUrl && /^https?:/.test(baseUrl) ? baseUrl : url;
};

/** The contents of the `<meta>` elements by their name. A name with several different contents has a list. */
const metasOf = (document: Document): Record<string, string | string[]> => {
  const found: Record<string, string | string[]> = {};
  for (const meta of Array.from(document.querySelectorAll('meta[content]')).slice(0, MOST_METAS)) {
    const name = meta.getAttribute('property') ?? meta.getAttribute('name') ?? meta.getAttribute('itemprop');
    const value = clean(meta.getAttribute('content'));
    if (!name || !/^[\w:.-]{1,100}$/.test(name) || name === '__proto__' || value === '') continue;
    const known = found[name];
    if (known === undefined) found[name] = value;
    else if (known !== value) found[name] = [known, value].flat();
  }
  return found;
};

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** The metadata that a document declares: each `<meta>` by its own name, common ones also by Firecrawl's name. */
const metadataIn = (document: Document, url: string): Record<string, unknown> => {
  const base = baseOf(document, url);
  const metas = metasOf(document);
  const renamed = Object.entries(COMMON).flatMap(([name, firecrawlName]) => {
    const value = first(metas[name] ?? metas[name.toLowerCase()]);
    return value === undefined ? [] : [[firecrawlName, value]];
  });
  const title = clean(document.querySelector('title')?.textContent) || first(metas['og:title']);
  const language =
    clean(document.documentElement?.getAttribute('lang')) ||
    clean(document.querySelector('meta[http-equiv="content-language" i]')?.getAttribute('content'));
  const linkTo = (selector: string): string | undefined =>
    wholeAddress(document.querySelector(selector)?.getAttribute('href'), base);
  const favicon = linkTo('link[rel~="icon" i][href]');
  const canonicalURL = linkTo('link[rel~="canonical" i][href]');
  return {
    ...metas,
    ...Object.fromEntries(renamed),
    ...(title && { title }),
    ...(language && { language }),
    ...(favicon && { favicon }),
    ...(canonicalURL && { canonicalURL }),
  };
};

/** The metadata of a page: those that its document declares, and those of its loading. */
export const metadataOf = (page: LoadedPage, document: Document | undefined): DocumentMetadata => ({
  ...(document && metadataIn(document, page.url)),
  sourceURL: page.sourceUrl,
  url: page.url,
  statusCode: page.status,
  ...(page.contentType && { contentType: page.contentType }),
  ...(page.status >= 400 && { error: STATUS_CODES[page.status] ?? `Status ${page.status}` }),
  engine: page.engine,
  ...(page.engineReason && { engineReason: page.engineReason }),
  creditsUsed: 1,
});
