import { randomUUID } from 'node:crypto';
import { type Job as BullJob, DelayedError, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { PageTask, Queues, RunTask } from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import type { Backend, BackendOptions, WorkHandlers } from './backend.ts';
import { BACKEND_DEFAULTS } from './backend-defaults.ts';
import { type HostLimits, LEASE_MS, NO_LIMITS, retryForPlace } from './host-limits.ts';
import { JobSignals } from './job-signals.ts';
import { defineCommands, type JobRedis } from './redis-commands.ts';
import { RedisStore } from './redis-store.ts';

const QUEUES = ['pages', 'runs', 'agents', 'webhooks'] as const;
type QueueName = (typeof QUEUES)[number];

/** Priority of pages of crawls and batches. BullMQ delivers tasks without a priority first: scrapes, whose clients wait. */
const CRAWL_PRIORITY = 10;
/** How often BullMQ delivers a task again after its worker died. High, because the handlers count interruptions themselves. */
const MAX_STALLED = 1_000;
/** Attempts of a page or run, one per second: enough that a short outage of Redis fails no task. */
const PAGE_ATTEMPTS = 100;
/** How long BullMQ keeps a finished webhook message, and so does not queue the same message again (s). */
const WEBHOOK_KEPT_S = 3_600;

/** Opens jobs in Redis and queues of BullMQ, which any number of processes share. */
export async function openRedis(settings: Settings, options: BackendOptions): Promise<Backend> {
  const onError = options.onError ?? (() => undefined);
  const connect = (): Redis => {
    const redis = new Redis(settings.redis as string, {
      // Commands wait until Redis is reachable again and are sent again, so a command may be executed twice.
      maxRetriesPerRequest: null,
      retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
    });
    redis.on('error', onError);
    return redis;
  };
  const redis = defineCommands(connect());
  const subscriber = connect();
  const bull = connect();
  const store = new RedisStore(redis, new JobSignals(subscriber), settings);
  const prefix = `${settings.prefix}:queue`;
  const webhookBackoffMs = options.webhookBackoffMs ?? BACKEND_DEFAULTS.webhookBackoffMs;
  const queueOf = new Map<QueueName, Queue>();
  for (const name of QUEUES) {
    const queue = new Queue(name, {
      connection: bull,
      prefix,
      defaultJobOptions: jobOptions(name, webhookBackoffMs),
    });
    queue.on('error', onError);
    queueOf.set(name, queue);
  }
  const queues = new RedisQueues(queueOf, redis, settings);

  const startWork = async (handlers: WorkHandlers) => {
    const lockDuration = options.lockMs ?? BACKEND_DEFAULTS.lockMs;
    const workers = QUEUES.map((name) => {
      const worker = new Worker(name, (job, token) => work(job, token, name, handlers), {
        connection: bull,
        prefix,
        concurrency: handlers.concurrency[name],
        lockDuration,
        stalledInterval: lockDuration,
        maxStalledCount: MAX_STALLED,
        runRetryDelay: 500,
      });
      worker.on('error', onError);
      return worker;
    });
    await Promise.all(workers.map((worker) => worker.waitUntilReady()));
    return { stop: async () => void (await Promise.all(workers.map((worker) => worker.close()))) };
  };

  const close = async () => {
    await queues.close();
    for (const connection of [redis, subscriber, bull]) connection.disconnect();
  };
  return { store, queues, hosts: redisHostLimits(redis, settings), startWork, close };
}

function jobOptions(name: QueueName, webhookBackoffMs: number) {
  if (name === 'webhooks') {
    return {
      attempts: BACKEND_DEFAULTS.webhookAttempts,
      backoff: { type: 'exponential', delay: webhookBackoffMs },
      removeOnComplete: { age: WEBHOOK_KEPT_S },
      removeOnFail: { age: WEBHOOK_KEPT_S },
    };
  }
  return {
    attempts: PAGE_ATTEMPTS,
    backoff: { type: 'fixed', delay: 1_000 },
    removeOnComplete: true,
    removeOnFail: true,
  };
}

/** Passes a BullMQ job to the handler of its queue, and delays it if the handler asks to have it delivered again. */
async function work(
  job: BullJob,
  token: string | undefined,
  name: QueueName,
  handlers: WorkHandlers,
): Promise<void> {
  const interruptions = job.stalledCounter ?? 0;
  const againMs = await (name === 'pages'
    ? handlers.page(job.data as PageTask, interruptions)
    : handlers.run(job.data as RunTask, interruptions));
  if (againMs === undefined) return;
  await job.moveToDelayed(Date.now() + againMs, token);
  throw new DelayedError();
}

class RedisQueues implements Queues {
  constructor(
    private readonly queueOf: Map<QueueName, Queue>,
    private readonly redis: JobRedis,
    private readonly settings: Settings,
  ) {}

  async addPages(tasks: PageTask[], options: { isUrgent?: boolean; delayMs?: number } = {}): Promise<void> {
    if (tasks.length === 0) return;
    const jobs = tasks.map((data) => ({
      name: 'page',
      data,
      opts: {
        jobId: `${data.job}-${data.key}`,
        ...(!options.isUrgent && { priority: CRAWL_PRIORITY }),
        ...(options.delayMs && { delay: Math.ceil(options.delayMs) }),
      },
    }));
    await this.queue('pages').addBulk(jobs);
  }

  async addRun(task: RunTask): Promise<void> {
    if (task.type === 'webhook') {
      const jobId = `${task.job}-${task.event.replaceAll(':', '-')}-${task.key ?? randomUUID()}`;
      await this.queue('webhooks').add(task.event, task, { jobId });
      return;
    }
    const kind = await this.redis.hget(`${this.settings.prefix}:job:{${task.job}}`, 'kind');
    await this.queue(kind === 'agent' ? 'agents' : 'runs').add('job', task, { jobId: `run-${task.job}` });
  }

  async counts() {
    const all = await Promise.all([...this.queueOf.values()].map((queue) => queue.getJobCounts()));
    const sum = (...names: string[]) =>
      all.reduce((total, counts) => total + names.reduce((part, name) => part + (counts[name] ?? 0), 0), 0);
    return {
      waiting: sum('waiting', 'prioritized', 'paused'),
      active: sum('active'),
      delayed: sum('delayed'),
      failed: sum('failed'),
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.queueOf.values()].map((queue) => queue.close()));
  }

  private queue(name: QueueName): Queue {
    return this.queueOf.get(name) as Queue;
  }
}

/** Limits per host for the pages of all processes that share the Redis. */
function redisHostLimits(redis: JobRedis, { perDomain, prefix }: Settings): HostLimits {
  if (!perDomain.concurrency && !perDomain.perSecond) return NO_LIMITS;
  const rate = perDomain.perSecond
    ? new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `${prefix}:rate`,
        points: Math.max(1, perDomain.perSecond),
        duration: perDomain.perSecond < 1 ? 1 / perDomain.perSecond : 1,
      })
    : undefined;
  return {
    async enter(host) {
      const key = `${prefix}:host:${host}`;
      const holder = randomUUID();
      const now = Date.now();
      if (perDomain.concurrency) {
        const isInside = await redis.hostEnter(key, holder, now, now + LEASE_MS, perDomain.concurrency);
        if (!isInside) return { retryMs: retryForPlace() };
      }
      const release = async () => void (perDomain.concurrency && (await redis.zrem(key, holder)));
      try {
        await rate?.consume(host);
        return { release };
      } catch (refused) {
        await release();
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return { retryMs: refused.msBeforeNext + 1 };
      }
    },
  };
}
