import { withPage } from '../pages/open.mjs';
import { callOf } from '../peers/ours.mjs';
import { whole } from './read.mjs';
import { median } from './statistics.mjs';
import { threadClock, threadTimeOf } from './thread-time.mjs';

/**
 * Times until a model can read a page for the first time, each in a new window: medians of the page's main thread
 * in ms (see {@link threadClock}).
 *
 * - `inject` evaluating our script at full speed, `injectSlow` with the CPU throttled to a sixth; `injectPlaywright` and
 *   `injectPlaywrightSlow` the same for Playwright's script
 * - `first` injection and the first text for reading, throttled; `playwright` the first `ariaSnapshot({ mode: 'ai' })` of a
 *   new tab, throttled
 * - `firstWall`, `playwrightWall` the same as wall time, from a host's request until it has the text
 * @typedef {{ inject: number, injectSlow: number, injectPlaywright: number, injectPlaywrightSlow: number, first: number, firstWall: number, playwright: number, playwrightWall: number }} Cold
 */

/** A script with another text each time, so that the browser can't reuse compiled code. */
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
  /** Thread time and wall time of what `use` does with a page in a new window. */
  const inNew = async (
    /** @type {number} */ rate,
    /** @type {(open: import('../pages/open.mjs').OpenPage) => Promise<unknown>} */ use,
  ) => {
    let wall = 0;
    let thread = 0;
    await withPage(browser, page, {}, async (open) => {
      const clock = await threadClock(open.session);
      // Waits until the page is idle.
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
  // In turns, so that other load on the machine affects all of them.
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
