import { createHash, randomUUID } from 'node:crypto';
import {
  type Document,
  hasEnded,
  type Job,
  type JobEvent,
  type JobFilter,
  type JobStore,
  type PageError,
  type PageOutcome,
  type PageTask,
} from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import { fromFields, toFields } from './job-fields.ts';
import type { JobSignals } from './job-signals.ts';
import { toPageEvent } from './page-event.ts';
import type { JobRedis } from './redis-commands.ts';

const PARTS = [
  '',
  ':known',
  ':pending',
  ':done',
  ':granted',
  ':aliases',
  ':docs',
  ':errors',
  ':events',
  ':robots',
  ':calls',
];

/** Most pages in one call of a script, because Redis executes nothing else while a script runs. */
const RESERVED_AT_ONCE = 1_000;
/** Events that are read at once. */
const EVENTS_AT_ONCE = 100;
/** Jobs in a list without a limit of its own. */
const DEFAULT_LIST = 100;
/** Events are read again after this time, in case a message of the channel was lost (ms). */
const RECHECK_MS = 5_000;
/** Stands for "no limit" in arguments of scripts, which have no Infinity. */
const ANY = 1e12;

/** The job storage in Redis. The keys of a job are described in redis-commands.ts. */
export class RedisStore implements JobStore {
  constructor(
    private readonly redis: JobRedis,
    private readonly signals: JobSignals,
    private readonly settings: Settings,
  ) {}

  async create(job: Job): Promise<void> {
    const base = this.base(job.id);
    if (await this.redis.exists(base)) return;
    const { limits } = this.settings;
    const oldest = job.createdAt - limits.jobMs - limits.resultMs;
    const pipeline = this.redis.multi().hset(base, toFields(job)).pexpireat(base, Math.ceil(job.expiresAt));
    const written = await pipeline.exec();
    for (const [error] of written ?? []) if (error) throw error;
    for (const index of [this.index('all'), this.index('active'), this.tenantIndex(job.tenant)]) {
      await this.redis.zadd(index, job.createdAt, job.id);
      await this.redis.zremrangebyscore(index, '-inf', oldest);
    }
  }

  async get(id: string): Promise<Job | undefined> {
    const [fields, blocked] = await Promise.all([
      this.redis.hgetall(this.base(id)),
      this.redis.smembers(`${this.base(id)}:robots`),
    ]);
    if (!fields.id) return undefined;
    return { ...fromFields(fields), ...(blocked.length > 0 && { robotsBlocked: blocked }) };
  }

  async list(filter: JobFilter): Promise<Job[]> {
    const limit = filter.limit ?? DEFAULT_LIST;
    const isActive = filter.status === 'scraping';
    const index = isActive
      ? this.index('active')
      : filter.tenant === undefined
        ? this.index('all')
        : this.tenantIndex(filter.tenant);
    const found: Job[] = [];
    for (let from = 0; found.length < limit; from += DEFAULT_LIST) {
      const before = filter.before === undefined ? '+inf' : `(${filter.before}`;
      const ids = await this.redis.zrevrangebyscore(index, before, '-inf', 'LIMIT', from, DEFAULT_LIST);
      const jobs = await Promise.all(ids.map((id) => this.redis.hgetall(this.base(id))));
      for (const [i, fields] of jobs.entries()) {
        const id = ids[i] as string;
        const job = fields.id ? fromFields(fields) : undefined;
        // The removal shifts the following ids, so this list may miss some; the next call has them.
        if (!job || (isActive && hasEnded(job))) await this.redis.zrem(index, id);
        else if (matches(job, filter)) found.push(job);
      }
      if (ids.length < DEFAULT_LIST) break;
    }
    return found.slice(0, limit);
  }

  async update(id: string, change: Partial<Omit<Job, 'id' | 'tenant' | 'kind'>>): Promise<Job | undefined> {
    const { status, ...rest } = change;
    const ends = status !== undefined && status !== 'scraping';
    const data = JSON.stringify({ error: change.error, code: change.errorCode });
    const values = Object.entries(toFields(rest)).flat();
    const { resultMs } = this.settings.limits;
    const done = await this.redis.jobUpdate(
      this.base(id),
      Date.now(),
      resultMs,
      ends ? status : '',
      data,
      ...values,
    );
    if (!done) return undefined;
    if (ends) await this.redis.zrem(this.index('active'), id);
    return await this.get(id);
  }

  async charge(id: string, credits: number, tokens = 0): Promise<boolean> {
    return (await this.redis.jobCharge(this.base(id), randomUUID(), credits, tokens)) === 1;
  }

  async reserve(
    id: string,
    parent: string,
    pages: PageTask[],
    limit: number,
    atOnce = ANY,
  ): Promise<PageTask[]> {
    const queued: PageTask[] = [];
    for (let i = 0; i < pages.length; i += RESERVED_AT_ONCE) {
      const some = pages.slice(i, i + RESERVED_AT_ONCE).flatMap((page) => [page.key, JSON.stringify(page)]);
      const answer = await this.redis.jobReserve(
        this.base(id),
        parent,
        Math.min(limit, ANY),
        Math.min(atOnce, ANY),
        ...some,
      );
      for (const task of answer) queued.push(JSON.parse(task) as PageTask);
    }
    return queued;
  }

