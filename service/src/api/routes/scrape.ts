import type { FastifyInstance } from 'fastify';
import { type ScrapeRequest, scrapeRequest } from '../../contract/index.ts';
import { checkFormats } from '../checks.ts';
import type { Api } from '../context.ts';
import { toClientDocument } from '../job-answers.ts';
import { answerSchemas } from '../openapi.ts';
import { failureOfJob, runJob } from '../start-job.ts';

/** Route of `/v2/scrape`: one page; the answer comes when it has been scraped. */
export const addScrapeRoutes = (app: FastifyInstance, api: Api): void => {
  const { store } = api.backend;
  app.route({
    method: 'POST',
    url: '/v2/scrape',
    schema: {
      body: scrapeRequest,
      response: answerSchemas,
      operationId: 'scrape',
      summary: 'One page in the formats that are asked for.',
    },
    handler: async (request, reply) => {
      const asked = request.body as ScrapeRequest;
      const url = api.fetcher.check(asked.url);
      checkFormats(api, asked.formats);
      const job = await runJob(api, request, reply, {
        kind: 'scrape',
        request: { ...asked, url },
        timeoutMs: asked.timeout,
      });
      const [document] = await store.documents(job.id, 0, 1);
      if (!document) {
        const [error] = await store.errors(job.id);
        throw failureOfJob(error ? { ...job, error: error.error } : job, error?.code ?? job.errorCode);
      }
      const data = toClientDocument(document);
      data.metadata.scrapeId = job.id;
      return { success: true, data, scrape_id: job.id };
    },
  });
};
