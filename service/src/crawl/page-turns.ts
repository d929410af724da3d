import type { BatchRequest, CrawlRequest, Job, PageTask, Queues } from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';

/** Most pages of one job in the queue, so that the pages of another job wait for no more than these. */
const MOST_QUEUED = 1_000;

/** How many pages of a job may be queued at a time. One if the crawl has a delay between pages. */
export function pagesAtOnce({ kind, request }: Job, { perDomain }: Settings): number {
  if (kind === 'batch') return (request as BatchRequest).maxConcurrency ?? MOST_QUEUED;
  if (kind !== 'crawl') return MOST_QUEUED;
  const { delay, maxConcurrency = MOST_QUEUED, allowExternalLinks } = request as CrawlRequest;
  if (delay) return 1;
  // Pages of one host beyond its concurrency limit would only be delivered and postponed again and again.
  const hostLimit = perDomain.concurrency && !allowExternalLinks ? perDomain.concurrency : MOST_QUEUED;
  return Math.min(maxConcurrency, hostLimit);
}

export async function queuePages(queues: Queues, { kind, request }: Job, pages: PageTask[]): Promise<void> {
  if (pages.length === 0) return;
  const delay = kind === 'crawl' ? (request as CrawlRequest).delay : undefined;
  await queues.addPages(pages, { isUrgent: kind === 'scrape', ...(delay && { delayMs: delay * 1_000 }) });
}
