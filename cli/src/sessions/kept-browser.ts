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

/** What the keeper process reads from `plan.json` in the browser's folder. */
export interface KeeperPlan {
  /** The browser's executable. */
  path: string;
  args: string[];
  /** The socket that the keeper listens on. */
  socket: string;
  /** Time (ms) without a client after which the keeper closes the browser. */
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

/** Longest time (ms) for the start of a browser, for the first answer of its keeper, and for its end. */
const START_MS = 30_000;
const CONNECT_MS = 5_000;
const END_MS = 10_000;

const browsersFolder = (): string => join(stateFolder(), 'browsers');

/**
 * Path of the keeper's script: beside the built command and its chunks, or in `cli/dist` where the sources run without
 * a build.
 */
const keeperFile = (): string => {
  const found = ['./', '../', '../../dist/']
    .map((folder) => fileURLToPath(new URL(`${folder}browser-keeper.js`, import.meta.url)))
    .find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('browser-keeper.js is missing from this package: install it again.');
  return found;
};

/**
 * Starts the keeper of a browser's folder, which starts the browser; rejects with the browser's stderr if that fails.
 */
const startKeeper = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const keeper = spawn(process.execPath, [keeperFile(), folder], {
      // A process group of its own: a signal to the server's group does not end it.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    keeper.unref();
    let result = '';
    const timer = setTimeout(() => {
      keeper.kill();
      reject(new Error(`It did not answer within ${START_MS} ms.`));
    }, START_MS);
    keeper.on('error', reject);
    keeper.stdout.on('data', (chunk) => {
      result += chunk;
      if (result !== 'ready') return;
      clearTimeout(timer);
      keeper.stdout.destroy();
      resolve();
    });
    keeper.stdout.on('end', () => {
      clearTimeout(timer);
      reject(new Error(result || 'It ended without a word.'));
    });
  });

const socketOf = (id: string): string => {
  const plan: KeeperPlan = JSON.parse(readFileSync(join(browsersFolder(), id, 'plan.json'), 'utf8'));
  return plan.socket;
};

/**
 * Connects to a keeper; returns the socket and the id of the CDP session that the keeper has attached for this client.
 */
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

/** Connects to a kept browser. `waits`: contexts whose pages are held back until each is adopted. */
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
 * @throws {Error} with the browser's stderr
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

/**
 * Ends kept browsers that no session uses, and removes the folders of those that have ended. `known`: ids of those in
 * use.
 */
export const endOthers = async (known: ReadonlySet<string>): Promise<void> => {
  const ids = existsSync(browsersFolder()) ? readdirSync(browsersFolder()) : [];
  const others = ids.filter((id) => !known.has(id));
  await Promise.all(
    others.map(async (id) => {
      try {
        const { socket } = await reach(socketOf(id));
        socket.end('close\0');
      } catch {
        // The keeper is gone, and the browser with it.
        rmSync(join(browsersFolder(), id), { recursive: true, force: true });
      }
    }),
  );
};
