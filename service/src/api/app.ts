import swagger from '@fastify/swagger';
import websocket from '@fastify/websocket';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { z } from 'zod';
import { ServiceError, STATUS_OF } from '../contract/index.ts';
import type { RateDetails } from '../safety/access.ts';
import type { Tenant } from '../safety/keys.ts';
import type { Logger } from '../safety/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { runWithin, SpanKind, startSpan } from '../telemetry/traces.ts';
import { version } from '../version.ts';
import { contentPolicy } from './console-page.ts';
import type { Api } from './context.ts';
import { errorOf, failureOf } from './errors.ts';
import { checkLocal } from './local-request.ts';
import { documentOptions, toDocument } from './openapi.ts';
import { addBatchRoutes } from './routes/batch.ts';
import { addCrawlRoutes } from './routes/crawl.ts';
import { addAgentRoutes, addExtractRoutes } from './routes/extract-agent.ts';
import { addJobRoutes } from './routes/jobs.ts';
import { addListRoutes } from './routes/map-search.ts';
import { addProbes } from './routes/probes.ts';
import { addScrapeRoutes } from './routes/scrape.ts';
import { addTeamRoutes } from './routes/team.ts';

export interface AppOptions extends Api {
  telemetry: { metrics: Metrics; log: Logger; metricsToken?: string | undefined };
  /** HTML of the built console. Default: `/console` is not served. */
  consolePage?: string | undefined;
  /** Reverse proxies whose `x-forwarded-*` headers are trusted: IP addresses or ranges. */
  trustProxy?: string[];
}

/** Largest request body (bytes): room for ten thousand long URLs and a schema. */
const BODY_LIMIT = 10_000_000;

/** The API key of a request. A browser's WebSocket cannot set headers, so it sends the key as its subprotocol. */
const shownKey = ({ headers }: FastifyRequest): string | undefined => {
  const [, key] = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? [];
  return key ?? headers['sec-websocket-protocol']?.split(',')[0]?.trim();
};

const createFastify = ({ telemetry, trustProxy }: AppOptions) =>
  Fastify({
    bodyLimit: BODY_LIMIT,
    loggerInstance: telemetry.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    // Requests that wait for a page are still answered when the service stops.
    forceCloseConnections: 'idle',
    // Limits how long a client takes to send its request (ms), not how long the answer takes.
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 600 },
    ...(trustProxy && { trustProxy }),
    frameworkErrors: ({ message }: Error, _: unknown, reply: FastifyReply) => {
      void reply.code(400).send(failureOf(new ServiceError('bad_request', message.slice(0, 300))));
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) {
        socket.destroy();
        return;
      }
      const message = `This is no HTTP request: ${error.message}`;
      const body = JSON.stringify(failureOf(new ServiceError('bad_request', message)));
      const head = `connection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
      socket.end(`HTTP/1.1 400 Bad Request\r\n${head}\r\n\r\n${body}`);
    },
  }) as unknown as FastifyInstance;

const addValidation = (app: FastifyInstance): void => {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
    const parsed = schema.safeParse(data ?? {});
    return parsed.success ? { value: parsed.data } : { error: parsed.error };
  });
  app.setSerializerCompiler(() => (data) => (typeof data === 'string' ? data : JSON.stringify(data)));
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else app.getDefaultJsonParser('error', 'error')(request, body as string, done);
  });
  app.setErrorHandler((thrown: Error, request, reply) => {
    const error = errorOf(thrown);
    if (error.code === 'internal_error') request.log.error({ err: thrown }, 'a request has failed');
    if (error.code === 'rate_limited') {
      const { retryAfterSeconds } = (error.details ?? {}) as Partial<RateDetails>;
      if (retryAfterSeconds) void reply.header('retry-after', retryAfterSeconds);
    }
    // RFC 9110, 15.5.2.
    if (error.code === 'unauthorized') void reply.header('www-authenticate', 'Bearer');
    return reply.code(STATUS_OF[error.code]).send(failureOf(error));
  });
  app.setNotFoundHandler((request, reply) => {
    const message = `There is no ${request.method} ${request.url.slice(0, 200)}. What there is: GET /openapi.json.`;
    return reply.code(404).send(failureOf(new ServiceError('not_found', message)));
  });
};

/** Makes a span, a log line and a metric of each request. */
const addTelemetry = (app: FastifyInstance, { metrics }: AppOptions['telemetry']): void => {
  app.addHook('onRequest', async (_, reply) => {
    void reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
  });
  app.addHook('preHandler', (request, reply, done) => {
    const { traceparent } = request.headers;
    const { span, within } = startSpan(`${request.method} ${request.routeOptions.url ?? ''}`, {
      kind: SpanKind.SERVER,
      startTime: Date.now() - reply.elapsedTime,
      attributes: { 'http.request.method': request.method, 'http.route': request.routeOptions.url ?? '' },
      ...(typeof traceparent === 'string' && { parent: traceparent }),
    });
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.raw.statusCode);
      span.end();
    });
    runWithin(within, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { elapsedTime, statusCode } = reply;
    metrics.requestDone(request.method, route, statusCode, elapsedTime / 1_000);
    const level = /^\/(?:health|ready|metrics)$/.test(route) ? 'debug' : 'info';
    request.log[level]({ req: request, res: reply, ms: Math.round(elapsedTime) }, 'request');
  });
};

/** Adds the routes that need an API key, once there are keys. */
const addGuarded = async (app: FastifyInstance, api: AppOptions): Promise<void> => {
  app.decorateRequest('tenant', null as unknown as Tenant);
  app.addHook('onRequest', async (request) => {
    request.tenant = api.access.tenantOf(shownKey(request));
    await api.access.admit(request.tenant, request.method === 'POST' ? 'start' : 'read');
  });
  addScrapeRoutes(app, api);
  addBatchRoutes(app, api);
  addCrawlRoutes(app, api);
  addListRoutes(app, api);
  addExtractRoutes(app, api);
  addAgentRoutes(app, api);
  addTeamRoutes(app, api);
  addJobRoutes(app, api);
};

/** The service over HTTP: Firecrawl's API v2, `/openapi.json`, `/console`, probes; errors as `{success: false, error, code}`. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { access, backend, telemetry, consolePage } = options;
  const app = createFastify(options);
  addValidation(app);
  addTelemetry(app, telemetry);
  app.addHook('onRequest', async (request) => {
    if (access.isOpen) checkLocal(request);
  });
  await app.register(swagger, { openapi: documentOptions(version), transform: toDocument });
  await app.register(websocket, { options: { maxPayload: 65_536 } });
  // The document and the console need no key: both hold only what the published package holds.
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
  if (consolePage !== undefined) {
    const policy = contentPolicy(consolePage);
    app.get('/console', { schema: { hide: true } }, (_, reply) =>
      reply
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(consolePage),
    );
  }
  addProbes(app, { store: backend.store, ...telemetry });
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  // Keep-alive connections would keep the server from closing.
  app.addHook('onSend', async (_, reply) => {
    if (closing.signal.aborted) void reply.header('connection', 'close');
  });
  await app.register((guarded) => addGuarded(guarded, { ...options, closing: closing.signal }));
  return app;
};
