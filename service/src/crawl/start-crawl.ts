import type { CrawlRequest, Fetcher, Job } from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import type { Backend } from '../jobs/backend.ts';
import { pagesAtOnce, queuePages } from './page-turns.ts';
import { toTasks } from './page-work.ts';
import type { Robots } from './robots.ts';
import { createScope } from './scope.ts';
import { sitemapPages } from './sitemaps.ts';
import { queueWebhook } from './webhooks.ts';

/** Longest time of reading the sitemaps of a slow site (ms); its other pages are found by links. */
const SITEMAPS_MS = 60_000;

/** Queues the first pages of a crawl: its start URL and those of sitemaps. May be repeated: nothing is queued twice. */
export async function startCrawl(
  crawl: Job,
  parts: { settings: Settings; backend: Pick<Backend, 'store' | 'queues'>; fetcher: Fetcher; robots: Robots },
  signal: AbortSignal,
): Promise<void> {
  const { settings, fetcher, robots } = parts;
  const { store, queues } = parts.backend;
  let job = crawl;
  const request = job.request as CrawlRequest;
  await queueWebhook(queues, job, 'started', { success: true });
  const agent = request.robotsUserAgent ?? settings.userAgent;
  const rules = await robots.rulesOf(request.url, agent);
  if (!request.ignoreRobotsTxt && rules.crawlDelay && rules.crawlDelay > (request.delay ?? 0)) {
    job = (await store.update(job.id, { request: { ...request, delay: rules.crawlDelay } })) ?? job;
  }
  const isAllowed = async (url: string) => {
    // The rules are those of the URL's own host: sitemaps also list pages of other hosts of the site.
    if (request.ignoreRobotsTxt || (await robots.rulesOf(url, agent)).isAllowed(url)) return true;
    await store.addRobotsBlocked(job.id, url);
    return false;
  };
  const urls = (await isAllowed(request.url)) ? [request.url] : [];
  if (request.sitemap !== 'skip') {
    const isInScope = createScope(request.url, request);
    const until = AbortSignal.any([signal, AbortSignal.timeout(SITEMAPS_MS)]);
    for await (const url of sitemapPages(request.url, rules.sitemaps, fetcher, until)) {
      if (urls.length >= request.limit || until.aborted) break;
      if (isInScope(url) && (await isAllowed(url))) urls.push(url);
    }
  }
  signal.throwIfAborted();
  // All pages are reserved at once: if only the first were, the crawl would be complete as soon as it is finished.
  const pages = toTasks(job.id, urls, 0, request);
  const queued = await store.reserve(job.id, 'start', pages, request.limit, pagesAtOnce(job, settings));
  await queuePages(queues, job, queued);
  if (pages.length > 0) return;
  const warning = 'robots.txt forbids the start page. ignoreRobotsTxt crawls it nevertheless.';
  const ended = await store.update(job.id, { status: 'completed', warning });
  if (ended) await queueWebhook(queues, ended, 'completed', { success: true });
}
