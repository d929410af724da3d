import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { findWebKit } from '../../../scripts/setup/engines.mjs';
import { PageServer } from './page-server.ts';
import { Pool } from './pool.ts';
import { injected, openAnew } from './test-page.ts';
import { type Engine, URL_OF_PAGE } from './types.ts';

/** A window of WebKitGTK: each has a browser, a driver and a virtual screen of its own. */
interface Window {
  driver: WebDriver;
  evaluate(expression: string): Promise<unknown>;
  stop(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

/** Without a graphics card, the shared buffers of WebKitGTK's renderer take a third of the time of the tests. */
const ENV_WITHOUT_SHARED_BUFFERS = { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' };

/** Tries again until the driver listens. */
const connect = async (builder: Builder): Promise<WebDriver> => {
  for (let tries = 0; ; tries++) {
    try {
      return await builder.build();
    } catch (reason) {
      if (tries === 100 || !/ECONNREFUSED/.test(String(reason))) throw reason;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};

/** Sizes the window so that its viewport is 1280 x 720. */
const sizeUp = async (driver: WebDriver): Promise<void> => {
  const window = driver.manage().window();
  const { width, height } = await window.getRect();
  const inner = (await driver.executeScript('return [innerWidth, innerHeight]')) as [number, number];
  await window.setRect({ x: 0, y: 0, width: 1280 + width - inner[0], height: 720 + height - inner[1] });
};

export const openWindow = async (proxy: string): Promise<Window> => {
  const found = findWebKit();
  if (!found)
    throw new Error('There is no WebKitGTK: run `npm test`, or set AGENT_BROWSER_WEBKIT to its MiniBrowser.');
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1400x1000x24', found.driver, `--port=${port}`];
  // A process group of its own: the screen, the driver and the browser end together.
  const group = spawn(found.screen, screen, {
    stdio: 'ignore',
    detached: true,
    env: ENV_WITHOUT_SHARED_BUFFERS,
  });
  const end = (): void => {
    if (group.pid !== undefined && group.exitCode === null) process.kill(-group.pid);
  };
  process.once('exit', end);
  const driver = await connect(
    new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities({
      browserName: 'MiniBrowser',
      // We wait for the load ourselves: the driver's waiting sometimes never ends.
      pageLoadStrategy: 'none',
      unhandledPromptBehavior: 'ignore',
      'webkitgtk:browserOptions': { binary: found.path, args: ['--automation', `--proxy=${proxy}`] },
    }),
  );
  await driver.manage().setTimeouts({ script: 300_000 });
  await sizeUp(driver);
  return {
    driver,
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    async stop() {
      await driver.quit();
      process.off('exit', end);
      end();
    },
  };
};

export const webkitEngine = async (): Promise<Engine> => {
  const server = await PageServer.start();
  const windows = new Pool(() => openWindow(`http://127.0.0.1:${server.port}`));
  return {
    name: 'webkit',
    hasLayout: true,
    async open(html, { before, page, resources = {}, early } = {}) {
      server.serve({ [URL_OF_PAGE]: { body: html, ...page }, ...resources });
      const window = await windows.take();
      const { driver, evaluate } = window;
      await openAnew(evaluate, URL_OF_PAGE, () => driver.get(URL_OF_PAGE), early);
      const execute = (statements: string): Promise<unknown> => driver.executeScript(statements);
      return injected({ evaluate, execute, close: () => windows.giveBack(window) }, before);
    },
    async close() {
      await Promise.all(windows.all.map((window) => window.stop()));
      server.stop();
    },
  };
};
