import { hasEnded, type Job, type JobStore, type ServiceErrorCode } from '../contract/index.ts';
import { failJob } from '../crawl/fail-job.ts';
import type { Backend, WorkHandlers } from '../jobs/backend.ts';
import type { Access } from '../safety/access.ts';
import type { TenantLimits } from '../safety/keys.ts';
import type { Metrics } from './metrics.ts';
import { currentTrace, inSpan, SpanKind } from './traces.ts';

/** The fields of a job that never change. */
type Origin = Pick<Job, 'tenant' | 'kind' | 'trace' | 'quota' | 'maxCredits'>;

/** Fewest credits that a page costs. */
const PAGE_CREDITS = 1;

/** Jobs whose origin is cached in memory; those of others are read from the store again. */
const MOST_KNOWN = 10_000;

export interface WatchedParts {
  access: Access;
  metrics: Metrics;
  /** The limits of a tenant by its name. Needed by a process that creates jobs. */
  limitsOf?: (tenant: string) => TenantLimits;
}

/** Wraps a backend: counts jobs, pages and credits in metrics, enforces the quotas of tenants, and makes spans of tasks. */
export const watchBackend = (backend: Backend, { access, metrics, limitsOf }: WatchedParts): Backend => {
  const { store } = backend;
  const origins = new Map<string, Origin>();

  const remember = ({ id, tenant, kind, trace, quota, maxCredits }: Job): Origin => {
    const [oldest] = origins.keys();
    if (origins.size >= MOST_KNOWN && oldest !== undefined) origins.delete(oldest);
    const origin = {
      tenant,
      kind,
      ...(trace && { trace }),
      ...(quota && { quota }),
      ...(maxCredits !== undefined && { maxCredits }),
    };
    origins.set(id, origin);
    return origin;
  };
  const originOf = async (id: string): Promise<Origin | undefined> => {
    const known = origins.get(id);
    if (known) return known;
    const job = await store.get(id);
    return job && remember(job);
  };

  const create: JobStore['create'] = async (job) => {
    const trace = currentTrace();
    const { creditsPerDay, creditsPerMonth } = limitsOf?.(job.tenant) ?? {};
    const isLimited = creditsPerDay !== undefined || creditsPerMonth !== undefined;
    const carried = {
      ...job,
      ...(trace && { trace }),
      ...(isLimited && { quota: { creditsPerDay, creditsPerMonth } }),
    };
    await store.create(carried);
    remember(carried);
    metrics.jobStarted(job);
  };

  const update: JobStore['update'] = async (id, change) => {
    const job = await store.update(id, change);
    if (job && change.status && hasEnded(job)) metrics.jobEnded(job);
    return job;
  };

  const charge: JobStore['charge'] = async (id, credits, tokens = 0) => {
    const origin = await originOf(id);
    if (origin && !(await access.charge(origin.tenant, origin.quota ?? {}, credits))) return false;
    const isCharged = await store.charge(id, credits, tokens);
    if (isCharged) {
      metrics.charged(credits, tokens);
      if (origin) await access.record(origin.tenant, 0, tokens);
    } else if (origin) await access.record(origin.tenant, -credits);
    return isCharged;
  };

  const finishPage: JobStore['finishPage'] = async (task, outcome) => {
    const finished = await store.finishPage(task, outcome);
    if (finished.isFirst && !finished.isDuplicate) {
      metrics.pageDone(outcome);
      const origin = await originOf(task.job);
      if ('credits' in outcome) {
        metrics.charged(outcome.credits, 0);
        if (origin) await access.record(origin.tenant, outcome.credits);
      }
    }
    const ended = finished.ended ? await store.get(task.job) : undefined;
    if (ended) metrics.jobEnded(ended);
    return finished;
  };

  const watchedStore = new Proxy(store, {
    get(target, name) {
      const watched = { create, update, charge, finishPage }[name as 'create'];
      if (watched) return watched;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

  /** The error code if there are no credits for one more page; undefined if there are. */
  const lackOf = async (id: string, origin: Origin): Promise<ServiceErrorCode | undefined> => {
    const { tenant, quota, maxCredits } = origin;
    if (quota) {
      const { remainingCredits } = await access.usage({ name: tenant, limits: quota });
      if (remainingCredits < PAGE_CREDITS) return 'quota_exceeded';
    }
    if (maxCredits === undefined) return undefined;
    const { creditsUsed = 0 } = (await store.get(id)) ?? {};
    return creditsUsed + PAGE_CREDITS > maxCredits ? 'credits_exhausted' : undefined;
  };

  /** Ends a job if there are no credits for one more page. @returns whether it has ended the job */
  const endForCredits = async (id: string, origin: Origin): Promise<boolean> => {
    const errorCode = await lackOf(id, origin);
    if (!errorCode) return false;
    const error =
      errorCode === 'quota_exceeded'
        ? 'The credits of this key are used up. They begin anew with the day or month (UTC).'
        : 'What is left of the credits is too little for another step. Raise maxCredits.';
    await failJob({ store: watchedStore, queues: backend.queues }, id, { error, errorCode });
    return true;
  };

  const startWork: Backend['startWork'] = (handlers) => {
    const page: WorkHandlers['page'] = async (task, interruptions) => {
      const origin = await originOf(task.job);
      if (origin && (await endForCredits(task.job, origin))) return undefined;
      const attributes = { 'inpage.job.id': task.job, 'inpage.depth': task.depth };
      const options = { kind: SpanKind.CONSUMER, parent: origin?.trace, attributes };
      return inSpan('page', options, async (span) => {
        const retryMs = await handlers.page(task, interruptions);
        // The page was postponed, by the limit of its host or because the worker stops: it will be delivered again.
        if (retryMs !== undefined) span.setAttribute('inpage.postponed', true);
        return retryMs;
      });
    };
    const run: WorkHandlers['run'] = async (task, interruptions) => {
      const origin = await originOf(task.job);
      if (task.type === 'job' && origin && (await endForCredits(task.job, origin))) return undefined;
      const name = task.type === 'job' ? `job ${origin?.kind ?? ''}`.trim() : `webhook ${task.event}`;
      const attributes = { 'inpage.job.id': task.job };
      const options = { kind: SpanKind.CONSUMER, parent: origin?.trace, attributes };
      return inSpan(name, options, () => handlers.run(task, interruptions));
    };
    return backend.startWork({ ...handlers, page, run });
  };

  return new Proxy(backend, {
    get(target, name) {
      if (name === 'store') return watchedStore;
      if (name === 'startWork') return startWork;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};
