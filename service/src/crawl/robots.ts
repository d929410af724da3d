import { RobotsTxtFile } from '@crawlee/utils';
import type { Fetcher } from '../contract/index.ts';

export interface SiteRules {
  isAllowed(url: string): boolean;
  /** Pause between two pages (s), at most `LONGEST_DELAY`; undefined: none. */
  crawlDelay: number | undefined;
  sitemaps: string[];
}

/** How long a robots.txt is cached (ms), and of how many sites. */
const KEEP_MS = 600_000;
const MOST_SITES = 1_000;
const TIMEOUT_MS = 10_000;
/** Crawlers have to parse at least 500 KiB (RFC 9309, 2.5); a longer file counts as none. */
const MAX_BYTES = 500 * 1024;
/** Longest crawl delay that is respected (s); a longer one is cut to this. */
const LONGEST_DELAY = 30;

/** The rules of robots.txt files, which are fetched through the guard and cached. */
export class Robots {
  private readonly files = new Map<string, { until: number; file: Promise<RobotsTxtFile> }>();

  constructor(private readonly fetcher: Fetcher) {}

  async rulesOf(url: string, userAgent: string): Promise<SiteRules> {
    const file = await this.fileOf(new URL(url).origin);
    const name = productToken(userAgent);
    return {
      isAllowed: (page) => file.isAllowed(page, name),
      crawlDelay: crawlDelayOf(file, name),
      sitemaps: file.getSitemaps({ enqueueStrategy: 'all' }),
    };
  }

  private fileOf(origin: string): Promise<RobotsTxtFile> {
    const known = this.files.get(origin);
    if (known && known.until > Date.now()) return known.file;
    this.files.delete(origin);
    const oldest = this.files.keys().next().value;
    if (this.files.size >= MOST_SITES && oldest !== undefined) this.files.delete(oldest);
    const file = this.read(`${origin}/robots.txt`);
    this.files.set(origin, { until: Date.now() + KEEP_MS, file });
    return file;
  }

  /** Fetches and parses a robots.txt. If it is missing or cannot be fetched, everything is allowed. */
  private async read(url: string): Promise<RobotsTxtFile> {
    try {
      const { status, text } = await this.fetcher.get(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
      return RobotsTxtFile.from(url, status < 300 ? text : '');
    } catch {
      return RobotsTxtFile.from(url, '');
    }
  }
}

/**
 * The product token by which robots.txt addresses a crawler (RFC 9309, 2.2.1). In user agents of the form
 * `Mozilla/5.0 (compatible; name)` it stands in the parentheses.
 */
function productToken(userAgent: string): string {
  return /\(compatible;\s*([^;/)\s]+)/i.exec(userAgent)?.[1] ?? userAgent;
}

/** Reads the delay from the private parser of Crawlee's class, which does not expose it. */
function crawlDelayOf(file: RobotsTxtFile, userAgent: string): number | undefined {
  const { robots } = file as unknown as { robots: { getCrawlDelay(agent: string): number | undefined } };
  const delay = robots.getCrawlDelay(userAgent);
  return delay ? Math.min(delay, LONGEST_DELAY) : undefined;
}
