import { RobotsTxtFile } from '@crawlee/utils';
import type { Fetcher } from '../contract/index.ts';

export interface SiteRules {
  isAllowed(url: string): boolean;
  /** Seconds between two pages. */
  crawlDelay: number | undefined;
  sitemaps: string[];
}

const KEEP_MS = 600_000;
const MOST_SITES = 1_000;
const TIMEOUT_MS = 10_000;
/** As much as search engines read. */
const MAX_BYTES = 500 * 1024;
/** A site that asks for longer pauses gets this one (s). */
const LONGEST_DELAY = 30;

/** The robots.txt of sites, read through the guard and kept for a while. */
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

  /** A site that has no rules, or does not answer, forbids nothing. */
  private async read(url: string): Promise<RobotsTxtFile> {
    try {
      const { status, text } = await this.fetcher.get(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
      return RobotsTxtFile.from(url, status < 300 ? text : '');
    } catch {
      return RobotsTxtFile.from(url, '');
    }
  }
}

/** The name that robots.txt knows an agent by (RFC 9309, 2.2.1); those that call themselves compatible say it in brackets. */
function productToken(userAgent: string): string {
  return /\(compatible;\s*([^;/)\s]+)/i.exec(userAgent)?.[1] ?? userAgent;
}

/** Crawlee's class keeps the parsed file to itself; the parser below knows the delay. */
function crawlDelayOf(file: RobotsTxtFile, userAgent: string): number | undefined {
  const { robots } = file as unknown as { robots: { getCrawlDelay(agent: string): number | undefined } };
  const delay = robots.getCrawlDelay(userAgent);
  return delay ? Math.min(delay, LONGEST_DELAY) : undefined;
}
