import { randomBytes, randomUUID } from 'node:crypto';
import { type NodeIncomingMessageLike, toWebRequest } from '@modelcontextprotocol/node';
import {
  CLIENT_INFO_META_KEY,
  isInitializeRequest,
  isJSONRPCRequest,
  isLegacyRequest,
  isSpecType,
} from '@modelcontextprotocol/server';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { SessionManager } from '../sessions/index.ts';
import { type Client, HttpClients, type Used } from './http-clients.ts';
import { ENDPOINTS, guard, refuse } from './http-guard.ts';
import type { McpHttpOptions, McpOptions } from './options.ts';
import { isLoopback } from './request-guard.ts';

export const DEFAULT_PORT = 8931;

/** Most bytes of one message. */
const BODY_LIMIT = 4_000_000;
/** Default time (ms) without use after which a client's browser is closed. */
const IDLE_MS = 30 * 60_000;
const CHECK_MS = 10_000;

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

/** Parses a JSON body. Clients send GET and DELETE with a JSON content type and no body. */
const readJson = async ({ method }: FastifyRequest, body: string | Buffer): Promise<unknown> => {
  if (body.length === 0 && method !== 'POST') return undefined;
  try {
    return JSON.parse(String(body));
  } catch (thrown) {
    throw Object.assign(new Error(`The body is no JSON: ${(thrown as Error).message}`), { statusCode: 400 });
  }
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

/** Answers a message of a session. */
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
  const clients = new HttpClients(manager, options, maxClients);
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJson);
  guard(app, host, http, token);

  const tooMany = (reply: FastifyReply): FastifyReply =>
    refuse(reply, 503, -32000, `${maxClients} clients are connected, which is the limit.`);

  const passStateless = (request: FastifyRequest, reply: FastifyReply): Promise<void> | FastifyReply => {
    const { who, isKnown } = options.session === undefined ? identify(request) : { who: '', isKnown: true };
    const one = clients.share(who);
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
    const client = clients.connect();
    if (!client) return tooMany(reply);
    await pass(client, request, reply);
    // An `initialize` that failed has no session id: no later request could reach this client.
    if (client.transport.sessionId === undefined) await client.browser.close();
    return undefined;
  };
  for (const url of ENDPOINTS) app.route({ method: ['POST', 'GET', 'DELETE'], url, handler });

  const timer = setInterval(() => clients.endIdle(idleMs), CHECK_MS);
  timer.unref();

  await app.listen({ host, port });
  const address = app.server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}/mcp`,
    token,
    async close() {
      clearInterval(timer);
      await clients.close();
      await app.close();
    },
  };
};
