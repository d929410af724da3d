import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BatchRequest, batchRequest, ServiceError } from '../../contract/index.ts';
import { addPages, checkTakesPages } from '../../crawl/submit.ts';
import type { Tenant } from '../../safety/keys.ts';
import { checkFormats, checkWebhook, sortAddresses } from '../checks.ts';
import { type Api, baseUrl } from '../context.ts';
import { answerSchemas } from '../openapi.ts';
import { ownJob, startJob } from '../start-job.ts';
import { addPagesRoutes } from './crawl.ts';

/** How long an `x-idempotency-key` is remembered (ms). */
const KEY_MS = 24 * 3_600_000;

/** Placeholder for the id of a job that is still being created. */
const PENDING = 'pending';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Creates a job once per `x-idempotency-key` of a tenant: the same request again is answered with the same job.
 *
 * @returns the id of the job
 * @throws {ServiceError} `conflict` for another request with the same key, or while the first one is being handled
 */
const once = async (
  { access: { counters } }: Api,
  { headers, tenant, body }: FastifyRequest,
  make: () => Promise<string>,
): Promise<string> => {
  const key = headers['x-idempotency-key'];
  if (typeof key !== 'string' || key === '') return make();
  const name = `once:${tenant.name}:${hash(key)}`;
  const requestDigest = hash(JSON.stringify(body));
  const entry = await counters.claim(name, `${requestDigest} ${PENDING}`, KEY_MS);
  if (entry !== undefined) {
    const [knownHash, id = PENDING] = entry.split(' ');
    if (knownHash === requestDigest && id !== PENDING) return id;
    throw new ServiceError(
      'conflict',
      knownHash === requestDigest
        ? 'The first request with this x-idempotency-key is still being taken. Ask again in a moment.'
        : 'Another request had this x-idempotency-key. Give each request a key of its own.',
    );
  }
  try {
    const id = await make();
    await counters.put(name, `${requestDigest} ${id}`, KEY_MS);
    return id;
  } catch (error) {
    await counters.put(name, undefined, 0);
    throw error;
  }
};

/** Adds pages to a batch. @throws {ServiceError} `conflict` if it has ended */
const append = async (api: Api, tenant: Tenant, id: string, urls: string[]): Promise<string> => {
  const job = await ownJob(api, tenant, id, ['batch']);
  checkTakesPages(job);
  await addPages(api.backend, job, urls, api.settings);
  return job.id;
};

/** Routes of `/v2/batch/scrape`: many pages whose URLs are known. */
export const addBatchRoutes = (app: FastifyInstance, api: Api): void => {
  app.route({
    method: 'POST',
    url: '/v2/batch/scrape',
    schema: {
      body: batchRequest,
      response: answerSchemas,
      operationId: 'batch',
      summary: 'Many pages whose addresses are known.',
    },
    handler: async (request) => {
      const { webhook, ...input } = request.body as BatchRequest;
      checkFormats(api, input.formats);
      checkWebhook(api, webhook);
      const { good, bad, firstError } = sortAddresses(api, input.urls);
      if (firstError && (!input.ignoreInvalidURLs || good.length === 0)) throw firstError;
      const left = await api.access.remaining(request.tenant);
      if (good.length > left)
        throw new ServiceError(
          'quota_exceeded',
          `${good.length} pages are more than the ${Math.floor(left)} credits that are left.`,
        );
      const id = await once(api, request, async () => {
        if (input.appendToId !== undefined) return append(api, request.tenant, input.appendToId, good);
        const job = { kind: 'batch', request: { ...input, urls: good }, webhook } as const;
        return (await startJob(api, request.tenant, job)).id;
      });
      const url = `${baseUrl(api, request)}/v2/batch/scrape/${id}`;
      return { success: true, id, url, ...(bad.length > 0 && { invalidURLs: bad }) };
    },
  });
  addPagesRoutes(app, api, 'batch', '/v2/batch/scrape');
};
