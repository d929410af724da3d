import { withPage } from '../pages/open.mjs';
import { floor } from '../peers/floor.mjs';
import { callOf, snapshots } from '../peers/ours.mjs';
import * as playwright from '../peers/playwright.mjs';
import { sumUpTimes } from './statistics.mjs';
import { threadClock, threadTimeOf } from './thread-time.mjs';

/** @typedef {import('./statistics.mjs').Times} Times */

/**
 * Times of one page by what was measured. `page`: of the page's own thread, `wall` from the request of a host until it has
 * the text; `error` where there is none.
 * @typedef {Record<string, { page?: Times | undefined, wall?: Times | undefined, error?: string }>} PageTimes
 */

/** What is measured in the page, as expressions. page-agent writes on the page while it reads: see text.mjs. */
const inPage = {
  floor,
  full: callOf('snapshot', snapshots.full),
  default: callOf('snapshot', snapshots.default),
  playwright: playwright.snapshotInPage,
};

/** An expression as one whose value is the ms that it took. */
export const timed = (/** @type {string} */ expression) =>
  `(() => { const start = performance.now(); ${expression}; return performance.now() - start; })()`;

/** An expression whose value is nothing: what comes back to the host is no part of reading. */
const quiet = (/** @type {string} */ expression) => `(${expression}, undefined)`;

/** What the thread works for a request that asks for nothing: ms. */
async function measureRequest(
  /** @type {() => Promise<number>} */ clock,
  /** @type {import('../pages/open.mjs').OpenPage} */ { evaluate },
) {
  const times = [];
  for (let i = 0; i < 9; i++) times.push(await threadTimeOf(clock, () => evaluate(quiet('0'))));
  return Math.min(...times);
}

/** What a host does to read the whole page. */
const fromHost = {
  full: (/** @type {import('../pages/open.mjs').OpenPage} */ { evaluate }) => evaluate(inPage.full),
  default: (/** @type {import('../pages/open.mjs').OpenPage} */ { evaluate }) => evaluate(inPage.default),
  playwright: (/** @type {import('../pages/open.mjs').OpenPage} */ { tab }) =>
    tab.ariaSnapshot({ mode: 'ai', timeout: 120_000 }),
};

/**
 * Takes turns: each round measures everything once, so that a busy machine is busy for all of them. A contestant that
 * needs more than its share of the time drops out of further rounds; its figures are of those that it had: three, or one
 * where that alone takes long.
 * @param {Record<string, () => Promise<number>>} contestants
 * @param {{ rounds: number, seconds: number }} limits for each contestant
 */
async function takeTurns(contestants, { rounds, seconds }) {
  /** @type {Record<string, { times: number[], spent: number, error?: string }>} */
  const seen = {};
  for (const name of Object.keys(contestants)) seen[name] = { times: [], spent: 0 };
  for (let round = 0; round <= rounds; round++) {
    for (const [name, measure] of Object.entries(contestants)) {
      const one = /** @type {{ times: number[], spent: number, error?: string }} */ (seen[name]);
      const enough = one.spent > 5 * seconds * 1000 ? 1 : one.spent > seconds * 1000 ? 3 : rounds;
      if (one.error || one.times.length >= enough) continue;
      try {
        const start = performance.now();
        const time = await measure();
        one.spent += performance.now() - start;
        // The first round fills caches and compiles.
        if (round > 0) one.times.push(time);
      } catch (error) {
        one.error = String(error instanceof Error ? error.message : error).split('\n')[0] ?? 'failed';
      }
    }
  }
  return seen;
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {{ scripts: { ours: string, playwright: string }, rounds: number, seconds: number }} options
 * @returns {Promise<PageTimes>}
 */
export function measureTime(browser, page, { scripts, rounds, seconds }) {
  return withPage(browser, page, { script: scripts.ours }, async (open) => {
    await open.evaluate(`${scripts.playwright}\n;0`);
    const clock = await threadClock(open.session);
    const request = await measureRequest(clock, open);
    /** @type {Record<string, () => Promise<number>>} */
    const contestants = {};
    for (const [name, expression] of Object.entries(inPage)) {
      contestants[`page ${name}`] = async () =>
        Math.max(0.01, (await threadTimeOf(clock, () => open.evaluate(quiet(expression)))) - request);
    }
    for (const [name, read] of Object.entries(fromHost)) {
      contestants[`wall ${name}`] = async () => {
        const start = performance.now();
        await read(open);
        return performance.now() - start;
      };
    }
    /** @type {PageTimes} */
    const result = {};
    for (const [key, { times, error }] of Object.entries(await takeTurns(contestants, { rounds, seconds }))) {
      const [where, name] = /** @type {['page' | 'wall', string]} */ (key.split(' '));
      result[name] = { ...result[name], [where]: sumUpTimes(times), ...(error && { error }) };
    }
    return result;
  });
}
