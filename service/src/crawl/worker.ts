import { setMaxListeners } from 'node:events';
import {
  type Fetcher,
  type JobKind,
  type JobRunner,
  type PageTask,
  type Scraper,
  ServiceError,
} from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import type { Backend } from '../jobs/backend.ts';
import { CrawleePool } from './crawlee-pool.ts';
import { JobRuns, MOST_INTERRUPTIONS } from './job-runs.ts';
import { OpenJobs } from './open-jobs.ts';
import { endIfLate, PageWork } from './page-work.ts';
import { Robots } from './robots.ts';

export interface WorkerParts {
  settings: Settings;
  backend: Backend;
  scraper: Pick<Scraper, 'scrape'>;
  fetcher: Fetcher;
  runners: Partial<Record<JobKind, JobRunner>>;
  /** Called with internal errors, which are not the fault of a page or request; for the log. */
  onError?: (error: unknown) => void;
}

/** How often unused jobs are released from memory, and jobs that have run for too long are ended (ms). */
const SWEEP_MS = 30_000;
/** Webhook messages that are sent at once. */
const WEBHOOKS_AT_ONCE = 10;
/** Delay after which a page of a stopping worker is delivered to another worker (ms). */
const HAND_OVER_MS = 1;
/** Most jobs that one sweep checks for their age. */
const MOST_JOBS = 1_000;

/** Starts a worker, which processes queued tasks until `stop`. */
export async function startWorker(parts: WorkerParts): Promise<{ stop(): Promise<void> }> {
  const { settings, backend, fetcher, runners, onError = () => undefined } = parts;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const robots = new Robots(fetcher);
  const jobs = new OpenJobs(backend.store, stopping.signal);
  const pages = new PageWork({ settings, backend, scraper: parts.scraper, robots, jobs, onError });
  const runs = new JobRuns({ settings, backend, fetcher, robots, runners, onError });
  const fail = async (task: PageTask, error: unknown) => {
    // The worker stops, so the page gets no outcome: another worker will process it.
    if (stopping.signal.aborted) throw error;
    await pages.fail(task, error);
  };
  const pool = new CrawleePool(settings.concurrency, (task) => pages.work(task), fail, onError);

  const onPage = async (task: PageTask, interruptions: number): Promise<number | undefined> => {
    if (stopping.signal.aborted) return HAND_OVER_MS;
    if (interruptions > 0) await pages.tellEnd(task);
    if (!URL.canParse(task.url) || interruptions > MOST_INTERRUPTIONS) {
      await pages.fail(
        task,
        new ServiceError('SCRAPE_SITE_ERROR', 'Workers have ended while they read this page.'),
      );
      return undefined;
    }
    const place = await backend.hosts.enter(new URL(task.url).host);
    if ('retryMs' in place) return place.retryMs;
    try {
      await pool.process(task);
      return undefined;
    } catch (error) {
      if (stopping.signal.aborted) return HAND_OVER_MS;
      throw error;
    } finally {
      await place.release();
    }
  };

  const sweep = async () => {
    jobs.sweep();
    pool.forgetErrors();
    const before = Date.now() - settings.limits.jobMs;
    const open = await backend.store.list({ status: 'scraping', before, limit: MOST_JOBS });
    for (const job of open) await endIfLate(job, backend, settings);
  };
  const sweeper = setInterval(() => void sweep().catch(onError), SWEEP_MS);
  sweeper.unref();

  const work = await backend.startWork({
    concurrency: {
      pages: settings.concurrency,
      runs: settings.concurrency,
      agents: settings.agentConcurrency,
      webhooks: WEBHOOKS_AT_ONCE,
    },
    page: onPage,
    run: (task, interruptions) => runs.run(task, interruptions, stopping.signal),
  });
  const stop = async () => {
    clearInterval(sweeper);
    stopping.abort(new ServiceError('cancelled', 'The worker stops.'));
    await work.stop();
    await pool.stop();
    jobs.close();
  };
  return { stop };
}
