import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { stateFolder } from './browser-location.ts';
import { KeeperTransport, type Waiting } from './keeper-transport.ts';
import { socketIn } from './socket-path.ts';
import { splitMessages } from './split-messages.ts';

/** What a keeper has to do, as it reads it from `plan.json` in the browser's folder. */
export interface KeeperPlan {
  /** The browser's executable. */
  path: string;
  args: string[];
  /** Where the keeper listens. */
  socket: string;
  /** A browser that no server comes back to is closed after so long (ms). */
  keepMs: number;
}

/** A browser that outlives the server, and the connection to it. */
export interface KeptBrowser {
  /** Name of its folder below `browsers` of the state folder. */
  id: string;
  browser: Browser;
  transport: KeeperTransport;
  /** Ends the browser and waits until nothing is left of it. */
  end(): Promise<void>;
}

const START_MS = 30_000;
const CONNECT_MS = 5_000;
const END_MS = 10_000;

const browsersFolder = (): string => join(stateFolder(), 'browsers');

/** Beside the built command and its chunks; where the sources run as they are, in `dist`. */
const keeperFile = (): string => {
  const found = ['./', '../', '../../dist/']
    .map((folder) => fileURLToPath(new URL(`${folder}browser-keeper.js`, import.meta.url)))
    .find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('browser-keeper.js is missing from this package: install it again.');
  return found;
};

/** Starts the process that starts the browser; rejects with the browser's own words where it does not start. */
const startKeeper = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const keeper = spawn(process.execPath, [keeperFile(), folder], {
      // A group of its own: what ends the server does not end it.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    keeper.unref();
    let words = '';
    const timer = setTimeout(() => {
      keeper.kill();
      reject(new Error(`It did not answer within ${START_MS} ms.`));
    }, START_MS);
    keeper.on('error', reject);
    keeper.stdout.on('data', (chunk) => {
      words += chunk;
      if (words !== 'ready') return;
      clearTimeout(timer);
      keeper.stdout.destroy();
      resolve();
    });
    keeper.stdout.on('end', () => {
      clearTimeout(timer);
      reject(new Error(words || 'It ended without a word.'));
    });
  });

const socketOf = (id: string): string => {
  const plan: KeeperPlan = JSON.parse(readFileSync(join(browsersFolder(), id, 'plan.json'), 'utf8'));
  return plan.socket;
};

/** Connects to a keeper; gives the socket and the session that it has made for this client. */
const reach = (address: string): Promise<{ socket: Socket; session: string }> =>
  new Promise((resolve, reject) => {
    const socket = connect(address);
    const timer = setTimeout(() => socket.destroy(new Error('The browser does not answer.')), CONNECT_MS);
    const onData = splitMessages((message) => {
      clearTimeout(timer);
      socket.off('data', onData);
      const { session } = JSON.parse(message.toString());
      resolve({ socket, session });
    });
    socket.on('data', onData);
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      reject(new Error('The browser has ended.'));
    });
  });

/** Connects to a browser that is kept. `waits`: contexts whose pages are held back until each is adopted. */
export const connectKept = async (id: string, waits: Waiting): Promise<KeptBrowser> => {
  const { chromium } = await import('playwright-core');
  const { socket, session } = await reach(socketOf(id));
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const transport = new KeeperTransport(socket, session, waits);
  const browser = await chromium.connectOverCDP(transport, { timeout: START_MS });
  return {
    id,
    browser,
    transport,
    async end() {
      transport.endBrowser();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, END_MS).unref())]);
    },
  };
};

/**
 * Starts a browser that outlives this process.
 *
 * @throws {Error} with what the browser said
 */
export const startKept = async (
  { path, args, profile }: { path: string; args: readonly string[]; profile?: string },
  keepMs: number,
): Promise<KeptBrowser> => {
  const id = randomBytes(6).toString('hex');
  const folder = join(browsersFolder(), id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const plan: KeeperPlan = {
      path,
      args: [
        ...args,
        '--remote-debugging-pipe',
        `--user-data-dir=${profile ?? join(folder, 'profile')}`,
        profile === undefined ? '--no-startup-window' : 'about:blank',
      ],
      socket: socketIn(folder),
      keepMs,
    };
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan), { mode: 0o600 });
    await startKeeper(folder);
    return await connectKept(id, profile === undefined ? new Set() : 'default');
  } catch (thrown) {
    rmSync(folder, { recursive: true, force: true });
    throw thrown;
  }
};

/** Ends browsers that no session is in any more, and removes what others have left: all but those named. */
export const endOthers = async (known: ReadonlySet<string>): Promise<void> => {
  const ids = existsSync(browsersFolder()) ? readdirSync(browsersFolder()) : [];
  const others = ids.filter((id) => !known.has(id));
  await Promise.all(
    others.map(async (id) => {
      try {
        const { socket } = await reach(socketOf(id));
        socket.end('close\0');
      } catch {
        // Its keeper is gone, and the browser with it.
        rmSync(join(browsersFolder(), id), { recursive: true, force: true });
      }
    }),
  );
};
