import {
  type Fetcher,
  hasEnded,
  type Job,
  type JobKind,
  type JobRunner,
  type RunTask,
  ServiceError,
} from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import type { Backend } from '../jobs/backend.ts';
import { failJob } from './fail-job.ts';
import { endIfLate } from './page-work.ts';
import type { Robots } from './robots.ts';
import { startCrawl } from './start-crawl.ts';
import { queueWebhook, sendWebhook } from './webhooks.ts';

export interface JobRunsParts {
  settings: Settings;
  backend: Pick<Backend, 'store' | 'queues'>;
  fetcher: Fetcher;
  robots: Robots;
  runners: Partial<Record<JobKind, JobRunner>>;
  onError: (error: unknown) => void;
}

/** Most times that a task is started again after its worker died: beyond that the task itself may be the cause. */
export const MOST_INTERRUPTIONS = 3;
/** Delay after which the job of a stopping worker is delivered to another worker (ms). */
const HAND_OVER_MS = 100;

/** Executes the run tasks: jobs without a list of pages, the start of crawls, and webhook messages. */
export class JobRuns {
  constructor(private readonly parts: JobRunsParts) {}

  /** @returns the delay after which the task is to be delivered again (ms); undefined if it is done */
  async run(task: RunTask, interruptions: number, stopping: AbortSignal): Promise<number | undefined> {
    const { store } = this.parts.backend;
    if (task.type === 'webhook') {
      await sendWebhook(task, { store, fetcher: this.parts.fetcher, settings: this.parts.settings });
      return undefined;
    }
    const job = await store.get(task.job);
    if (!job || hasEnded(job)) return undefined;
    if (await endIfLate(job, this.parts.backend, this.parts.settings)) return undefined;
    const isRunAgain = interruptions > 0;
    // An agent is not started again: its actions on sites cannot be undone, and its tokens would be paid twice.
    if ((isRunAgain && job.kind === 'agent') || interruptions > MOST_INTERRUPTIONS) {
      const lost = new ServiceError('unavailable', 'The worker of this job has ended. Start the job again.');
      await this.fail(job, lost);
      return undefined;
    }
    return await this.runJob(job, stopping);
  }

  private async runJob(job: Job, stopping: AbortSignal): Promise<number | undefined> {
    const { settings, backend, runners } = this.parts;
    const cancel = backend.store.watchCancel(job.id);
    const late = AbortSignal.timeout(Math.max(1, job.createdAt + settings.limits.jobMs - Date.now()));
    const signal = AbortSignal.any([cancel.signal, stopping, late]);
    try {
      if (job.kind === 'crawl') {
        await startCrawl(job, this.parts, signal);
        return undefined;
      }
      const runner = runners[job.kind];
      if (!runner) throw new ServiceError('not_configured', `This service does no "${job.kind}".`);
      await queueWebhook(backend.queues, job, 'started', { success: true });
      const result = await runner(job, signal);
      const ended = await backend.store.update(job.id, { status: 'completed', result });
      if (ended) await queueWebhook(backend.queues, ended, 'completed', { success: true, data: [result] });
      return undefined;
    } catch (error) {
      if (cancel.signal.aborted) return undefined;
      if (stopping.aborted && job.kind !== 'agent') return HAND_OVER_MS;
      const isLate = late.aborted && (await endIfLate(job, backend, settings));
      if (!isLate) await this.fail(job, error);
      return undefined;
    } finally {
      cancel.release();
    }
  }

  private async fail(job: Job, error: unknown): Promise<void> {
    const known = error instanceof ServiceError ? error : undefined;
    if (!known) this.parts.onError(error);
    const message = known?.message ?? 'The job has failed by an error of the service. Its log says more.';
    const reason = { error: message, errorCode: known?.code ?? ('internal_error' as const) };
    await failJob(this.parts.backend, job.id, reason);
  }
}
