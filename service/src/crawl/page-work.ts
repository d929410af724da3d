import {
  type CrawlRequest,
  type Document,
  type Job,
  type PageFinished,
  type PageOutcome,
  type PageTask,
  type Scraped,
  type Scraper,
  ServiceError,
  type ServiceErrorCode,
} from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import type { Backend } from '../jobs/backend.ts';
import { failJob } from './fail-job.ts';
import type { OpenCrawl, OpenJob, OpenJobs } from './open-jobs.ts';
import { hashKey, pageKey } from './page-key.ts';
import { pagesAtOnce, queuePages } from './page-turns.ts';
import type { Robots } from './robots.ts';
import { createScope } from './scope.ts';
import { queueWebhook } from './webhooks.ts';

export interface PageWorkParts {
  settings: Settings;
  backend: Pick<Backend, 'store' | 'queues'>;
  scraper: Pick<Scraper, 'scrape'>;
  robots: Robots;
  jobs: OpenJobs;
  onError: (error: unknown) => void;
}

/** Processes one page of a job: scrapes it, adds its links to a crawl, stores the outcome and queues webhook messages. */
export class PageWork {
  constructor(private readonly parts: PageWorkParts) {}

  /** Scrapes a page and stores its document. @throws errors, which the caller retries or passes to `fail` */
  async work(task: PageTask): Promise<void> {
    await this.parts.jobs.use(task.job, async (open) => {
      if (await this.endLate(open.job)) return;
      await this.scrape(task, open).catch((error: unknown) => {
        // A cancelled job has no outcome for this page; at a stop of the worker the reason is thrown, not the page's error.
        if (open.cancelled.aborted) return;
        throw open.signal.aborted ? open.signal.reason : error;
      });
    });
  }

  /** Stores an error as the outcome of a page. */
  async fail(task: PageTask, error: unknown): Promise<void> {
    if (!(error instanceof ServiceError)) this.parts.onError(error);
    await this.parts.jobs.use(task.job, async ({ job }) => {
      const code: ServiceErrorCode = error instanceof ServiceError ? error.code : 'internal_error';
      const message =
        error instanceof ServiceError ? error.message : 'The page could not be read. Try it again.';
      const timestamp = new Date().toISOString();
      await this.finish(task, job, {
        error: { id: task.key, timestamp, url: task.url, error: message, code },
      });
    });
  }

  private async scrape(task: PageTask, open: OpenJob): Promise<void> {
    const { job, options, crawl, signal } = open;
    const scraped = await this.parts.scraper.scrape(task.url, options, {
      tenant: job.tenant,
      signal,
      charge: (credits, tokens) => this.parts.backend.store.charge(job.id, credits, tokens),
    });
    const aliases = crawl ? await this.follow(task, scraped, open) : [];
    await this.finish(task, job, { document: scraped.document, credits: scraped.credits, aliases });
  }

  /**
   * Adds the links of a page to its crawl.
   *
   * @returns other keys of the page, by its final and canonical URL
   * @throws {ServiceError} `not_allowed` if the page redirects out of the crawl's scope
   */
  private async follow(task: PageTask, { document, links }: Scraped, open: OpenJob): Promise<string[]> {
    if (!open.crawl) return [];
    const { request } = open.crawl;
    const { metadata } = document;
    const isStart = task.depth === 0 && task.url === request.url;
    let { isInScope } = open.crawl;
    if (isStart && !isInScope(metadata.url)) {
      isInScope = await this.moveStart(open, metadata.url);
    } else if (!isStart && metadata.url !== task.url && !isInScope(metadata.url)) {
      throw new ServiceError(
        'not_allowed',
        `The page redirects to ${metadata.url}, which does not belong to the crawl.`,
      );
    }
    const depth = task.depth + 1;
    if (request.sitemap !== 'only' && depth <= (request.maxDiscoveryDepth ?? Number.POSITIVE_INFINITY)) {
      const allowed = await this.allowed(links.filter(isInScope), open.job, open.crawl);
      const pages = toTasks(open.job.id, allowed, depth, request);
      const { store, queues } = this.parts.backend;
      const atOnce = pagesAtOnce(open.job, this.parts.settings);
      await queuePages(
        queues,
        open.job,
        await store.reserve(task.job, task.key, pages, request.limit, atOnce),
      );
    }
    return aliasesOf(document, request);
  }

