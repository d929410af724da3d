import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { PageTask, Queues, RunTask } from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import type { Backend, BackendOptions, WorkHandlers } from './backend.ts';
import { BACKEND_DEFAULTS } from './backend-defaults.ts';
import { type Delivered, EmbeddedQueue } from './embedded-queue.ts';
import { EmbeddedStore } from './embedded-store.ts';
import { lockFolder } from './folder-lock.ts';
import { type HostLimits, NO_LIMITS, retryForPlace } from './host-limits.ts';
import { RunLog } from './run-log.ts';

type RunQueue = 'runs' | 'agents' | 'webhooks';

/** Pause after an error of the store before a page is delivered again (ms). */
const PAGE_RETRY_MS = 1_000;

/** Opens jobs and queues of this process alone, and queues the unfinished tasks of earlier processes again. */
export async function openEmbedded(settings: Settings, options: BackendOptions): Promise<Backend> {
  const onError = options.onError ?? (() => undefined);
  const webhookBackoffMs = options.webhookBackoffMs ?? BACKEND_DEFAULTS.webhookBackoffMs;
  const unlock = await lockFolder(settings.dataFolder);
  const store = new EmbeddedStore(settings);
  const log = new RunLog(join(settings.dataFolder, 'runs.jsonl'));
  const queues = new EmbeddedQueues(store, log);
  await queues.addPages(store.restore());
  for (const { id, task, interruptions } of await log.restore()) await queues.place(id, task, interruptions);

  const startWork = async ({ concurrency, page, run }: WorkHandlers) => {
    const deliverPage = async (task: PageTask, interruptions: number): Promise<Delivered> => {
      try {
        const againMs = await page(task, interruptions);
        return againMs === undefined ? undefined : { againMs };
      } catch (error) {
        onError(error as Error);
        return { againMs: PAGE_RETRY_MS };
      }
    };
    // After a restart an unfinished page without a `begun` line counts as interrupted once, so only pages that were
    // interrupted before need such a line.
    const onPage = async (task: PageTask, interruptions: number): Promise<Delivered> => {
      if (interruptions === 0) return deliverPage(task, interruptions);
      let hasLine = false;
      const noteBegin = (times: number) => {
        try {
          store.beginPage(task, times);
          hasLine = true;
        } catch (error) {
          onError(error as Error);
        }
      };
      // Recorded with a delay: a page that its host's limit postpones returns at once, and then nothing is written.
      const recording = setImmediate(noteBegin, interruptions + 1);
      const delivered = await deliverPage(task, interruptions);
      clearImmediate(recording);
      if (delivered && hasLine) noteBegin(interruptions);
      return delivered;
    };
    const onRun = (name: RunQueue) => async (task: QueuedRun, interruptions: number, attempts: number) => {
      try {
        log.begin(task.id, interruptions + 1);
        const againMs = await run(task.task, interruptions);
        if (againMs !== undefined) {
          // The handler gave the task back, so the attempt does not count as an interruption.
          log.begin(task.id, interruptions);
          return { againMs };
        }
      } catch (error) {
        onError(error as Error);
        if (name === 'webhooks' && attempts < BACKEND_DEFAULTS.webhookAttempts) {
          return { againMs: webhookBackoffMs * 2 ** (attempts - 1) };
        }
      }
      return undefined;
    };
    queues.pages.start(concurrency.pages, onPage);
    for (const name of ['runs', 'agents', 'webhooks'] as const)
      queues[name].start(concurrency[name], onRun(name));
    return { stop: async () => void (await Promise.all(queues.all.map((queue) => queue.stop()))) };
  };

  const close = async () => {
    await queues.close();
    await store.close();
    await unlock();
  };
  return { store, queues, hosts: memoryHostLimits(settings), startWork, close };
}

interface QueuedRun {
  id: string;
  task: RunTask;
}

const pageId = ({ job, key }: PageTask): string => `${job}-${key}`;

class EmbeddedQueues implements Queues {
  readonly pages = new EmbeddedQueue<PageTask>();
  readonly runs: EmbeddedQueue<QueuedRun>;
  readonly agents: EmbeddedQueue<QueuedRun>;
  readonly webhooks: EmbeddedQueue<QueuedRun>;

  constructor(
    private readonly store: EmbeddedStore,
    private readonly log: RunLog,
  ) {
    const onDone = (id: string) => log.done(id);
    this.runs = new EmbeddedQueue(onDone);
    this.agents = new EmbeddedQueue(onDone);
    this.webhooks = new EmbeddedQueue(onDone);
  }

  get all() {
    return [this.pages, this.runs, this.agents, this.webhooks];
  }

  async addPages(tasks: PageTask[], options: { isUrgent?: boolean; delayMs?: number } = {}): Promise<void> {
    for (const task of tasks) {
      this.pages.add(pageId(task), task, { ...options, interruptions: this.store.interruptionsOf(task) });
    }
  }

  async addRun(task: RunTask): Promise<void> {
    const id =
      task.type === 'job' ? `run-${task.job}` : `${task.job}-${task.event}-${task.key ?? randomUUID()}`;
    this.log.add(id, task);
    await this.place(id, task, 0);
  }

  async place(id: string, task: RunTask, interruptions: number): Promise<void> {
    const kind = task.type === 'job' ? (await this.store.get(task.job))?.kind : undefined;
    const name: RunQueue = task.type === 'webhook' ? 'webhooks' : kind === 'agent' ? 'agents' : 'runs';
    this[name].add(id, { id, task }, { interruptions });
  }

  async counts() {
    const sum = { waiting: 0, active: 0, delayed: 0, failed: 0 };
    for (const { counts } of this.all) {
      sum.waiting += counts.waiting;
      sum.active += counts.active;
      sum.delayed += counts.delayed;
    }
    return sum;
  }

  async close(): Promise<void> {
    for (const queue of this.all) queue.close();
  }
}

/** Limits per host for the pages of this process. */
function memoryHostLimits({ perDomain }: Settings): HostLimits {
  if (!perDomain.concurrency && !perDomain.perSecond) return NO_LIMITS;
  const inside = new Map<string, number>();
  const rate = perDomain.perSecond
    ? new RateLimiterMemory({
        points: Math.max(1, perDomain.perSecond),
        duration: perDomain.perSecond < 1 ? 1 / perDomain.perSecond : 1,
      })
    : undefined;
  const change = (host: string, by: number) => {
    const count = (inside.get(host) ?? 0) + by;
    if (count > 0) inside.set(host, count);
    else inside.delete(host);
  };
  return {
    async enter(host) {
      if (perDomain.concurrency && (inside.get(host) ?? 0) >= perDomain.concurrency)
        return { retryMs: retryForPlace() };
      change(host, 1);
      try {
        await rate?.consume(host);
      } catch (refused) {
        change(host, -1);
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return { retryMs: refused.msBeforeNext + 1 };
      }
      return { release: async () => change(host, -1) };
    },
  };
}
