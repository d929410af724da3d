import type { ErrorResult, SnapshotText, SnapshotTree } from '../../src/contract.ts';
import type { Engine, OpenOptions, TestPage } from './engines/types.ts';

export { type Engine, type OpenOptions, type TestPage, URL_OF_PAGE } from './engines/types.ts';

/** The engine that the suite of `tests/page` runs in. */
export const ENGINE = process.env.ENGINE ?? 'chromium';

/** Whether the engine is a browser and not a simulation of one. */
export const IS_REAL = ENGINE !== 'jsdom' && ENGINE !== 'happy-dom';

/** Imported on demand: a test file needs only one of them, and their drivers are large. */
const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  jsdom: async () => (await import('./engines/simulated.ts')).jsdomEngine(),
  'happy-dom': async () => (await import('./engines/simulated.ts')).happyDomEngine(),
  chromium: async () => (await import('./engines/chromium.ts')).chromiumEngine('chromium'),
  mobile: async () => (await import('./engines/chromium.ts')).chromiumEngine('mobile'),
  firefox: async () => (await import('./engines/firefox.ts')).firefoxEngine(),
  webkit: async () => (await import('./engines/webkit.ts')).webkitEngine(),
};

const startEngine = async (): Promise<Engine> => {
  const start = ENGINES[ENGINE];
  if (!start) throw new Error(`There is no engine "${ENGINE}": ${Object.keys(ENGINES).join(', ')}.`);
  const engine = await start();
  // All pages have the same address: each is opened only when the one before it has loaded.
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...engine,
    open(html, options) {
      const page = last.then(() => engine.open(html, options));
      last = page.catch(() => undefined);
      return page;
    },
    close() {
      started = undefined;
      return engine.close();
    },
  };
};

let started: Promise<Engine> | undefined;

/**
 * The engine that this run of the suite is for (`ENGINE`, set by vitest.config.ts). One serves all files of a worker:
 * a browser takes longer to start than many of them. It ends with the worker.
 */
export const openEngine = (): Promise<Engine> => {
  started ??= startEngine();
  return started;
};

// Drivers end their browsers when the process exits. A signal alone does not emit that event.
process.once('SIGTERM', () => process.exit());

/**
 * Opens a page for one test and closes it also when the test fails; a string as `options` is {@link
 * OpenOptions.before}.
 */
export const withPage = async <T>(
  engine: Engine,
  html: string,
  use: (page: TestPage) => Promise<T>,
  options: string | OpenOptions = {},
): Promise<T> => {
  const page = await engine.open(html, typeof options === 'string' ? { before: options } : options);
  try {
    return await use(page);
  } finally {
    await page.close();
  }
};

/** The lines of a text snapshot without its header; a text that continues another has none. */
export const lines = async (page: TestPage, options: Record<string, unknown> = {}): Promise<string[]> => {
  const result = await page.json<SnapshotText | ErrorResult>('snapshot', { format: 'text', ...options });
  if (!result.ok) throw new Error(result.error.message);
  return result.text.split('\n').filter((line, i) => i > 0 || !/^\[(?:snapshot|delta)\]/.test(line));
};

/** The tree of a snapshot. */
export const tree = async (page: TestPage, options: Record<string, unknown> = {}): Promise<SnapshotTree> => {
  const result = await page.json<SnapshotTree | ErrorResult>('snapshot', options);
  if (!result.ok) throw new Error(result.error.message);
  return result;
};

/** The lines of a text snapshot of a page with this body, in the engine of this run. */
export const shown = async (
  html: string,
  options: Record<string, unknown> = {},
  before = '',
): Promise<string[]> =>
  withPage(await openEngine(), `<!doctype html><body>${html}`, (page) => lines(page, options), before);
