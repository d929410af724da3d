import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type CrawlRequest, crawlRequest, type JobKind, ServiceError } from '../../contract/index.ts';
import type { Tenant } from '../../safety/keys.ts';
import { checkFormats, checkWebhook, jobParams, requireModel } from '../checks.ts';
import { type Api, baseUrl } from '../context.ts';
import { crawlStatus } from '../job-answers.ts';
import { watchJob } from '../job-socket.ts';
import { answerSchemas } from '../openapi.ts';
import { cancelJob, ownJob, startJob } from '../start-job.ts';
import { readDocuments, statusQuery, withDocuments } from '../status-page.ts';

/** Most crawls that `/v2/crawl/active` lists. */
const MOST_ACTIVE = 1_000;

/** Routes for the status, the errors and the cancelling of a job of pages: the same for crawls and batches. */
export const addPagesRoutes = (app: FastifyInstance, api: Api, kind: JobKind, path: string): void => {
  const { store } = api.backend;
  const named = (operationId: string, summary: string) => ({
    params: jobParams,
    response: answerSchemas,
    operationId: `${kind}${operationId}`,
    summary,
  });
  app.route<{ Params: z.infer<typeof jobParams> }>({
    method: 'GET',
    url: `${path}/:id`,
    schema: {
      ...named('Status', 'How it stands, and its pages; over WebSocket the pages as they come.'),
      querystring: statusQuery,
    },
    handler: async (request, reply) => {
      const job = await ownJob(api, request.tenant, request.params.id, [kind]);
      const query = request.query as z.infer<typeof statusQuery>;
      const { documents, next } = await readDocuments(store, job, query);
      const more = next === undefined ? null : new URL(`${baseUrl(api, request)}${path}/${job.id}`);
      if (more) {
        more.searchParams.set('skip', String(next));
        if (query.limit !== undefined) more.searchParams.set('limit', String(query.limit));
      }
      const status = { ...crawlStatus(job), next: more?.href ?? null };
      return reply.type('application/json; charset=utf-8').send(withDocuments(status, documents));
    },
    wsHandler: async (socket, request) => {
      try {
        const { id } = request.params as z.infer<typeof jobParams>;
        await watchJob(store, await ownJob(api, request.tenant, id, [kind]), socket);
      } catch (error) {
        if (!(error instanceof ServiceError)) request.log.error({ err: error }, 'a watched job');
        const message = error instanceof ServiceError ? error.message : 'The service has failed.';
        socket.send(JSON.stringify({ type: 'error', error: message }));
        socket.close(1008);
      }
    },
  });
  app.route<{ Params: z.infer<typeof jobParams> }>({
    method: 'GET',
    url: `${path}/:id/errors`,
    schema: named('Errors', 'Pages without success, and addresses that robots.txt forbids.'),
    handler: async (request) => {
      const job = await ownJob(api, request.tenant, request.params.id, [kind]);
      return { success: true, errors: await store.errors(job.id), robotsBlocked: job.robotsBlocked ?? [] };
    },
  });
  app.route<{ Params: z.infer<typeof jobParams> }>({
    method: 'DELETE',
    url: `${path}/:id`,
    schema: named('Cancel', 'Ends it; what there is stays.'),
    handler: async (request) => {
      const { status } = await cancelJob(api, await ownJob(api, request.tenant, request.params.id, [kind]));
      return { success: true, status };
    },
  });
};

const previewRequest = z.object({
  url: z.string().trim().min(1).max(8_000),
  prompt: z.string().trim().min(1).max(10_000),
});

/** The options of a crawl that a model may choose. */
const previewed = crawlRequest
  .pick({
    includePaths: true,
    excludePaths: true,
    maxDiscoveryDepth: true,
    sitemap: true,
    ignoreQueryParameters: true,
    crawlEntireDomain: true,
    allowExternalLinks: true,
    allowSubdomains: true,
    limit: true,
  })
  .partial();

const previewText = (url: string, prompt: string): string =>
  `A crawler starts at ${url}. Its user wants: ${prompt}\n\nChoose the options of the crawl. includePaths and excludePaths are regular expressions that the path of an address has to meet, such as "^/docs/.*$". Leave out what the user's words say nothing of.`;

const PREVIEW_TIMEOUT_MS = 60_000;

type Previewed = z.infer<typeof previewed>;

