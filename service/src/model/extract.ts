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
  /** Where a model is configured. */
  reader?: Reader;
  /** The runner of `map`: it finds the pages of an address with a wildcard. */
  map: JobRunner;
}

/** What a job of kind `extract` answers. `sources`: for each field the pages that its values stand on. */
export interface ExtractResult {
  data: unknown;
  sources?: Record<string, string[]>;
}

/** Most pages of one wildcard, of a search, and of one job; pages at once. */
const WILDCARD_PAGES = 20;
const SEARCH_PAGES = 5;
const MOST_PAGES = 100;
const AT_ONCE = 4;

/** Characters of all pages in the prompt, unless the settings say otherwise. */
const PROMPT_CHARS = 200_000;

interface Page {
  url: string;
  text: string;
}

/** The part of a wildcard address before `*`, where there is one. */
const prefixOf = (url: string): string | undefined => /^(.*?\/?)\*+$/.exec(url)?.[1];

/** Addresses in the answer of a map, which lists them plain or with a title. */
const linksOf = (answer: unknown): string[] => {
  const { links } = (answer ?? {}) as { links?: unknown };
  const list = Array.isArray(answer) ? answer : Array.isArray(links) ? links : [];
  return list.map((one) => (typeof one === 'string' ? one : String((one as { url?: unknown }).url ?? '')));
};

/** Runs jobs of kind `extract`: reads the pages, and lets the model answer once from all of them. */
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

  const addresses = async (
    job: Job,
    signal: AbortSignal,
    warn: (text: string) => void,
  ): Promise<string[]> => {
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
    const one = async (url: string): Promise<Page | undefined> => {
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
    return (await inParallel(urls, AT_ONCE, one)).filter((page) => page !== undefined);
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
    const pages = await read(job, await addresses(job, signal, warn), context, warn);
    if (warnings.length > 0) await store.update(job.id, { warning: warnings.join('\n').slice(0, 2_000) });
    if (pages.length === 0)
      throw new ServiceError('action_failed', `No page could be read. ${warnings.join('; ').slice(0, 500)}`);
    const most = settings.model?.maxPromptChars ?? PROMPT_CHARS;
    const { value } = await reader.json(
      together(pages, most),
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

/** All pages in one text; of long ones each has the same share. */
const together = (pages: readonly Page[], most: number): string => {
  const share = Math.floor(most / pages.length) - 100;
  return pages
    .map(({ url, text }) => `Page ${url}\n\n${text.slice(0, Math.max(share, 500))}`)
    .join('\n\n')
    .slice(0, most);
};
