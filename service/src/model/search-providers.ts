import { type Fetched, type Fetcher, ServiceError, type Settings } from '../contract/index.ts';

export type SearchKind = 'web' | 'news' | 'images';

export interface SearchQuestion {
  query: string;
  kind: SearchKind;
  limit: number;
  /** Google's time filter: `qdr:d`, `qdr:w`, `qdr:m`, `qdr:y`. */
  tbs?: string | undefined;
  location?: string | undefined;
}

/** One result, in the names that Firecrawl's clients read. */
export interface SearchResult {
  url: string;
  title: string;
  description?: string;
  /** Excerpt of a news result; other results have `description`. */
  snippet?: string;
  date?: string;
  imageUrl?: string;
  imageWidth?: number;
  imageHeight?: number;
  /** Rank among the results, from 1. */
  position: number;
}

interface SearchContext {
  settings: Pick<Settings, 'search'>;
  fetcher: Pick<Fetcher, 'get' | 'post'>;
  signal: AbortSignal;
  timeoutMs?: number;
}

type Configured = NonNullable<Settings['search']>;
type Row = Record<string, unknown>;

interface SearchRequest {
  url: string;
  headers: Record<string, string>;
  body?: string;
}

interface Provider {
  /** Default base URL; empty if the settings have to give one. */
  url: string;
  request(base: string, key: string, question: SearchQuestion): SearchRequest;
  /** The list of results in an answer. */
  rows(answer: Row, kind: SearchKind): unknown;
  /** Converts one entry of that list. */
  result(row: Row, kind: SearchKind): Omit<SearchResult, 'position'>;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const field = (value: unknown, name: string): unknown => (value as Row | undefined)?.[name];

/** The time filter of a provider for Google's `tbs`, for example `week` for `qdr:w`; undefined if there is none. */
const period = (tbs: string | undefined, words: Readonly<Record<string, string>>): string | undefined =>
  words[/qdr:([a-z])/.exec(tbs ?? '')?.[1] ?? ''];

const address = (base: string, path: string, query: Record<string, string | undefined>): string => {
  const url = new URL(base.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};

const described = (kind: SearchKind, description: string, date: string) =>
  kind === 'news' ? { snippet: description, ...(date && { date }) } : { description };

const image = (imageUrl: string, width: unknown, height: unknown) => ({
  imageUrl,
  ...(count(width) !== undefined && { imageWidth: Number(width) }),
  ...(count(height) !== undefined && { imageHeight: Number(height) }),
});

/** https://docs.searxng.org/dev/search_api.html */
const searxng: Provider = {
  url: '',
  request: (base, _, { query, kind, tbs }) => ({
    url: address(base, '/search', {
      q: query,
      format: 'json',
      categories: { web: 'general', news: 'news', images: 'images' }[kind],
      time_range: period(tbs, { d: 'day', w: 'week', m: 'month', y: 'year' }),
    }),
    headers: {},
  }),
  rows: (answer) => answer.results,
  result: (row, kind) => ({
    url: text(row.url),
    title: text(row.title),
    ...(kind === 'images'
      ? image(text(row.img_src), undefined, undefined)
      : described(kind, text(row.content), text(row.publishedDate))),
  }),
};

/** https://api-dashboard.search.brave.com/app/documentation */
const brave: Provider = {
  url: 'https://api.search.brave.com/res/v1',
  request: (base, key, { query, kind, limit, tbs }) => ({
    url: address(base, `/${kind}/search`, {
      q: query,
      count: String(Math.min(limit, kind === 'images' ? 100 : 20)),
      freshness: period(tbs, { d: 'pd', w: 'pw', m: 'pm', y: 'py' }),
    }),
    headers: { 'x-subscription-token': key, accept: 'application/json' },
  }),
  rows: (answer, kind) => (kind === 'web' ? field(answer.web, 'results') : answer.results),
  result: (row, kind) => ({
    url: text(row.url),
    title: text(row.title),
    ...(kind === 'images'
      ? image(
          text(field(row.properties, 'url')),
          field(row.properties, 'width'),
          field(row.properties, 'height'),
        )
      : described(kind, text(row.description), text(row.age))),
  }),
};

/** https://serper.dev */
const serper: Provider = {
  url: 'https://google.serper.dev',
  request: (base, key, { query, kind, limit, tbs, location }) => ({
    url: address(base, { web: '/search', news: '/news', images: '/images' }[kind], {}),
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ q: query, num: limit, ...(tbs && { tbs }), ...(location && { location }) }),
  }),
  rows: (answer, kind) => answer[{ web: 'organic', news: 'news', images: 'images' }[kind]],
  result: (row, kind) => ({
    url: text(row.link),
    title: text(row.title),
    ...(kind === 'images'
      ? image(text(row.imageUrl), row.imageWidth, row.imageHeight)
      : described(kind, text(row.snippet), text(row.date))),
  }),
};

const PROVIDERS: Readonly<Record<Configured['provider'], Provider>> = { searxng, brave, serper };

const configured = ({ search }: SearchContext['settings']): Configured => {
  if (search && (search.url || PROVIDERS[search.provider].url)) return search;
  throw new ServiceError(
    'not_configured',
    'No search provider is configured. Start the service with searxng and its address, or brave or serper and a key.',
  );
};

/** Searches with the configured provider. @throws {ServiceError} `not_configured`, `unavailable` */
export const searchWeb = async (
  { settings, fetcher, signal, timeoutMs }: SearchContext,
  question: SearchQuestion,
): Promise<SearchResult[]> => {
  const { provider: name, url: base, key = '' } = configured(settings);
  const provider = PROVIDERS[name];
  const { url, headers, body } = provider.request(base || provider.url, key, question);
  const options = { headers, signal, ...(timeoutMs !== undefined && { timeoutMs }) };
  const answer = await (body === undefined ? fetcher.get(url, options) : fetcher.post(url, body, options));
  const rows = provider.rows(readAnswer(answer, name), question.kind);
  return (Array.isArray(rows) ? (rows as Row[]) : [])
    .map((row) => provider.result(row, question.kind))
    .filter((result) => /^https?:/.test(result.url))
    .slice(0, question.limit)
    .map((result, index) => ({ ...result, position: index + 1 }));
};

/** Parses the answer of a provider. Errors do not mention the request, which holds the key. */
const readAnswer = ({ status, text: body }: Fetched, name: string): Row => {
  const failed = (reason: string) =>
    new ServiceError(
      'unavailable',
      `The search provider ${name} ${reason}. Try again, or tell the operator.`,
    );
  if (status === 401 || status === 403) throw failed('refuses the key of this service');
  if (status >= 400) throw failed(`answered ${status}`);
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer === 'object' && answer !== null) return answer as Row;
  } catch {
    // Not JSON: the error is thrown below, as for JSON that is not an object.
  }
  throw failed('did not answer with JSON');
};
