import type { Document } from './document.ts';
import type { Webhook } from './requests.ts';

export type JobKind = 'scrape' | 'batch' | 'crawl' | 'map' | 'search' | 'extract' | 'agent';
export type JobStatus = 'scraping' | 'completed' | 'failed' | 'cancelled';

/** One request that is worked on beside the connection it came by. */
export interface Job {
  id: string;
  /** Who asked: nothing of a job is seen by another tenant. */
  tenant: string;
  kind: JobKind;
  status: JobStatus;
  /** The request, validated, with its defaults. */
  request: unknown;
  webhook?: Webhook;
  /** Milliseconds since 1970. */
  createdAt: number;
  endedAt?: number;
  /** When it and all its results are forgotten. */
  expiresAt: number;
  /** Pages that are known (at most the crawl's limit), done, and done without success. */
  total: number;
  completed: number;
  failed: number;
  creditsUsed: number;
  /** Most credits it may use. */
  maxCredits?: number;
  /** Tokens of a model. */
  tokensUsed?: number;
  error?: string;
  /** The code of `error`, a ServiceErrorCode. */
  errorCode?: string;
  warning?: string;
  /** What a job answers that is no list of pages: `map`, `search`, `extract`, `agent`. */
  result?: unknown;
  /** Addresses that robots.txt forbids. */
  robotsBlocked?: string[];
  /** W3C `traceparent` of the request: spans of the job's pages belong to it. */
  trace?: string;
  /** Most credits of the tenant, in a day and in a month; absent: no limit. */
  quota?: { creditsPerDay?: number | undefined; creditsPerMonth?: number | undefined };
}

/** One page of a job. */
export interface PageTask {
  job: string;
  /** The same page of a job has the same key: it is scraped once. At most 64 characters of [A-Za-z0-9_-]. */
  key: string;
  url: string;
  /** Links from the start of a crawl. */
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
      /** Other keys of the same page (where it redirects to, what it names as canonical): it is kept once. */
      aliases?: string[];
    }
  | { error: PageError };

export interface PageFinished {
  isFirst: boolean;
  /** Left out: the same page is known by another address. */
  isDuplicate: boolean;
  ended: boolean;
  next: PageTask[];
}

/**
 * Something that happened in a job, for its stream and the console. `id` counts from 1 within a job. The store itself
 * adds `page` and `error` with every outcome, and the status with which a job ends, last.
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
  /** Only those created before (ms since 1970). */
  before?: number;
  /** Default 100. */
  limit?: number;
}

/**
 * What api and workers know of jobs, shared by all of them. All methods may be called again with the same arguments after
 * an error: nothing is counted twice.
 */
export interface JobStore {
  create(job: Job): Promise<void>;
  get(id: string): Promise<Job | undefined>;
  /** Jobs of a tenant (of all without one), newest first. */
  list(filter: JobFilter): Promise<Job[]>;
  /** Changes fields. A job that has ended keeps its status; `undefined` if it has ended already or is not there. */
  update(id: string, change: Partial<Omit<Job, 'id' | 'tenant' | 'kind'>>): Promise<Job | undefined>;
  /** Adds credits and tokens at once, unless that would lead beyond `maxCredits`: then nothing is added and it is false. */
  charge(id: string, credits: number, tokens?: number): Promise<boolean>;
  /**
   * Makes pages known to a job, up to `limit` of all. Answers those that are to be queued: new ones, and those that the
   * same `parent` has made known before and that are not finished (it may have died before it queued them). Of a job,
   * no more than `atOnce` are queued at a time: `finishPage` answers those whose turn it is then.
   */
  reserve(id: string, parent: string, pages: PageTask[], limit: number, atOnce?: number): Promise<PageTask[]>;
  /**
   * Keeps what became of a page. The first outcome of a page counts. With the last known page the job is completed;
   * `ended` is true for the page that ended it. `next` are pages to be queued. A document that has an alias of another
   * page is left out, and makes room for another page.
   */
  finishPage(task: PageTask, outcome: PageOutcome): Promise<PageFinished>;
  /** Documents in the order they were finished. */
  documents(id: string, from: number, count: number): Promise<Document[]>;
  errors(id: string): Promise<PageError[]>;
  addRobotsBlocked(id: string, url: string): Promise<void>;
  /** @returns its id */
  addEvent(id: string, event: Omit<JobEvent, 'id' | 'time'>): Promise<number>;
  /** Events after an id: those of before, then those that come, until the job has ended or `signal` aborts. */
  events(id: string, after: number, signal: AbortSignal): AsyncIterable<JobEvent>;
  /** Aborts when a job is cancelled, wherever that was asked for. Call `release` when the work is over. */
  watchCancel(id: string): { signal: AbortSignal; release(): void };
  remove(id: string): Promise<void>;
  /** The cache of a tenant. */
  cached(
    tenant: string,
    key: string,
    maxAgeMs: number,
  ): Promise<{ document: Document; time: number } | undefined>;
  cache(tenant: string, key: string, document: Document, keepMs: number): Promise<void>;
  /** Whether what it stands on answers (health). */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Work that is no page of a job: a whole job (`map`, `extract`, ...) or a message to a webhook. */
export type RunTask =
  | { type: 'job'; job: string }
  | {
      type: 'webhook';
      job: string;
      event: string;
      data: unknown;
      /** The same message of a job has the same key: it is queued once. */
      key?: string;
    };

/** The queue of pages, and of runs. Redis: BullMQ; embedded: in this process. A task is delivered until it is finished. */
export interface Queues {
  addPages(tasks: PageTask[], options?: { isUrgent?: boolean; delayMs?: number }): Promise<void>;
  addRun(task: RunTask): Promise<void>;
  counts(): Promise<{ waiting: number; active: number; delayed: number; failed: number }>;
  close(): Promise<void>;
}

/** A job's end for who waits for it. */
export const hasEnded = ({ status }: Job): boolean => status !== 'scraping';