  /**
   * Moves the scope of a crawl to `base`, where its start URL redirects to. @returns the check of the new scope
   */
  private async moveStart({ job }: OpenJob, base: string): Promise<(url: string) => boolean> {
    const request = { ...(job.request as CrawlRequest), base };
    await this.parts.backend.store.update(job.id, { request });
    this.parts.jobs.forget(job.id);
    return createScope(base, request);
  }

  /** The links that robots.txt allows. The others are stored as blocked. */
  private async allowed(links: string[], { id }: Job, { request, blocked }: OpenCrawl): Promise<string[]> {
    if (request.ignoreRobotsTxt) return links;
    const { robots, settings, backend } = this.parts;
    const kept: string[] = [];
    for (const link of links) {
      const rules = await robots.rulesOf(link, request.robotsUserAgent ?? settings.userAgent);
      if (rules.isAllowed(link)) kept.push(link);
      else if (!blocked.has(link)) {
        blocked.add(link);
        await backend.store.addRobotsBlocked(id, link);
      }
    }
    return kept;
  }

  private async finish(task: PageTask, job: Job, outcome: PageOutcome): Promise<void> {
    const { store, queues } = this.parts.backend;
    const finished = await store.finishPage(task, outcome);
    await queuePages(queues, job, finished.next);
    await this.tell(task, job, outcome, finished);
  }

  /** Queues the webhook messages of a page. Their keys keep a page that is delivered twice from queueing them twice. */
  private async tell(task: PageTask, job: Job, outcome: PageOutcome, finished: PageFinished): Promise<void> {
    const { queues } = this.parts.backend;
    if (finished.isFirst && !finished.isDuplicate) {
      const message =
        'error' in outcome
          ? { success: false, data: [], error: outcome.error.error }
          : { success: true, data: [outcome.document] };
      await queueWebhook(queues, job, 'page', message, task.key);
    }
    if (finished.ended) await queueWebhook(queues, job, 'completed', { success: true });
  }

  /**
   * Queues the `completed` message of a job that has ended. For pages that are delivered again: their worker may have
   * died between the end of the job and its message.
   */
  async tellEnd({ job: id }: PageTask): Promise<void> {
    const { queues, store } = this.parts.backend;
    const job = await store.get(id);
    if (job?.status === 'completed') await queueWebhook(queues, job, 'completed', { success: true });
  }

  /** Ends a job that has run for too long. @returns whether it has */
  private async endLate(job: Job): Promise<boolean> {
    return await endIfLate(job, this.parts.backend, this.parts.settings);
  }
}

/** Ends a job that has run longer than `limits.jobMs`. @returns whether it has */
export async function endIfLate(
  job: Job,
  backend: Pick<Backend, 'store' | 'queues'>,
  { limits }: Settings,
): Promise<boolean> {
  if (Date.now() <= job.createdAt + limits.jobMs) return false;
  const error = `The job took longer than ${Math.round(limits.jobMs / 1_000)} s. Ask for fewer pages, or raise the limit of the service.`;
  await failJob(backend, job.id, { error, errorCode: 'SCRAPE_TIMEOUT' });
  return true;
}

/** The tasks of the pages that URLs lead to: one per page key. */
export function toTasks(
  job: string,
  urls: string[],
  depth: number,
  options: { ignoreQueryParameters: boolean; deduplicateSimilarURLs: boolean },
): PageTask[] {
  const tasks = new Map<string, PageTask>();
  for (const url of urls) {
    const key = pageKey(url, options);
    if (!tasks.has(key)) tasks.set(key, { job, key, url: withoutHash(url), depth });
  }
  return [...tasks.values()];
}

function withoutHash(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}

/**
 * The keys of a page by its final URL and its canonical URL. Many sites wrongly declare their start page as canonical on
 * all pages, so the key of a canonical URL includes the title: pages with different titles stay different pages.
 */
function aliasesOf(
  { metadata }: Document,
  options: { ignoreQueryParameters: boolean; deduplicateSimilarURLs: boolean },
): string[] {
  const aliases = [pageKey(metadata.url, options)];
  const { canonicalURL, title = '' } = metadata;
  const canonical =
    canonicalURL && URL.canParse(canonicalURL, metadata.url) && new URL(canonicalURL, metadata.url);
  if (canonical && options.deduplicateSimilarURLs) {
    aliases.push(hashKey(`${pageKey(canonical.href, options)} ${title}`));
  }
  return aliases;
}
