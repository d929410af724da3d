import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseSitemap } from '@crawlee/utils';
import type { Fetched, Fetcher } from '../contract/index.ts';

const TIMEOUT_MS = 20_000;
/** Largest size of one sitemap: the limit of the protocol (https://www.sitemaps.org/protocol.html), before and after gunzip. */
const MAX_BYTES = 50 * 1024 * 1024;
/** Most sitemaps of one site. An index may list 50,000, more than any crawl needs. */
const MOST_SITEMAPS = 500;
const COMMON_PATHS = ['/sitemap.xml', '/sitemap.txt', '/sitemap_index.xml'];

/** An unescaped `&`, which many sites write in the query of a URL and which is not well-formed XML. */
const BARE_AMPERSAND = /&(?!#?\w+;)/g;

const unzip = promisify(gunzip);

/** The URLs in the sitemaps of a site: in those that robots.txt lists (`named`), else in those at the usual paths. */
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
      // Queued here instead: Crawlee would fetch a nested sitemap itself, without the guard and our limits.
      return false;
    };
    const content = text.replace(BARE_AMPERSAND, '&amp;');
    try {
      for await (const { loc } of parseSitemap([{ type: 'raw', content }], undefined, {
        nestedSitemapFilter,
      }))
        if (URL.canParse(loc)) yield loc;
    } catch {
      // The sitemap is not well-formed: its URLs so far, other sitemaps and the links of pages are still used.
    }
  }
}

/** The text of a sitemap; undefined if there is none, which is no error. */
async function read(url: string, fetcher: Fetcher, signal: AbortSignal): Promise<string | undefined> {
  try {
    const fetched = await fetcher.get(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal });
    if (fetched.status >= 300 || /^text\/html\b/i.test(fetched.contentType)) return undefined;
    return await textOf(fetched);
  } catch {
    return undefined;
  }
}

/** The text of a sitemap. `sitemap.xml.gz` is a gzip file, which no `content-encoding` header announces. */
async function textOf({ body, text }: Fetched): Promise<string> {
  const isZipped = body[0] === 0x1f && body[1] === 0x8b;
  return isZipped ? (await unzip(body, { maxOutputLength: MAX_BYTES })).toString('utf8') : text;
}
