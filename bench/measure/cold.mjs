import { withPage } from '../pages/open.mjs';
import { callOf } from '../peers/ours.mjs';
import { whole } from './read.mjs';
import { median } from './statistics.mjs';
import { threadClock, threadTimeOf } from './thread-time.mjs';

/**
 * What comes before a model can read a page for the first time, each in a new window; medians, in ms
 * that the page's thread works (see {@link threadClock}).
 *
 * - `inject` evaluating our script at full speed; `injectSlow` six times as slow, `injectPlaywright` and
 *   `injectPlaywrightSlow` the same of Playwright's
 * - `first` injection and the first text of everything, six times as slow; `playwright` the first
 *   `ariaSnapshot({ mode: 'ai' })` of a tab that has seen none
 * - `firstWall`, `playwrightWall` the same from a host's request until it has the text
 * @typedef {{ inject: number, injectSlow: number, injectPlaywright: number, injectPlaywrightSlow: number, first: number, firstWall: number, playwright: number, playwrightWall: number }} Cold
 */

/** A script as one that the browser has not compiled yet. */
const fresh = (/** @type {string} */ script) => `${script}\n//${Math.random()}\n;0`;

const firstText = callOf('snapshot', { format: 'text', interactiveOnly: false, ...whole });

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {{ scripts: { ours: string, playwright: string }, runs: number }} options
 * @returns {Promise<Cold>}
 */
export async function measureCold(browser, page, { scripts, runs }) {
  /** @type {Record<keyof Cold, number[]>} */
  const times = {
    inject: [],
    injectSlow: [],
    injectPlaywright: [],
    injectPlaywrightSlow: [],
    first: [],
    firstWall: [],
    playwright: [],
    playwrightWall: [],
  };
  /** Gives the thread's and the wall's time for what is done with a new page. */
  const inNew = async (
    /** @type {number} */ rate,
    /** @type {(open: import('../pages/open.mjs').OpenPage) => Promise<unknown>} */ use,
  ) => {
    let wall = 0;
    let thread = 0;
    await withPage(browser, page, {}, async (open) => {
      const clock = await threadClock(open.session);
      // The page has come to rest.
      await open.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 1000 }))');
      await open.session.send('Emulation.setCPUThrottlingRate', { rate });
      thread = await threadTimeOf(clock, async () => {
        const start = performance.now();
        await use(open);
        wall = performance.now() - start;
      });
    });
    return { wall, thread };
  };
  // By turns, so that a busy machine is busy for all of them.
  for (let run = 0; run < runs; run++) {
    const ours = await inNew(6, ({ evaluate }) => evaluate(`${fresh(scripts.ours)};${firstText}`));
    const theirs = await inNew(6, ({ tab }) => tab.ariaSnapshot({ mode: 'ai', timeout: 120_000 }));
    times.first.push(ours.thread);
    times.firstWall.push(ours.wall);
    times.playwright.push(theirs.thread);
    times.playwrightWall.push(theirs.wall);
    for (const [rate, name, peer] of /** @type {const} */ ([
      [1, 'inject', 'injectPlaywright'],
      [6, 'injectSlow', 'injectPlaywrightSlow'],
    ])) {
      times[name].push((await inNew(rate, ({ evaluate }) => evaluate(fresh(scripts.ours)))).thread);
      times[peer].push((await inNew(rate, ({ evaluate }) => evaluate(fresh(scripts.playwright)))).thread);
    }
  }
  return /** @type {Cold} */ (
    Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
  );
}
