import { ourHands } from '../flows/our-hands.mjs';
import { readList, steps } from '../flows/steps.mjs';
import { trustedHands } from '../flows/trusted-hands.mjs';
import { withPage } from '../pages/open.mjs';
import { median } from './statistics.mjs';

/** The frameworks that have a todo app in tests/apps/todos. */
export const frameworks = [
  'react',
  'react@18',
  'vue',
  'svelte',
  'preact',
  'solid',
  'angular',
  'lit',
  'jquery',
  'vanilla',
];

/**
 * The result of one flow: `right` steps of `of` had the expected result; `action` is the median time of an action, `acting`
 * that of all actions, `whole` that of all actions and snapshots, in ms.
 * @typedef {{ right: number, of: number, failed: string[], actions: number, action: number, acting: number, whole: number }} Flow
 * @typedef {{ name: string, ours: Flow, trusted: Flow }} FlowPair
 */

/** The page's list, as soon as it is the expected one, else after half a second. */
async function listOf(
  /** @type {import('../pages/open.mjs').OpenPage} */ { evaluate },
  /** @type {string} */ wanted,
) {
  const late = performance.now() + 500;
  for (;;) {
    const list = (await evaluate(readList)).join('; ');
    if (list === wanted || performance.now() > late) return list;
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {'ours' | 'trusted'} who
 * @param {string} script
 * @returns {Promise<Flow>}
 */
const playFlow = (browser, page, who, script) =>
  withPage(browser, page, { script: who === 'ours' ? script : '0' }, async (open) => {
    const clock = { actions: /** @type {number[]} */ ([]), reads: /** @type {number[]} */ ([]) };
    const hands = who === 'ours' ? ourHands(open, clock) : trustedHands(open, clock);
    const rescue = trustedHands(open, { actions: [], reads: [] });
    /** @type {string[]} */
    const failed = [];
    for (const { what, act, shows } of steps) {
      let error = '';
      await act(hands).catch((reason) => {
        error = String(reason instanceof Error ? reason.message : reason).split('\n')[0] ?? '';
      });
      const list = await listOf(open, shows.join('; '));
      if (list === shows.join('; ') && !error) continue;
      failed.push(`${what}: ${error || list}`.slice(0, 200));
      // After a failed step Playwright repeats it, so that the next step begins with the expected list.
      if (list !== shows.join('; ')) await act(rescue).catch(() => undefined);
    }
    const sum = (/** @type {number[]} */ times) => times.reduce((all, time) => all + time, 0);
    return {
      right: steps.length - failed.length,
      of: steps.length,
      failed,
      actions: clock.actions.length,
      action: median(clock.actions),
      acting: sum(clock.actions),
      whole: sum(clock.actions) + sum(clock.reads),
    };
  });

/**
 * Runs the flow in one app several times, in turns with Playwright's; returns the run with the median time of each.
 * @param {import('playwright-core').Browser} browser
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {{ script: string, runs: number }} options
 * @returns {Promise<FlowPair>}
 */
export async function measureFlow(browser, page, { script, runs }) {
  /** @type {Record<'ours' | 'trusted', Flow[]>} */
  const flows = { ours: [], trusted: [] };
  for (let run = 0; run < runs; run++)
    for (const who of /** @type {const} */ (['ours', 'trusted']))
      flows[who].push(await playFlow(browser, page, who, script));
  const middle = (/** @type {Flow[]} */ list) => {
    const sorted = list.toSorted((a, b) => a.whole - b.whole);
    const medianRun = /** @type {Flow} */ (sorted[Math.floor(sorted.length / 2)]);
    // The failures are those of the worst run.
    const worst = list.reduce((a, b) => (b.right < a.right ? b : a));
    return { ...medianRun, right: worst.right, failed: worst.failed };
  };
  return { name: page.name, ours: middle(flows.ours), trusted: middle(flows.trusted) };
}
