import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from './contract/index.ts';

const MINUTE = 60_000;

/** The settings of a service for which none are given. */
export const DEFAULT_SETTINGS: Settings = {
  dataFolder: join(homedir(), '.inpage-service'),
  prefix: 'inpage',
  concurrency: 16,
  browserConcurrency: 4,
  agentConcurrency: 4,
  perDomain: { concurrency: 4, perSecond: 0 },
  allowPrivate: [],
  limits: {
    pageBytes: 20_000_000,
    resultMs: 24 * 60 * MINUTE,
    jobMs: 24 * 60 * MINUTE,
    agentSteps: 40,
  },
  agentMay: 'read',
  userAgent: 'Mozilla/5.0 (compatible; inpage-service)',
};

/** Settings that replace those of {@link DEFAULT_SETTINGS}. Single fields of `limits` and `perDomain` may be given. */
export type GivenSettings = Partial<Omit<Settings, 'limits' | 'perDomain'>> & {
  limits?: Partial<Settings['limits']>;
  perDomain?: Partial<Settings['perDomain']>;
};

export const completeSettings = ({ limits, perDomain, ...given }: GivenSettings): Settings => ({
  ...DEFAULT_SETTINGS,
  ...given,
  limits: { ...DEFAULT_SETTINGS.limits, ...limits },
  perDomain: { ...DEFAULT_SETTINGS.perDomain, ...perDomain },
});
