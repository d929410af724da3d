import type { Document, JobStore, ScrapeContext, Settings } from '../../src/contract/index.ts';

/** Settings of a service on this machine, for sites on this machine. */
export const settingsFor = (change: Partial<Settings> = {}): Settings => ({
  dataFolder: '',
  prefix: 'test',
  concurrency: 10,
  browserConcurrency: 2,
  agentConcurrency: 1,
  perDomain: { concurrency: 0, perSecond: 0 },
  allowPrivate: ['127.0.0.1'],
  limits: { pageBytes: 2_000_000, resultMs: 60_000, jobMs: 60_000, agentSteps: 10 },
  agentMay: 'read',
  userAgent: 'inpage-service-test',
  ...change,
});

/** A store with a cache alone, which is all that a scraper uses. */
export const cacheOnly = (): JobStore => {
  const kept = new Map<string, { document: Document; time: number }>();
  return {
    async cached(tenant: string, key: string, maxAgeMs: number) {
      const found = kept.get(`${tenant} ${key}`);
      return found && Date.now() - found.time <= maxAgeMs ? structuredClone(found) : undefined;
    },
    async cache(tenant: string, key: string, document: Document) {
      kept.set(`${tenant} ${key}`, { document: structuredClone(document), time: Date.now() });
    },
  } as unknown as JobStore;
};

export const contextFor = (tenant = 'a', signal = new AbortController().signal): ScrapeContext => ({
  tenant,
  signal,
});
