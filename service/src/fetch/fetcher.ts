import { lookup } from 'node:dns/promises';
import { got, type Request } from 'got';
import { GuardProxy, type LookupAll } from '../../../cli/src/guard/guard-proxy.ts';
import { UrlGuard } from '../../../cli/src/guard/url-guard.ts';
import { decode } from '../../../cli/src/read/decode.ts';
import {
  type Fetched,
  type Fetcher,
  type FetchOptions,
  ServiceError,
  type Settings,
} from '../contract/index.ts';
import { cancelled, failureOf, shortUrl, timedOut } from './failure.ts';
import { guardedAgents } from './guarded-agents.ts';
import { isSameReceiver, ownHeaders } from './own-headers.ts';
import { redirectCookies } from './redirect-cookies.ts';
import { TimeLimit } from './time-limit.ts';

/** Timeout of a request without one of its own. */
const TIMEOUT_MS = 30_000;
/** The limit of browsers (https://fetch.spec.whatwg.org/#http-redirect-fetch): more are a redirect loop. */
const MOST_REDIRECTS = 20;

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Whether a content type is one of text. A missing type counts as text. */
export const isText = (contentType: string): boolean =>
  contentType === '' ||
  /^\s*(?:text\/|message\/|application\/(?:[\w.+-]*\+)?(?:xml|json|yaml|javascript|ecmascript|x-ndjson|rtf|toml|graphql|x-sh|x-www-form-urlencoded))/i.test(
    contentType,
  );

class Answer implements Fetched {
  #text: string | undefined;

  constructor(
    readonly url: string,
    readonly status: number,
    readonly headers: Record<string, string>,
    readonly contentType: string,
    readonly body: Buffer,
  ) {}

  get text(): string {
    this.#text ??= decode(this.body, this.contentType);
    return this.#text;
  }
}

/** Joins the values of headers that occur several times. */
const plainHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const hasCookies = (headers: Record<string, string> = {}): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'cookie');

/** Whether the connection broke, as a kept-alive one does that the server has closed meanwhile: a GET may be sent again. */
const isStale = (thrown: unknown): boolean =>
  /^(?:ECONNRESET|EPIPE)$/.test(String((thrown as { code?: unknown }).code));

class GuardedFetcher implements Fetcher {
  readonly #settings: Settings;
  readonly #guard: UrlGuard;
  readonly #proxy: GuardProxy;
  readonly #agents: ReturnType<typeof guardedAgents>;
  readonly #lookup: LookupAll;
  #isClosed = false;

