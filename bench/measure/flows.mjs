import { ourHands } from '../flows/our-hands.mjs';
import { readList, steps } from '../flows/steps.mjs';
import { trustedHands } from '../flows/trusted-hands.mjs';
import { withPage } from '../pages/open.mjs';
import { median } from './statistics.mjs';

/** Frameworks with a todo app in tests/apps/todos. */
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
 * One flow: steps that did what they should, ms of the median action, of all actions, and of all with their snapshots.
 * @typedef {{ right: number, of: number, failed: string[], actions: number, action: number, acting: number, whole: number }} Flow
 * @typedef {{ name: string, ours: Flow, trusted: Flow }} FlowPair
 */

/** What the list says, when it says what it should or half a second has passed. */
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
      // The next step begins where it should.
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
 * The flow in one app, by turns; of several runs the one in the middle.
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
    const one = /** @type {Flow} */ (sorted[Math.floor(sorted.length / 2)]);
    // A step that failed once has failed.
    const worst = list.reduce((a, b) => (b.right < a.right ? b : a));
    return { ...one, right: worst.right, failed: worst.failed };
  };
  return { name: page.name, ours: middle(flows.ours), trusted: middle(flows.trusted) };
}
