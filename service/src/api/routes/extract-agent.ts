import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type AgentRequest,
  agentRequest,
  type ExtractRequest,
  extractRequest,
  type Job,
  ServiceError,
} from '../../contract/index.ts';
import { checkFormats, checkWebhook, jobParams, requireModel, sortAddresses } from '../checks.ts';
import { type Api, baseUrl } from '../context.ts';
import { lastEventId, streamEvents } from '../event-stream.ts';
import { agentStatus, extractStatus } from '../job-answers.ts';
import { answerSchemas } from '../openapi.ts';
import { cancelJob, ownJob, startJob } from '../start-job.ts';

type Params = z.infer<typeof jobParams>;

/** Routes of `/v2/extract`: data from pages by a schema or prompt. */
export const addExtractRoutes = (app: FastifyInstance, api: Api): void => {
  app.route({
    method: 'POST',
    url: '/v2/extract',
    schema: {
      body: extractRequest,
      response: answerSchemas,
      operationId: 'extract',
      summary: 'Data by a schema, or by words, out of pages.',
    },
    handler: async (request) => {
      const input = request.body as ExtractRequest;
      requireModel(api, 'extract');
      checkFormats(api, input.scrapeOptions.formats);
      const { good, bad, firstError } = sortAddresses(api, input.urls ?? []);
      if (firstError && (!input.ignoreInvalidURLs || good.length === 0)) throw firstError;
      const urls = input.urls && { urls: good };
      const job = await startJob(api, request.tenant, { kind: 'extract', request: { ...input, ...urls } });
      return { success: true, id: job.id, urlTrace: [], ...(bad.length > 0 && { invalidURLs: bad }) };
    },
  });
  app.route<{ Params: Params }>({
    method: 'GET',
    url: '/v2/extract/:id',
    schema: {
      params: jobParams,
      response: answerSchemas,
      operationId: 'extractStatus',
      summary: 'How an extract stands, and its data.',
    },
    handler: async (request) =>
      extractStatus(await ownJob(api, request.tenant, request.params.id, ['extract'])),
  });
};

/** Permissions of agents, in ascending order. */
const POWERS = ['read', 'fill', 'submit'] as const;

/**
 * Checks what the service allows to an agent.
 *
 * @returns the absolute start URLs
 * @throws {ServiceError} `not_configured`, `not_allowed`, `bad_request`, `url_blocked`
 */
const checkAgent = (api: Api, { allow, urls, strictConstrainToURLs, webhook }: AgentRequest): string[] => {
  requireModel(api, 'agent');
  checkWebhook(api, webhook);
  const may = api.settings.agentMay;
  if (allow && POWERS.indexOf(allow) > POWERS.indexOf(may))
    throw new ServiceError('not_allowed', `Agents of this service may "${may}" at most.`);
  if (strictConstrainToURLs && !urls?.length)
    throw new ServiceError('bad_request', 'strictConstrainToURLs needs urls.');
  const { good, firstError } = sortAddresses(api, urls ?? []);
  if (firstError) throw firstError;
  return good;
};

/** Agents on one page of the list. */
const AGENTS_PER_PAGE = 20;

/** `before`: only agents created before this time (ms since 1970). */
const listQuery = z.object({ before: z.coerce.number().optional() });

const listedAgent = (job: Job) => {
  const { urls, prompt, schema, model } = job.request as AgentRequest;
  return {
    id: job.id,
    createdAt: new Date(job.createdAt).toISOString(),
    targetHint: (urls?.[0] ?? prompt).slice(0, 200),
    origin: 'api',
    // Clients require them.
    settings: { hidden: false, starred: false },
    status: agentStatus(job).status,
    options: { prompt, ...(urls && { urls }), ...(schema && { schema }), ...(model && { model }) },
  };
};

/** Routes of `/v2/agent`: a model that uses web pages until it has the answer. */
export const addAgentRoutes = (app: FastifyInstance, api: Api): void => {
  const { store } = api.backend;
  const own = (request: { tenant: Parameters<typeof ownJob>[1]; params: Params }): Promise<Job> =>
    ownJob(api, request.tenant, request.params.id, ['agent']);
  const named = (operationId: string, summary: string) => ({
    params: jobParams,
    response: answerSchemas,
    operationId,
    summary,
  });
  app.route({
    method: 'POST',
    url: '/v2/agent',
    schema: {
      body: agentRequest,
      response: answerSchemas,
      operationId: 'agent',
      summary: 'A model that reads pages until it has the answer; with `stream` its events.',
    },
    handler: async (request, reply) => {
      const { webhook, stream, ...input } = request.body as AgentRequest;
      const urls = checkAgent(api, { ...input, webhook, stream });
      const job = await startJob(api, request.tenant, {
        kind: 'agent',
        request: { ...input, stream, ...(input.urls && { urls }) },
        webhook,
        maxCredits: input.maxCredits,
      });
      if (!stream) return { success: true, id: job.id };
      await streamEvents(api, job, 0, reply, agentStatus);
      return reply;
    },
  });
  app.route({
    method: 'GET',
    url: '/v2/agent',
    schema: {
      querystring: listQuery,
      response: answerSchemas,
      operationId: 'agentList',
      summary: 'Agents, newest first.',
    },
    handler: async (request) => {
      const { before } = request.query as z.infer<typeof listQuery>;
      const jobs = await store.list({
        tenant: request.tenant.name,
        kind: 'agent',
        // One more than is shown says whether there is a next page.
        limit: AGENTS_PER_PAGE + 1,
        ...(before !== undefined && { before }),
      });
      const shown = jobs.slice(0, AGENTS_PER_PAGE);
      const last = shown.at(-1);
      const next = last && jobs.length > shown.length;
      return {
        success: true,
        agents: shown.map(listedAgent),
        ...(next && { next: `${baseUrl(api, request)}/v2/agent?before=${last.createdAt}` }),
      };
    },
  });
  app.route<{ Params: Params }>({
    method: 'GET',
    url: '/v2/agent/:id',
    schema: named('agentStatus', 'How an agent stands, and its result.'),
    handler: async (request) => agentStatus(await own(request)),
  });
  app.route<{ Params: Params }>({
    method: 'GET',
    url: '/v2/agent/:id/events',
    schema: named('agentEvents', 'Its events as a stream; Last-Event-ID goes on after one.'),
    handler: async (request, reply) => {
      await streamEvents(api, await own(request), lastEventId(request), reply, agentStatus);
      return reply;
    },
  });
  app.route<{ Params: Params }>({
    method: 'DELETE',
    url: '/v2/agent/:id',
    schema: named('agentCancel', 'Stops an agent, its browser and its model.'),
    handler: async (request) => {
      await cancelJob(api, await own(request));
      return { success: true };
    },
  });
};
