import type { FastifyInstance } from 'fastify';
import {
  type MapRequest,
  mapRequest,
  type SearchRequest,
  ServiceError,
  searchRequest,
} from '../../contract/index.ts';
import type { SearchAnswer } from '../../model/search.ts';
import { checkFormats } from '../checks.ts';
import type { Api } from '../context.ts';
import { toClientDocument, wholeCredits } from '../job-answers.ts';
import { answerSchemas } from '../openapi.ts';
import { failureOfJob, runJob } from '../start-job.ts';

const toClientResults = (answer: SearchAnswer) =>
  Object.fromEntries(Object.entries(answer).map(([kind, found]) => [kind, found?.map(toClientDocument)]));

/** Routes of `/v2/map` (the URLs of a site) and `/v2/search` (web search), which answer when their job has ended. */
export const addListRoutes = (app: FastifyInstance, api: Api): void => {
  app.route({
    method: 'POST',
    url: '/v2/map',
    schema: {
      body: mapRequest,
      response: answerSchemas,
      operationId: 'map',
      summary: 'The addresses of a site, by its sitemaps and links.',
    },
    handler: async (request, reply) => {
      const input = request.body as MapRequest;
      const url = api.fetcher.check(input.url);
      const job = await runJob(api, request, reply, {
        kind: 'map',
        request: { ...input, url },
        timeoutMs: input.timeout,
      });
      if (job.status !== 'completed') throw failureOfJob(job, job.errorCode);
      const { warning } = job;
      return { success: true, id: job.id, ...(job.result as object), ...(warning && { warning }) };
    },
  });
  app.route({
    method: 'POST',
    url: '/v2/search',
    schema: {
      body: searchRequest,
      response: answerSchemas,
      operationId: 'search',
      summary: 'A search of the web, with the pages it finds if wanted.',
    },
    handler: async (request, reply) => {
      const input = request.body as SearchRequest;
      if (!api.settings.search)
        throw new ServiceError(
          'not_configured',
          'This service has no search provider: start it with --search-provider and --search-url or --search-key-env.',
        );
      checkFormats(api, input.scrapeOptions?.formats);
      const job = await runJob(api, request, reply, {
        kind: 'search',
        request: input,
        timeoutMs: input.timeout,
      });
      if (job.status !== 'completed') throw failureOfJob(job, job.errorCode);
      const { warning, creditsUsed, result } = job;
      return {
        success: true,
        id: job.id,
        data: toClientResults(result as SearchAnswer),
        creditsUsed: wholeCredits(creditsUsed),
        ...(warning && { warning }),
      };
    },
  });
};
