import { STATUS_CODES } from 'node:http';
import type { DocumentMetadata } from '../contract/index.ts';
import type { LoadedPage } from './loaded-page.ts';

const MOST_METAS = 100;
const MOST_CHARS = 4_000;

const OWN: Readonly<Record<string, string>> = {
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

/** An address in a document, whole; undefined where it is none. */
export const wholeAddress = (written: string | null | undefined, base: string): string | undefined => {
  const address = written?.trim();
  return address && URL.canParse(address, base) ? new URL(address, base).href : undefined;
};

/** What relative addresses begin from. */
export const baseOf = (document: Document, url: string): string => {
  const written = wholeAddress(document.querySelector('base[href]')?.getAttribute('href'), url);
  return written && /^https?:/.test(written) ? written : url;
};

const metasOf = (document: Document): Record<string, string | string[]> => {
  const found: Record<string, string | string[]> = {};
  for (const meta of Array.from(document.querySelectorAll('meta[content]')).slice(0, MOST_METAS)) {
    const name = meta.getAttribute('property') ?? meta.getAttribute('name') ?? meta.getAttribute('itemprop');
    const value = clean(meta.getAttribute('content'));
    if (!name || !/^[\w:.-]{1,100}$/.test(name) || name === '__proto__' || value === '') continue;
    const before = found[name];
    if (before === undefined) found[name] = value;
    else if (before !== value) found[name] = [before, value].flat();
  }
  return found;
};

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** What a document says of itself: every `<meta>` by its own name, the usual ones by Firecrawl's too. */
const saidIn = (document: Document, url: string): Record<string, unknown> => {
  const base = baseOf(document, url);
  const metas = metasOf(document);
  const usual = Object.entries(OWN).flatMap(([name, own]) => {
    const value = first(metas[name] ?? metas[name.toLowerCase()]);
    return value === undefined ? [] : [[own, value]];
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
    ...Object.fromEntries(usual),
    ...(title && { title }),
    ...(language && { language }),
    ...(favicon && { favicon }),
    ...(canonicalURL && { canonicalURL }),
  };
};

/** What is known of a page beside its content. */
export const metadataOf = (page: LoadedPage, document: Document | undefined): DocumentMetadata => ({
  ...(document && saidIn(document, page.url)),
  sourceURL: page.sourceUrl,
  url: page.url,
  statusCode: page.status,
  ...(page.contentType && { contentType: page.contentType }),
  ...(page.status >= 400 && { error: STATUS_CODES[page.status] ?? `Status ${page.status}` }),
  engine: page.engine,
  ...(page.engineReason && { engineReason: page.engineReason }),
  creditsUsed: 1,
});
