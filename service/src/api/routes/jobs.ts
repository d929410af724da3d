import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Document, JobKind } from '../../contract/index.ts';
import { jobParams } from '../checks.ts';
import type { Api } from '../context.ts';
import { lastEventId, streamEvents } from '../event-stream.ts';
import { jobSummary } from '../job-answers.ts';
import { answerSchemas } from '../openapi.ts';
import { cancelJob, ownJob } from '../start-job.ts';
import { readDocuments, statusQuery, withDocuments } from '../status-page.ts';

const KINDS = ['scrape', 'batch', 'crawl', 'map', 'search', 'extract', 'agent'] as const satisfies JobKind[];

const listQuery = z.object({
  kind: z.enum(KINDS).optional(),
  status: z.enum(['scraping', 'completed', 'failed', 'cancelled']).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

const pagesQuery = z.object({
  skip: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

type Params = z.infer<typeof jobParams>;

/** A page as a list shows it, without its content. `at`: its position among the documents of the job. */
const pageSummary = ({ metadata, screenshot, warning }: Document, at: number) => ({
  at,
  url: metadata.url,
  title: metadata.title,
  statusCode: metadata.statusCode,
  engine: metadata.engine,
  cacheState: metadata.cacheState,
  creditsUsed: metadata.creditsUsed,
  hasScreenshot: screenshot !== undefined,
  warning,
});

/** Routes of `/v2/jobs`: jobs of every kind, for the console. */
export const addJobRoutes = (app: FastifyInstance, api: Api): void => {
  const { store } = api.backend;
  const named = (operationId: string, summary: string) => ({
    params: jobParams,
    response: answerSchemas,
    operationId,
    summary,
  });
  app.route({
    method: 'GET',
    url: '/v2/jobs',
    schema: {
      querystring: listQuery,
      response: answerSchemas,
      operationId: 'jobs',
      summary: 'Jobs of every kind, newest first.',
    },
    handler: async (request) => {
      const { kind, status, limit } = request.query as z.infer<typeof listQuery>;
      const filter = { tenant: request.tenant.name, limit, ...(kind && { kind }), ...(status && { status }) };
      return { success: true, jobs: (await store.list(filter)).map(jobSummary) };
    },
  });
  app.route<{ Params: Params }>({
    method: 'GET',
    url: '/v2/jobs/:id',
    schema: named('job', 'A job with its request and its result.'),
    handler: async (request) => {
      const job = await ownJob(api, request.tenant, request.params.id);
      const { request: asked, webhook, result, robotsBlocked = [] } = job;
      const errors = await store.errors(job.id);
      return {
        success: true,
        job: { ...jobSummary(job), request: asked, webhook, result, robotsBlocked, errors },
      };
    },
  });
  app.route<{ Params: Params }>({
    method: 'GET',
    url: '/v2/jobs/:id/pages',
    schema: { ...named('jobPages', 'A list of the pages of a job.'), querystring: pagesQuery },
    handler: async (request) => {
      const { id } = await ownJob(api, request.tenant, request.params.id);
      const { skip, limit } = request.query as z.infer<typeof pagesQuery>;
      const documents = await store.documents(id, skip, limit);
      return { success: true, pages: documents.map((document, at) => pageSummary(document, skip + at)) };
    },
  });
  app.route<{ Params: Params }>({
    method: 'GET',
    url: '/v2/jobs/:id/documents',
    schema: { ...named('jobDocuments', 'Pages of a job, whole.'), querystring: statusQuery },
    handler: async (request, reply) => {
      const job = await ownJob(api, request.tenant, request.params.id);
      const query = request.query as z.infer<typeof statusQuery>;
      const { documents, next } = await readDocuments(store, job, query);
      const answer = withDocuments({ success: true, nextSkip: next ?? null }, documents);
      return reply.type('application/json; charset=utf-8').send(answer);
    },
  });
  app.route<{ Params: Params }>({
    method: 'GET',
    url: '/v2/jobs/:id/events',
    schema: named('jobEvents', 'Its events as a stream; Last-Event-ID goes on after one.'),
    handler: async (request, reply) => {
      const job = await ownJob(api, request.tenant, request.params.id);
      await streamEvents(api, job, lastEventId(request), reply, jobSummary);
      return reply;
    },
  });
  app.route<{ Params: Params }>({
    method: 'DELETE',
    url: '/v2/jobs/:id',
    schema: named('jobCancel', 'Ends a job; what there is stays.'),
    handler: async (request) => {
      const { status } = await cancelJob(api, await ownJob(api, request.tenant, request.params.id));
      return { success: true, status };
    },
  });
};
