import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type JobStore, ServiceError } from '../../contract/index.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { isLocal } from '../local-request.ts';

/** Time in which the store has to answer `/ready` (ms). */
const PING_MS = 3_000;

/** Compares in constant time, so that the time of an answer does not leak the token. */
const isBearer = (header: string | undefined, token: string): boolean => {
  const [expected, actual] = [Buffer.from(`Bearer ${token}`), Buffer.from(header ?? '')];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};

export interface ProbeParts {
  store: Pick<JobStore, 'ping'>;
  metrics: Metrics;
  /** Bearer token for requests of `/metrics` from other machines. Default: only this machine is answered. */
  metricsToken?: string | undefined;
}

/** Waits for `work`. @throws {Error} if it takes longer than `ms` */
const within = async (work: Promise<void>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Routes of the probes: `/health` (the process answers), `/ready` (the store answers too), `/metrics` for Prometheus. */
export const addProbes = (app: FastifyInstance, { store, metrics, metricsToken }: ProbeParts): void => {
  const hidden = { schema: { hide: true } };
  app.get('/health', hidden, () => ({ status: 'ok' }));
  app.get('/ready', hidden, async () => {
    try {
      await within(store.ping(), PING_MS);
    } catch (error) {
      app.log.warn({ err: error }, 'not ready');
      throw new ServiceError('unavailable', 'What the service keeps its jobs in does not answer.');
    }
    return { status: 'ready' };
  });
  app.get('/metrics', hidden, async (request, reply) => {
    const isAllowed = metricsToken
      ? isBearer(request.headers.authorization, metricsToken) || isLocal(request)
      : isLocal(request);
    if (!isAllowed)
      throw new ServiceError(
        'unauthorized',
        'Metrics are for this machine; others show INPAGE_METRICS_TOKEN as Authorization: Bearer.',
      );
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
};
