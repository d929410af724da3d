import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fetched, Fetcher, Job, JobKind, PageTask, Scraped, Scraper } from '../../src/contract/index.ts';
import { ServiceError } from '../../src/contract/index.ts';

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'inpage-jobs-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

let count = 0;

export function testJob(change: Partial<Job> & { kind?: JobKind } = {}): Job {
  count += 1;
  return {
    id: `job-${process.pid}-${count}-${Math.random().toString(36).slice(2)}`,
    tenant: 'a',
    kind: 'crawl',
    status: 'scraping',
    request: {},
    createdAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
    total: 0,
    completed: 0,
    failed: 0,
    creditsUsed: 0,
    ...change,
  };
}

export const testPages = (job: string, ...keys: string[]): PageTask[] =>
  keys.map((key) => ({ job, key, url: `http://site.test/${key}`, depth: 0 }));

/** Fetches by HTTP without a guard. */
export const plainFetcher: Fetcher = {
  proxyUrl: async () => undefined,
  check: (url) => new URL(url).href,
  get: (url, options) => request(url, { headers: options?.headers ?? {}, signal: options?.signal ?? null }),
  post: (url, body, options) => request(url, { method: 'POST', body, headers: options?.headers ?? {} }),
  close: async () => undefined,
};

async function request(url: string, init: RequestInit): Promise<Fetched> {
  const answer = await fetch(url, init);
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = Object.fromEntries(answer.headers);
  return {
    url: answer.url,
    status: answer.status,
    headers,
    contentType: headers['content-type'] ?? '',
    body,
    text: body.toString('utf8'),
  };
}

/** Reads title, links and canonical address with regular expressions, which is all that a crawl needs of a page. */
export const plainScraper: Pick<Scraper, 'scrape'> = {
  async scrape(url, _options, { signal }): Promise<Scraped> {
    const fetched = await plainFetcher.get(url, { signal }).catch((error: Error) => {
      throw new ServiceError('SCRAPE_SITE_ERROR', error.message);
    });
    const { text } = fetched;
    const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(
      ([, href]) => new URL(href as string, fetched.url).href,
    );
    const canonicalURL = /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1];
    const title = /<title>([^<]*)/.exec(text)?.[1];
    return {
      document: {
        markdown: text.replace(/<[^>]+>/g, ' '),
        metadata: {
          sourceURL: url,
          url: fetched.url,
          statusCode: fetched.status,
          engine: 'static',
          creditsUsed: 1,
          ...(title !== undefined && { title }),
          ...(canonicalURL !== undefined && { canonicalURL }),
        },
      },
      links,
      credits: 1,
    };
  },
};
