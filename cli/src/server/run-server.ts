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
  /** Closes all sessions and ends the server. */
  stop(): Promise<void>;
  /** Settles once the server has ended. */
  ended: Promise<void>;
}

export const newToken = (): string => randomBytes(24).toString('base64url');

/** A `stop` that calls `close` once, however often it is called. SIGINT, SIGTERM and SIGHUP call it too. */
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

/** Time (ms) without a session and without a request after which a server ends. */
const IDLE_MS = 10 * 60_000;
const CHECK_MS = 10_000;

export interface SocketServerOptions {
  defaults?: SessionSettings;
  limits?: Partial<SessionLimits>;
  idleMs?: number;
}

/**
 * Starts the session server of this user: on a socket that only they can connect to, and with a token.
 *
 * @throws {Error} with code `EADDRINUSE` where another server listens there
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
    // A socket that nobody answers was left by a server that was killed.
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
  // Nobody knows the token before `writeServerInfo`: the first request finds the restored sessions.
  await manager.restore();
  writeServerInfo({ socket, token, pid: process.pid, version });
  // Begins only now: before, the file names the previous server.
  timer = setInterval(() => {
    const info = readServerInfo();
    // Another server has replaced this one, whose socket was removed, and has taken over its sessions: leave them
    // alone.
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
  /** Hosts that pages may connect to, with their subdomains. Default: any. */
  allowHosts?: string[];
  /** Hosts of private networks that pages may connect to. */
  allowPrivate?: string[];
  /** Without the guard: pages may connect to private networks. */
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

/**
 * Starts a session server on a TCP port, with a guard: pages reach the public internet only, and there only
 * `allowHosts`.
 *
 * @throws {SessionError} `invalid_argument`
 */
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
