import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasEnded, type Job, type JobKind, ServiceError, type Webhook } from '../contract/index.ts';
import { cancelJob as cancelInBackend, submitJob, waitForEnd } from '../crawl/submit.ts';
import type { Tenant } from '../safety/keys.ts';
import { isJobId } from './checks.ts';
import type { Api } from './context.ts';
import { isCode } from './errors.ts';

export interface JobStart {
  kind: JobKind;
  request: unknown;
  webhook?: Webhook | undefined;
  /** Most credits the job may use; the quota of the tenant may allow fewer. */
  maxCredits?: number | undefined;
}

/** Jobs of a tenant start one after the other: two at once could both see the last free place of its concurrency limit. */
const turns = new WeakMap<Api, Map<string, Promise<unknown>>>();

const inTurn = async <T>(api: Api, tenant: string, work: () => Promise<T>): Promise<T> => {
  const byTenant = turns.get(api) ?? new Map<string, Promise<unknown>>();
  turns.set(api, byTenant);
  const before = byTenant.get(tenant) ?? Promise.resolve();
  const current = before.then(work, work);
  const settled = current.catch(() => undefined);
  byTenant.set(tenant, settled);
  try {
    return await current;
  } finally {
    if (byTenant.get(tenant) === settled) byTenant.delete(tenant);
  }
};

const checkConcurrency = async ({ backend }: Api, { name, limits }: Tenant): Promise<void> => {
  const { concurrency } = limits;
  if (concurrency === undefined) return;
  const running = await backend.store.list({ tenant: name, status: 'scraping', limit: concurrency });
  if (running.length >= concurrency)
    throw new ServiceError(
      'rate_limited',
      `${concurrency} jobs of this key are running, which is all that it may. Wait for one, or cancel one.`,
    );
};

/**
 * Creates and queues the job of a request, if the tenant may run one more and has credits left.
 *
 * @throws {ServiceError} `quota_exceeded`, `rate_limited`
 */
export const startJob = async (api: Api, tenant: Tenant, start: JobStart): Promise<Job> => {
  const { access, backend, settings } = api;
  const { kind, request, webhook } = start;
  const remaining = await access.remaining(tenant);
  const maxCredits = Math.min(start.maxCredits ?? Infinity, remaining);
  const submit = (): Promise<Job> =>
    submitJob(backend, {
      tenant: tenant.name,
      kind,
      request,
      settings,
      ...(webhook && { webhook }),
      ...(Number.isFinite(maxCredits) && { maxCredits }),
    });
  if (tenant.limits.concurrency === undefined) return submit();
  return inTurn(api, tenant.name, async () => {
    await checkConcurrency(api, tenant);
    return submit();
  });
};

/**
 * The job with an id.
 *
 * @param kinds which the job may be of. Default: any
 * @throws {ServiceError} `not_found`, also for a job of another tenant
 */
export const ownJob = async (
  { backend }: Api,
  tenant: Tenant,
  id: string,
  kinds?: readonly JobKind[],
): Promise<Job> => {
  const job = isJobId(id) ? await backend.store.get(id) : undefined;
  const isThere = job && job.tenant === tenant.name && job.expiresAt > Date.now();
  if (isThere && (!kinds || kinds.includes(job.kind))) return job;
  throw new ServiceError('not_found', 'There is no such job, or its results have expired.');
};

/** Cancels a job. @throws {ServiceError} `conflict` if it has ended already */
export const cancelJob = async ({ backend }: Api, { id }: Job): Promise<Job> => {
  const cancelled = await cancelInBackend(backend, id);
  if (cancelled) return cancelled;
  throw new ServiceError('conflict', 'The job has ended already: there is nothing to cancel.');
};

/** Added to the timeout of the request (ms), so that the more specific timeout error of the worker arrives first. */
const GRACE_MS = 1_000;

/**
 * Starts a job and waits for its end until the timeout of the request. The job is cancelled at the timeout, and when
 * the client disconnects.
 *
 * @returns the job that has ended, which may have failed
 * @throws {ServiceError} `SCRAPE_TIMEOUT`, `cancelled`, or what {@link startJob} throws
 */
export const runJob = async (
  api: Api,
  request: FastifyRequest,
  reply: FastifyReply,
  start: JobStart & { timeoutMs: number },
): Promise<Job> => {
  const { store } = api.backend;
  const gone = new AbortController();
  const late = AbortSignal.timeout(start.timeoutMs + GRACE_MS);
  reply.raw.once('close', () => gone.abort());
  const job = await startJob(api, request.tenant, start);
  const signal = AbortSignal.any([gone.signal, late]);
  const ended = await waitForEnd(store, job.id, signal).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (ended && hasEnded(ended)) return ended;
  await cancelInBackend(api.backend, job.id);
  if (gone.signal.aborted) throw new ServiceError('cancelled', 'The client has gone.');
  throw new ServiceError(
    'SCRAPE_TIMEOUT',
    `It was not done within ${start.timeoutMs} ms. Ask for less, or give a longer timeout.`,
  );
};

/** The error for the client of a job that has failed or was cancelled. */
export const failureOfJob = ({ status, error }: Job, code?: string): ServiceError => {
  if (status === 'cancelled') return new ServiceError('cancelled', 'The job was cancelled.');
  return new ServiceError(isCode(code) ? code : 'internal_error', error ?? 'The job has failed.');
};
