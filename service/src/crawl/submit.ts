import { randomUUID } from 'node:crypto';
import {
  type BatchRequest,
  type CrawlRequest,
  hasEnded,
  type Job,
  type JobKind,
  type JobStore,
  type PageTask,
  type ScrapeRequest,
  ServiceError,
  type Webhook,
} from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import type { Backend } from '../jobs/backend.ts';
import { EXACT, pageKey } from './page-key.ts';
import { pagesAtOnce } from './page-turns.ts';
import { createScope } from './scope.ts';
import { queueWebhook } from './webhooks.ts';

export interface Submitted {
  tenant: string;
  kind: JobKind;
  /** Validated, with defaults filled in. */
  request: unknown;
  webhook?: Webhook;
  maxCredits?: number;
  settings: Settings;
}

type SharedBackend = Pick<Backend, 'store' | 'queues'>;

/** Creates a job and queues its first task. @throws {ServiceError} `bad_request` */
export async function submitJob(backend: SharedBackend, submitted: Submitted): Promise<Job> {
  const { tenant, kind, request, webhook, maxCredits, settings } = submitted;
  const createdAt = Date.now();
  const job: Job = {
    id: randomUUID(),
    tenant,
    kind,
    status: 'scraping',
    request,
    createdAt,
    expiresAt: createdAt + settings.limits.jobMs + settings.limits.resultMs,
    total: 0,
    completed: 0,
    failed: 0,
    creditsUsed: 0,
    ...(webhook && { webhook }),
    ...(maxCredits !== undefined && { maxCredits }),
  };
  if (kind === 'crawl') {
    const { url, ...options } = request as CrawlRequest;
    createScope(wholeUrl(url), options);
  }
  await backend.store.create(job);
  if (kind === 'scrape') await addPages(backend, job, [(request as ScrapeRequest).url], settings);
  else if (kind === 'batch') await addPages(backend, job, (request as BatchRequest).urls, settings);
  else await backend.queues.addRun({ type: 'job', job: job.id });
  // Crawls and runs queue their `started` message when a worker begins with them.
  if (kind === 'batch') await queueWebhook(backend.queues, job, 'started', { success: true });
  return (await backend.store.get(job.id)) ?? job;
}

/** @throws {ServiceError} `conflict` if a batch has ended, so that it takes no more pages */
export function checkTakesPages(job: Job | undefined): void {
  if (job && !hasEnded(job)) return;
  throw new ServiceError('conflict', 'This batch has ended: start another one, without appendToId.');
}

/**
 * Adds pages to a scrape or batch job, also to a batch that is already running (`appendToId`).
 *
 * @returns the texts that are not URLs
 * @throws {ServiceError} `bad_request` if none is a URL; `conflict` if the batch has ended
 */
export async function addPages(
  { store, queues }: SharedBackend,
  job: Job,
  urls: string[],
  settings: Settings,
): Promise<string[]> {
  const invalid = urls.filter((url) => !URL.canParse(url));
  const tasks = urls
    .filter((url) => URL.canParse(url))
    .map((url): PageTask => ({ job: job.id, key: pageKey(url, EXACT), url: new URL(url).href, depth: 0 }));
  if (tasks.length === 0) {
    throw new ServiceError(
      'bad_request',
      'None of the addresses is a URL. Write them whole: https://example.com/page',
    );
  }
  const queued = await store.reserve(
    job.id,
    `start-${randomUUID()}`,
    tasks,
    Number.MAX_SAFE_INTEGER,
    pagesAtOnce(job, settings),
  );
  // Nothing to queue means that the pages are known, or wait for their turn, or that the batch has ended meanwhile.
  if (queued.length === 0) checkTakesPages(await store.get(job.id));
  await queues.addPages(queued, { isUrgent: job.kind === 'scrape' });
  return invalid;
}

/** Cancels a job, whichever worker runs it. @returns the job; undefined if it has ended already */
export async function cancelJob({ store, queues }: SharedBackend, id: string): Promise<Job | undefined> {
  const cancelled = await store.update(id, { status: 'cancelled' });
  if (cancelled)
    await queueWebhook(queues, cancelled, 'cancelled', { success: false, error: 'The job was cancelled.' });
  return cancelled;
}

/** Waits until a job has ended, or `signal` aborts. @returns its state then @throws {ServiceError} `not_found` */
export async function waitForEnd(store: JobStore, id: string, signal: AbortSignal): Promise<Job> {
  // With such a high id the stream has no events, only its end, which is the end of the job.
  for await (const _ of store.events(id, Number.MAX_SAFE_INTEGER - 1, signal));
  const job = await store.get(id);
  if (!job) throw new ServiceError('not_found', 'There is no such job, or its results have expired.');
  return job;
}

function wholeUrl(url: string): string {
  if (URL.canParse(url)) return url;
  throw new ServiceError('bad_request', `"${url}" is no URL. Write it whole: https://example.com/page`);
}
