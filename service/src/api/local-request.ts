import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../contract/index.ts';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Whether a request comes from this machine itself, and not through a reverse proxy on it. */
export const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && !headers.forwarded && !headers['x-forwarded-for'];

/** Host names of this machine. Without keys no other `Host` is accepted, as a defence against DNS rebinding. */
const OWN_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

/**
 * Refuses requests of other machines, and those that pages of other origins make in a browser of this machine.
 *
 * @throws {ServiceError} `not_allowed`
 */
export const checkLocal = (request: FastifyRequest): void => {
  const { hostname, headers, host } = request;
  const { origin } = headers;
  const isOwn = OWN_NAMES.has(hostname) && (!origin || origin === `http://${host}`);
  if (isOwn && isLocal(request)) return;
  throw new ServiceError(
    'not_allowed',
    'Without API keys the service answers this machine alone. `inpage-service keys add NAME` makes one.',
  );
};
