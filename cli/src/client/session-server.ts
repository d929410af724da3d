import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  isRunning,
  logPath,
  makeStateFolder,
  readServerInfo,
  type ServerInfo,
} from '../server/server-files.ts';
import { writeWhole } from '../sessions/whole-file.ts';
import { version } from '../version.ts';
import { ProblemError } from './problem-error.ts';
import { type Endpoint, sendOperation } from './request.ts';

const START_MS = 20_000;
const POLL_MS = 25;

/** A lock that is older was left by a process that was killed (ms). */
const STALE_MS = 30_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The server of this user, if it runs. */
export const runningServer = (): ServerInfo | undefined => {
  const info = readServerInfo();
  return info && isRunning(info.pid) ? info : undefined;
};

/** Whether this process is the one that starts the server: several commands may begin at once. */
const takeLock = (path: string): boolean => {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    try {
      if (Date.now() - statSync(path).mtimeMs < STALE_MS) return false;
    } catch {
      // Gone in between: the next look takes it.
      return false;
    }
    rmSync(path, { force: true });
    return false;
  }
};

/** Why the server did not start, as far as it could say so: its log is on the same disk. */
const lastWords = (): string => {
  try {
    const words = readFileSync(logPath(), 'utf8').trim().split('\n').slice(-3).join(' ').slice(-500);
    if (words === '') checkFolder();
    return words;
  } catch (thrown) {
    return `${(thrown as Error).message}.`;
  }
};

/** @throws {Error} where the state folder can't be written */
const checkFolder = (): void => {
  const probe = join(makeStateFolder(), `probe.${process.pid}`);
  writeWhole(probe, 'It can be written.');
  rmSync(probe, { force: true });
};

/** @throws {ProblemError} `server_unreachable` where it can't be made or written */
const stateFolderOrProblem = (): string => {
  try {
    return makeStateFolder();
  } catch (thrown) {
    const message = `The session server needs a folder to write to: ${(thrown as Error).message}. Name another one: INPAGE_HOME=FOLDER.`;
    throw new ProblemError({ code: 'server_unreachable', message });
  }
};

const isReady = async (): Promise<ServerInfo | undefined> => {
  const info = runningServer();
  if (!info) return undefined;
  try {
    return (await sendOperation(info, 'health', '')).ok ? info : undefined;
  } catch {
    return undefined;
  }
};

/** Starts the server; tells when it has ended before it was of use. */
const spawnServer = (onEnd: (code: number | null) => void): void => {
  const log = openSync(logPath(), 'w', 0o600);
  // The command itself, or a chunk beside it.
  const command = process.env.INPAGE_COMMAND ?? process.argv[1] ?? fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [command, 'session-server'], {
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  child.on('error', () => onEnd(null));
  child.on('exit', onEnd);
  child.unref();
  closeSync(log);
};

/**
 * The session server of this user, started if it is not there.
 *
 * @throws {ProblemError} `server_unreachable`
 */
export const ensureServer = async (): Promise<Endpoint> => {
  const folder = stateFolderOrProblem();
  const lock = join(folder, 'starting.lock');
  const deadline = Date.now() + START_MS;
  let isMine = false;
  let hasFailed = false;
  try {
    while (Date.now() < deadline && !hasFailed) {
      const ready = await isReady();
      if (ready) {
        if (ready.version === version) return ready;
        await replaceOlder(ready);
        continue;
      }
      if (!isMine && takeLock(lock)) {
        isMine = true;
        spawnServer((code) => {
          // 0: another one was faster.
          hasFailed = code !== 0;
        });
      }
      await pause(POLL_MS);
    }
  } finally {
    if (isMine) rmSync(lock, { force: true });
  }
  throw new ProblemError({
    code: 'server_unreachable',
    message: `The session server did not start. ${lastWords()} See ${logPath()}, or run: inpage doctor.`,
  });
};

/** A server of another version of this package goes if nobody uses it. */
const replaceOlder = async (info: ServerInfo): Promise<void> => {
  const { sessions } = await sendOperation(info, 'health', '');
  if (sessions !== 0)
    throw new ProblemError({
      code: 'server_unreachable',
      message: `The session server is of version ${info.version}, this command of ${version}. Close its sessions first: inpage close --all.`,
    });
  await sendOperation(info, 'shutdown', '');
  while (isRunning(info.pid)) await pause(POLL_MS);
};

/** An operation on the session server, which is started if need be. */
export const operate = async (
  name: Parameters<typeof sendOperation>[1],
  session: string,
  input: Record<string, unknown>,
): ReturnType<typeof sendOperation> => {
  const known = runningServer();
  if (known?.version === version) {
    try {
      return await sendOperation(known, name, session, input);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Nobody listens there: it was not sent.
      if (code !== 'ECONNREFUSED' && code !== 'ENOENT') throw unreachable(error);
    }
  }
  const endpoint = await ensureServer();
  return sendOperation(endpoint, name, session, input).catch((error) => {
    throw unreachable(error);
  });
};

const unreachable = (error: unknown): unknown =>
  error instanceof ProblemError
    ? error
    : new ProblemError({
        code: 'server_unreachable',
        message: `The session server ended while this ran (${(error as Error).message}). Try again; it is started anew.`,
      });
