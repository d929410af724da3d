import { randomBytes, randomUUID } from 'node:crypto';
import bearerAuth from '@fastify/bearer-auth';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CancelledNotificationSchema,
  isInitializeRequest,
  isJSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { SessionManager } from '../sessions/index.ts';
import type { McpHttpOptions, McpOptions } from './options.ts';
import { allowedHost, allowedOrigin, isLoopback, sameOrigins } from './request-guard.ts';
import { connectClient, type McpConnection } from './server.ts';

export const DEFAULT_PORT = 8931;

/** Most bytes of one message. */
const BODY_LIMIT = 4_000_000;
const IDLE_MS = 30 * 60_000;
const CHECK_MS = 10_000;

interface Client {
  transport: StreamableHTTPServerTransport;
  connection: McpConnection;
  usedAt: number;
  /** Answers that are being sent, the stream of notifications among them. */
  open: number;
  /** Those of one request each: the answers to a batch share a stream. */
  calls: Set<RequestId>;
}

/** A server that is up. */
export interface McpHttpServer {
  /** `http://127.0.0.1:8931/mcp` */
  url: string;
  /** What clients have to send, where one is wanted. */
  token: string | undefined;
  close(): Promise<void>;
}

const refuse = (reply: FastifyReply, status: number, code: number, message: string): FastifyReply =>
  reply.code(status).send({ jsonrpc: '2.0', error: { code, message }, id: null });

/** Clients that end a session may say that nothing is JSON. */
const readJson = async ({ method }: FastifyRequest, body: string | Buffer): Promise<unknown> => {
  if (body.length === 0 && method !== 'POST') return undefined;
  try {
    return JSON.parse(String(body));
  } catch (thrown) {
    throw Object.assign(new Error(`The body is no JSON: ${(thrown as Error).message}`), { statusCode: 400 });
  }
};

/** Serves streamable HTTP at `/mcp`, each client with a session of its own (`Mcp-Session-Id`). */
export const serveHttp = async (
  manager: SessionManager,
  options: McpOptions,
  http: McpHttpOptions = {},
): Promise<McpHttpServer> => {
  const { host = '127.0.0.1', port = DEFAULT_PORT, maxClients = 20, idleMs = IDLE_MS } = http;
  const token = http.token ?? (isLoopback(host) ? undefined : randomBytes(24).toString('base64url'));
  const clients = new Map<string, Client>();
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJson);
  guard(app, host, http, token);

  /** Clients whose first request is being answered. */
  let coming = 0;
  const connect = async () => {
    const id = randomUUID();
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const name = options.session ?? `mcp-${id.slice(0, 8)}`;
    const connection = await connectClient(transport, manager, name, options);
    clients.set(id, { transport, connection, usedAt: Date.now(), open: 0, calls: new Set() });
    connection.closed.catch(() => undefined).finally(() => clients.delete(id));
    return { transport, connection };
  };

  const pass = async (
    transport: StreamableHTTPServerTransport,
    request: FastifyRequest,
    reply: FastifyReply,
    client?: Client,
  ): Promise<void> => {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    if (client) {
      client.usedAt = Date.now();
      client.open++;
      const id = isJSONRPCRequest(request.body) ? request.body.id : undefined;
      if (id !== undefined) client.calls.add(id);
      reply.raw.once('close', () => {
        client.open--;
        client.usedAt = Date.now();
        if (id !== undefined) client.calls.delete(id);
      });
    }
    await transport.handleRequest(request.raw, reply.raw, request.body);
    // What was cancelled is not answered: its stream would stay open, and its client be one that listens.
    const cancelled = CancelledNotificationSchema.safeParse(request.body).data?.params.requestId;
    if (cancelled !== undefined && client?.calls.has(cancelled)) transport.closeSSEStream(cancelled);
  };

  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp',
    async handler(request, reply) {
      const id = request.headers['mcp-session-id'];
      const client = typeof id === 'string' ? clients.get(id) : undefined;
      if (client) return pass(client.transport, request, reply, client);
      if (id !== undefined)
        return refuse(reply, 404, -32001, 'There is no such session, or it has ended. Initialize a new one.');
      const isFirst =
        request.method === 'POST' &&
        (Array.isArray(request.body) ? request.body : [request.body]).some((one) => isInitializeRequest(one));
      if (!isFirst)
        return refuse(reply, 400, -32000, 'Initialize a session first, then send its Mcp-Session-Id.');
      if (clients.size + coming >= maxClients)
        return refuse(reply, 503, -32000, `${maxClients} clients are connected, which is the limit.`);
      coming++;
      const { transport, connection } = await connect().finally(() => coming--);
      await pass(transport, request, reply);
      // What was no proper beginning has left no session to come back to.
      if (transport.sessionId === undefined) await connection.close();
    },
  });

  const timer = setInterval(() => {
    const before = Date.now() - idleMs;
    for (const { connection, usedAt, open } of clients.values())
      if (open === 0 && connection.running === 0 && usedAt < before)
        connection.close().catch(() => undefined);
  }, CHECK_MS);
  timer.unref();

  await app.listen({ host, port });
  const address = app.server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}/mcp`,
    token,
    async close() {
      clearInterval(timer);
      await Promise.allSettled([...clients.values()].map(({ connection }) => connection.close()));
      await app.close();
    },
  };
};

/** Who may call at all: names of the server, origins of pages, the token; and what is wrong is told as the protocol does. */
const guard = (
  app: FastifyInstance,
  host: string,
  { allowedHosts = [], allowedOrigins = [] }: McpHttpOptions,
  token: string | undefined,
): void => {
  app.addHook('onRequest', async (request, reply) => {
    const named = request.headers.host ?? '';
    if (!allowedHost(named, [host, ...allowedHosts]))
      return refuse(reply, 403, -32000, 'This server is not called by that name (Host); see --allow-host.');
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (!allowedOrigin(origin, [...sameOrigins(named), ...allowedOrigins]))
      return refuse(reply, 403, -32000, 'Pages of this origin may not call the server; see --allow-origin.');
    reply.headers({
      'access-control-allow-origin': origin,
      vary: 'Origin',
      'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version',
    });
  });
  app.options('/mcp', async (_, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers':
          'authorization, content-type, mcp-session-id, mcp-protocol-version, last-event-id',
      })
      .code(204)
      .send(),
  );
  if (token !== undefined) {
    app.register(bearerAuth, { addHook: false, keys: new Set([token]) });
    app.addHook('preParsing', (request, reply, _, next) => {
      if (request.method === 'OPTIONS') next();
      else app.verifyBearerAuth?.(request, reply, next);
    });
  }
  app.setErrorHandler((thrown: { statusCode?: number; message: string }, _, reply) => {
    const status = thrown.statusCode ?? 500;
    const isOurs = status >= 400 && status < 500;
    return refuse(
      reply,
      isOurs ? status : 500,
      status === 400 ? -32700 : isOurs ? -32600 : -32603,
      isOurs ? thrown.message : 'Internal error.',
    );
  });
  app.setNotFoundHandler((_, reply) => refuse(reply, 404, -32601, 'Nothing is here. The endpoint is /mcp.'));
};