  async finishPage(task: PageTask, outcome: PageOutcome) {
    const event = toPageEvent(task, outcome);
    const isDocument = 'document' in outcome;
    const [isFirst, isDuplicate, ended, ...next] = await this.redis.jobFinishPage(
      this.base(task.job),
      task.key,
      randomUUID(),
      Date.now(),
      this.settings.limits.resultMs,
      isDocument ? 1 : 0,
      JSON.stringify(isDocument ? outcome.document : outcome.error),
      isDocument ? outcome.credits : 0,
      event.type,
      JSON.stringify(event.data),
      ...((isDocument && outcome.aliases) || []),
    );
    if (ended) await this.redis.zrem(this.index('active'), task.job);
    return {
      isFirst: isFirst === 1,
      isDuplicate: isDuplicate === 1,
      ended: ended === 1,
      next: next.map((page) => JSON.parse(page) as PageTask),
    };
  }

  async documents(id: string, from: number, count: number): Promise<Document[]> {
    if (count <= 0) return [];
    const found = await this.redis.lrange(`${this.base(id)}:docs`, from, from + count - 1);
    return found.map((document) => JSON.parse(document) as Document);
  }

  async errors(id: string): Promise<PageError[]> {
    const found = await this.redis.lrange(`${this.base(id)}:errors`, 0, -1);
    return found.map((error) => JSON.parse(error) as PageError);
  }

  async addRobotsBlocked(id: string, url: string): Promise<void> {
    const expiresAt = await this.redis.hget(this.base(id), 'expiresAt');
    if (!expiresAt) return;
    const key = `${this.base(id)}:robots`;
    await this.redis.sadd(key, url);
    await this.redis.pexpireat(key, expiresAt);
  }

  addEvent(id: string, event: Omit<JobEvent, 'id' | 'time'>): Promise<number> {
    const data = JSON.stringify(event.data ?? null);
    return this.redis.jobAddEvent(this.base(id), randomUUID(), event.type, Date.now(), data);
  }

  async *events(id: string, after: number, signal: AbortSignal): AsyncIterable<JobEvent> {
    const base = this.base(id);
    let wake = () => {};
    const { stop, listening } = this.signals.listen(base, () => wake());
    const onAbort = () => wake();
    signal.addEventListener('abort', onAbort);
    try {
      await Promise.race([listening, new Promise<void>((resolve) => (wake = resolve))]);
      for (let last = after; !signal.aborted; ) {
        const woken = new Promise<void>((resolve) => (wake = resolve));
        // Read before the events: if the job had ended by then, its last event is among those that are read next.
        const status = await this.redis.hget(base, 'status');
        const entries = await this.redis.xrange(
          `${base}:events`,
          `${last + 1}-0`,
          '+',
          'COUNT',
          EVENTS_AT_ONCE,
        );
        for (const [entryId, fields] of entries) {
          const event = toEvent(entryId, fields);
          last = event.id;
          yield event;
          if (signal.aborted) return;
        }
        if (entries.length > 0) continue;
        if (status !== 'scraping') return;
        const timer = setTimeout(wake, RECHECK_MS);
        await woken;
        clearTimeout(timer);
      }
    } finally {
      stop();
      signal.removeEventListener('abort', onAbort);
    }
  }

  watchCancel(id: string): { signal: AbortSignal; release(): void } {
    const controller = new AbortController();
    const base = this.base(id);
    const check = async () => {
      const status = await this.redis.hget(base, 'status');
      if (status === null || status === 'cancelled' || status === 'failed') controller.abort();
    };
    const { stop, listening } = this.signals.listen(base, (message) => {
      if (message !== 'event') check().catch(() => undefined);
    });
    listening.then(check).catch(() => undefined);
    return { signal: controller.signal, release: stop };
  }

  async remove(id: string): Promise<void> {
    const base = this.base(id);
    const tenant = await this.redis.hget(base, 'tenant');
    await this.redis.unlink(...PARTS.map((part) => base + part));
    await this.redis.zrem(this.index('all'), id);
    await this.redis.zrem(this.index('active'), id);
    if (tenant !== null) await this.redis.zrem(this.tenantIndex(tenant), id);
    await this.redis.publish(base, 'removed');
  }

  async cached(tenant: string, key: string, maxAgeMs: number) {
    const found = await this.redis.get(this.cacheKey(tenant, key));
    const entry = found ? (JSON.parse(found) as { document: Document; time: number }) : undefined;
    return entry && Date.now() - entry.time <= maxAgeMs ? entry : undefined;
  }

  async cache(tenant: string, key: string, document: Document, keepMs: number): Promise<void> {
    if (keepMs < 1) return;
    const entry = JSON.stringify({ document, time: Date.now() });
    await this.redis.set(this.cacheKey(tenant, key), entry, 'PX', Math.ceil(keepMs));
  }

  async ping(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error('Redis does not answer. Is it running at the given address?')),
        2_000,
      );
    });
    await Promise.race([this.redis.ping(), late]).finally(() => clearTimeout(timer));
  }

  /** Does nothing: the backend closes the connections. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  private base(id: string): string {
    return `${this.settings.prefix}:job:{${id}}`;
  }

  private index(name: string): string {
    return `${this.settings.prefix}:jobs:${name}`;
  }

  private tenantIndex(tenant: string): string {
    return `${this.settings.prefix}:tenant:${tenant}:jobs`;
  }

  private cacheKey(tenant: string, key: string): string {
    const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
    return `${this.settings.prefix}:cache:${hash(tenant)}:${hash(key)}`;
  }
}

/** Whether a job matches a filter, of which `before` and `limit` are applied elsewhere. */
function matches(job: Job, filter: JobFilter): boolean {
  return (
    (filter.tenant === undefined || job.tenant === filter.tenant) &&
    (filter.kind === undefined || job.kind === filter.kind) &&
    (filter.status === undefined || job.status === filter.status)
  );
}

function toEvent(entryId: string, fields: string[]): JobEvent {
  const value = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
  return {
    id: Number.parseInt(entryId, 10),
    type: value('type'),
    time: Number(value('time')),
    data: JSON.parse(value('data')),
  };
}
