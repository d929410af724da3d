import { Window } from 'happy-dom';
import { JSDOM } from 'jsdom';
import type { Browser } from 'playwright-core';
import { bundleForPage } from '../../scripts/build/bundle.mjs';
import type { ErrorResult, SnapshotText, SnapshotTree } from '../../src/contract.ts';
import { launchChromium } from './chromium.ts';

/** A page with the script in it, spoken to as a host does: expressions in, JSON out. */
export interface TestPage {
  /** Result of `window.__agentBrowser.json(verb, ...args)`, parsed. */
  json<T = Record<string, unknown>>(verb: string, ...args: unknown[]): Promise<T>;
  /** Runs a script for its effect, whatever the page has done to its built-ins. */
  run(script: string): Promise<void>;
  /** Evaluates an expression in the page; the value crosses as JSON. */
  evaluate<T = unknown>(expression: string): Promise<T>;
  /** Injects the script (once more). */
  inject(): Promise<void>;
  close(): Promise<void>;
}

/** Something that opens pages. */
export interface Engine {
  name: string;
  /** Boxes and points mean something. */
  hasLayout: boolean;
  open(html: string, options?: { before?: string }): Promise<TestPage>;
  close(): Promise<void>;
}

const script = await bundleForPage();

const call = (verb: string, args: unknown[]): string =>
  `window.__agentBrowser.json(${[verb, ...args].map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')})`;

const toPage = (run: (expression: string) => unknown, close: () => unknown): TestPage => ({
  async json<T>(verb: string, ...args: unknown[]) {
    return JSON.parse((await run(call(verb, args))) as string) as T;
  },
  async run(code: string) {
    await run(`(function () { ${code}\n})(); 0`);
  },
  async evaluate<T>(expression: string) {
    // As text, so that every engine gives what a real host would get.
    const text = (await run(`JSON.stringify(${expression})`)) as string | undefined;
    return (text === undefined ? undefined : JSON.parse(text)) as T;
  },
  async inject() {
    await run(`${script};0`);
  },
  async close() {
    await close();
  },
});

const URL_OF_PAGE = 'https://page.test/path/';

const jsdomEngine = (): Engine => ({
  name: 'jsdom',
  hasLayout: false,
  async open(html, { before = '' } = {}) {
    const dom = new JSDOM(html, { url: URL_OF_PAGE, runScripts: 'dangerously', pretendToBeVisual: true });
    dom.window.eval(before);
    const page = toPage(
      (expression) => dom.window.eval(expression),
      () => dom.window.close(),
    );
    await page.inject();
    return page;
  },
  async close() {},
});

const happyDomEngine = (): Engine => ({
  name: 'happy-dom',
  hasLayout: false,
  async open(html, { before = '' } = {}) {
    const window = new Window({
      url: URL_OF_PAGE,
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    window.document.write(html);
    window.eval(before);
    const page = toPage(
      (expression) => window.eval(expression),
      () => window.happyDOM.close(),
    );
    await page.inject();
    return page;
  },
  async close() {},
});

const chromiumEngine = async (): Promise<Engine> => {
  const browser: Browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  return {
    name: 'chromium',
    hasLayout: true,
    async open(html, { before = '' } = {}) {
      const tab = await context.newPage();
      await tab.route('**/*', (route) =>
        route.request().url() === URL_OF_PAGE
          ? route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
          : route.abort(),
      );
      await tab.goto(URL_OF_PAGE);
      // As `evaluateJavascript` does; Playwright's own `evaluate` needs the page's built-ins.
      const session = await context.newCDPSession(tab);
      const run = async (expression: string): Promise<unknown> => {
        const { result, exceptionDetails: thrown } = await session.send('Runtime.evaluate', {
          expression,
          returnByValue: true,
        });
        if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
        return result.value;
      };
      await run(`${before};0`);
      const page = toPage(run, () => tab.close());
      await page.inject();
      return page;
    },
    async close() {
      await browser.close();
    },
  };
};

/** The engine that this run of the suite is for (`ENGINE`, set by vitest.config.ts). */
export const openEngine = async (): Promise<Engine> => {
  const name = process.env.ENGINE ?? 'chromium';
  if (name === 'jsdom') return jsdomEngine();
  if (name === 'happy-dom') return happyDomEngine();
  return chromiumEngine();
};

/** Opens a page for one test and closes it whatever happens. */
export const withPage = async <T>(
  engine: Engine,
  html: string,
  use: (page: TestPage) => Promise<T>,
  before?: string,
): Promise<T> => {
  const page = await engine.open(html, before === undefined ? {} : { before });
  try {
    return await use(page);
  } finally {
    await page.close();
  }
};

/** The lines of a text snapshot below its header. */
export const lines = async (page: TestPage, options: Record<string, unknown> = {}): Promise<string[]> => {
  const result = await page.json<SnapshotText | ErrorResult>('snapshot', { format: 'text', ...options });
  if (!result.ok) throw new Error(result.error.message);
  return result.text.split('\n').slice(1);
};

/** The tree of a snapshot. */
export const tree = async (page: TestPage, options: Record<string, unknown> = {}): Promise<SnapshotTree> => {
  const result = await page.json<SnapshotTree | ErrorResult>('snapshot', options);
  if (!result.ok) throw new Error(result.error.message);
  return result;
};
