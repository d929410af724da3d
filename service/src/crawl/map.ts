import {
  type Fetcher,
  type JobRunner,
  type MapRequest,
  type Scraped,
  type Scraper,
  scrapeOptions,
} from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import { pageKey } from './page-key.ts';
import { Robots } from './robots.ts';
import { isPage, isSameDomain, isSameSite } from './scope.ts';
import { sitemapPages } from './sitemaps.ts';

export interface MapLink {
  url: string;
  title?: string;
  description?: string;
}

/** Most URLs that are collected before `search` selects the best of them: the largest `limit` of a request. */
const MOST_FOUND = 100_000;

/** Runs jobs of kind `map`: collects the pages of a site from its sitemaps and the links of its start page, as `{links}`. */
export function createMapRunner(parts: {
  settings: Settings;
  fetcher: Fetcher;
  scraper: Pick<Scraper, 'scrape'>;
}): JobRunner {
  const robots = new Robots(parts.fetcher);
  return async (job, jobSignal) => {
    const request = job.request as MapRequest;
    const signal = AbortSignal.any([jobSignal, AbortSignal.timeout(request.timeout)]);
    const found = new Found(request);
    const start =
      request.sitemap === 'only' ? undefined : scrapeStart(parts.scraper, request, job.tenant, jobSignal);
    const sitemap = async () => {
      const { sitemaps } = await robots.rulesOf(request.url, parts.settings.userAgent);
      for await (const url of sitemapPages(request.url, sitemaps, parts.fetcher, signal)) {
        found.add({ url });
        if (found.isFull || signal.aborted) return;
      }
    };
    const [scraped] = await Promise.allSettled([
      start ?? Promise.resolve(undefined),
      request.sitemap === 'skip' ? Promise.resolve() : sitemap(),
    ]);
    jobSignal.throwIfAborted();
    if (scraped.status === 'fulfilled' && scraped.value) found.addStart(scraped.value);
    else if (scraped.status === 'rejected' && found.isEmpty) throw scraped.reason;
    return { links: found.links() };
  };
}

function scrapeStart(
  scraper: Pick<Scraper, 'scrape'>,
  { url, timeout }: MapRequest,
  tenant: string,
  signal: AbortSignal,
): Promise<Scraped> {
  const options = scrapeOptions.parse({ formats: ['links'], onlyMainContent: false, timeout });
  return scraper.scrape(url, options, { tenant, signal });
}

/** The pages found of a site, each once. */
class Found {
  private readonly byKey = new Map<string, MapLink>();
  private readonly start: URL;

  constructor(private readonly request: MapRequest) {
    this.start = new URL(request.url);
  }

  get isFull(): boolean {
    return this.byKey.size >= (this.request.search ? MOST_FOUND : this.request.limit);
  }

  get isEmpty(): boolean {
    return this.byKey.size === 0;
  }

  add(link: MapLink): void {
    if (!URL.canParse(link.url)) return;
    const url = new URL(link.url);
    if (!isPage(url) || !this.isOfSite(url)) return;
    url.hash = '';
    const { ignoreQueryParameters } = this.request;
    if (ignoreQueryParameters) url.search = '';
    const key = pageKey(url.href, { ignoreQueryParameters, deduplicateSimilarURLs: true });
    const known = this.byKey.get(key);
    if (known) Object.assign(known, { ...link, url: known.url });
    else if (!this.isFull) this.byKey.set(key, { ...link, url: url.href });
  }

  /** Adds the start page and its links, and orders them before the pages of the sitemaps. */
  addStart({ document, links }: Scraped): void {
    const fromSitemaps = [...this.byKey.values()];
    this.byKey.clear();
    const { url, title, description } = document.metadata;
    this.add({
      url,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    });
    for (const link of links) this.add({ url: link });
    for (const link of fromSitemaps) this.add(link);
  }

  links(): MapLink[] {
    const all = [...this.byKey.values()];
    const { search, limit } = this.request;
    return (search ? orderByFit(all, search) : all).slice(0, limit);
  }

  private isOfSite(url: URL): boolean {
    return isSameSite(url, this.start) || (this.request.includeSubdomains && isSameDomain(url, this.start));
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Sorts links by how many of the searched words are in their path, title or description; a partial match counts half. */
export function orderByFit(links: MapLink[], search: string): MapLink[] {
  const searched = [...new Set(wordsOf(search))];
  const fit = ({ url, title = '', description = '' }: MapLink): number => {
    const words = wordsOf(`${decode(new URL(url).pathname)} ${title} ${description}`);
    const worth = (word: string) =>
      words.includes(word)
        ? 1
        : words.some((found) => found.includes(word) || (found.length > 3 && word.includes(found)))
          ? 0.5
          : 0;
    return searched.reduce((sum, word) => sum + worth(word), 0);
  };
  const rated = links.map((link) => ({ link, fit: fit(link) }));
  return rated.sort((a, b) => b.fit - a.fit).map(({ link }) => link);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
