import { build } from 'esbuild';
import { definitionsOf } from '../../scripts/build/bundle.mjs';
import { root } from '../../scripts/setup/run.mjs';
import { withPage } from '../pages/open.mjs';
import { callOf } from '../peers/ours.mjs';
import { fileByFunction, partOf } from './rooms.mjs';

/** @typedef {{ id: number, children?: number[], callFrame: { functionName: string, url: string, lineNumber: number } }} ProfileNode */
/** @typedef {{ nodes: ProfileNode[], samples?: number[], timeDeltas?: number[] }} CpuProfile */
/** @typedef {{ name: string, ms: number }} Share */
/** @typedef {{ page: string, what: string, msPerSnapshot: number, msWithout: number, parts: Share[], functions: Share[] }} Profile */

const scriptUrl = 'agent-browser.js';

/** The bundle with readable names and a comment above each module, which {@link fileByFunction} uses. */
export async function bundleForProfile() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/inject/main.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2019',
    define: await definitionsOf(),
  });
  return `${outputFiles[0]?.text}\n//# sourceURL=${scriptUrl}`;
}

/** The own time of each node of the call tree, in microseconds. */
function selfTimes(/** @type {CpuProfile} */ { samples = [], timeDeltas = [] }) {
  const times = new Map();
  samples.forEach((id, i) => {
    times.set(id, (times.get(id) ?? 0) + (timeDeltas[i + 1] ?? 0));
  });
  return times;
}

/**
 * The time of one snapshot by part and by function, in ms. Functions that ours have not called (the idle browser, the
 * profiler) are not counted, but the garbage collector is.
 * @param {CpuProfile} profile
 * @param {(line: number, name: string) => string} fileOf
 * @param {number} snapshots
 */
function sumUp(profile, fileOf, snapshots) {
  const times = selfTimes(profile);
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const parts = new Map();
  const functions = new Map();
  const add = (
    /** @type {Map<string, number>} */ sums,
    /** @type {string} */ name,
    /** @type {number} */ time,
  ) => sums.set(name, (sums.get(name) ?? 0) + time / 1000 / snapshots);
  /** @type {[ProfileNode, string][]} */
  const stack = profile.nodes.slice(0, 1).map((node) => [node, '']);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, caller] = next;
    const { functionName, url, lineNumber } = node.callFrame;
    const own =
      url === scriptUrl ? fileOf(lineNumber, functionName) : url === '' ? fileOf(-1, functionName) : '';
    const file = own || caller;
    const time = times.get(node.id) ?? 0;
    if (functionName === '(garbage collector)') add(parts, 'garbage collector', time);
    else if (file) {
      add(parts, partOf(file), time);
      add(functions, `${functionName || '(anonymous)'}${own ? '' : ' (native)'} ${file}`, time);
    }
    for (const id of node.children ?? []) stack.push([/** @type {ProfileNode} */ (byId.get(id)), file]);
  }
  const sorted = (/** @type {Map<string, number>} */ sums) =>
    [...sums].map(([name, ms]) => ({ name, ms })).sort((a, b) => b.ms - a.ms);
  return { parts: sorted(parts), functions: sorted(functions) };
}

/**
 * Profiles snapshots of one page.
 * @param {import('playwright-core').Browser} browser
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {{ what: string, options: Record<string, unknown>, script: string, seconds: number }} job
 * @returns {Promise<Profile>}
 */
export function profilePage(browser, page, { what, options, script, seconds }) {
  return withPage(browser, page, { script }, async ({ session, evaluate }) => {
    // Some rounds first, so that the code is compiled; then as many as fill the time.
    /** @returns {Promise<{ count: number, ms: number }>} */
    const rounds = (/** @type {number} */ atLeast) =>
      evaluate(
        `(() => { const start = performance.now(); let count = 0, ms = 0; do { ${callOf('snapshot', options)}; count++; ms = performance.now() - start; } while (ms < ${atLeast}); return { count, ms }; })()`,
      );
    await rounds(seconds * 300);
    const without = await rounds(seconds * 300);
    await session.send('Profiler.enable');
    await session.send('Profiler.setSamplingInterval', { interval: 100 });
    await session.send('Profiler.start');
    const { count } = await rounds(seconds * 1000);
    const { profile } = await session.send('Profiler.stop');
    const { parts, functions } = sumUp(/** @type {CpuProfile} */ (profile), fileByFunction(script), count);
    return {
      page: page.name,
      what,
      msWithout: without.ms / without.count,
      msPerSnapshot: parts.reduce((sum, { ms }) => sum + ms, 0),
      parts,
      functions: functions.slice(0, 25),
    };
  });
}
