import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../sessions/browser-location.ts';
import { socketIn } from '../sessions/socket-path.ts';
import { writeWhole } from '../sessions/whole-file.ts';

/** What a client needs to connect to the session server. */
export interface ServerInfo {
  /** Path of the socket; on Windows the name of a pipe. */
  socket: string;
  token: string;
  pid: number;
  version: string;
}

const infoPath = (): string => join(stateFolder(), 'server.json');

/** Creates the state folder, which only this user can read; returns its path. */
export const makeStateFolder = (): string => {
  const folder = stateFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
};

/** The socket of this user's session server. */
export const socketPath = (): string => socketIn(stateFolder());

/** The server that was started last, whether it still runs or not. */
export const readServerInfo = (): ServerInfo | undefined => {
  try {
    return JSON.parse(readFileSync(infoPath(), 'utf8')) as ServerInfo;
  } catch {
    return undefined;
  }
};

/** Records the server that has just been started, for clients. */
export const writeServerInfo = (info: ServerInfo): void =>
  writeWhole(join(makeStateFolder(), 'server.json'), JSON.stringify(info));

/** Removes the record of a server, unless another one has replaced it. */
export const removeServerInfo = (pid: number): void => {
  if (readServerInfo()?.pid === pid) rmSync(infoPath(), { force: true });
};

/** The server's log, with its errors. */
export const logPath = (): string => join(stateFolder(), 'server.log');

/** Whether a process runs. `EPERM`: it runs as another user. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
