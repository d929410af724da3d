import { UrlGuard } from '../../../cli/src/guard/url-guard.ts';
import { UrlPolicy, type UrlVerdict } from '../../../src/host/index.ts';
import { type Fetcher, ServiceError, type Settings } from '../contract/index.ts';

/** A pattern's fixed part: `https://x.example/docs/*` stands for its site. */
const withoutWildcard = (url: string): string => url.replace(/\/?\*+$/, '/');

/** Which addresses one job may open: what the service allows, and with a list of sites only those. */
export class JobUrls extends UrlPolicy {
  readonly guard: UrlGuard;

  /** @param hosts the only sites, with all that is below them */
  constructor(
    settings: Settings,
    private readonly fetcher: Fetcher,
    readonly hosts?: readonly string[],
  ) {
    super();
    this.guard = new UrlGuard({ ...(hosts && { hosts }), privateHosts: settings.allowPrivate });
  }

  override judge(given: string): UrlVerdict {
    const verdict = this.guard.judge(given);
    if (!verdict.allowed || verdict.url === 'about:blank') return verdict;
    try {
      return { allowed: true, url: this.fetcher.check(verdict.url) };
    } catch (thrown) {
      return { allowed: false, reason: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  }
}

/** The start addresses of a job, whole. @throws {ServiceError} */
export const startAddresses = (urls: readonly string[] | undefined, fetcher: Fetcher): string[] =>
  (urls ?? []).map((url) => fetcher.check(withoutWildcard(url)));

/** Sites of addresses. @throws {ServiceError} `bad_request` where there is none to keep to */
export const sitesOf = (urls: readonly string[]): string[] => {
  if (urls.length === 0)
    throw new ServiceError('bad_request', 'strictConstrainToURLs needs urls: give the sites to keep to.');
  return [...new Set(urls.map((url) => new URL(url).hostname))];
};
