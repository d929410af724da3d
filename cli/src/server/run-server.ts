import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { GuardProxy } from '../guard/guard-proxy.ts';
import { UrlGuard } from '../guard/url-guard.ts';
import { SessionError, type SessionLimits, SessionManager, type SessionSettings } from '../sessions/index.ts';
import { version } from '../version.ts';
import { buildApp } from './app.ts';
import {
  makeStateFolder,
  readServerInfo,
  removeServerInfo,
  socketPath,
  writeServerInfo,
} from './server-files.ts';

export interface RunningServer {
  app: FastifyInstance;
  manager: SessionManager;
  /** Ends with everything closed. */
  stop(): Promise<void>;
  /** Settles once it has ended. */
  ended: Promise<void>;
}

export const newToken = (): string => randomBytes(24).toString('base64url');

/** Ends a server once, however often that is asked for, and when the process is told to end. */
const stoppable = (close: () => Promise<void>): { stop: () => Promise<void>; ended: Promise<void> } => {
  let ending: Promise<void> | undefined;
  let tell: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const stop = (): Promise<void> => {
    ending ??= close().finally(tell);
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
  return { stop, ended };
};

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** How long a server stays without a request and without a session (ms). */
const IDLE_MS = 10 * 60_000;
const CHECK_MS = 10_000;

export interface SocketServerOptions {
  defaults?: SessionSettings;
  limits?: Partial<SessionLimits>;
  idleMs?: number;
}

/**
 * The session server of this user: on a socket that only they can reach, with a token besides.
 *
 * @throws {Error} with code `EADDRINUSE` where there is one already
 */
export const runSocketServer = async ({
  defaults = {},
  limits = {},
  idleMs = IDLE_MS,
}: SocketServerOptions = {}): Promise<RunningServer> => {
  makeStateFolder();
  const socket = socketPath();
  const token = newToken();
  const manager = new SessionManager({ defaults, limits, keep: true });
  let used = Date.now();
  const onRequest = (): void => {
    used = Date.now();
  };
  const policy = { evaluation: true, local: true };
  const app = await buildApp({ manager, policy, token, onRequest, stop: () => void server.stop() });
  let timer: ReturnType<typeof setInterval> | undefined;
  const server = stoppable(async () => {
    clearInterval(timer);
    removeServerInfo(process.pid);
    await manager.end();
    await app.close();
  });
  try {
    // A socket that nobody answers is of a server that was killed.
    if (process.platform !== 'win32' && !(await isAnswered(socket))) rmSync(socket, { force: true });
    const mask = process.umask(0o177);
    try {
      await app.listen({ path: socket });
    } finally {
      process.umask(mask);
    }
  } catch (thrown) {
    await manager.end();
    throw thrown;
  }
  // Nobody knows the token yet: the sessions of a server that was killed are there when the first request comes.
  await manager.restore();
  writeServerInfo({ socket, token, pid: process.pid, version });
  // Not before: until then the file is of the server before.
  timer = setInterval(() => {
    const info = readServerInfo();
    // Its socket was removed, and another server has taken the sessions up: nothing here is this one's any more.
    if (info && info.pid !== process.pid) process.exit();
    if (manager.list().length === 0 && Date.now() - used > idleMs) void server.stop();
  }, CHECK_MS);
  timer.unref();
  return { app, manager, ...server };
};

export interface HttpServerOptions {
  port: number;
  /** Default 127.0.0.1. */
  host?: string;
  token?: string;
  /** Sites that may be opened. Default: any. */
  allowHosts?: string[];
  /** Addresses of the own network that may be opened. */
  allowPrivate?: string[];
  /** Turns the guard of the own network off. */
  unguarded?: boolean;
  evaluation?: boolean;
  local?: boolean;
  defaults?: SessionSettings;
  limits?: Partial<SessionLimits>;
}

export interface RunningHttpServer extends RunningServer {
  address: string;
  token: string;
}

/** The same over HTTP, guarded: pages reach the public network only, and only what is allowed. */
export const runHttpServer = async ({
  port,
  host = '127.0.0.1',
  token = newToken(),
  allowHosts,
  allowPrivate = [],
  unguarded = false,
  evaluation = false,
  local = false,
  defaults = {},
  limits = {},
}: HttpServerOptions): Promise<RunningHttpServer> => {
  if (unguarded && allowHosts)
    throw new SessionError('invalid_argument', 'An allow list needs the guard: leave --unguarded out.');
  const guard = unguarded
    ? undefined
    : new UrlGuard({ ...(allowHosts && { hosts: allowHosts }), privateHosts: allowPrivate });
  const proxy = guard && new GuardProxy(guard);
  const manager = new SessionManager({ defaults, limits, ...(proxy && { guard: () => proxy.address() }) });
  const policy = { evaluation, local, ...(guard && { guard }), ...(proxy && { proxy }) };
  const app = await buildApp({ manager, policy, token, stop: () => void server.stop() });
  const server = stoppable(async () => {
    await manager.end();
    await app.close();
    await proxy?.close();
  });
  try {
    return { app, manager, address: await app.listen({ port, host }), token, ...server };
  } catch (thrown) {
    await server.stop();
    throw thrown;
  }
};
