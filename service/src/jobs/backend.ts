import type { JobStore, PageTask, Queues, RunTask } from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import { openEmbedded } from './embedded-backend.ts';
import type { HostLimits } from './host-limits.ts';
import { openRedis } from './redis-backend.ts';

/** What a worker does with tasks; the backend delivers each until its promise is fulfilled. */
export interface WorkHandlers {
  /** How many at once. */
  concurrency: { pages: number; runs: number; agents: number; webhooks: number };
  /**
   * @param interruptions how often a worker has ended in the middle of it
   * @returns milliseconds after which it is to be delivered again; undefined: it is done
   */
  page(task: PageTask, interruptions: number): Promise<number | undefined>;
  /** The same for runs. A webhook whose promise is rejected is tried again, later each time. */
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
  /** Time after which the tasks of a worker that is gone are given to another (ms; Redis). */
  lockMs?: number;
  /** Pause before a webhook is tried again; doubled each time (ms). */
  webhookBackoffMs?: number;
  /** Whoever wants to know of errors of connections, which are tried again. */
  onError?: (error: Error) => void;
}

/** Jobs and queues: in Redis for many processes, else in this one with results on disk. */
export function openBackend(settings: Settings, options: BackendOptions = {}): Promise<Backend> {
  return settings.redis ? openRedis(settings, options) : openEmbedded(settings, options);
}
