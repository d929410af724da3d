import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { stateFolder } from '../sessions/browser-location.ts';

/** What a client has to know of the session server. */
export interface ServerInfo {
  /** Path of the socket, or name of the pipe. */
  socket: string;
  token: string;
  pid: number;
  version: string;
}

const infoPath = (): string => join(stateFolder(), 'server.json');

/** Longest path of a socket that every system takes. */
const LONGEST_SOCKET = 100;

/** Made so that only this user reads it. */
export const makeStateFolder = (): string => {
  const folder = stateFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
};

/** Where the server of this user listens: a socket below the state folder, on Windows a pipe. */
export const socketPath = (): string => {
  const folder = stateFolder();
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  if (process.platform === 'win32') return `\\\\.\\pipe\\inpage-${hash}`;
  const path = join(folder, 'server.sock');
  if (path.length <= LONGEST_SOCKET) return path;
  const short = join(tmpdir(), `inpage-${userInfo().uid}-${hash}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  return join(short, 'server.sock');
};

/** The server that was started last, whether it is still there or not. */
export const readServerInfo = (): ServerInfo | undefined => {
  try {
    return JSON.parse(readFileSync(infoPath(), 'utf8')) as ServerInfo;
  } catch {
    return undefined;
  }
};

/** Written whole, and readable for this user only. */
export const writeServerInfo = (info: ServerInfo): void => {
  const path = join(makeStateFolder(), 'server.json');
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(info), { mode: 0o600 });
  renameSync(draft, path);
};

/** Forgets a server, unless another one has taken its place. */
export const removeServerInfo = (pid: number): void => {
  if (readServerInfo()?.pid === pid) rmSync(infoPath(), { force: true });
};

/** Where the server writes what goes wrong. */
export const logPath = (): string => join(stateFolder(), 'server.log');

/** Whether a process is there. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
