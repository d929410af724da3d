import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, type Endpoint, sendOperation } from '../client/request.ts';
import type { RouteName } from '../server/routes.ts';

/** The operations that the page may send to the session server, in a session of its own. */
const OPERATIONS: ReadonlySet<string> = new Set(['open', 'snapshot', 'action', 'query', 'screenshot']);

const SESSION = 'playground';

const LARGEST_BODY = 1_000_000;

/**
 * Where the built page is: beside the built command or its chunks, or in `cli/dist` where the sources run without a
 * build.
 */
const PLACES = ['./playground.html', '../playground.html', '../../dist/playground.html'];

const pageText = (): string => {
  const place = PLACES.map((one) => new URL(one, import.meta.url)).find((one) => existsSync(one));
  if (!place) throw new Error('This build has no playground.html: run `npm run build` in cli.');
  return readFileSync(place, 'utf8');
};

export interface PlaygroundOptions {
  /** 0: a free one. */
  port: number;
  /** Finds the session server that opens addresses; absent: the page says that there is none. */
  endpoint?: () => Promise<Endpoint>;
  /** Default: the built page. */
  page?: string;
}

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > LARGEST_BODY) throw new Error('The request is too large.');
    chunks.push(chunk as Buffer);
  }
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('No object.');
  return body as Record<string, unknown>;
};

const isToken = (given: string | undefined, token: string): boolean => {
  const [own, other] = [Buffer.from(`Bearer ${token}`), Buffer.from(given ?? '')];
  return own.length === other.length && timingSafeEqual(own, other);
};

/**
 * Whether `Host` is a loopback name: a page whose name was made to resolve to this machine (DNS rebinding) sends that
 * name.
 */
const isOwnHost = (host: string | undefined): boolean =>
  /^(?:127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(host ?? '');

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  });
  response.end(body);
};

const problem = (code: string, message: string): string =>
  JSON.stringify({ ok: false, error: { code, message } });

/** Serves the page on a loopback address, and forwards its requests to the session server. */
export const servePlayground = async ({
  port,
  endpoint,
  page = pageText(),
}: PlaygroundOptions): Promise<{ server: Server; url: string }> => {
  const token = randomBytes(24).toString('base64url');
  const served = endpoint ? `<script>window.inpagePlayground={token:${JSON.stringify(token)}}</script>` : '';
  const html = page.replace('<!--SERVED-->', () => served);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (!isOwnHost(request.headers.host)) return send(response, 403, 'text/plain', 'Not by this name.');
    if (request.method === 'GET' && pathname === '/')
      return send(response, 200, 'text/html; charset=utf-8', html);
    const [, operation = ''] = /^\/api\/(\w+)$/.exec(pathname) ?? [];
    if (request.method !== 'POST' || !endpoint || !OPERATIONS.has(operation))
      return send(response, 404, 'application/json', problem('not_found', 'There is nothing here.'));
    if (!isToken(request.headers.authorization, token))
      return send(response, 401, 'application/json', problem('unauthorized', 'The page has another token.'));
    const reply: Answer = await sendOperation(
      await endpoint(),
      operation as RouteName,
      SESSION,
      await bodyOf(request),
    );
    send(response, 200, 'application/json', JSON.stringify(reply));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((reason: unknown) =>
      send(
        response,
        500,
        'application/json',
        problem('internal_error', String((reason as Error)?.message ?? reason)),
      ),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
};
