import { withPage } from '../pages/open.mjs';
import { callOf, snapshots } from '../peers/ours.mjs';

/**
 * The code that the engine compiles for what runs often is in the heap too: some 300 KB that go on growing for hundreds
 * of snapshots. Without its compilers the heap holds what the script keeps.
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
      // Twice: what a finalizer lets go is collected in the next round.
      for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { nodes } = await session.send('Memory.getDOMCounters');
      return { usedSize, nodes };
    };
    const take = (/** @type {number} */ times) =>
      evaluate(
        `(() => { for (let i = 0; i < ${times}; i++) ${callOf('snapshot', snapshots.full)}; return 0; })()`,
      );
    // The script keeps the last four revisions: they are there before the count begins.
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
