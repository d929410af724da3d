import { setMaxListeners } from 'node:events';
import {
  type CrawlRequest,
  hasEnded,
  type Job,
  type JobStore,
  type ScrapeOptions,
  scrapeOptions,
} from '../contract/index.ts';
import { createScope } from './scope.ts';

export interface OpenCrawl {
  request: CrawlRequest;
  isInScope: (url: string) => boolean;
  /** URLs that this worker has reported to the store as forbidden by robots.txt. */
  blocked: Set<string>;
}

/** A job whose pages this worker processes. */
export interface OpenJob {
  job: Job;
  options: ScrapeOptions;
  crawl?: OpenCrawl;
  /** Aborts when the job is cancelled, has failed or was removed. */
  cancelled: AbortSignal;
  /** Aborts when the work on its pages must end: on `cancelled`, and when the worker stops. */
  signal: AbortSignal;
}

interface Entry {
  opened: Promise<OpenJob | undefined>;
  users: number;
  readAt: number;
  release(): void;
}

/** A job is read again after this time (ms): another worker may have changed the start URL or delay of a crawl. */
const FRESH_MS = 5_000;

/** Caches the jobs of the pages that are being processed: a job is read and its patterns compiled once for many pages. */
export class OpenJobs {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly store: JobStore,
    private readonly stopping: AbortSignal,
  ) {}

  /** Calls `work` with an open job. @returns its result; undefined if the job has ended or does not exist */
  async use<Answer>(id: string, work: (open: OpenJob) => Promise<Answer>): Promise<Answer | undefined> {
    const entry = this.enter(id);
    entry.users += 1;
    try {
      const opened = await entry.opened;
      return opened && !opened.cancelled.aborted ? await work(opened) : undefined;
    } finally {
      entry.users -= 1;
      if (entry.users === 0 && this.entries.get(id) !== entry) entry.release();
    }
  }

  /** Releases jobs that are out of date and have no pages in work. */
  sweep(): void {
    for (const [id, entry] of this.entries) {
      if (entry.users > 0 || Date.now() - entry.readAt < FRESH_MS) continue;
      this.entries.delete(id);
      entry.release();
    }
  }

  /** Drops a job from the cache, so that its next page reads it again. */
  forget(id: string): void {
    const entry = this.entries.get(id);
    this.entries.delete(id);
    if (entry?.users === 0) entry.release();
  }

  close(): void {
    for (const id of [...this.entries.keys()]) this.forget(id);
  }

  private enter(id: string): Entry {
    const known = this.entries.get(id);
    if (known && Date.now() - known.readAt < FRESH_MS) return known;
    this.forget(id);
    const { signal: cancelled, release } = this.store.watchCancel(id);
    const entry: Entry = { opened: this.open(id, cancelled), users: 0, readAt: Date.now(), release };
    // Callers that wait for the job get the error; it is not cached, so the next page reads the job again.
    entry.opened.catch(() => this.forget(id));
    this.entries.set(id, entry);
    return entry;
  }

  private async open(id: string, cancelled: AbortSignal): Promise<OpenJob | undefined> {
    const job = await this.store.get(id);
    if (!job || hasEnded(job)) return undefined;
    // One signal for all pages of the job: a signal derived for each page would be retained by `stopping`, which outlives it.
    const signal = AbortSignal.any([cancelled, this.stopping]);
    // Each page adds listeners, so Node's warning about many listeners is turned off.
    setMaxListeners(0, signal);
    if (job.kind !== 'crawl') {
      // Parsing drops the fields that are not scrape options, because all options are part of the cache key.
      return { job, options: scrapeOptions.parse(job.request), cancelled, signal };
    }
    const request = job.request as CrawlRequest & { base?: string };
    const isInScope = createScope(request.base ?? request.url, request);
    return {
      job,
      options: request.scrapeOptions,
      crawl: { request, isInScope, blocked: new Set() },
      cancelled,
      signal,
    };
  }
}
