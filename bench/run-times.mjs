import { bundleForPage } from '../scripts/build/bundle.mjs';
import { measureScript } from './measure/bundle.mjs';
import { measureCold } from './measure/cold.mjs';
import { frameworks, measureFlow } from './measure/flows.mjs';
import { measureGrowth } from './measure/growth.mjs';
import { measureMemory } from './measure/memory.mjs';
import { measureRules } from './measure/rules.mjs';
import { measureSlow } from './measure/slow.mjs';
import { measureTime } from './measure/time.mjs';
import { appPages, pageOfApp } from './pages/apps.mjs';

/** @typedef {import('./run.mjs').Job} Job */
/** @typedef {import('./run.mjs').GetBrowser} GetBrowser */

export async function runTimes(/** @type {Job} */ job, /** @type {GetBrowser} */ get) {
  const { options, scripts, pages, results, attempt, resultOf, wanted } = job;
  const { quick } = options;
  const limits = quick ? { rounds: 5, seconds: 1 } : { rounds: 25, seconds: 5 };
  if (wanted('time'))
    for (const page of pages) {
      await attempt(`time: ${page.name}`, async () => {
        resultOf(page).time = await measureTime(await get(), page, { scripts, ...limits });
      });
      await attempt(`time, six times as slow: ${page.name}`, async () => {
        resultOf(page).slow = await measureSlow(await get(), page, {
          script: scripts.ours,
          runs: quick ? 3 : 9,
        });
      });
    }
  if (wanted('cold'))
    for (const page of pages.filter(({ kind }) => kind !== 'generated'))
      await attempt(`from nothing: ${page.name}`, async () => {
        resultOf(page).cold = await measureCold(await get(), page, { scripts, runs: quick ? 3 : 5 });
      });
  if (wanted('growth'))
    await attempt('growth', async () => {
      const sizes = quick ? [1000, 3000, 10_000] : [1000, 3000, 10_000, 30_000, 100_000];
      results.growth = await measureGrowth(await get(), { scripts, sizes });
    });
  if (wanted('scripts'))
    for (const [name, script] of await scriptsToMeasure(job))
      await attempt(`script: ${name}`, async () => {
        results.scripts.push(await measureScript(await get(), name, script, quick ? 3 : 11));
      });
}

/** The scripts whose cost is measured, ours first. @returns {Promise<[name: string, script: string][]>} */
async function scriptsToMeasure(/** @type {Job} */ { options, scripts }) {
  /** @type {[string, string][]} */
  const parts = [];
  // With `--file` only that file is measured: its other variants are not known.
  if (options.file === undefined)
    for (const file of /** @type {const} */ (['agent-browser.read.js', 'agent-browser.full.js']))
      parts.push([file, await bundleForPage(file)]);
  return [
    ['agent-browser-inpage', scripts.ours],
    ...parts,
    ["Playwright's in-page script", scripts.playwright],
    ["page-agent's page controller", scripts.pageAgent],
  ];
}

export async function runFlows(/** @type {Job} */ job, /** @type {GetBrowser} */ get) {
  const { options, scripts, results, attempt, wanted } = job;
  if (!wanted('flows')) return;
  for (const name of frameworks)
    await attempt(`flow: ${name}`, async () => {
      const page = { ...(await pageOfApp(`todos/${name}`)), name };
      results.flows.push(
        await measureFlow(await get(), page, { script: scripts.whole, runs: options.quick ? 1 : 3 }),
      );
    });
}

/** Measures the rules on real pages and apps. Only with `--only rules`, since it builds the script for each rule. */
export async function runRules(/** @type {Job} */ job, /** @type {GetBrowser} */ get) {
  const { options, pages, results, attempt } = job;
  if (!options.only.includes('rules')) return;
  await attempt('rules', async () => {
    const apps = options.quick ? [] : await appPages();
    const some = [...pages.filter(({ kind }) => kind !== 'generated'), ...apps];
    results.rules = await measureRules(get, some, await bundleForPage('agent-browser.read.js'), (error) =>
      results.errors.push(error),
    );
  });
}

export async function runMemory(/** @type {Job} */ job, /** @type {GetBrowser} */ get) {
  const { options, scripts, pages, results, attempt, wanted } = job;
  if (!wanted('memory')) return;
  const some = pages
    .filter(({ kind }) => kind === 'app')
    .concat(pages.filter(({ kind }) => kind === 'real').slice(0, 2));
  for (const page of some)
    await attempt(`memory: ${page.name}`, async () => {
      const count = options.quick ? 60 : 200;
      results.memory.push(await measureMemory(await get(), page, { script: scripts.ours, count }));
    });
}
