import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseSitemap } from '@crawlee/utils';
import type { Fetched, Fetcher } from '../contract/index.ts';

const TIMEOUT_MS = 20_000;
/** Of one sitemap; the protocol allows 50 MB. */
const MAX_BYTES = 50 * 1024 * 1024;
/** As many as an index may name (50,000) would be no crawl but a search engine. */
const MOST_SITEMAPS = 500;
const COMMON_PATHS = ['/sitemap.xml', '/sitemap.txt', '/sitemap_index.xml'];

/** What many sites write into the query of an address. */
const BARE_AMPERSAND = /&(?!#?\w+;)/g;

const unzip = promisify(gunzip);

/** Pages that the sitemaps of a site name: those of robots.txt, else those in the usual places. */
export async function* sitemapPages(
  site: string,
  named: string[],
  fetcher: Fetcher,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const queue = named.length > 0 ? [...named] : COMMON_PATHS.map((path) => new URL(path, site).href);
  const seen = new Set<string>();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (signal.aborted || seen.size >= MOST_SITEMAPS) return;
    if (seen.has(next)) continue;
    seen.add(next);
    const text = await read(next, fetcher, signal);
    if (text === undefined) continue;
    if (!text.trimStart().startsWith('<')) {
      for (const line of text.split(/\s+/)) if (URL.canParse(line)) yield line;
      continue;
    }
    const nestedSitemapFilter = (url: string) => {
      queue.push(url);
      // Crawlee would fetch it itself, without our limits.
      return false;
    };
    const content = text.replace(BARE_AMPERSAND, '&amp;');
    try {
      for await (const { loc } of parseSitemap([{ type: 'raw', content }], undefined, {
        nestedSitemapFilter,
      }))
        if (URL.canParse(loc)) yield loc;
    } catch {
      // It is no XML: what else there is of sitemaps and links is the site's all the same.
    }
  }
}

/** Undefined where there is none: a site need not have a sitemap. */
async function read(url: string, fetcher: Fetcher, signal: AbortSignal): Promise<string | undefined> {
  try {
    const fetched = await fetcher.get(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal });
    if (fetched.status >= 300 || /^text\/html\b/i.test(fetched.contentType)) return undefined;
    return await textOf(fetched);
  } catch {
    return undefined;
  }
}

/** `sitemap.xml.gz` is a compressed file, not a compressed answer. */
async function textOf({ body, text }: Fetched): Promise<string> {
  const isZipped = body[0] === 0x1f && body[1] === 0x8b;
  return isZipped ? (await unzip(body, { maxOutputLength: MAX_BYTES })).toString('utf8') : text;
}
