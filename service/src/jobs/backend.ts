import type { JobStore, PageTask, Queues, RunTask } from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import { openEmbedded } from './embedded-backend.ts';
import type { HostLimits } from './host-limits.ts';
import { openRedis } from './redis-backend.ts';

/** The handlers that a worker has for tasks. The backend delivers a task until a handler is done with it. */
export interface WorkHandlers {
  /** How many tasks of each queue are handled at once. */
  concurrency: { pages: number; runs: number; agents: number; webhooks: number };
  /**
   * @param interruptions how often a worker has died while it handled the task
   * @returns delay after which the task is to be delivered again (ms); undefined if it is done
   */
  page(task: PageTask, interruptions: number): Promise<number | undefined>;
  /** The same for runs. A webhook whose promise rejects is delivered again, after longer and longer pauses. */
  run(task: RunTask, interruptions: number): Promise<number | undefined>;
}

export interface Backend {
  store: JobStore;
  queues: Queues;
  hosts: HostLimits;
  startWork(handlers: WorkHandlers): Promise<{ stop(): Promise<void> }>;
  close(): Promise<void>;
}

export interface BackendOptions {
  /** Time after which the tasks of a dead worker are delivered to another one (ms). Only with Redis. */
  lockMs?: number;
  /** Pause before the second attempt of a webhook (ms); doubled for each further one. */
  webhookBackoffMs?: number;
  /** Called with errors of connections (Redis) and of handlers (without Redis), for the log. */
  onError?: (error: Error) => void;
}

/** Opens the storage of jobs and the queues: in Redis, shared by many processes, or in this process with files on disk. */
export function openBackend(settings: Settings, options: BackendOptions = {}): Promise<Backend> {
  return settings.redis ? openRedis(settings, options) : openEmbedded(settings, options);
}
