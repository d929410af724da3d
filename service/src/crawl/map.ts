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

/** Before the best are chosen by `search`; the contract's largest limit. */
const MOST_FOUND = 100_000;

/** The pages of a site: those of its sitemaps, and those that its start page links to. Answers `{links}`. */
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
  return scraper.scrape(url, options, { tenant, signal, wantsLinks: true });
}

/** Pages of a site, each once. */
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

  /** The start page comes first, then what it links to, then the rest of the sitemaps. */
  addStart({ document, links }: Scraped): void {
    const ofSitemaps = [...this.byKey.values()];
    this.byKey.clear();
    const { url, title, description } = document.metadata;
    this.add({
      url,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    });
    for (const link of links) this.add({ url: link });
    for (const link of ofSitemaps) this.add(link);
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

/** Those first that have most of the searched words in address, title or description; a part of a word is worth half. */
export function orderByFit(links: MapLink[], search: string): MapLink[] {
  const searched = [...new Set(wordsOf(search))];
  const fit = ({ url, title = '', description = '' }: MapLink): number => {
    const words = wordsOf(`${decode(new URL(url).pathname)} ${title} ${description}`);
    const worth = (word: string) =>
      words.includes(word)
        ? 1
        : words.some((one) => one.includes(word) || (one.length > 3 && word.includes(one)))
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
