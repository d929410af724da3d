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

/** How long (ms) the server may take to start, and how often it is looked for. */
const START_MS = 20_000;
const POLL_MS = 25;

/** A lock that is older (ms) was left by a process that was killed. */
const STALE_MS = 30_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The server of this user, if it runs. */
export const runningServer = (): ServerInfo | undefined => {
  const info = readServerInfo();
  return info && isRunning(info.pid) ? info : undefined;
};

/**
 * Takes the lock for starting the server, as several commands may begin at once; returns whether this process has it
 * now.
 */
const takeLock = (path: string): boolean => {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    try {
      if (Date.now() - statSync(path).mtimeMs < STALE_MS) return false;
    } catch {
      // The lock was removed meanwhile: the next try takes it.
      return false;
    }
    rmSync(path, { force: true });
    return false;
  }
};

/**
 * Why the server did not start: the end of its log. If that is empty, why the state folder can't be written, as the log
 * is on the same disk.
 */
const startError = (): string => {
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

/** Starts the server in the background. `onEnd` gets its exit code if it ends while this process runs. */
const spawnServer = (onEnd: (code: number | null) => void): void => {
  const log = openSync(logPath(), 'w', 0o600);
  // `INPAGE_COMMAND`, else this command, else the chunk of it that this code is in.
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
 * The session server of this user, which is started if it does not run.
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
        await replaceOlder(ready, deadline);
        continue;
      }
      if (!isMine && takeLock(lock)) {
        isMine = true;
        spawnServer((code) => {
          // 0: the server of another command was faster.
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
    message: `The session server did not start. ${startError()} See ${logPath()}, or run: inpage doctor.`,
  });
};

/**
 * Ends a server of another version of this package, unless it has sessions.
 *
 * @throws {ProblemError} `server_unreachable` where it has sessions
 */
const replaceOlder = async (info: ServerInfo, deadline: number): Promise<void> => {
  const { sessions } = await sendOperation(info, 'health', '');
  if (sessions !== 0)
    throw new ProblemError({
      code: 'server_unreachable',
      message: `The session server is of version ${info.version}, this command of ${version}. Close its sessions first: inpage close --all.`,
    });
  await sendOperation(info, 'shutdown', '');
  while (isRunning(info.pid)) {
    if (Date.now() > deadline)
      throw new ProblemError({
        code: 'server_unreachable',
        message: `The session server of version ${info.version} (process ${info.pid}) does not end. End that process, then try again.`,
      });
    await pause(POLL_MS);
  }
};

/**
 * Sends an operation to the session server of this user, which is started if it does not run.
 *
 * @throws {ProblemError} `server_unreachable`
 */
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
      // Nobody listens there: the operation was not sent, so a new server can get it.
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
