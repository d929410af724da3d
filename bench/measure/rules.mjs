import { gzipSync } from 'node:zlib';
import { withPage } from '../pages/open.mjs';
import { bundleWithout, findRules } from '../rules/switch-off.mjs';
import { WordCount } from './prose.mjs';
import { whole } from './read.mjs';

/**
 * The effect and cost of a rule: `nodes` lines of snapshots (for acting and for reading) that differ without it, on `pages`
 * of `of` pages, with an example; its bytes in the script, plain and gzipped.
 * @typedef {{ kind: string, name: string, nodes: number, pages: number, of: number, example: string, bytes: number, gzip: number }} RuleWorth
 */

/** An expression for the page: the nodes of both snapshots as lines, without the values of refs. */
const linesOf = `(() => {
  const lines = [];
  for (const interactiveOnly of [true, false]) {
    const { tree, error } = window.__agentBrowser.snapshot(${JSON.stringify(whole).slice(0, -1)}, interactiveOnly, urls: false, markRefs: false });
    if (error) throw new Error(error.message);
    const stack = [[tree, '']];
    for (let at = stack.pop(); at; at = stack.pop()) {
      const [{ children = [], ref, focused, ...own }, above] = at;
      lines.push(interactiveOnly + ' ' + above + '>' + JSON.stringify({ ...own, ref: !!ref }));
      for (const child of children) stack.push([child, own.role]);
    }
  }
  window.__agentBrowser.page('release');
  return lines;
})()`;

/** How many lines are in only one of two snapshots: the larger of both numbers, with an example. */
function differenceOf(/** @type {string[]} */ before, /** @type {string[]} */ after) {
  const left = new WordCount(before);
  const added = after.filter((line) => !left.take(line));
  const gone = [...left.counts].flatMap(([line, count]) => Array(count).fill(line));
  return { nodes: Math.max(added.length, gone.length), example: gone[0] ?? added[0] ?? '' };
}

/**
 * @param {() => Promise<import('playwright-core').Browser>} get
 * @param {import('../pages/pages.mjs').BenchPage[]} pages
 * @param {string} script with all rules
 * @param {(error: string) => void} tell is called with each page that could not be measured, and why
 * @returns {Promise<RuleWorth[]>}
 */
export async function measureRules(get, pages, script, tell) {
  const rules = await findRules();
  const size = (/** @type {string} */ text) => [Buffer.byteLength(text), gzipSync(text, { level: 9 }).length];
  const [bytes = 0, gzip = 0] = size(script);
  /** @type {{ worth: RuleWorth, text: string }[]} */
  const builds = [];
  for (const rule of rules) {
    const text = await bundleWithout(rule);
    const [less = 0, lessZipped = 0] = size(text);
    const worth = { kind: rule.kind, name: rule.name, nodes: 0, pages: 0, of: 0, example: '' };
    builds.push({ worth: { ...worth, bytes: bytes - less, gzip: gzip - lessZipped }, text });
  }
  for (const page of pages)
    await withPage(await get(), page, {}, async ({ evaluate }) => {
      const read = (/** @type {string} */ text) => evaluate(`${text}\n;${linesOf}`);
      const before = await read(script);
      // A page that changes by itself can't be compared.
      if (differenceOf(before, await read(script)).nodes > 0)
        return tell(`rules: ${page.name} changes by itself`);
      for (const { worth, text } of builds) {
        const without = await read(text).catch((error) => {
          throw new Error(`without ${worth.name}: ${error.message}`, { cause: error });
        });
        const { nodes, example } = differenceOf(before, without);
        worth.of++;
        worth.nodes += nodes;
        if (nodes > 0) worth.pages++;
        worth.example ||= example && `${page.name}: ${example}`.slice(0, 160);
      }
    }).catch((error) => tell(`rules: ${page.name}: ${String(error).split('\n')[0]}`));
  return builds.map(({ worth }) => worth);
}
