import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../contract/index.ts';
import type { Bound, Counters } from './counters.ts';
import type { KeyRing, Tenant, TenantLimits } from './keys.ts';

/** The tenant of all requests while there are no API keys. */
export const LOCAL: Tenant = { name: 'local', limits: {} };

/** How many times as many reading requests as starting requests a tenant may send per minute. */
const READS_PER_START = 10;

const MINUTE_SECONDS = 60;

/** Details of a `rate_limited` error, for the header `retry-after`. */
export interface RateDetails {
  retryAfterSeconds: number;
}

/** Start of the next day and the next month (UTC), when quotas are reset (ms since 1970). */
const periodEnds = (now: number): { day: number; month: number } => {
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return { day: Date.UTC(year, month, day + 1), month: Date.UTC(year, month + 1, 1) };
};

/** The current day and month (UTC) in the keys of counters, for example `2026-01-31` and `2026-01`. */
const periodNames = (now: number): { day: string; month: string } => {
  const text = new Date(now).toISOString();
  return { day: text.slice(0, 10), month: text.slice(0, 7) };
};

/** What a tenant has used this month, and what it may still use. */
export interface Usage {
  creditsThisMonth: number;
  tokensThisMonth: number;
  /** Credits that are left of the quotas of day and month; Infinity without a quota. */
  remainingCredits: number;
  periodStart: number;
  periodEnd: number;
}

/** Authenticates requests by API key, and enforces the rate limits and credit quotas of tenants. */
export class Access {
  readonly keys: KeyRing;
  readonly counters: Counters;
  /** Whether there were no keys at the start. Removing all keys later must not open the service. */
  readonly #mayBeOpen: boolean;
  readonly #limiters = new Map<number, RateLimiterMemory | RateLimiterRedis>();
  readonly #prefix: string;

  constructor(keys: KeyRing, counters: Counters, prefix = 'inpage') {
    this.keys = keys;
    this.counters = counters;
    this.#mayBeOpen = keys.isEmpty;
    this.#prefix = prefix;
  }

  /** Whether no key is required. Then only requests of this machine are answered (local-request.ts). */
  get isOpen(): boolean {
    return this.#mayBeOpen && this.keys.isEmpty;
  }

  /** The tenant that an API key belongs to. @throws {ServiceError} `unauthorized` */
  tenantOf(key: string | undefined): Tenant {
    if (this.isOpen) return LOCAL;
    const tenant = key === undefined ? undefined : this.keys.tenantOf(key);
    if (tenant) return tenant;
    throw new ServiceError(
      'unauthorized',
      key === undefined
        ? 'Show an API key: Authorization: Bearer KEY.'
        : 'This service does not know the API key. `inpage-service keys add NAME` makes one.',
    );
  }

  /** Counts a request against the rate limit of a tenant. @throws {ServiceError} `rate_limited` */
  async admit({ name, limits }: Tenant, kind: 'start' | 'read'): Promise<void> {
    if (limits.requestsPerMinute === undefined) return;
    const points = Math.ceil(limits.requestsPerMinute * (kind === 'read' ? READS_PER_START : 1));
    try {
      await this.#limiter(points).consume(`${kind}:${name}`);
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      const details: RateDetails = { retryAfterSeconds: Math.max(1, Math.ceil(thrown.msBeforeNext / 1_000)) };
      throw new ServiceError(
        'rate_limited',
        `More than ${points} requests a minute. Try again in ${details.retryAfterSeconds} seconds.`,
        details,
      );
    }
  }

  /** Charges credits to a tenant. @returns false, and charges nothing, if its quota does not suffice */
  charge(tenant: string, limits: TenantLimits, credits: number): Promise<boolean> {
    return this.counters.add(this.#bounds(tenant, limits), credits);
  }

  /** Records credits and tokens that have already been used, even beyond the quota. Negative credits are given back. */
  async record(tenant: string, credits: number, tokens = 0): Promise<void> {
    if (credits !== 0) await this.counters.add(this.#bounds(tenant, {}), credits);
    if (tokens === 0) return;
    const now = Date.now();
    const key = `tokens:${periodNames(now).month}:${tenant}`;
    await this.counters.add([{ key, most: Infinity, until: periodEnds(now).month }], tokens);
  }

  async usage({ name, limits }: Tenant): Promise<Usage> {
    const now = Date.now();
    const names = periodNames(now);
    const [day, month, tokens] = await Promise.all([
      this.counters.get(`credits:${names.day}:${name}`),
      this.counters.get(`credits:${names.month}:${name}`),
      this.counters.get(`tokens:${names.month}:${name}`),
    ]);
    const { creditsPerDay = Infinity, creditsPerMonth = Infinity } = limits;
    return {
      creditsThisMonth: month,
      tokensThisMonth: tokens,
      remainingCredits: Math.max(0, Math.min(creditsPerDay - day, creditsPerMonth - month)),
      periodStart: Date.parse(`${names.month}-01`),
      periodEnd: periodEnds(now).month,
    };
  }

  /** Credits that are left. @throws {ServiceError} `quota_exceeded` if they do not pay for one page */
  async remaining(tenant: Tenant): Promise<number> {
    const { remainingCredits } = await this.usage(tenant);
    // A page costs at least one credit.
    if (remainingCredits >= 1) return remainingCredits;
    throw new ServiceError(
      'quota_exceeded',
      'The credits of this key are used up. They begin anew with the day or month (UTC).',
    );
  }

  close(): Promise<void> {
    return this.counters.close();
  }

  #bounds(tenant: string, { creditsPerDay, creditsPerMonth }: TenantLimits): Bound[] {
    const now = Date.now();
    const names = periodNames(now);
    const ends = periodEnds(now);
    return [
      { key: `credits:${names.day}:${tenant}`, most: creditsPerDay ?? Infinity, until: ends.day },
      { key: `credits:${names.month}:${tenant}`, most: creditsPerMonth ?? Infinity, until: ends.month },
    ];
  }

  #limiter(points: number): RateLimiterMemory | RateLimiterRedis {
    const known = this.#limiters.get(points);
    if (known) return known;
    const options = { points, duration: MINUTE_SECONDS, keyPrefix: `${this.#prefix}:rate:${points}` };
    const { redis } = this.counters;
    const made = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis })
      : new RateLimiterMemory(options);
    this.#limiters.set(points, made);
    return made;
  }
}
