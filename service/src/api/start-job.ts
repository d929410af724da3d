import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasEnded, type Job, type JobKind, ServiceError, type Webhook } from '../contract/index.ts';
import { cancelJob as cancelShared, submitJob, waitForEnd } from '../crawl/submit.ts';
import type { Tenant } from '../safety/keys.ts';
import { isJobId } from './checks.ts';
import type { Api } from './context.ts';
import { isCode } from './errors.ts';

export interface JobStart {
  kind: JobKind;
  request: unknown;
  webhook?: Webhook | undefined;
  /** Most credits it may use; a tenant's quota may allow fewer. */
  maxCredits?: number | undefined;
}

/** Jobs of a tenant are started one after the other: else two at once would each see room for the last one. */
const turns = new WeakMap<Api, Map<string, Promise<unknown>>>();

const inTurn = async <T>(api: Api, tenant: string, work: () => Promise<T>): Promise<T> => {
  const own = turns.get(api) ?? new Map<string, Promise<unknown>>();
  turns.set(api, own);
  const before = own.get(tenant) ?? Promise.resolve();
  const now = before.then(work, work);
  const settled = now.catch(() => undefined);
  own.set(tenant, settled);
  try {
    return await now;
  } finally {
    if (own.get(tenant) === settled) own.delete(tenant);
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
 * Makes a job of a request, if the tenant may have one more and has credits left.
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

/** The job of an id. What another tenant has is as if it were not there. @throws {ServiceError} `not_found` */
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

/** Cancels a job. @throws {ServiceError} `conflict` if it has ended */
export const cancelJob = async ({ backend }: Api, { id }: Job): Promise<Job> => {
  const cancelled = await cancelShared(backend, id);
  if (cancelled) return cancelled;
  throw new ServiceError('conflict', 'The job has ended already: there is nothing to cancel.');
};

/** Time beyond the request's own in which a worker may tell more about what took so long (ms). */
const GRACE_MS = 1_000;

/**
 * Starts a job and waits for its end, for as long as the request says. A client that goes away takes its job with it.
 *
 * @throws {ServiceError} `SCRAPE_TIMEOUT`, or what the job has failed with
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
  await cancelShared(api.backend, job.id);
  if (gone.signal.aborted) throw new ServiceError('cancelled', 'The client has gone.');
  throw new ServiceError(
    'SCRAPE_TIMEOUT',
    `It was not done within ${start.timeoutMs} ms. Ask for less, or give a longer timeout.`,
  );
};

/** What a job that has not succeeded is answered with. */
export const failureOfJob = ({ status, error }: Job, code?: string): ServiceError => {
  if (status === 'cancelled') return new ServiceError('cancelled', 'The job was cancelled.');
  return new ServiceError(isCode(code) ? code : 'internal_error', error ?? 'The job has failed.');
};
