import { randomBytes, randomUUID } from 'node:crypto';
import bearerAuth from '@fastify/bearer-auth';
import {
  type NodeIncomingMessageLike,
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
  toWebRequest,
} from '@modelcontextprotocol/node';
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isLegacyRequest,
  isSpecType,
  type McpHttpHandler,
  type RequestId,
} from '@modelcontextprotocol/server';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { SessionManager } from '../sessions/index.ts';
import type { McpHttpOptions, McpOptions } from './options.ts';
import { allowedHost, allowedOrigin, isLoopback, sameOrigins } from './request-guard.ts';
import { connectClient, type McpConnection, ServedBrowser } from './server.ts';

export const DEFAULT_PORT = 8931;

const ENDPOINTS = ['/mcp', '/mcp/:name(^[\\w.-]{1,64}$)'] as const;

/** Most bytes of one message. */
const BODY_LIMIT = 4_000_000;
/** Default time (ms) without use after which a client's browser is closed. */
const IDLE_MS = 30 * 60_000;
const CHECK_MS = 10_000;

/** What {@link Client} and {@link Shared} have in common: they are ended when they have not been used for `idleMs`. */
interface Used {
  browser: { readonly running: number };
  usedAt: number;
  /** How many responses are open, streams of notifications among them. */
  open: number;
  /** Closes the browser. A later request of the client is answered as that of a new one. */
  end(): void;
}

const isInUse = ({ browser, open }: Used): boolean => open > 0 || browser.running > 0;

/** A client of the protocols of 2025, which have sessions. */
interface Client extends Used {
  browser: McpConnection;
  transport: NodeStreamableHTTPServerTransport;
  /** Ids of the requests that are being answered. Those of a batch are left out: they share a stream. */
  calls: Set<RequestId>;
  /** Ids of the requests whose stream the client has left: nobody can get their answers any more. */
  left: Set<RequestId>;
}

/**
 * The browser of a client of the protocol of 2026-07-28, which has no sessions. Clients that can't be told apart share
 * it.
 */
interface Shared extends Used {
  browser: ServedBrowser;
  handler: McpHttpHandler;
  pass: ReturnType<typeof toNodeHandler>;
}

/** The cookie that tells clients without a protocol session apart: many clients send it back. */
const COOKIE = 'inpage-mcp';

/**
 * The client of a request where the protocol has no sessions: the name in the address (`/mcp/NAME`), else its cookie,
 * else the name in its `clientInfo`. `isKnown`: identified by address or cookie.
 */