  constructor(settings: Settings, lookupAll: LookupAll) {
    this.#settings = settings;
    this.#guard = new UrlGuard({
      privateHosts: settings.allowPrivate,
      ...(settings.allowHosts && { hosts: settings.allowHosts }),
    });
    this.#lookup = lookupAll;
    this.#proxy = new GuardProxy(this.#guard, lookupAll);
    this.#agents = guardedAgents(this.#proxy);
  }

  proxyUrl(): Promise<string> {
    return this.#proxy.address();
  }

  check(url: string): string {
    const verdict = this.#guard.judge(url);
    if (!verdict.allowed) {
      const isAddress = URL.canParse(url) || URL.canParse(`https://${url.trim()}`);
      throw new ServiceError(isAddress ? 'url_blocked' : 'bad_request', verdict.reason);
    }
    if (verdict.url === 'about:blank')
      throw new ServiceError('bad_request', 'There is nothing at about:blank. Give the address of a page.');
    return new URL(verdict.url).href;
  }

  async reach(url: string): Promise<void> {
    const { hostname, port, protocol } = new URL(this.check(url));
    const host = hostname.replace(/^\[|\]$/g, '');
    const connectTo = Number(port) || (protocol === 'https:' ? 443 : 80);
    const found = await this.#lookup(host).catch((thrown) => {
      throw failureOf(url, thrown);
    });
    if (
      found.length === 0 ||
      found.some(({ address }) => !this.#guard.allowsAddress(host, connectTo, address))
    )
      throw this.#blocked(host);
  }

  refusedSince(time: number): { host: string; port: number; reason: string }[] {
    return this.#proxy.refusedSince(time);
  }

  get(url: string, options: FetchOptions = {}): Promise<Fetched> {
    return this.#request('GET', url, undefined, options);
  }

  post(url: string, body: string, options: FetchOptions = {}): Promise<Fetched> {
    return this.#request('POST', url, body, options);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#agents.http.destroy();
    this.#agents.https.destroy();
    await this.#proxy.close();
  }

  #blocked(host: string): ServiceError {
    return new ServiceError('url_blocked', `${host} leads into the own network, which is guarded.`);
  }

  async #request(method: 'GET' | 'POST', url: string, body: string | undefined, options: FetchOptions) {
    if (this.#isClosed) throw new ServiceError('unavailable', 'The service is stopping. Try again later.');
    const { timeoutMs = TIMEOUT_MS, signal } = options;
    const target = this.check(url);
    if (signal?.aborted) throw cancelled();
    const start = Date.now();
    const limit = new TimeLimit(timeoutMs, signal);
    try {
      try {
        return await this.#attempt(method, target, body, options, limit.signal);
      } catch (thrown) {
        if (!isStale(thrown) || method !== 'GET') throw thrown;
        return await this.#attempt(method, target, body, options, limit.signal);
      }
    } catch (thrown) {
      if (signal?.aborted) throw cancelled();
      if (limit.isOver) throw timedOut(target, timeoutMs);
      const refused = this.refusedSince(start).find(({ reason }) => String(thrown).includes(reason));
      if (refused) throw new ServiceError('url_blocked', refused.reason);
      throw failureOf(target, thrown);
    } finally {
      limit.end();
    }
  }

  #attempt(
    method: 'GET' | 'POST',
    url: string,
    body: string | undefined,
    { headers, maxBytes = this.#settings.limits.pageBytes, skipTlsVerification = false }: FetchOptions,
    signal: AbortSignal,
  ): Promise<Fetched> {
    const stream = got.stream(url, {
      method,
      ...(body !== undefined && { body }),
      headers: { 'user-agent': this.#settings.userAgent, accept: ACCEPT, ...headers },
      agent: this.#agents,
      ...(!hasCookies(headers) && { cookieJar: redirectCookies() }),
      https: { rejectUnauthorized: !skipTlsVerification },
      signal,
      throwHttpErrors: false,
      maxRedirects: MOST_REDIRECTS,
      retry: { limit: 0 },
      hooks: {
        beforeRedirect: [
          (next, { requestUrl }) => {
            this.check(String(next.url));
            if (isSameReceiver(String(requestUrl), String(next.url))) return;
            for (const name of ownHeaders(headers)) delete next.headers[name.toLowerCase()];
          },
        ],
      },
    });
    return readAll(stream, url, maxBytes);
  }
}

/** Reads the whole response. Rejects with `too_large` as soon as it exceeds `maxBytes`. */
const readAll = (stream: Request, url: string, maxBytes: number): Promise<Fetched> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const tooLarge = (): void => {
      stream.destroy();
      reject(
        new ServiceError(
          'too_large',
          `${shortUrl(url)} has more than ${maxBytes} bytes, which is the limit.`,
        ),
      );
    };
    stream.on('error', reject);
    stream.on('response', ({ headers }) => {
      const isPlain = headers['content-encoding'] === undefined;
      if (isPlain && Number(headers['content-length']) > maxBytes) tooLarge();
    });
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) tooLarge();
      else chunks.push(chunk);
    });
    stream.on('end', () => {
      const { response } = stream;
      if (!response) return reject(new Error('There was no answer'));
      const headers = plainHeaders(response.headers);
      resolve(
        new Answer(
          response.url,
          response.statusCode,
          headers,
          headers['content-type'] ?? '',
          Buffer.concat(chunks),
        ),
      );
    });
  });

const lookupAll: LookupAll = (host) => lookup(host, { all: true });

/**
 * Creates the HTTP client of the service. The guard resolves host names itself and checks the IP addresses that sockets
 * connect to, and each redirect is checked. A request reads at most `limits.pageBytes` after decompression unless it has
 * `maxBytes`, and its timeout also holds for the body, however slowly it arrives.
 *
 * @param resolve replaces DNS in tests
 */
export const createFetcher = (settings: Settings, resolve: LookupAll = lookupAll): Fetcher =>
  new GuardedFetcher(settings, resolve);
