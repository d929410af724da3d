import { join, normalize } from 'node:path';

/** @typedef {import('./pages.mjs').BenchPage} BenchPage */
/** @typedef {import('playwright-core').CDPSession} CDPSession */

/**
 * A page in a tab of its own, with a function that evaluates an expression in it, as a host has.
 * @typedef {{
 *   tab: import('playwright-core').Page,
 *   session: CDPSession,
 *   evaluate: (expression: string) => Promise<any>,
 *   close: () => Promise<void>,
 * }} OpenPage
 */

const origin = 'http://page.test/';

export const viewport = { width: 1280, height: 720 };

/**
 * Answers requests for the page and the files of its folder, if it has one. All others are aborted: there is no
 * network.
 */
async function answer(/** @type {import('playwright-core').Route} */ route, /** @type {BenchPage} */ page) {
  const url = route.request().url();
  if (!url.startsWith(origin)) return route.abort();
  const path = normalize(decodeURIComponent(new URL(url).pathname)).slice(1) || 'index.html';
  if (page.folder && !path.startsWith('..')) return route.fulfill({ path: join(page.folder, path) });
  if (path === 'index.html')
    return route.fulfill({ body: page.html ?? '', contentType: 'text/html; charset=utf-8' });
  return route.abort();
}

/**
 * @typedef {import('playwright-core').Browser} Browser
 * @typedef {import('playwright-core').BrowserContext} BrowserContext
 *
 * @param {Browser | BrowserContext} where a browser, for a new window, or a window, for a new tab
 * @param {BenchPage} page
 * @param {{ script?: string }} [options] `script` is evaluated once the page has loaded
 * @returns {Promise<OpenPage>}
 */
export async function openPage(where, page, { script } = {}) {
  const tab = 'newContext' in where ? await where.newPage({ viewport }) : await where.newPage();
  await tab.route('**/*', (route) => answer(route, page).catch(() => undefined));
  await tab.goto(origin, { waitUntil: 'load', timeout: 60_000 });
  const session = await tab.context().newCDPSession(tab);
  /** @type {OpenPage['evaluate']} */
  const evaluate = async (expression) => {
    const { result, exceptionDetails: thrown } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
    return result.value;
  };
  if (script) await evaluate(`${script}\n;0`);
  return { tab, session, evaluate, close: () => tab.close() };
}

/** Opens a page, calls `use` with it, and closes it, also after an error. */
export async function withPage(
  /** @type {Browser | BrowserContext} */ where,
  /** @type {BenchPage} */ page,
  /** @type {{ script?: string }} */ options,
  /** @type {(open: OpenPage) => Promise<any>} */ use,
) {
  const open = await openPage(where, page, options);
  try {
    return await use(open);
  } finally {
    await open.close();
  }
}
