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

/** A result, with its page where the request asks for it. */
type FoundPage = SearchResult & Partial<Document>;

/** What a job of kind `search` answers. */
export type SearchAnswer = Partial<Record<SearchKind, FoundPage[]>>;

/** Credits of ten results. */
const SEARCH_CREDITS = 1;

/** Pages of one search at once. */
const AT_ONCE = 4;

const exhausted = (): ServiceError =>
  new ServiceError('credits_exhausted', 'There are too few credits for this search. Ask for less.');

/** Runs jobs of kind `search`: asks the provider, and scrapes what it has found where `scrapeOptions` are given. */
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
          ? await inParallel(found, AT_ONCE, (one) => withPage(job, one, signal))
          : found;
    }
    return answer;
  };
};
