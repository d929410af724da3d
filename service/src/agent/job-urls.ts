import { UrlGuard } from '../../../cli/src/guard/url-guard.ts';
import { UrlPolicy, type UrlVerdict } from '../../../src/host/index.ts';
import { type Fetcher, ServiceError, type Settings } from '../contract/index.ts';

/** The fixed part of a URL pattern: `https://x.example/docs/*` is `https://x.example/docs/`. */
const withoutWildcard = (url: string): string => url.replace(/\/?\*+$/, '/');

/** Which URLs one job may open: those that the service allows, and for a job that is constrained to sites only theirs. */
export class JobUrls extends UrlPolicy {
  readonly guard: UrlGuard;

  /** @param hosts the only hosts that may be opened, with their subdomains. Default: any */
  constructor(
    settings: Settings,
    private readonly fetcher: Fetcher,
    readonly hosts?: readonly string[],
  ) {
    super();
    this.guard = new UrlGuard({ ...(hosts && { hosts }), privateHosts: settings.allowPrivate });
  }

  override judge(url: string): UrlVerdict {
    const verdict = this.guard.judge(url);
    if (!verdict.allowed || verdict.url === 'about:blank') return verdict;
    try {
      return { allowed: true, url: this.fetcher.check(verdict.url) };
    } catch (thrown) {
      return { allowed: false, reason: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  }
}

/** The absolute start URLs of a job. @throws {ServiceError} `url_blocked`, `bad_request` */
export const startAddresses = (urls: readonly string[] | undefined, fetcher: Fetcher): string[] =>
  (urls ?? []).map((url) => fetcher.check(withoutWildcard(url)));

/** The host names of URLs, each once. @throws {ServiceError} `bad_request` if there are no URLs to constrain the job to */
export const sitesOf = (urls: readonly string[]): string[] => {
  if (urls.length === 0)
    throw new ServiceError('bad_request', 'strictConstrainToURLs needs urls: give the sites to keep to.');
  return [...new Set(urls.map((url) => new URL(url).hostname))];
};
