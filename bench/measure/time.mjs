import { withPage } from '../pages/open.mjs';
import { floor } from '../peers/floor.mjs';
import { callOf, snapshots } from '../peers/ours.mjs';
import * as playwright from '../peers/playwright.mjs';
import { sumUpTimes } from './statistics.mjs';
import { threadClock, threadTimeOf } from './thread-time.mjs';

/** @typedef {import('./statistics.mjs').Times} Times */

/**
 * Times on one page by contestant. `page`: of the page's main thread; `wall`: from a host's request until it has the text;
 * `error` where it failed.
 * @typedef {Record<string, { page?: Times | undefined, wall?: Times | undefined, error?: string }>} PageTimes
 */

/** The contestants in the page, as expressions. Without page-agent, which changes the page while it reads: see text.mjs. */
const inPage = {
  floor,
  full: callOf('snapshot', snapshots.full),
  default: callOf('snapshot', snapshots.default),
  playwright: playwright.snapshotInPage,
};

/** An expression whose value is the ms that the given one takes. */
export const timed = (/** @type {string} */ expression) =>
  `(() => { const start = performance.now(); ${expression}; return performance.now() - start; })()`;

/** The expression with the value undefined, so that the transfer of its value to the host is not measured. */
const quiet = (/** @type {string} */ expression) => `(${expression}, undefined)`;

/** The thread's time for an empty request, in ms, which is subtracted from all others. */
async function measureRequest(
  /** @type {() => Promise<number>} */ clock,
  /** @type {import('../pages/open.mjs').OpenPage} */ { evaluate },
) {
  const times = [];
  for (let i = 0; i < 9; i++) times.push(await threadTimeOf(clock, () => evaluate(quiet('0'))));
  return Math.min(...times);
}

/** The contestants as a host calls them. */
const fromHost = {
  full: (/** @type {import('../pages/open.mjs').OpenPage} */ { evaluate }) => evaluate(inPage.full),
  default: (/** @type {import('../pages/open.mjs').OpenPage} */ { evaluate }) => evaluate(inPage.default),
  playwright: (/** @type {import('../pages/open.mjs').OpenPage} */ { tab }) =>
    tab.ariaSnapshot({ mode: 'ai', timeout: 120_000 }),
};

/**
 * Measures the contestants in turns, once in each round, so that other load on the machine affects all of them. A
 * contestant that has used up its `seconds` gets only three rounds, one that has used up five times as much only one.
 * @param {Record<string, () => Promise<number>>} contestants
 * @param {{ rounds: number, seconds: number }} limits for each contestant
 */
async function takeTurns(contestants, { rounds, seconds }) {
  /** @type {Record<string, { times: number[], spent: number, error?: string }>} */
  const seen = {};
  for (const name of Object.keys(contestants)) seen[name] = { times: [], spent: 0 };
  for (let round = 0; round <= rounds; round++) {
    for (const [name, measure] of Object.entries(contestants)) {
      const entry = /** @type {{ times: number[], spent: number, error?: string }} */ (seen[name]);
      const enough = entry.spent > 5 * seconds * 1000 ? 1 : entry.spent > seconds * 1000 ? 3 : rounds;
      if (entry.error || entry.times.length >= enough) continue;
      try {
        const start = performance.now();
        const time = await measure();
        entry.spent += performance.now() - start;
        // The first round only fills caches and compiles the code.
        if (round > 0) entry.times.push(time);
      } catch (error) {
        entry.error = String(error instanceof Error ? error.message : error).split('\n')[0] ?? 'failed';
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
