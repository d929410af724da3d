import type { Job, JobEvent, JobKind, JobStore } from '../../src/contract/index.ts';

/** The functions of a store that job runners need, in memory; the others are missing. */
export interface MemoryStore extends JobStore {
  eventsOf(id: string): JobEvent[];
  cancel(id: string): void;
}

export const memoryStore = (): MemoryStore => {
  const jobs = new Map<string, Job>();
  const events = new Map<string, JobEvent[]>();
  const watching = new Map<string, Set<AbortController>>();
  const store: Partial<MemoryStore> = {
    async create(job) {
      jobs.set(job.id, { ...job });
    },
    async get(id) {
      const job = jobs.get(id);
      return job && { ...job };
    },
    async update(id, change) {
      const job = jobs.get(id);
      if (job?.status !== 'scraping') return undefined;
      Object.assign(job, change);
      return { ...job };
    },
    async charge(id, credits, tokens = 0) {
      const job = jobs.get(id);
      if (!job || job.creditsUsed + credits > (job.maxCredits ?? Number.POSITIVE_INFINITY)) return false;
      job.creditsUsed += credits;
      job.tokensUsed = (job.tokensUsed ?? 0) + tokens;
      return true;
    },
    async addEvent(id, event) {
      const list = events.get(id) ?? [];
      events.set(id, list);
      return list.push({ ...event, id: list.length + 1, time: Date.now() });
    },
    watchCancel(id) {
      const controller = new AbortController();
      const all = watching.get(id) ?? new Set();
      watching.set(id, all.add(controller));
      return { signal: controller.signal, release: () => void all.delete(controller) };
    },
    eventsOf: (id) => events.get(id) ?? [],
    cancel(id) {
      const job = jobs.get(id);
      if (job) job.status = 'cancelled';
      for (const controller of watching.get(id) ?? []) controller.abort();
    },
  };
  return store as MemoryStore;
};

let count = 0;

/** A newly created job. */
export const jobOf = (kind: JobKind, request: unknown, more: Partial<Job> = {}): Job => ({
  id: `job-${++count}`,
  tenant: 'tests',
  kind,
  status: 'scraping',
  request,
  createdAt: Date.now(),
  expiresAt: Date.now() + 3_600_000,
  total: 0,
  completed: 0,
  failed: 0,
  creditsUsed: 0,
  ...more,
});
