import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  type Document,
  hasEnded,
  type Job,
  type JobEvent,
  type JobFilter,
  type JobStore,
  type PageError,
  type PageFinished,
  type PageOutcome,
  type PageTask,
} from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';
import { EmbeddedJob } from './embedded-job.ts';
import { JobFolder } from './job-folder.ts';

/** Jobs in a list without a limit of its own. */
const DEFAULT_LIST = 100;
/** Events that are read from disk at once. */
const EVENTS_AT_ONCE = 100;
/** Most URLs that are kept in `robotsBlocked` of a job. */
const MOST_BLOCKED = 1_000;
/** How often expired jobs and cache files are removed (ms). */
const SWEEP_MS = 60_000;
/** Job ids are restricted because they become names of folders. */
const ID = /^[\w-]{1,100}$/;

interface CacheEntry {
  document: Document;
  time: number;
  expiresAt: number;
}

/** The job storage of one process, with results on disk. */
export class EmbeddedStore implements JobStore {
  private readonly jobs = new Map<string, EmbeddedJob>();
  private readonly jobsFolder: string;
  private readonly cacheFolder: string;
  private readonly sweeper: NodeJS.Timeout;

  constructor(private readonly settings: Settings) {
    this.jobsFolder = join(settings.dataFolder, 'jobs');
    this.cacheFolder = join(settings.dataFolder, 'cache');
    mkdirSync(this.jobsFolder, { recursive: true });
    mkdirSync(this.cacheFolder, { recursive: true });
    this.sweeper = setInterval(() => this.sweep(), SWEEP_MS);
    this.sweeper.unref();
  }

  /** Reads the jobs that earlier processes left on disk. @returns pages that are to be queued */
  restore(): PageTask[] {
    const pages: PageTask[] = [];
    for (const id of readdirSync(this.jobsFolder)) {
      const folder = new JobFolder(join(this.jobsFolder, id));
      const job = folder.readJob();
      if (!job || job.expiresAt < Date.now()) {
        folder.remove();
        continue;
      }
      const embedded = new EmbeddedJob(job, folder, this.settings.limits.resultMs);
      this.jobs.set(id, embedded);
      for (const task of embedded.restore()) pages.push(task);
    }
    this.sweep();
    return pages;
  }

  /** How often earlier processes may have died while they processed a page. */
  interruptionsOf({ job, key }: PageTask): number {
    return this.find(job)?.interruptionsOf(key) ?? 0;
  }

  /** Records that an interrupted page is begun. @param times how often it has been interrupted if the process dies now */
  beginPage({ job, key }: PageTask, times: number): void {
    this.find(job)?.beginPage(key, times);
  }

  async create(job: Job): Promise<void> {
    if (this.jobs.has(job.id)) return;
    if (!ID.test(job.id)) throw new Error(`"${job.id}" is no id of a job.`);
    const folder = new JobFolder(join(this.jobsFolder, job.id));
    const embedded = new EmbeddedJob(structuredClone(job), folder, this.settings.limits.resultMs);
    embedded.save();
    this.jobs.set(job.id, embedded);
  }

  async get(id: string): Promise<Job | undefined> {
    const found = this.find(id);
    return found && structuredClone(found.job);
  }

  async list(filter: JobFilter): Promise<Job[]> {
    const found: Job[] = [];
    for (const { job } of this.jobs.values()) {
      if (job.expiresAt < Date.now()) continue;
      if (filter.tenant !== undefined && job.tenant !== filter.tenant) continue;
      if (filter.kind !== undefined && job.kind !== filter.kind) continue;
      if (filter.status !== undefined && job.status !== filter.status) continue;
      if (filter.before !== undefined && job.createdAt >= filter.before) continue;
      found.push(job);
    }
    // Reversed before the stable sort, so that of jobs of the same millisecond the last created is first.
    const newest = found.reverse().sort((a, b) => b.createdAt - a.createdAt);
    return newest.slice(0, filter.limit ?? DEFAULT_LIST).map((job) => structuredClone(job));
  }

  async update(id: string, change: Partial<Omit<Job, 'id' | 'tenant' | 'kind'>>): Promise<Job | undefined> {
    const found = this.find(id);
    return found?.update(structuredClone(change)) ? structuredClone(found.job) : undefined;
  }

  async charge(id: string, credits: number, tokens = 0): Promise<boolean> {
    return this.find(id)?.charge(credits, tokens) ?? false;
  }

  async reserve(
    id: string,
    parent: string,
    pages: PageTask[],
    limit: number,
    atOnce = Number.POSITIVE_INFINITY,
  ): Promise<PageTask[]> {
    return this.find(id)?.reserve(parent, pages, limit, atOnce) ?? [];
  }

