import { request as httpRequest } from 'node:http';
import { ROUTES, type RouteName } from '../server/routes.ts';
import { ProblemError } from './problem-error.ts';

/** How to reach a server: by a socket of this machine, or by an address. */
export interface Endpoint {
  socket?: string;
  /** `http://host:port` */
  url?: string;
  token: string;
}

export type Answer = { ok: boolean; text?: string; error?: { code: string; message: string } } & Record<
  string,
  unknown
>;

/** Fills the fields of a path from an input; returns the path and the rest of the input. */
const interpolate = (
  path: string,
  session: string,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } => {
  const rest = { ...input };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'session') return encodeURIComponent(session);
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: filled, rest };
};

const queryOf = (fields: Record<string, unknown>): string => {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
  return pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
};

/** Sends an operation to a server; rejects with Node's error where no server listens. */
export const sendOperation = (
  { socket, url, token }: Endpoint,
  name: RouteName,
  session: string,
  input: Record<string, unknown> = {},
): Promise<Answer> => {
  const { method, path: pattern } = ROUTES[name];
  const { path, rest } = interpolate(pattern, session, input);
  const isInQuery = method === 'GET' || method === 'DELETE';
  const body = isInQuery ? undefined : JSON.stringify(rest);
  const where = socket === undefined ? new URL(url ?? '') : undefined;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        ...(where ? { host: where.hostname, port: where.port || 80 } : { socketPath: socket }),
        method,
        path: path + (isInQuery ? queryOf(rest) : ''),
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Answer);
          } catch {
            const message = `What answers there is no session server (status ${response.statusCode}).`;
            reject(new ProblemError({ code: 'server_unreachable', message }));
          }
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
};