const identify = ({ params, headers, body }: FastifyRequest): { who: string; isKnown: boolean } => {
  const { name } = params as { name?: string };
  const cookie = new RegExp(`(?:^|; *)${COOKIE}=([0-9a-f-]{36})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
  const { _meta } = (isJSONRPCRequest(body) && body.params) || {};
  const info = _meta?.[CLIENT_INFO_META_KEY] as { name?: unknown } | undefined;
  const called = String(info?.name ?? '').replace(/[^\w.-]+/g, '-');
  return { who: (name ?? cookie ?? called).slice(0, 64), isKnown: (name ?? cookie) !== undefined };
};

/** A running server. */
export interface McpHttpServer {
  /** `http://127.0.0.1:8931/mcp` */
  url: string;
  /** The bearer token that clients must send; `undefined`: none is needed. */
  token: string | undefined;
  close(): Promise<void>;
}

const WRONG_TOKEN =
  'The token is missing or wrong: send "Authorization: Bearer TOKEN" with the token that the server was started with, or has printed.';

const refuse = (reply: FastifyReply, status: number, code: number, message: string): FastifyReply =>
  reply.code(status).send({ jsonrpc: '2.0', error: { code, message }, id: null });

/** Parses a JSON body. Clients send GET and DELETE with a JSON content type and no body. */
const readJson = async ({ method }: FastifyRequest, body: string | Buffer): Promise<unknown> => {
  if (body.length === 0 && method !== 'POST') return undefined;
  try {
    return JSON.parse(String(body));
  } catch (thrown) {
    throw Object.assign(new Error(`The body is no JSON: ${(thrown as Error).message}`), { statusCode: 400 });
  }
};

/**
 * Serves streamable HTTP at `/mcp`. Each client of the protocols of 2025 has a session of its own (`Mcp-Session-Id`).
 * The protocol of 2026-07-28 has no sessions: {@link identify} tells its clients apart.
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
    const client = {
      transport,
      browser,
      usedAt: Date.now(),
      open: 0,
      calls: new Set<RequestId>(),
      left: new Set<RequestId>(),
      end() {
        clients.delete(id);
        browser.close().catch(() => undefined);
      },
    };
    clients.set(id, client);
    browser.closed.catch(() => undefined).finally(() => clients.delete(id));
    return client;
  };

  const shared = new Map<string, Shared>();
  const all = (): Used[] => [...clients.values(), ...shared.values()];
  /**
   * Whether one more client may connect. At the limit it ends the least recently used of the browsers that are not in
   * use: clients of 2026-07-28 can't say that they have gone, and many of 2025 don't. A server may end a session at any
   * time (2025-11-25, Transports, Session Management).
   */
  const tryMakeRoom = (): boolean => {
    if (clients.size + shared.size < maxClients) return true;
    const [oldest] = all()
      .filter((one) => !isInUse(one))
      .sort((a, b) => a.usedAt - b.usedAt);
    oldest?.end();
    return oldest !== undefined;
  };
  const share = (who: string): Shared | undefined => {
    const known = shared.get(who);
    if (known || !tryMakeRoom()) return known;
    const browser = new ServedBrowser(manager, options.session ?? (who ? `mcp-${who}` : 'mcp'), options);
    const handler: McpHttpHandler = createMcpHandler(() => browser.server('modern', handler.notify), {
      legacy: 'reject',
    });
    const one = {
      browser,
      handler,
      pass: toNodeHandler(handler),
      usedAt: Date.now(),
      open: 0,
      end() {
        shared.delete(who);
        Promise.all([handler.close(), browser.end()]).catch(() => undefined);
      },
    };
    shared.set(who, one);
    return one;
  };

  /** Leaves the response to the SDK, and counts it as open until it is closed. */
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

  /**
   * Cancels the calls whose streams the client has left, so that its next call need not wait for them. The end of a
   * stream alone cancels nothing (2025-11-25, Transports, Sending Messages to the Server); but streams here can't be
   * resumed, and some clients (mcp-go) end theirs in place of sending a cancellation.
   */
  const cancelLeft = ({ transport, left }: Client): void => {
    for (const requestId of left)
      transport.onmessage?.({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId, reason: 'The client has left the stream of the response.' },
      });
    left.clear();
  };

  const pass = async (client: Client, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { transport, calls, left } = client;
    use(client, reply);
    if (isJSONRPCRequest(request.body)) {
      const { id, method } = request.body;
      calls.add(id);
      reply.raw.once('close', () => {
        calls.delete(id);
        if (!reply.raw.writableFinished) left.add(id);
      });
      if (method === 'tools/call') cancelLeft(client);
    }
    await transport.handleRequest(request.raw, reply.raw, request.body);
    if (!isSpecType.CancelledNotification(request.body)) return;
    // A cancelled request gets no response. Its stream would stay open, and its client would never count as idle.
    const { requestId } = request.body.params;
    if (requestId !== undefined && calls.has(requestId)) transport.closeSSEStream(requestId);
  };

  const tooMany = (reply: FastifyReply): FastifyReply =>
    refuse(reply, 503, -32000, `${maxClients} clients are connected, which is the limit.`);

  const passStateless = (request: FastifyRequest, reply: FastifyReply): Promise<void> | FastifyReply => {
    const { who, isKnown } = options.session === undefined ? identify(request) : { who: '', isKnown: true };
    const one = share(who);
    if (!one) return tooMany(reply);
    // Only with the first answer: with a later one the client would lose the browser in which it has opened a page.
    if (!isKnown && (request.body as { method?: unknown }).method === 'server/discover')
      reply.header('set-cookie', `${COOKIE}=${randomUUID()}; Path=/mcp; HttpOnly; SameSite=Strict`);
    use(one, reply);
    return one.pass(request.raw as NodeIncomingMessageLike, reply.raw, request.body);
  };

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { body = null, method, headers } = request;
    const raw = request.raw as NodeIncomingMessageLike;
    if (method === 'POST' && body === null) return refuse(reply, 400, -32700, 'The body holds no message.');
    if (method === 'POST' && !(await isLegacyRequest(await toWebRequest(raw, body), body)))
      return passStateless(request, reply);
    const id = headers['mcp-session-id'];
    const known = typeof id === 'string' ? clients.get(id) : undefined;
    if (known) return pass(known, request, reply);
    if (id !== undefined)
      return refuse(reply, 404, -32001, 'There is no such session, or it has ended. Initialize a new one.');
    const isFirst =
      method === 'POST' && (Array.isArray(body) ? body : [body]).some((one) => isInitializeRequest(one));
    if (!isFirst)
      return refuse(reply, 400, -32000, 'Initialize a session first, then send its Mcp-Session-Id.');
    if (!tryMakeRoom()) return tooMany(reply);
    const client = connect();
    await pass(client, request, reply);
    // An `initialize` that failed has no session id: no later request could reach this client.
    if (client.transport.sessionId === undefined) await client.browser.close();
    return undefined;
  };
  for (const url of ENDPOINTS) app.route({ method: ['POST', 'GET', 'DELETE'], url, handler });

  const isIdle = (one: Used): boolean => !isInUse(one) && one.usedAt < Date.now() - idleMs;
  const timer = setInterval(() => {
    for (const one of all()) if (isIdle(one)) one.end();
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
      const sharing = [...shared.values()];
      await Promise.allSettled([
        ...sharing.map(({ browser }) => browser.giveUp()),
        ...[...clients.values()].map(({ browser }) => browser.close()),
      ]);
      await Promise.allSettled(sharing.map(({ handler }) => handler.close()));
      await Promise.allSettled(sharing.map(({ browser }) => browser.end()));
      await app.close();
    },
  };
};

/**
 * Checks every request: the server's name in `Host`, the origin of a page, the token. Errors have the form of JSON-RPC.
 */
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
  for (const url of ENDPOINTS)
    app.options(url, async (_, reply) =>
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
      // Clients that look for an authorization server at the well-known addresses have to learn that there is none.
      if (request.method === 'OPTIONS' || request.is404) next();
      else app.verifyBearerAuth?.(request, reply, next);
    });
  }
  app.setErrorHandler((thrown: { statusCode?: number; message: string }, _, reply) => {
    const status = thrown.statusCode ?? 500;
    const isOurs = status >= 400 && status < 500;
    // RFC 9110, 15.5.2.
    if (status === 401) return refuse(reply.header('www-authenticate', 'Bearer'), 401, -32600, WRONG_TOKEN);
    return refuse(
      reply,
      isOurs ? status : 500,
      status === 400 ? -32700 : isOurs ? -32600 : -32603,
      isOurs ? thrown.message : 'Internal error.',
    );
  });
  app.setNotFoundHandler((_, reply) => refuse(reply, 404, -32601, 'Nothing is here. The endpoint is /mcp.'));
};