  async finishPage(task: PageTask, outcome: PageOutcome): Promise<PageFinished> {
    const nothing = { isFirst: false, isDuplicate: false, ended: false, next: [] };
    return this.find(task.job)?.finishPage(task, outcome) ?? nothing;
  }

  async documents(id: string, from: number, count: number): Promise<Document[]> {
    return this.find(id)?.documents(from, count) ?? [];
  }

  async errors(id: string): Promise<PageError[]> {
    return this.find(id)?.errors() ?? [];
  }

  async addRobotsBlocked(id: string, url: string): Promise<void> {
    const found = this.find(id);
    if (!found) return;
    const blocked = found.job.robotsBlocked ?? [];
    if (blocked.includes(url) || blocked.length >= MOST_BLOCKED) return;
    found.job.robotsBlocked = [...blocked, url];
    found.save();
  }

  async addEvent(id: string, event: Omit<JobEvent, 'id' | 'time'>): Promise<number> {
    return this.find(id)?.addEvent(event.type, event.data) ?? 0;
  }

  async *events(id: string, after: number, signal: AbortSignal): AsyncIterable<JobEvent> {
    const found = this.find(id);
    if (!found) return;
    let wake = () => {};
    const onChange = () => wake();
    found.changes.on('change', onChange);
    signal.addEventListener('abort', onChange);
    try {
      for (let last = after; !signal.aborted; ) {
        const woken = new Promise<void>((resolve) => (wake = resolve));
        const isLast = hasEnded(found.job);
        const events = found.folder.read<JobEvent>('events', last, EVENTS_AT_ONCE);
        for (const event of events) {
          last = event.id;
          yield event;
          if (signal.aborted) return;
        }
        if (events.length > 0) continue;
        if (isLast || !this.jobs.has(id)) return;
        await woken;
      }
    } finally {
      found.changes.off('change', onChange);
      signal.removeEventListener('abort', onChange);
    }
  }

  watchCancel(id: string): { signal: AbortSignal; release(): void } {
    const controller = new AbortController();
    const found = this.find(id);
    const check = () => {
      const status = this.find(id)?.job.status;
      if (status === undefined || status === 'cancelled' || status === 'failed') controller.abort();
    };
    found?.changes.on('change', check);
    check();
    return { signal: controller.signal, release: () => void found?.changes.off('change', check) };
  }

  async remove(id: string): Promise<void> {
    const found = this.jobs.get(id);
    this.jobs.delete(id);
    found?.folder.remove();
    found?.changes.emit('change');
  }

  async cached(tenant: string, key: string, maxAgeMs: number) {
    const file = this.cacheFile(tenant, key);
    if (!existsSync(file)) return undefined;
    const { document, time, expiresAt } = JSON.parse(readFileSync(file, 'utf8')) as CacheEntry;
    const now = Date.now();
    return now <= expiresAt && now - time <= maxAgeMs ? { document, time } : undefined;
  }

  async cache(tenant: string, key: string, document: Document, keepMs: number): Promise<void> {
    if (keepMs < 1) return;
    const file = this.cacheFile(tenant, key);
    mkdirSync(join(file, '..'), { recursive: true });
    const time = Date.now();
    writeFileSync(
      `${file}.new`,
      JSON.stringify({ document, time, expiresAt: time + keepMs } satisfies CacheEntry),
    );
    renameSync(`${file}.new`, file);
  }

  async ping(): Promise<void> {
    statSync(this.jobsFolder);
  }

  async close(): Promise<void> {
    clearInterval(this.sweeper);
    for (const embedded of this.jobs.values()) if (!hasEnded(embedded.job)) embedded.save();
  }

  private find(id: string): EmbeddedJob | undefined {
    const found = this.jobs.get(id);
    return found && found.job.expiresAt >= Date.now() ? found : undefined;
  }

  private sweep(): void {
    const now = Date.now();
    for (const { job } of [...this.jobs.values()]) if (job.expiresAt < now) void this.remove(job.id);
    const oldest = now - this.settings.limits.resultMs;
    for (const tenant of readdirSync(this.cacheFolder)) {
      for (const name of readdirSync(join(this.cacheFolder, tenant))) {
        const file = join(this.cacheFolder, tenant, name);
        if (statSync(file).mtimeMs < oldest) rmSync(file, { force: true });
      }
    }
  }

  private cacheFile(tenant: string, key: string): string {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40);
    return join(this.cacheFolder, hash(tenant), `${hash(key)}.json`);
  }
}
