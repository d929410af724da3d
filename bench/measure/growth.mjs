import { mixedPage } from '../pages/generated.mjs';
import { withPage } from '../pages/open.mjs';
import { callOf, snapshots } from '../peers/ours.mjs';
import * as playwright from '../peers/playwright.mjs';
import { growthExponent, median } from './statistics.mjs';
import { threadClock, threadTimeOf } from './thread-time.mjs';

/** @typedef {{ name: string, points: [elements: number, ms: number][], exponent: number }} Growth */

/**
 * Measures how the time of a snapshot grows with the number of elements.
 * @param {import('playwright-core').Browser} browser
 * @param {{ scripts: { ours: string, playwright: string }, sizes: number[] }} options
 * @returns {Promise<Growth[]>}
 */
export async function measureGrowth(browser, { scripts, sizes }) {
  const readers = {
    full: callOf('snapshot', snapshots.full),
    default: callOf('snapshot', snapshots.default),
    playwright: playwright.snapshotInPage,
  };
  /** @type {Record<string, [number, number][]>} */
  const points = { full: [], default: [], playwright: [] };
  for (const size of sizes) {
    const page = { name: String(size), kind: /** @type {const} */ ('generated'), html: mixedPage(size) };
    await withPage(browser, page, { script: scripts.ours }, async ({ evaluate, session }) => {
      const clock = await threadClock(session);
      await evaluate(`${scripts.playwright}\n;0`);
      const elements = await evaluate("document.querySelectorAll('*').length");
      /** @type {Record<string, number[]>} */
      const times = { full: [], default: [], playwright: [] };
      for (let run = 0; run < 6; run++)
        for (const [name, expression] of Object.entries(readers)) {
          const time = await threadTimeOf(clock, () => evaluate(`(${expression}, undefined)`));
          if (run > 0) times[name]?.push(time);
        }
      for (const [name, all] of Object.entries(times)) points[name]?.push([elements, median(all)]);
    });
  }
  return Object.entries(points).map(([name, list]) => ({
    name,
    points: list,
    exponent: growthExponent(list),
  }));
}
