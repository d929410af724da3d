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
  /** Forbidden by robots.txt, and told so. */
  blocked: Set<string>;
}

/** A job whose pages this worker works on. */
export interface OpenJob {
  job: Job;
  options: ScrapeOptions;
  crawl?: OpenCrawl;
  /** Aborts when the job is cancelled. */
  cancelled: AbortSignal;
  /** Aborts when its pages are to be left: that, or the worker stops. */
  signal: AbortSignal;
}

interface Entry {
  opened: Promise<OpenJob | undefined>;
  users: number;
  readAt: number;
  release(): void;
}

/** A job is read again after this time (ms): a crawl may have learned a new start address or delay. */
const FRESH_MS = 5_000;

/** The jobs of the pages at hand: read, with their patterns compiled, once for many pages. */
export class OpenJobs {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly store: JobStore,
    private readonly stopping: AbortSignal,
  ) {}

  /** @returns the answer of `work`; undefined if the job has ended or is gone */
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

  /** Lets go of jobs without pages at hand. */
  sweep(): void {
    for (const [id, entry] of this.entries) {
      if (entry.users > 0 || Date.now() - entry.readAt < FRESH_MS) continue;
      this.entries.delete(id);
      entry.release();
    }
  }

  /** The next page reads the job again. */
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
    // Whoever waits for it is told of the error; the next page tries again.
    entry.opened.catch(() => this.forget(id));
    this.entries.set(id, entry);
    return entry;
  }

  private async open(id: string, cancelled: AbortSignal): Promise<OpenJob | undefined> {
    const job = await this.store.get(id);
    if (!job || hasEnded(job)) return undefined;
    // Once for all pages: signals that last keep those that are made of them.
    const signal = AbortSignal.any([cancelled, this.stopping]);
    // As many as there are pages at once.
    setMaxListeners(0, signal);
    if (job.kind !== 'crawl') {
      // Of the request only what the page is read by: the cache is asked for it.
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
