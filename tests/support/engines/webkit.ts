import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Builder, error, type WebDriver } from 'selenium-webdriver';
import { findWebKit } from '../../../scripts/setup/engines.mjs';
import { PageServer } from './page-server.ts';
import { injected, READY_STATE, untilReady } from './test-page.ts';
import { type Engine, URL_OF_PAGE } from './types.ts';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

/** Asks until the driver listens. */
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

/** Makes the page 1280 x 720, whatever of the window is not page. */
const sizeUp = async (driver: WebDriver): Promise<void> => {
  const window = driver.manage().window();
  const { width, height } = await window.getRect();
  const inner = (await driver.executeScript('return [innerWidth, innerHeight]')) as [number, number];
  await window.setRect({ x: 0, y: 0, width: 1280 + width - inner[0], height: 720 + height - inner[1] });
};

export const webkitEngine = async (): Promise<Engine> => {
  const found = findWebKit();
  if (!found)
    throw new Error('There is no WebKitGTK: run `npm test`, or set AGENT_BROWSER_WEBKIT to its MiniBrowser.');
  const server = await PageServer.start();
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1400x1000x24', found.driver, `--port=${port}`];
  // In a group of its own: the screen, the driver and the browser end together.
  const process_ = spawn(found.screen, screen, { stdio: 'ignore', detached: true });
  const stop = (): void => {
    if (process_.pid !== undefined && process_.exitCode === null) process.kill(-process_.pid);
    server.stop();
  };
  const driver = await connect(
    new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities({
      browserName: 'MiniBrowser',
      pageLoadStrategy: 'none',
      unhandledPromptBehavior: 'ignore',
      'webkitgtk:browserOptions': {
        binary: found.path,
        args: ['--automation', `--proxy=http://127.0.0.1:${server.port}`],
      },
    }),
  );
  await driver.manage().setTimeouts({ script: 60_000 });
  await sizeUp(driver);
  const evaluate = (expression: string): Promise<unknown> => driver.executeScript(`return ${expression}`);
  // There is one window, and it is free when its last page is closed.
  let free = Promise.resolve();
  return {
    name: 'webkit',
    hasLayout: true,
    async open(html, { before, page, resources = {}, early } = {}) {
      const isFree = free;
      let close = (): void => {};
      free = new Promise((resolve) => {
        close = resolve;
      });
      await isFree;
      server.serve({ [URL_OF_PAGE]: { body: html, ...page }, ...resources });
      await driver.get('about:blank');
      await driver.get(URL_OF_PAGE);
      await untilReady(async () => {
        try {
          return await evaluate(`location.href !== 'about:blank' && ${READY_STATE}`);
        } catch (reason) {
          // The page that was asked was just left.
          if (reason instanceof error.WebDriverError) return undefined;
          throw reason;
        }
      }, early);
      const execute = (statements: string): Promise<unknown> => driver.executeScript(statements);
      return injected({ evaluate, execute, close }, before);
    },
    async close() {
      await driver.quit();
      stop();
    },
  };
};
