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

/** What may go well the next time. */
const WORTH_RETRYING = new Set<ServiceErrorCode>([
  'SCRAPE_SITE_ERROR',
  'SCRAPE_DNS_RESOLUTION_ERROR',
  'internal_error',
  'unavailable',
]);
const MAX_RETRIES = 2;
const RETRY_AFTER_MS = 500;
/** Above the longest time of a page; the scraper keeps the time that was asked for (s). */
const TIMEOUT_S = 330;
/** Of the machine's memory, before Crawlee begins fewer pages: nothing else is meant to run beside a worker. */
const MEMORY_RATIO = 0.8;

/** Of the pages at once, also where the CPU is busy: pages mostly wait for sites, and a slow one shall not hold up the others. */
const LEAST_SHARE = 0.25;

interface Entry {
  task: PageTask;
  resolve(): void;
  reject(error: unknown): void;
}

type Work = (task: PageTask) => Promise<void>;

// Crawlee writes to the console; what matters of it is in the outcome of pages.
log.setLevel(LogLevel.OFF);

/** Where Crawlee takes its requests from: pages that the queue has delivered to this worker. */
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

  /** Its work is over, well or not. */
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

  /** Crawlee calls this before the last handler: the task is done when that has kept the outcome. */
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

  /** Links go to the queue of all workers. */
  async addRequest(): Promise<never> {
    throw new Error('Pages come from the queue alone.');
  }

  private place(request: Request): void {
    this.waiting.push(request);
    this.onAdded();
  }
}

/**
 * A crawler of Crawlee's that runs as long as the worker does: its pool begins as many pages as the machine bears, it
 * tries again what may go well, and gives up the rest.
 */
export class CrawleePool {
  private readonly pages = new DeliveredPages();
  private readonly crawler: BasicCrawler;
  private readonly running: Promise<void>;
  private isStopped = false;

  /** @param fail keeps the error of a page that is given up */
  constructor(
    concurrency: number,
    work: Work,
    fail: (task: PageTask, error: unknown) => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {
    const { pages } = this;
    this.crawler = new BasicCrawler(
      {
        // Its check of options refuses `requestManager`, which its types offer and which this is.
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

  /** Fulfilled when the page's outcome is kept; rejected if it could not be. */
  process(task: PageTask): Promise<void> {
    return new Promise((resolve, reject) => this.pages.add({ task, resolve, reject }));
  }

  /** Crawlee collects errors for its report at the end, which never comes. */
  forgetErrors(): void {
    this.crawler.stats.errorTracker.reset();
    this.crawler.stats.errorTrackerRetry.reset();
  }

  /** When all pages are through. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.crawler.stop();
    await this.crawler.autoscaledPool?.notify();
    await this.running;
  }

  /** Crawlee ends a run at errors of its own, and at SIGINT; the worker says when it is over. */
  private async run(): Promise<void> {
    while (!this.isStopped) await this.crawler.run().catch(this.onError);
  }
}

const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ServiceError) || WORTH_RETRYING.has(error.code);
