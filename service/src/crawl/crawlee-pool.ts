import { BasicCrawler } from '@crawlee/basic';
import {
  Configuration,
  Log,
  LogLevel,
  log,
  NonRetryableError,
  Request,
  type RequestProvider,
} from '@crawlee/core';
import { type PageTask, ServiceError, type ServiceErrorCode } from '../contract/index.ts';

/** Errors that may be temporary. */
const WORTH_RETRYING = new Set<ServiceErrorCode>([
  'SCRAPE_SITE_ERROR',
  'SCRAPE_DNS_RESOLUTION_ERROR',
  'internal_error',
  'unavailable',
]);
const MAX_RETRIES = 2;
/** Half of the pause before the first retry (ms); each further pause is twice as long. */
const RETRY_AFTER_MS = 500;
/** Crawlee's timeout of a page (s). The scraper enforces the timeout of the request, which is at most 300 s. */
const TIMEOUT_S = 330;
/** Share of the machine's memory that Crawlee may use before it starts fewer pages: a worker usually runs alone. */
const MEMORY_RATIO = 0.8;

/**
 * Share of the concurrency that Crawlee keeps even if the CPU is busy: pages mostly wait for sites, and one slow page
 * must not hold up the others.
 */
const LEAST_SHARE = 0.25;

interface Entry {
  task: PageTask;
  resolve(): void;
  reject(error: unknown): void;
}

type Work = (task: PageTask) => Promise<void>;

// Crawlee logs to the console. The errors of pages are stored as their outcomes instead.
log.setLevel(LogLevel.OFF);

/** Crawlee's request queue: the pages that the job queue has delivered to this worker. */
class DeliveredPages {
  private readonly waiting: Request[] = [];
  private readonly entries = new Map<string, Entry>();
  private count = 0;
  onAdded: () => void = () => undefined;

  add(entry: Entry): void {
    this.count += 1;
    const request = new Request({
      url: entry.task.url,
      uniqueKey: `${entry.task.job}-${entry.task.key}-${this.count}`,
    });
    this.entries.set(request.uniqueKey, entry);
    this.place(request);
  }

  entryOf({ uniqueKey }: Request): Entry {
    const entry = this.entries.get(uniqueKey);
    if (!entry) throw new Error('A request that nobody has added.');
    return entry;
  }

  /** Removes a page whose work is over, with success or without. */
  delete({ uniqueKey }: Request): void {
    this.entries.delete(uniqueKey);
  }

  async isEmpty(): Promise<boolean> {
    return this.waiting.length === 0;
  }

  async isFinished(): Promise<boolean> {
    return this.entries.size === 0;
  }

  async fetchNextRequest<T extends object>(): Promise<Request<T> | null> {
    return (this.waiting.shift() as Request<T> | undefined) ?? null;
  }

  /** Does nothing: Crawlee calls it before `failedRequestHandler`, but a page is done only when its outcome is stored. */
  async markRequestHandled(): Promise<null> {
    return null;
  }

  async reclaimRequest(request: Request): Promise<null> {
    setTimeout(() => this.place(request), RETRY_AFTER_MS * 2 ** request.retryCount);
    return null;
  }

  async handledCount(): Promise<number> {
    return this.count - this.entries.size;
  }

  getTotalCount(): number {
    return this.count;
  }

  getPendingCount(): number {
    return this.entries.size;
  }

  /** Crawlee must not enqueue links: they go to the job queue, which all workers share. */
  async addRequest(): Promise<never> {
    throw new Error('Pages come from the queue alone.');
  }

  private place(request: Request): void {
    this.waiting.push(request);
    this.onAdded();
  }
}

/**
 * Runs pages in a Crawlee crawler, for as long as the worker runs: Crawlee scales the number of pages to the load of the
 * machine and retries errors that may be temporary.
 */
export class CrawleePool {
  private readonly pages = new DeliveredPages();
  private readonly crawler: BasicCrawler;
  private readonly running: Promise<void>;
  private isStopped = false;

  /** @param fail stores the error of a page that is not retried any more */
  constructor(
    concurrency: number,
    work: Work,
    fail: (task: PageTask, error: unknown) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {
    const { pages } = this;
    this.crawler = new BasicCrawler(
      {
        // This is a `requestManager`, but Crawlee's validation of options refuses that name, though its types have it.
        requestQueue: pages as unknown as RequestProvider,
        keepAlive: true,
        minConcurrency: Math.ceil(concurrency * LEAST_SHARE),
        maxConcurrency: concurrency,
        autoscaledPoolOptions: { desiredConcurrency: concurrency },
        maxRequestRetries: MAX_RETRIES,
        requestHandlerTimeoutSecs: TIMEOUT_S,
        useSessionPool: false,
        statisticsOptions: { persistenceOptions: { enable: false } },
        log: new Log({ level: LogLevel.OFF }),
        requestHandler: async ({ request }) => {
          const entry = pages.entryOf(request);
          await work(entry.task).catch((error: unknown) => {
            throw isWorthRetrying(error) ? error : new NonRetryableError('given up', { cause: error });
          });
          pages.delete(request);
          entry.resolve();
        },
        failedRequestHandler: async ({ request }, error) => {
          const entry = pages.entryOf(request);
          pages.delete(request);
          const cause = error instanceof NonRetryableError ? error.cause : error;
          await fail(entry.task, cause).then(entry.resolve, entry.reject);
        },
      },
      new Configuration({ persistStorage: false, purgeOnStart: false, availableMemoryRatio: MEMORY_RATIO }),
    );
    pages.onAdded = () => void this.crawler.autoscaledPool?.notify();
    this.running = this.run();
  }

  /** Resolves when the outcome of the page is stored; rejects if it could not be stored. */
  process(task: PageTask): Promise<void> {
    return new Promise((resolve, reject) => this.pages.add({ task, resolve, reject }));
  }

  /** Frees the errors that Crawlee collects for a report at the end of its run, which is never made here. */
  forgetErrors(): void {
    this.crawler.stats.errorTracker.reset();
    this.crawler.stats.errorTrackerRetry.reset();
  }

  /** Stops the crawler after all pages that it has. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.crawler.stop();
    await this.crawler.autoscaledPool?.notify();
    await this.running;
  }

  /** Restarts Crawlee until `stop`: its run also ends at internal errors and at SIGINT. */
  private async run(): Promise<void> {
    while (!this.isStopped) await this.crawler.run().catch(this.onError);
  }
}

const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ServiceError) || WORTH_RETRYING.has(error.code);
