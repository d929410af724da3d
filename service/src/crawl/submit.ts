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
  /** Validated, with its defaults. */
  request: unknown;
  webhook?: Webhook;
  maxCredits?: number;
  settings: Settings;
}

type SharedBackend = Pick<Backend, 'store' | 'queues'>;

/** Creates a job and queues what starts it. @throws {ServiceError} `bad_request` */
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
  // The others announce themselves when they are begun.
  if (kind === 'batch') await queueWebhook(backend.queues, job, 'started', { success: true });
  return (await backend.store.get(job.id)) ?? job;
}

/** @throws {ServiceError} `conflict` if a batch takes no more pages */
export function checkTakesPages(job: Job | undefined): void {
  if (job && !hasEnded(job)) return;
  throw new ServiceError('conflict', 'This batch has ended: start another one, without appendToId.');
}

/**
 * Adds pages to a batch that is still worked on (`appendToId`).
 * @returns the addresses that are none
 * @throws {ServiceError} `bad_request` if all are none; `conflict` if the batch has ended
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
  // They may be known, or wait for their turn; or the batch has ended in the meantime.
  if (queued.length === 0) checkTakesPages(await store.get(job.id));
  await queues.addPages(queued, { isUrgent: job.kind === 'scrape' });
  return invalid;
}

/** Cancels a job wherever it is worked on. @returns undefined if it has ended before */
export async function cancelJob({ store, queues }: SharedBackend, id: string): Promise<Job | undefined> {
  const cancelled = await store.update(id, { status: 'cancelled' });
  if (cancelled)
    await queueWebhook(queues, cancelled, 'cancelled', { success: false, error: 'The job was cancelled.' });
  return cancelled;
}

/** The job when it has ended; as it is when `signal` aborts before. @throws {ServiceError} `not_found` */
export async function waitForEnd(store: JobStore, id: string, signal: AbortSignal): Promise<Job> {
  // No event has such an id: only the end of the stream is of interest.
  for await (const _ of store.events(id, Number.MAX_SAFE_INTEGER - 1, signal));
  const job = await store.get(id);
  if (!job) throw new ServiceError('not_found', 'There is no such job, or its results have expired.');
  return job;
}

function wholeUrl(url: string): string {
  if (URL.canParse(url)) return url;
  throw new ServiceError('bad_request', `"${url}" is no URL. Write it whole: https://example.com/page`);
}
