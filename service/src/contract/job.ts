import type { Document } from './document.ts';
import type { Webhook } from './requests.ts';

export type JobKind = 'scrape' | 'batch' | 'crawl' | 'map' | 'search' | 'extract' | 'agent';
export type JobStatus = 'scraping' | 'completed' | 'failed' | 'cancelled';

/** The work of one request, which continues independently of the connection that the request came by. */
export interface Job {
  id: string;
  /** Name of the tenant who started it; no other tenant can read the job. */
  tenant: string;
  kind: JobKind;
  status: JobStatus;
  /** The request, validated, with defaults filled in. */
  request: unknown;
  webhook?: Webhook;
  /** Milliseconds since 1970. */
  createdAt: number;
  endedAt?: number;
  /** When the job and all its results are removed (ms since 1970). */
  expiresAt: number;
  /** `total`: known pages, at most the crawl's limit; `completed`: scraped pages; `failed`: pages that ended in an error. */
  total: number;
  completed: number;
  failed: number;
  creditsUsed: number;
  /** Most credits that the job may use. */
  maxCredits?: number;
  /** Tokens that models have used for the job. */
  tokensUsed?: number;
  error?: string;
  /** The code of `error`, a ServiceErrorCode. */
  errorCode?: string;
  warning?: string;
  /** Result of a job of kind `map`, `search`, `extract` or `agent`; the other kinds have documents. */
  result?: unknown;
  /** URLs that were not crawled because robots.txt forbids them. */
  robotsBlocked?: string[];
  /** W3C `traceparent` of the request: the parent of the spans of the job's work. */
  trace?: string;
  /** Most credits of the tenant per day and per month (UTC); absent: no limit. */
  quota?: { creditsPerDay?: number | undefined; creditsPerMonth?: number | undefined };
}

/** One page of a job, as a task of the queue. */
export interface PageTask {
  /** Id of the job. */
  job: string;
  /** Identifies the page within its job, so that it is scraped once. At most 64 characters of [A-Za-z0-9_-]. */
  key: string;
  url: string;
  /** Number of links from the start page of a crawl to this page. */
  depth: number;
}

export interface PageError {
  id: string;
  /** ISO 8601. */
  timestamp: string;
  url: string;
  error: string;
  code?: string;
}

export type PageOutcome =
  | {
      document: Document;
      credits: number;
      /** Other keys of the page (by its final URL and its canonical URL), so that only one document of a page is kept. */
      aliases?: string[];
    }
  | { error: PageError };

export interface PageFinished {
  /** Whether this outcome is the first of the page, the one that counts. */
  isFirst: boolean;
  /** Whether the document was dropped because the same page is known by another URL. */
  isDuplicate: boolean;
  /** Whether this page has ended its job. */
  ended: boolean;
  /** Pages that are to be queued now. */
  next: PageTask[];
}

/**
 * An event of a job, for its event stream and the console. `id` counts from 1 within a job. The store itself adds an
 * event `page` or `error` for each page, and as the last one an event whose type is the final status of the job.
 */
export interface JobEvent {
  id: number;
  type: string;
  /** Milliseconds since 1970. */
  time: number;
  data: unknown;
}

export interface JobFilter {
  tenant?: string;
  kind?: JobKind;
  status?: JobStatus;
  /** Only jobs created before this time (ms since 1970). */
  before?: number;
  /** Default 100. */
  limit?: number;
}

/**
 * The storage of jobs that api and workers share. After an error a method may be called again with the same arguments:
 * nothing is counted twice.
 */
export interface JobStore {
  create(job: Job): Promise<void>;
  get(id: string): Promise<Job | undefined>;
  /** The jobs that match a filter, newest first. */
  list(filter: JobFilter): Promise<Job[]>;
  /** Changes fields of a running job. @returns the changed job; undefined if the job has ended or does not exist */
  update(id: string, change: Partial<Omit<Job, 'id' | 'tenant' | 'kind'>>): Promise<Job | undefined>;
  /** Adds credits and tokens. @returns false, and adds nothing, if that would exceed `maxCredits` */
  charge(id: string, credits: number, tokens?: number): Promise<boolean>;
  /**
   * Adds pages to a job, up to `limit` pages in all.
   *
   * @param parent who adds them: the key of the page that links to them, or the start of the job
   * @param atOnce how many pages of the job may be queued at a time; `finishPage` returns the ones that follow
   * @returns pages to be queued: new ones, and unfinished ones that the same `parent` added before (its worker may have
   * died before it queued them)
   */
  reserve(id: string, parent: string, pages: PageTask[], limit: number, atOnce?: number): Promise<PageTask[]>;
  /**
   * Stores the outcome of a page; only the first one counts. The last known page completes the job. A document that
   * shares an alias with another page is dropped as a duplicate and makes room for another page.
   */
  finishPage(task: PageTask, outcome: PageOutcome): Promise<PageFinished>;
  /** Documents in the order in which their pages were finished. */
  documents(id: string, from: number, count: number): Promise<Document[]>;
  errors(id: string): Promise<PageError[]>;
  addRobotsBlocked(id: string, url: string): Promise<void>;
  /** @returns the id of the event */
  addEvent(id: string, event: Omit<JobEvent, 'id' | 'time'>): Promise<number>;
  /** Events with an id above `after`: past ones, then new ones, until the job has ended or `signal` aborts. */
  events(id: string, after: number, signal: AbortSignal): AsyncIterable<JobEvent>;
  /**
   * `signal` aborts when a job is cancelled, has failed or was removed, whichever process did that. Call `release` when
   * the work is over.
   */
  watchCancel(id: string): { signal: AbortSignal; release(): void };
  remove(id: string): Promise<void>;
  /** A cached document of a tenant that is not older than `maxAgeMs`, and when it was stored (ms since 1970). */
  cached(
    tenant: string,
    key: string,
    maxAgeMs: number,
  ): Promise<{ document: Document; time: number } | undefined>;
  cache(tenant: string, key: string, document: Document, keepMs: number): Promise<void>;
  /** Rejects if Redis or the data folder cannot be reached; used by `/ready`. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A task that is not a page: the run of a whole job (`map`, `extract`, the start of a crawl, ...) or a webhook message. */
export type RunTask =
  | { type: 'job'; job: string }
  | {
      type: 'webhook';
      job: string;
      event: string;
      data: unknown;
      /** Identifies the message within its job and event, so that it is queued once. */
      key?: string;
    };

/** The queues of pages and of runs: BullMQ on Redis, or in this process. A task is delivered until it is finished. */
export interface Queues {
  addPages(tasks: PageTask[], options?: { isUrgent?: boolean; delayMs?: number }): Promise<void>;
  addRun(task: RunTask): Promise<void>;
  counts(): Promise<{ waiting: number; active: number; delayed: number; failed: number }>;
  close(): Promise<void>;
}

/** Whether a job has ended: completed, failed or cancelled. */
export const hasEnded = ({ status }: Job): boolean => status !== 'scraping';
