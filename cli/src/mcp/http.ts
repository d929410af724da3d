import { randomBytes, randomUUID } from 'node:crypto';
import bearerAuth from '@fastify/bearer-auth';
import {
  type NodeIncomingMessageLike,
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
  toWebRequest,
} from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isLegacyRequest,
  isSpecType,
  type RequestId,
} from '@modelcontextprotocol/server';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { SessionManager } from '../sessions/index.ts';
import type { McpHttpOptions, McpOptions } from './options.ts';
import { allowedHost, allowedOrigin, isLoopback, sameOrigins } from './request-guard.ts';
import { connectClient, type McpConnection, ServedBrowser } from './server.ts';

export const DEFAULT_PORT = 8931;

/** Most bytes of one message. */
const BODY_LIMIT = 4_000_000;
const IDLE_MS = 30 * 60_000;
const CHECK_MS = 10_000;

/** What is ended when it has not been used for long. */
interface Used {
  browser: { readonly running: number };
  usedAt: number;
  /** Answers that are being sent, streams of notifications among them. */
  open: number;
}

/** A client of a protocol with sessions: those of 2025. */
interface Client extends Used {
  browser: McpConnection;
  transport: NodeStreamableHTTPServerTransport;
  /** Answers that are for one request each: those to a batch share a stream. */
  calls: Set<RequestId>;
}

/** What the clients of a protocol without sessions have together: those of 2026-07-28. */
interface Shared extends Used {
  browser: ServedBrowser;
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

/**
 * Serves streamable HTTP at `/mcp`: each client of the protocols of 2025 with a session of its own (`Mcp-Session-Id`), all
 * those of 2026-07-28, which has no sessions, with one.
 */
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

  const connect = (): Client => {
    const id = randomUUID();
    const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const name = options.session ?? `mcp-${id.slice(0, 8)}`;
    const browser = connectClient(transport, manager, name, options);
    const client = { transport, browser, usedAt: Date.now(), open: 0, calls: new Set<RequestId>() };
    clients.set(id, client);
    browser.closed.catch(() => undefined).finally(() => clients.delete(id));
    return client;
  };

  let shared: Shared | undefined;
  const share = (): Shared => {
    shared ??= {
      browser: new ServedBrowser(manager, options.session ?? 'mcp', options),
      usedAt: Date.now(),
      open: 0,
    };
    return shared;
  };
  const stateless = createMcpHandler(() => share().browser.server('modern', stateless.notify), {
    legacy: 'reject',
  });
  const passStateless = toNodeHandler(stateless);

  /** Lets the SDK answer. */
  const use = (used: Used, reply: FastifyReply): void => {
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    used.usedAt = Date.now();
    used.open++;
    reply.raw.once('close', () => {
      used.open--;
      used.usedAt = Date.now();
    });
  };

  const pass = async (client: Client, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { transport, calls } = client;
    use(client, reply);
    if (isJSONRPCRequest(request.body)) {
      const { id } = request.body;
      calls.add(id);
      reply.raw.once('close', () => calls.delete(id));
    }
    await transport.handleRequest(request.raw, reply.raw, request.body);
    if (!isSpecType.CancelledNotification(request.body)) return;
    // What was cancelled is not answered: its stream would stay open, and its client be one that listens.
    const { requestId } = request.body.params;
    if (requestId !== undefined && calls.has(requestId)) transport.closeSSEStream(requestId);
  };

  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp',
    async handler(request, reply) {
      const { body = null, method, headers } = request;
      const raw = request.raw as NodeIncomingMessageLike;
      if (method === 'POST' && !(await isLegacyRequest(await toWebRequest(raw, body), body))) {
        use(share(), reply);
        return passStateless(raw, reply.raw, body);
      }
      const id = headers['mcp-session-id'];
      const known = typeof id === 'string' ? clients.get(id) : undefined;
      if (known) return pass(known, request, reply);
      if (id !== undefined)
        return refuse(reply, 404, -32001, 'There is no such session, or it has ended. Initialize a new one.');
      const isFirst =
        method === 'POST' && (Array.isArray(body) ? body : [body]).some((one) => isInitializeRequest(one));
      if (!isFirst)
        return refuse(reply, 400, -32000, 'Initialize a session first, then send its Mcp-Session-Id.');
      if (clients.size >= maxClients)
        return refuse(reply, 503, -32000, `${maxClients} clients are connected, which is the limit.`);
      const client = connect();
      await pass(client, request, reply);
      // What was no proper beginning has left no session to come back to.
      if (client.transport.sessionId === undefined) await client.browser.close();
    },
  });

  const isIdle = ({ browser, open, usedAt }: Used): boolean =>
    open === 0 && browser.running === 0 && usedAt < Date.now() - idleMs;
  const timer = setInterval(() => {
    for (const client of clients.values()) if (isIdle(client)) client.browser.close().catch(() => undefined);
    if (!shared || !isIdle(shared)) return;
    shared.browser.end().catch(() => undefined);
    shared = undefined;
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
      await Promise.allSettled([
        shared?.browser.giveUp(),
        ...[...clients.values()].map(({ browser }) => browser.close()),
      ]);
      await stateless.close();
      await shared?.browser.end();
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
          'authorization, content-type, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id',
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
