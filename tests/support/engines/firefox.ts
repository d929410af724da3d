import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findFirefox } from '../../../scripts/setup/engines.mjs';
import { PageServer } from './page-server.ts';
import { Pool } from './pool.ts';
import { injected, openAnew } from './test-page.ts';
import { type Engine, URL_OF_PAGE } from './types.ts';

const proxyPreferences = (port: number): Record<string, unknown> => ({
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': port,
});

/** No spare process is started in advance: that takes a quarter of the time of a page. */
const ONE_PROCESS = { 'dom.ipc.processCount': 1, 'dom.ipc.processPrelaunch.enabled': false };

/** Launches Firefox with the server at this port as its proxy for all addresses. */
export const launchFirefox = (port: number): Promise<Browser> => {
  const found = findFirefox();
  if (!found) throw new Error('There is no Firefox: run `npm test`, or set AGENT_BROWSER_FIREFOX.');
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: found.path,
    headless: true,
    protocolTimeout: 300_000,
    defaultViewport: { width: 1280, height: 720 },
    extraPrefsFirefox: { ...proxyPreferences(port), ...ONE_PROCESS },
  });
};

export const firefoxEngine = async (): Promise<Engine> => {
  const server = await PageServer.start();
  const browser = await launchFirefox(server.port);
  // Windows of their own: a tab in the background has no focus.
  const tabs = new Pool<Page>(() => browser.newPage({ type: 'window' }));
  return {
    name: 'firefox',
    hasLayout: true,
    async open(html, { before, page, resources = {}, early } = {}) {
      server.serve({ [URL_OF_PAGE]: { body: html, ...page }, ...resources });
      const tab = await tabs.take();
      await tab.bringToFront();
      const evaluate = (expression: string): Promise<unknown> => tab.evaluate(expression);
      const go = (): void => void tab.goto(URL_OF_PAGE, { timeout: 0 }).catch(() => undefined);
      await openAnew(evaluate, URL_OF_PAGE, go, early);
      const execute = (statements: string): Promise<unknown> => evaluate(`${statements};0`);
      return injected({ evaluate, execute, close: () => tabs.giveBack(tab) }, before);
    },
    async close() {
      await browser.close();
      server.stop();
    },
  };
};
