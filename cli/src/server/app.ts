import bearerAuth from '@fastify/bearer-auth';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SessionManager } from '../sessions/index.ts';
import { streamEvents } from './event-stream.ts';
import { answerSchemas, documentOptions, toDocument } from './openapi.ts';
import { OPERATIONS, perform } from './operations/index.ts';
import type { Bytes, Operation, ServerPolicy } from './operations/operation.ts';
import { inputProblem, problemOf } from './problem.ts';
import { type Problem, statusOf } from './problems.ts';
import { ROUTES, type RouteName } from './routes.ts';

export interface AppOptions {
  manager: SessionManager;
  policy: ServerPolicy;
  /** The token that requests must have as `Authorization: Bearer`. */
  token: string;
  /** Ends the server. */
  stop?: () => void;
  /** Most bytes of a request. Default 50 MB: files are sent within it. */
  bodyLimit?: number;
  /** Called at each request. */
  onRequest?: () => void;
}

const failure = (error: Problem): { ok: false; error: Problem } => ({ ok: false, error });

const PATH_FIELD = /:(\w+)/g;

/** The schemas of a route: an operation's input, divided into path parameters and query string or body. */
const schemaOf = ({ input }: Operation, { path, method }: (typeof ROUTES)[RouteName]) => {
  const names = [...path.matchAll(PATH_FIELD)].map(([, name]) => name as string);
  const own = names.filter((name) => name !== 'session');
  const session = z.strictObject({ session: z.string().min(1).max(64) });
  const fields = input instanceof z.ZodObject ? input.shape : {};
  const inPath = Object.fromEntries(own.map((name) => [name, fields[name] as z.ZodType]));
  const mask = Object.fromEntries(own.map((name) => [name, true as const]));
  const rest = input instanceof z.ZodObject && own.length > 0 ? input.omit(mask as never) : input;
  const params = names.includes('session') ? session.extend(inPath) : z.strictObject(inPath);
  const where = method === 'GET' || method === 'DELETE' ? 'querystring' : 'body';
  return { ...(names.length > 0 && { params }), [where]: rest };
};

/** Whether the client accepts the bytes themselves (`accept: image/png` or `image/*`) in place of JSON with base64. */
const wantsRaw = ({ headers: { accept = '' } }: FastifyRequest, mimeType: string): boolean => {
  const [kind] = mimeType.split('/');
  return accept
    .split(',')
    .map((one) => one.split(';')[0]?.trim())
    .some((one) => one === mimeType || one === `${kind}/*`);
};

/** Sends the reply of an operation: as JSON, or the bytes alone where the client accepts their type. */
const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Record<string, unknown> & Partial<Bytes>,
  maxBytes: number,
): FastifyReply => {
  const { bytes, mimeType, ...rest } = answer;
  if (bytes && bytes.length > maxBytes) {
    const message = `The answer has ${bytes.length} bytes; this server gives at most ${maxBytes}.`;
    return reply.code(413).send(failure({ code: 'too_large', message }));
  }
  if (bytes && mimeType && wantsRaw(request, mimeType)) return reply.type(mimeType).send(Buffer.from(bytes));
  const error = rest.ok === false ? (rest.error as Problem) : undefined;
  const text = JSON.stringify({
    ok: true,
    ...rest,
    ...(mimeType !== undefined && { mimeType }),
    ...(bytes && { base64: Buffer.from(bytes).toString('base64') }),
  });
  // Base64 makes bytes a third longer.
  if (text.length > maxBytes * 1.4) {
    const message = `The answer has ${text.length} characters, more than this server gives. Ask for less.`;
    return reply.code(413).send(failure({ code: 'too_large', message }));
  }
  return reply
    .code(error ? statusOf(error.code) : 200)
    .type('application/json; charset=utf-8')
    .send(text);
};

/**
 * The session server as a Fastify app: every route of {@link ROUTES}, `/openapi.json`, errors as `{ok: false, error}`.
 */
export const buildApp = async ({
  manager,
  policy,
  token,
  stop = () => undefined,
  bodyLimit = 50_000_000,
  onRequest,
}: AppOptions): Promise<FastifyInstance> => {
  const app = Fastify({
    bodyLimit,
    forceCloseConnections: true,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: ({ message }: Error, _: unknown, reply: FastifyReply) => {
      void reply.code(400).send(failure({ code: 'bad_request', message: message.slice(0, 300) }));
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) {
        socket.destroy();
        return;
      }
      const body = JSON.stringify(
        failure({ code: 'bad_request', message: `This is no HTTP request: ${error.message}` }),
      );
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    },
  });

  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
    const parsed = schema.safeParse(data ?? {});
    return parsed.success ? { value: parsed.data } : { error: parsed.error };
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else app.getDefaultJsonParser('error', 'error')(request, body as string, done);
  });
  app.setErrorHandler((thrown: Error, _, reply) => {
    const problem = thrown instanceof z.ZodError ? inputProblem(thrown) : problemOf(thrown);
    return reply.code(statusOf(problem.code)).send(failure(problem));
  });
  app.setNotFoundHandler((request, reply) => {
    const message = `There is no ${request.method} ${request.url.slice(0, 200)}. What there is: GET /openapi.json.`;
    return reply.code(404).send(failure({ code: 'not_found', message }));
  });
  if (onRequest) app.addHook('onRequest', async () => onRequest());

  await app.register(swagger, { openapi: documentOptions, transform: toDocument });
  // Needs no token: the document has nothing that is not in the package.
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());

  await app.register(async (guarded) => {
    // RFC 9110, section 11.6.1: an answer 401 names the scheme.
    guarded.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer');
    });
    await guarded.register(bearerAuth, {
      keys: new Set([token]),
      // The plugin's type allows only its own shape of errors.
      errorResponse: () =>
        failure({
          code: 'unauthorized',
          message: 'Show the token of this server: Authorization: Bearer TOKEN.',
        }) as never,
    });
    for (const [name, route] of Object.entries(ROUTES) as [RouteName, (typeof ROUTES)[RouteName]][]) {
      const { method, path: url, summary } = route;
      if (name === 'events') {
        const schema = {
          params: z.strictObject({ session: z.string().min(1).max(64) }),
          operationId: name,
          summary,
        };
        guarded.get(url, { schema }, (request, reply) =>
          streamEvents(manager, (request.params as { session: string }).session, request, reply),
        );
        continue;
      }
      const operation = OPERATIONS[name];
      const schema = { ...schemaOf(operation, route), response: answerSchemas, operationId: name, summary };
      guarded.route({
        method,
        url,
        schema,
        handler: async (request, reply) => {
          const { session = '', ...inPath } = (request.params ?? {}) as Record<string, string>;
          const fields = (method === 'GET' || method === 'DELETE' ? request.query : request.body) as object;
          const input = { ...fields, ...inPath };
          const answer = await perform(operation, { input, manager, policy, stop }, session);
          return send(request, reply, answer, manager.limits.maxBytes);
        },
      });
    }
  });
  return app;
};
