import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionError, type SessionManager } from '../sessions/index.ts';

/** How often (ms) an empty comment is sent, so that nothing between takes an idle stream for a dead one. */
const HEARTBEAT_MS = 15_000;

/** A client that has stopped reading is disconnected once so much is buffered for it (bytes). */
const MAX_BUFFERED = 5_000_000;

/**
 * Sends the events of a session as server-sent events, until the session is closed or the client disconnects.
 *
 * @throws {SessionError} `session_not_found`
 */
export const streamEvents = (
  manager: SessionManager,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const session = manager.get(name);
  if (!session)
    throw new SessionError('session_not_found', `There is no session ${name}. Open a page in it first.`);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
  });
  raw.write(': inpage\n\n');
  const end = (): void => {
    clearInterval(timer);
    forget();
    raw.end();
  };
  const forget = session.events.listen((event) => {
    raw.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    if (event.type === 'closed' || raw.writableLength > MAX_BUFFERED) end();
  });
  const timer = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS);
  timer.unref();
  raw.on('error', end);
  request.raw.on('close', end);
};
