import type { Settings } from '../../src/contract/index.ts';

/** Settings for a service that works on sites of this machine. */
export const testSettings = (change: Partial<Settings> & { dataFolder: string }): Settings => ({
  prefix: 'test',
  concurrency: 10,
  browserConcurrency: 2,
  agentConcurrency: 4,
  perDomain: { concurrency: 0, perSecond: 0 },
  allowPrivate: ['127.0.0.1'],
  limits: { pageBytes: 20_000_000, resultMs: 3_600_000, jobMs: 600_000, agentSteps: 20 },
  agentMay: 'submit',
  userAgent: 'inpage-test',
  ...change,
});
