import { withPage } from '../pages/open.mjs';
import { callOf, snapshots } from '../peers/ours.mjs';

/**
 * Turns off the engine's compilers (V8's interpreter remains), whose code is in the heap too: some 300 KB, which grow for
 * hundreds of snapshots. Without them the growth of the heap is what the script keeps.
 */
export const memoryFlags = ['--js-flags=--no-opt --no-maglev --no-sparkplug'];

/**
 * Memory of the page (bytes of its JavaScript heap after a collection, and DOM nodes) before and after snapshots.
 * @typedef {{ page: string, snapshots: number, heapBefore: number, heapAfter: number, nodesBefore: number, nodesAfter: number }} Memory
 */

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {{ script: string, count: number }} options
 * @returns {Promise<Memory>}
 */
export function measureMemory(browser, page, { script, count }) {
  return withPage(browser, page, { script }, async ({ session, evaluate }) => {
    await session.send('HeapProfiler.enable');
    const look = async () => {
      // Twice, since objects that a finalizer releases are collected in the next round.
      for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { nodes } = await session.send('Memory.getDOMCounters');
      return { usedSize, nodes };
    };
    const take = (/** @type {number} */ times) =>
      evaluate(
        `(() => { for (let i = 0; i < ${times}; i++) ${callOf('snapshot', snapshots.full)}; return 0; })()`,
      );
    // The script keeps the last four revisions: they must exist before the first measurement.
    await take(20);
    const before = await look();
    for (let done = 0; done < count; done += 20) await take(20);
    const after = await look();
    return {
      page: page.name,
      snapshots: count,
      heapBefore: before.usedSize,
      heapAfter: after.usedSize,
      nodesBefore: before.nodes,
      nodesAfter: after.nodes,
    };
  });
}
