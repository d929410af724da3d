import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../sessions/browser-location.ts';
import { socketIn } from '../sessions/socket-path.ts';
import { writeWhole } from '../sessions/whole-file.ts';

/** What a client has to know of the session server. */
export interface ServerInfo {
  /** Path of the socket, or name of the pipe. */
  socket: string;
  token: string;
  pid: number;
  version: string;
}

const infoPath = (): string => join(stateFolder(), 'server.json');

/** Made so that only this user reads it. */
export const makeStateFolder = (): string => {
  const folder = stateFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
};

/** Where the server of this user listens. */
export const socketPath = (): string => socketIn(stateFolder());

/** The server that was started last, whether it is still there or not. */
export const readServerInfo = (): ServerInfo | undefined => {
  try {
    return JSON.parse(readFileSync(infoPath(), 'utf8')) as ServerInfo;
  } catch {
    return undefined;
  }
};

/** Says where the server is that has just been started. */
export const writeServerInfo = (info: ServerInfo): void =>
  writeWhole(join(makeStateFolder(), 'server.json'), JSON.stringify(info));

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
