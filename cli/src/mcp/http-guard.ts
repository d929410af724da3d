import bearerAuth from '@fastify/bearer-auth';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { McpHttpOptions } from './options.ts';
import { allowedHost, allowedOrigin, sameOrigins } from './request-guard.ts';

export const ENDPOINTS = ['/mcp', '/mcp/:name(^[\\w.-]{1,64}$)'] as const;

const WRONG_TOKEN =
  'The token is missing or wrong: send "Authorization: Bearer TOKEN" with the token that the server was started with, or has printed.';

/** An error in the form of JSON-RPC. */
export const refuse = (reply: FastifyReply, status: number, code: number, message: string): FastifyReply =>
  reply.code(status).send({ jsonrpc: '2.0', error: { code, message }, id: null });

/**
 * Checks every request: the server's name in `Host`, the origin of a page, the token. Errors have the form of JSON-RPC.
 */
export const guard = (
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