/** The crawl options that a model derives from a user's prompt. @throws {ServiceError} `not_configured` without a model */
const optionsOf = async (api: Api, tenant: Tenant, url: string, prompt: string): Promise<Previewed> => {
  requireModel(api, 'A crawl with a prompt');
  await api.access.remaining(tenant);
  const { $schema: _, ...schema } = z.toJSONSchema(previewed, { io: 'input', unrepresentable: 'any' });
  const { name, limits } = tenant;
  const charge = async (credits: number, tokens: number): Promise<boolean> => {
    if (!(await api.access.charge(name, limits, credits))) return false;
    await api.access.record(name, 0, tokens);
    return true;
  };
  const signal = AbortSignal.timeout(PREVIEW_TIMEOUT_MS);
  const format = { type: 'json', schema } as const;
  const answer = await api.reader?.json(previewText(url, prompt), format, { tenant: name, signal, charge });
  return previewed.parse(answer?.value ?? {});
};

/** The request with the options of the model, where the request itself has the default. */
const withOptions = (asked: CrawlRequest, chosen: Previewed): CrawlRequest => {
  const defaults: Partial<Record<string, unknown>> = crawlRequest.parse({ url: asked.url });
  const values: Partial<Record<string, unknown>> = asked;
  const isDefault = (name: string): boolean =>
    JSON.stringify(values[name]) === JSON.stringify(defaults[name]);
  const filled = Object.entries(chosen).filter(([name, value]) => value !== undefined && isDefault(name));
  return { ...asked, ...Object.fromEntries(filled) };
};

/** @throws {ServiceError} `bad_request` for a path pattern that is not a regular expression */
const checkPatterns = ({ includePaths, excludePaths }: CrawlRequest): void => {
  for (const pattern of [...includePaths, ...excludePaths])
    try {
      new RegExp(pattern);
    } catch (error) {
      const reason = (error as Error).message;
      throw new ServiceError('bad_request', `A path is no regular expression: ${reason}.`);
    }
};

const addPreviewRoute = (app: FastifyInstance, api: Api): void => {
  app.route({
    method: 'POST',
    url: '/v2/crawl/params-preview',
    schema: {
      body: previewRequest,
      response: answerSchemas,
      operationId: 'crawlParamsPreview',
      summary: "A crawl's options out of words; needs a model.",
    },
    handler: async (request) => {
      const { url: given, prompt } = request.body as z.infer<typeof previewRequest>;
      const url = api.fetcher.check(given);
      return { success: true, data: { url, ...(await optionsOf(api, request.tenant, url, prompt)) } };
    },
  });
};

/** Routes of `/v2/crawl`: the pages of a site, found by their links. */
export const addCrawlRoutes = (app: FastifyInstance, api: Api): void => {
  addPreviewRoute(app, api);
  app.route({
    method: 'POST',
    url: '/v2/crawl',
    schema: {
      body: crawlRequest,
      response: answerSchemas,
      operationId: 'crawl',
      summary: 'Starts at a page and follows the links of its site.',
    },
    handler: async (request) => {
      const asked = request.body as CrawlRequest;
      const url = api.fetcher.check(asked.url);
      checkFormats(api, asked.scrapeOptions.formats);
      checkWebhook(api, asked.webhook);
      const { prompt } = asked;
      const options =
        prompt === undefined ? asked : withOptions(asked, await optionsOf(api, request.tenant, url, prompt));
      checkPatterns(options);
      const left = await api.access.remaining(request.tenant);
      const limit = Math.max(1, Math.min(options.limit, Math.floor(left)));
      const job = await startJob(api, request.tenant, {
        kind: 'crawl',
        request: { ...options, url, limit },
        webhook: asked.webhook,
      });
      return { success: true, id: job.id, url: `${baseUrl(api, request)}/v2/crawl/${job.id}` };
    },
  });
  app.route({
    method: 'GET',
    url: '/v2/crawl/active',
    schema: { response: answerSchemas, operationId: 'crawlsActive', summary: 'Crawls that are running.' },
    handler: async ({ tenant }) => {
      const filter = { tenant: tenant.name, kind: 'crawl', status: 'scraping', limit: MOST_ACTIVE } as const;
      const jobs = await api.backend.store.list(filter);
      const crawls = jobs.map((job) => {
        const { url, ...options } = job.request as CrawlRequest;
        const created_at = new Date(job.createdAt).toISOString();
        return { id: job.id, teamId: job.tenant, created_at, url, options };
      });
      return { success: true, crawls };
    },
  });
  addPagesRoutes(app, api, 'crawl', '/v2/crawl');
};
