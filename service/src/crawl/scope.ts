import { filterUrl } from '@crawlee/utils';
import type { CrawlRequest } from '../contract/index.ts';
import { withoutWww } from './page-key.ts';
import { createMatcher } from './patterns.ts';

type ScopeOptions = Pick<
  CrawlRequest,
  | 'includePaths'
  | 'excludePaths'
  | 'regexOnFullURL'
  | 'crawlEntireDomain'
  | 'allowExternalLinks'
  | 'allowSubdomains'
>;

/** File extensions that are never pages. */
const FILES = new Set(
  (
    'png jpg jpeg gif webp avif svg ico bmp tif tiff css js mjs map json xml rss atom woff woff2 ttf otf eot ' +
    'mp3 mp4 m4a m4v mov avi mkv webm ogg ogv wav flac zip gz tgz bz2 xz 7z rar tar exe dmg msi deb rpm apk iso bin'
  ).split(' '),
);

/** Longest URL that a crawl follows (characters). */
const MAX_LENGTH = 4_000;

/**
 * A function that decides whether a link belongs to a crawl, by Firecrawl's rules: it is on the site of the start URL, at
 * or below its path unless `crawlEntireDomain` is set; patterns are matched against the path, or against the whole URL.
 *
 * @throws {ServiceError} `bad_request` for an invalid regular expression
 */
export function createScope(start: string, options: ScopeOptions): (url: string) => boolean {
  const base = new URL(start);
  const below = folderOf(base);
  const { includePaths } = options;
  const isIncluded = createMatcher(includePaths);
  const isExcluded = createMatcher(options.excludePaths);
  const isOfSite = (link: URL): boolean => {
    if (isSameSite(link, base)) return options.crawlEntireDomain || isBelow(link, below);
    if (options.allowSubdomains && isSameDomain(link, base)) return true;
    return options.allowExternalLinks;
  };
  return (url) => {
    const link = URL.canParse(url) ? new URL(url) : undefined;
    if (!link || url.length > MAX_LENGTH || !isPage(link)) return false;
    const text = options.regexOnFullURL ? link.href : link.pathname;
    return isOfSite(link) && !isExcluded(text) && (includePaths.length === 0 || isIncluded(text));
  };
}

/** Whether two URLs have the same host and port. A leading `www.` makes no difference. */
export function isSameSite(a: URL, b: URL): boolean {
  return withoutWww(a.hostname) === withoutWww(b.hostname) && a.port === b.port;
}

/** Whether two URLs have the same registrable domain (`example.com` of `docs.example.com`) and port. */
export function isSameDomain(link: URL, base: URL): boolean {
  return link.port === base.port && filterUrl(link, base, 'same-domain').allowed;
}

/** Whether a URL may lead to a page: http or https, and no file extension of other types. */
export function isPage(link: URL): boolean {
  if (link.protocol !== 'http:' && link.protocol !== 'https:') return false;
  const extension = /\.([a-z0-9]{1,5})$/i.exec(link.pathname)?.[1]?.toLowerCase();
  return extension === undefined || !FILES.has(extension);
}

/** The path of a URL without an index file and trailing slash. */
const folderOf = (base: URL): string =>
  base.pathname.replace(/\/(?:index|default)\.[a-z]+$/i, '').replace(/\/+$/, '');

const isBelow = (link: URL, folder: string): boolean =>
  link.pathname === folder || link.pathname.startsWith(`${folder}/`);
