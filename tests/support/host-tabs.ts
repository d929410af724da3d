import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Browser as PuppeteerBrowser, Page as PuppeteerPage } from 'puppeteer-core';
import type { Driver, SocketLike } from '../../src/host/index.ts';
import { cdp, cdpOverSocket, playwright, puppeteer, webdriver } from '../../src/host/index.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import { PageServer, type Resource } from './engines/page-server.ts';
import { openAnew } from './engines/test-page.ts';

/** A tab of a browser that a session is tested in. */
export interface HostTab {
  driver: Driver;
  /** Navigates without the session, and waits until the document is there. */
  go(url: string): Promise<unknown>;
  /** Evaluates an expression without the session; its value must be JSON-able. */
  ask<T = unknown>(expression: string): Promise<T>;
  close(): Promise<unknown>;
}

/** A browser with a driver. Its pages get the answers of `serve`, whatever the host. */
export interface HostBrowser {
  serve(resources: Record<string, Resource>): void;
  open(): Promise<HostTab>;
  close(): Promise<unknown>;
}

const asJson = (expression: string): string => `JSON.stringify(${expression})`;

export const openPlaywright = async (): Promise<HostBrowser> => {
  const server = await PageServer.start();
  const browser = await launchChromium();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    proxy: { server: `http://127.0.0.1:${server.port}` },
  });
  return {
    serve: (resources) => server.serve(resources),
    async open() {
      const page = await context.newPage();
      return {
        driver: playwright(page),
        go: (url) => page.goto(url),
        ask: async (expression) => JSON.parse((await page.evaluate(asJson(expression))) as string),
        close: () => page.close(),
      };
    },
    async close() {
      await context.close();
      server.stop();
    },
  };
};

/** Messages over a pipe, each ended by a zero byte, as a socket: Node 20 has no WebSocket. */
const socketOver = (write: Writable, read: Readable): SocketLike => {
  let rest = '';
  const listeners: ((event: { data: unknown }) => void)[] = [];
  read.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() as string;
    for (const data of messages) for (const listener of listeners) listener({ data });
  });
  return {
    send: (text) => write.write(`${text}\0`),
    addEventListener: (type: 'message' | 'close', listener: (event: { data: unknown }) => void) => {
      if (type === 'message') listeners.push(listener);
    },
  };
};

const CHROMIUM_ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** Starts a Chromium that only the session's driver is connected to, so that nobody else answers its dialogs. */
export const spawnChromium = async (
  path: string,
  proxy: string,
  ...args: string[]
): Promise<{ socket: SocketLike; stop(): Promise<void> }> => {
  const profile = mkdtempSync(join(tmpdir(), 'host-cdp-'));
  const own = ['--remote-debugging-pipe', `--user-data-dir=${profile}`, `--proxy-server=${proxy}`];
  const plain = ['--headless', ...CHROMIUM_ARGS, '--window-size=1280,900'];
  const child = spawn(path, [...own, ...plain, ...args, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const end = (): boolean => child.kill('SIGKILL');
  process.once('exit', end);
  const ended = once(child, 'exit');
  return {
    socket: socketOver(child.stdio[3] as Writable, child.stdio[4] as Readable),
    async stop() {
      await ended;
      process.off('exit', end);
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
};

export const openProtocol = async (): Promise<HostBrowser> => {
  const server = await PageServer.start();
  const { socket, stop } = await spawnChromium(await chromiumPath(), `http://127.0.0.1:${server.port}`);
  const browser = cdpOverSocket(socket);
  return {
    serve: (resources) => server.serve(resources),
    async open() {
      const { targetId } = (await browser.send('Target.createTarget', { url: 'about:blank' })) as {
        targetId: string;
      };
      const { sessionId } = (await browser.send('Target.attachToTarget', { targetId, flatten: true })) as {
        sessionId: string;
      };
      const driver = cdp(cdpOverSocket(socket, sessionId));
      const ask = async <T>(expression: string): Promise<T> =>
        JSON.parse((await driver.evaluate(asJson(expression))) as string) as T;
      return {
        driver,
        async go(url) {
          await driver.open?.(url);
          while (
            !(await ask(`location.href === ${JSON.stringify(url)} && document.readyState === 'complete'`))
          )
            await new Promise((resolve) => setTimeout(resolve, 5));
        },
        ask,
        close: () => browser.send('Target.closeTarget', { targetId }),
      };
    },
    async close() {
      await browser.send('Browser.close');
      await stop();
      server.stop();
    },
  };
};

const ofPuppeteer = (
  server: PageServer,
  browser: PuppeteerBrowser,
  newPage: () => Promise<PuppeteerPage>,
): HostBrowser => ({
  serve: (resources) => server.serve(resources),
  async open() {
    const page = await newPage();
    return {
      driver: puppeteer(page),
      go: (url) => page.goto(url),
      ask: async (expression) => JSON.parse((await page.evaluate(asJson(expression))) as string),
      close: () => page.close(),
    };
  },
  async close() {
    await browser.close();
    server.stop();
  },
});

export const openPuppeteer = async (): Promise<HostBrowser> => {
  const { launchFirefox } = await import('./engines/firefox.ts');
  const server = await PageServer.start();
  const browser = await launchFirefox(server.port);
  return ofPuppeteer(server, browser, () => browser.newPage());
};

/** Chromium by Puppeteer. */
export const openPuppeteerChromium = async (): Promise<HostBrowser> => {
  const { launch } = await import('puppeteer-core');
  const server = await PageServer.start();
  const browser = await launch({
    executablePath: await chromiumPath(),
    args: [...CHROMIUM_ARGS, `--proxy-server=http://127.0.0.1:${server.port}`],
    defaultViewport: { width: 1280, height: 720 },
  });
  return ofPuppeteer(server, browser, () => browser.newPage());
};

export const openWebDriver = async (): Promise<HostBrowser> => {
  const { openWindow } = await import('./engines/webkit.ts');
  const server = await PageServer.start();
  const window = await openWindow(`http://127.0.0.1:${server.port}`);
  const { driver: client } = window;
  return {
    serve: (resources) => server.serve(resources),
    async open() {
      await client.get('about:blank');
      const ask = async <T>(expression: string): Promise<T> =>
        JSON.parse(await client.executeScript(`return ${asJson(expression)}`)) as T;
      return {
        driver: webdriver(client),
        // The driver does not wait for pages and does not always answer, and the page before may have the same
        // address.
        go: (url) =>
          openAnew(
            (expression) => ask(expression).catch(() => undefined),
            url,
            () => client.get(url),
            false,
          ),
        ask,
        close: async () => undefined,
      };
    },
    async close() {
      await window.stop();
      server.stop();
    },
  };
};
