import { withPage } from '../pages/open.mjs';
import { callOf, snapshots } from '../peers/ours.mjs';
import { median } from './statistics.mjs';

/**
 * Times of the default snapshot with the CPU throttled to a sixth: the first one after the injection, as after each
 * navigation, and the median of further ones.
 * @typedef {{ first: number, median: number, textFirst: number, jsonBytes: number }} SlowTimes
 */

const timed = (/** @type {Record<string, unknown>} */ options) =>
  `(() => { const start = performance.now(); const text = ${callOf('snapshot', options)}; return [performance.now() - start, text]; })()`;

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {{ script: string, runs?: number }} options
 * @returns {Promise<SlowTimes>}
 */
export async function measureSlow(browser, page, { script, runs = 5 }) {
  const onSlowPage = (
    /** @type {(read: (options: Record<string, unknown>) => Promise<[number, string]>) => Promise<any>} */ use,
  ) =>
    withPage(browser, page, { script }, async ({ session, evaluate }) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      return use((options) => evaluate(timed(options)));
    });
  const textFirst = await onSlowPage(async (read) => (await read(snapshots.default))[0]);
  return onSlowPage(async (read) => {
    const [first, json] = await read(snapshots.tree);
    const times = [];
    for (let run = 0; run < runs; run++) times.push((await read(snapshots.tree))[0]);
    return { first, median: median(times), textFirst, jsonBytes: Buffer.byteLength(json) };
  });
}
