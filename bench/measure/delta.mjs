import { withPage } from '../pages/open.mjs';
import { snapshots } from '../peers/ours.mjs';
import { scenarios } from './delta-scenarios.mjs';

/** @typedef {import('./delta-scenarios.mjs').Scenario} Scenario */

/**
 * The delta that a model reads after one action, and the whole text that it would read instead.
 * @typedef {{
 *   page: string, what: string, view: 'full' | 'interactive', nodes: number,
 *   full: string, delta: string, share: number,
 * }} DeltaSize  `nodes` lines of the text before the action; `share` characters of the delta relative to the whole text after it
 */

const run = (/** @type {string} */ verb, /** @type {unknown[]} */ ...args) =>
  `window.__agentBrowser.run(${[verb, ...args].map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')})`;

/** The scenario that closes the cookie banner of a page; it is done before all other scenarios of that page. */
const first = scenarios[0];

/**
 * Runs one scenario on a new page: reads the whole text, acts on the ref of the matching line, and takes the delta that
 * `run` returns.
 * @param {import('playwright-core').Browser | import('playwright-core').BrowserContext} where
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {Scenario} scenario
 * @param {'full' | 'interactive'} view
 * @param {string} script
 * @returns {Promise<DeltaSize>}
 */
export function measureDelta(where, page, scenario, view, script) {
  const options = snapshots[view];
  return withPage(where, page, { script }, async ({ evaluate }) => {
    const read = async () => {
      const result = await evaluate(run('snapshot', options));
      if (!result.ok) throw new Error(result.error.message);
      return result;
    };
    const act = async (/** @type {Scenario} */ { what, line, kind, payload, proof }) => {
      const { text } = await read();
      const lines = String(text).split('\n');
      const ref = /\[ref=([a-z]+\d+)\]/.exec(lines.find((one) => line.test(one)) ?? '')?.[1];
      if (!ref) throw new Error(`${page.name}, ${what}: no line of the text matches ${line}.`);
      const done = await evaluate(run('action', ref, kind, payload));
      if (!done.ok) throw new Error(`${page.name}, ${what}: ${done.error.message}`);
      if (!(await evaluate(proof)))
        throw new Error(`${page.name}, ${what}: ${proof} is not true afterwards.`);
      return { nodes: lines.length - 1, delta: String(done.snapshot.text) };
    };
    if (page.name === first?.page && scenario !== first) await act(first);
    const { nodes, delta } = await act(scenario);
    const full = String((await read()).text);
    return {
      page: page.name,
      what: scenario.what,
      view,
      nodes,
      full,
      delta,
      share: delta.length / full.length,
    };
  });
}
