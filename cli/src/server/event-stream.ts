import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionError, type SessionManager } from '../sessions/index.ts';

const HEARTBEAT_MS = 15_000;

/** A client that reads no more is let go once so much is waiting for it (bytes). */
const MOST_WAITING = 5_000_000;

/** The events of a session, until it is closed or the client goes. */
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
    if (event.type === 'closed' || raw.writableLength > MOST_WAITING) end();
  });
  const timer = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS);
  timer.unref();
  raw.on('error', end);
  request.raw.on('close', end);
};
