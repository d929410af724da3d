import {
  type Document,
  type ExtractRequest,
  type Fetcher,
  type Job,
  type JobRunner,
  type JobStore,
  mapRequest,
  type Reader,
  type ScrapeContext,
  type Scraper,
  ServiceError,
  type Settings,
} from '../contract/index.ts';
import { inParallel } from './in-parallel.ts';
import { searchWeb } from './search-providers.ts';
import { sourcesOf } from './sources.ts';

export interface ExtractRunnerOptions {
  settings: Settings;
  store: JobStore;
  fetcher: Fetcher;
  scraper: Scraper;
  /** Absent if no model is configured. */
  reader?: Reader;
  /** The runner of `map`, which finds the pages of a URL with a wildcard. */
  map: JobRunner;
}

/** The `result` of a job of kind `extract`. `sources`: by field of `data` the URLs of the pages that have its values. */
export interface ExtractResult {
  data: unknown;
  sources?: Record<string, string[]>;
}

/** Most pages of one URL with a wildcard. */
const WILDCARD_PAGES = 20;
/** Most pages of a web search. */
const SEARCH_PAGES = 5;
/** Most pages of one job. */
const MOST_PAGES = 100;
/** Pages of one job that are scraped at once. */
const AT_ONCE = 4;

/** Most characters of all pages in the prompt, unless the settings have `maxPromptChars`. */
const PROMPT_CHARS = 200_000;

interface Page {
  url: string;
  text: string;
}

/** The part of a URL before a final `*`; undefined for a URL without a wildcard. */
const prefixOf = (url: string): string | undefined => /^(.*?\/?)\*+$/.exec(url)?.[1];

/** The URLs in the result of a map, whose entries are URLs or objects with a `url`. */
const linksOf = (answer: unknown): string[] => {
  const { links } = (answer ?? {}) as { links?: unknown };
  const list = Array.isArray(answer) ? answer : Array.isArray(links) ? links : [];
  return list.map((link) =>
    typeof link === 'string' ? link : String((link as { url?: unknown }).url ?? ''),
  );
};

/** Runs jobs of kind `extract`: scrapes the pages and asks the model once with the text of all of them. */
export const createExtractRunner = (options: ExtractRunnerOptions): JobRunner => {
  const { settings, store, fetcher, scraper, reader, map } = options;

  const expanded = async (job: Job, url: string, signal: AbortSignal): Promise<string[]> => {
    const prefix = prefixOf(url);
    if (prefix === undefined) return [fetcher.check(url)];
    const base = fetcher.check(prefix);
    const request = mapRequest.parse({ url: base, limit: WILDCARD_PAGES * 10 });
    const links = linksOf(await map({ ...job, kind: 'map', request }, signal));
    const below = links.filter((link) => link.startsWith(base));
    return [...new Set([base, ...below])].slice(0, WILDCARD_PAGES);
  };

  const allUrls = async (job: Job, signal: AbortSignal, warn: (text: string) => void): Promise<string[]> => {
    const { urls = [], prompt, ignoreInvalidURLs, enableWebSearch } = job.request as ExtractRequest;
    const found: string[] = [];
    for (const url of urls) {
      try {
        found.push(...(await expanded(job, url, signal)));
      } catch (thrown) {
        signal.throwIfAborted();
        if (!ignoreInvalidURLs) throw thrown;
        warn(`${url.slice(0, 200)}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      }
    }
    if (prompt && (enableWebSearch || urls.length === 0)) {
      const question = { query: prompt.slice(0, 400), kind: 'web', limit: SEARCH_PAGES } as const;
      const results = await searchWeb({ settings, fetcher, signal }, question);
      found.push(...results.map(({ url }) => url));
    }
    return [...new Set(found)].slice(0, MOST_PAGES);
  };

  const read = async (
    job: Job,
    urls: readonly string[],
    context: ScrapeContext,
    warn: (text: string) => void,
  ): Promise<Page[]> => {
    const { scrapeOptions } = job.request as ExtractRequest;
    const formats = [{ type: 'markdown' as const }];
    const load = async (url: string): Promise<Page | undefined> => {
      try {
        const { document, credits } = await scraper.scrape(url, { ...scrapeOptions, formats }, context);
        if (!(await store.charge(job.id, credits))) {
          warn(`${url}: the limit of credits is reached.`);
          return undefined;
        }
        return pageOf(url, document);
      } catch (thrown) {
        context.signal.throwIfAborted();
        warn(`${url}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
        return undefined;
      }
    };
    return (await inParallel(urls, AT_ONCE, load)).filter((page) => page !== undefined);
  };

  return async (job, signal): Promise<ExtractResult> => {
    if (!reader) throw new ServiceError('not_configured', 'No model is configured, which extract needs.');
    const { prompt, schema, systemPrompt, showSources } = job.request as ExtractRequest;
    const warnings: string[] = [];
    const warn = (text: string): void => {
      warnings.push(text);
    };
    const context: ScrapeContext = {
      tenant: job.tenant,
      signal,
      charge: (credits, tokens) => store.charge(job.id, credits, tokens),
    };
    const pages = await read(job, await allUrls(job, signal, warn), context, warn);
    if (warnings.length > 0) await store.update(job.id, { warning: warnings.join('\n').slice(0, 2_000) });
    if (pages.length === 0)
      throw new ServiceError('action_failed', `No page could be read. ${warnings.join('; ').slice(0, 500)}`);
    const maxChars = settings.model?.maxPromptChars ?? PROMPT_CHARS;
    const { value } = await reader.json(
      joinPages(pages, maxChars),
      { type: 'json', ...(schema && { schema }), ...(prompt && { prompt }) },
      { ...context, ...(systemPrompt && { systemPrompt }) },
    );
    return { data: value, ...(showSources && { sources: sourcesOf(value, pages) }) };
  };
};

const pageOf = (url: string, { markdown = '', metadata }: Document): Page => ({
  url: metadata.url || url,
  text: markdown,
});

/**
 * One text of all pages, at most `maxChars` long: each page is cut to its equal share, from which 100 characters are
 * reserved for its heading.
 */
const joinPages = (pages: readonly Page[], maxChars: number): string => {
  const share = Math.floor(maxChars / pages.length) - 100;
  return pages
    .map(({ url, text }) => `Page ${url}\n\n${text.slice(0, Math.max(share, 500))}`)
    .join('\n\n')
    .slice(0, maxChars);
};
