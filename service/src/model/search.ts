import {
  type Document,
  type Fetcher,
  type Job,
  type JobRunner,
  type JobStore,
  type Scraper,
  type SearchRequest,
  ServiceError,
  type Settings,
  scrapeOptions,
} from '../contract/index.ts';
import { inParallel } from './in-parallel.ts';
import { type SearchKind, type SearchResult, searchWeb } from './search-providers.ts';

export interface SearchRunnerOptions {
  settings: Settings;
  store: JobStore;
  fetcher: Fetcher;
  scraper: Scraper;
}

/** A search result, with the document of its page if the request has `scrapeOptions`. */
type FoundPage = SearchResult & Partial<Document>;

/** The `result` of a job of kind `search`. */
export type SearchAnswer = Partial<Record<SearchKind, FoundPage[]>>;

/** Credits for each ten results. */
const SEARCH_CREDITS = 1;

/** Pages of one search that are scraped at once. */
const AT_ONCE = 4;

const exhausted = (): ServiceError =>
  new ServiceError('credits_exhausted', 'There are too few credits for this search. Ask for less.');

/** Runs jobs of kind `search`: asks the provider, and scrapes the found pages if the request has `scrapeOptions`. */
export const createSearchRunner = ({ settings, store, fetcher, scraper }: SearchRunnerOptions): JobRunner => {
  const withPage = async (job: Job, found: SearchResult, signal: AbortSignal): Promise<FoundPage> => {
    const options = scrapeOptions.parse((job.request as SearchRequest).scrapeOptions ?? {});
    const charge = (credits: number, tokens: number) => store.charge(job.id, credits, tokens);
    try {
      const { document, credits } = await scraper.scrape(found.url, options, {
        tenant: job.tenant,
        signal,
        charge,
      });
      return (await charge(credits, 0)) ? { ...found, ...document } : found;
    } catch (thrown) {
      signal.throwIfAborted();
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      const { url } = found;
      const metadata = {
        sourceURL: url,
        url,
        statusCode: 0,
        engine: 'static' as const,
        creditsUsed: 0,
        error,
      };
      return { ...found, metadata };
    }
  };

  return async (job, signal): Promise<SearchAnswer> => {
    const {
      query,
      limit,
      sources,
      tbs,
      location,
      timeout,
      scrapeOptions: wanted,
    } = job.request as SearchRequest;
    const answer: SearchAnswer = {};
    for (const kind of new Set<SearchKind>(sources)) {
      const context = { settings, fetcher, signal, timeoutMs: timeout };
      const found = await searchWeb(context, { query, kind, limit, tbs, location });
      if (!(await store.charge(job.id, SEARCH_CREDITS * Math.max(1, Math.ceil(found.length / 10)))))
        throw exhausted();
      answer[kind] =
        wanted && kind !== 'images'
          ? await inParallel(found, AT_ONCE, (result) => withPage(job, result, signal))
          : found;
    }
    return answer;
  };
};
