import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { bundleForPage, bundleParts } from '../scripts/build/bundle.mjs';
import { launchBrowser } from '../scripts/setup/browser.mjs';
import { say } from '../scripts/setup/run.mjs';
import { freePort, measureCli } from './measure/cli.mjs';
import { measureDelta } from './measure/delta.mjs';
import { scenarios } from './measure/delta-scenarios.mjs';
import { measureInteractive } from './measure/interactive.mjs';
import { memoryFlags } from './measure/memory.mjs';
import { measureNames, namingScript, oracleFlags } from './measure/names.mjs';
import { measureText, sizeOf } from './measure/text.mjs';
import { parts } from './options.mjs';
import { appPages } from './pages/apps.mjs';
import { choosePages } from './pages/choose.mjs';
import { ownPages } from './pages/pages.mjs';
import * as agentBrowser from './peers/agent-browser.mjs';
import * as devtoolsMcp from './peers/chrome-devtools-mcp.mjs';
import * as domAccessibility from './peers/dom-accessibility-api.mjs';
import * as pageAgent from './peers/page-agent.mjs';
import * as playwright from './peers/playwright.mjs';
import * as readability from './peers/readability.mjs';
import { runReading } from './run-reading.mjs';
import { runFlows, runMemory, runRules, runTimes } from './run-times.mjs';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('./pages/pages.mjs').BenchPage} BenchPage */
/** The scripts of all contestants; `whole` is ours with all parts. @typedef {{ ours: string, whole: string, playwright: string, pageAgent: string, naming: string, readability: string }} Scripts */

/**
 * @typedef {{
 *   name: string, kind: BenchPage['kind'],
 *   time?: import('./measure/time.mjs').PageTimes, slow?: import('./measure/slow.mjs').SlowTimes,
 *   text?: import('./measure/text.mjs').PageTexts, cli?: import('./measure/cli.mjs').CliReadings,
 *   interactive?: Record<string, import('./measure/interactive.mjs').Finding>,
 *   names?: import('./measure/names.mjs').Scores,
 *   reading?: import('./measure/reading.mjs').Reading, hints?: import('./measure/hints.mjs').HintsFollowed[],
 *   tokens?: import('./measure/tokens.mjs').Tokens, extract?: import('./measure/extract.mjs').Extract,
 *   cold?: import('./measure/cold.mjs').Cold,
 * }} PageResult
 *
 * @typedef {{ page: string, what: string, view: string, nodes: number, share: number, deltaTokens: number, fullTokens: number }} DeltaResult
 *
 * @typedef {{
 *   when: string, quick: boolean,
 *   machine: { cpu: string, cores: number, memoryGB: number, load: number, system: string, node: string }, browser: string,
 *   versions: Record<string, string>, errors: string[], pages: PageResult[], deltas: DeltaResult[],
 *   growth: import('./measure/growth.mjs').Growth[], memory: import('./measure/memory.mjs').Memory[],
 *   scripts: import('./measure/bundle.mjs').ScriptCost[], flows: import('./measure/flows.mjs').FlowPair[],
 *   rules: import('./measure/rules.mjs').RuleWorth[],
 * }} Results
 */

const peers = {
  'playwright-core': () => playwright.version,
  '@page-agent/page-controller': pageAgent.version,
  '@mozilla/readability': readability.version,
  'agent-browser': agentBrowser.version,
  'chrome-devtools-mcp': devtoolsMcp.version,
  'dom-accessibility-api': domAccessibility.version,
};

const messageOf = (/** @type {unknown} */ error) =>
  String(error instanceof Error ? error.message : error).split('\n')[0] ?? 'failed';

/** Empty results with the machine and the versions. A peer that is not installed has the reason instead of its version. */
function startResults(/** @type {boolean} */ quick, /** @type {string} */ browser) {
  /** @type {Results} */
  const results = {
    when: new Date().toISOString().slice(0, 16),
    quick,
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGB: Math.round(totalmem() / 1e9),
      load: Number(loadavg()[0]?.toFixed(1)),
      system: `${type()} ${release()}`,
      node: process.version,
    },
    browser,
    versions: {},
    errors: [],
    pages: [],
    deltas: [],
    growth: [],
    memory: [],
    scripts: [],
    flows: [],
    rules: [],
  };
  for (const [name, version] of Object.entries(peers)) {
    try {
      results.versions[name] = version();
    } catch (error) {
      results.versions[name] = `missing: ${messageOf(error)}`;
    }
  }
  return results;
}

/** @returns {Promise<Scripts>} for a script that could not be built one that throws, with the reason in `errors` */
async function makeScripts(/** @type {Results} */ results, /** @type {string | undefined} */ file) {
  const attempt = async (/** @type {string} */ name, /** @type {() => string | Promise<string>} */ make) => {
    try {
      return await make();
    } catch (error) {
      results.errors.push(`${name}: ${messageOf(error)}`);
      return `throw new Error(${JSON.stringify(`${name} is missing`)})`;
    }
  };
  const ours = file === undefined ? await bundleForPage() : readFileSync(file, 'utf8');
  return {
    ours,
    whole: file === undefined ? [ours, ...Object.values(await bundleParts())].join('\n;') : ours,
    playwright: await attempt('Playwright in the page', playwright.injectedScript),
    pageAgent: await attempt('page-agent', pageAgent.controllerScript),
    readability: await attempt('Readability', readability.readabilityScript),
    naming: await attempt('dom-accessibility-api', namingScript),
  };
}

/**
 * Runs the parts of the bench that the options name.
 * @param {import('./options.mjs').BenchOptions} options
 * @param {{ path: string, version: string }} found the browser
 * @param {(results: Results) => void} save is called after each step, so that an aborted run leaves its results
 */
export async function runAll(options, found, save) {
  const { quick, only } = options;
  const results = startResults(quick, found.version);
  const scripts = await makeScripts(results, options.file);
  const pages = choosePages(options, false);
  results.pages = pages.map(({ name, kind }) => ({ name, kind }));
  const wanted = (/** @type {string} */ part) => (only.length === 0 ? parts : only).includes(part);
  const attempt = async (/** @type {string} */ what, /** @type {() => Promise<void>} */ measure) => {
    const start = performance.now();
    try {
      await measure();
      say(`  ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    } catch (error) {
      results.errors.push(`${what}: ${messageOf(error)}`);
      say(`  ${what}: failed`);
    }
    save(results);
  };
  const resultOf = (/** @type {BenchPage} */ page) => {
    const known = results.pages.find(({ name }) => name === page.name);
    if (known) return known;
    /** @type {PageResult} */
    const result = { name: page.name, kind: page.kind };
    results.pages.push(result);
    return result;
  };
  /** @type {Job} */
  const job = { options, scripts, pages, results, attempt, resultOf, wanted };
  // Times first, in a browser to which no other tool is connected.
  await withBrowser(found.path, [], (get) => runTimes(job, get));
  await withBrowser(found.path, [], async (get) => {
    await runFlows(job, get);
    await runRules(job, get);
  });
  await withBrowser(found.path, memoryFlags, (get) => runMemory(job, get));
  await withBrowser(found.path, [], (get) => runTexts(job, get));
  await withBrowser(found.path, oracleFlags, (get) => runAccuracy(job, get));
  const port = await freePort();
  await withBrowser(found.path, [`--remote-debugging-port=${port}`], async (get) => {
    await runReading(job, get, port);
    await runCli(job, get, port);
  });
  return results;
}

/**
 * @typedef {{
 *   options: import('./options.mjs').BenchOptions, scripts: Scripts, pages: BenchPage[], results: Results,
 *   attempt: (what: string, measure: () => Promise<void>) => Promise<void>,
 *   resultOf: (page: BenchPage) => PageResult, wanted: (part: string) => boolean,
 * }} Job
 */

/** @typedef {() => Promise<Browser>} GetBrowser */

/** Calls `use` with a function that returns a running browser: one that a page has crashed is replaced. */
async function withBrowser(
  /** @type {string} */ path,
  /** @type {string[]} */ args,
  /** @type {(get: GetBrowser) => Promise<void>} */ use,
) {
  /** @type {Browser | undefined} */
  let browser;
  try {
    await use(async () => {
      if (!browser?.isConnected()) browser = await launchBrowser({ path, args });
      return browser;
    });
  } finally {
    await browser?.close();
  }
}

async function runTexts(/** @type {Job} */ job, /** @type {GetBrowser} */ get) {
  const { options, scripts, pages, results, attempt, resultOf, wanted } = job;
  if (wanted('text'))
    for (const page of pages)
      await attempt(`text: ${page.name}`, async () => {
        const { texts: _texts, ...text } = await measureText(await get(), page, { scripts });
        resultOf(page).text = text;
        for (const [name, error] of Object.entries(text.errors))
          results.errors.push(`text of ${name}: ${page.name}: ${error}`);
      });
  if (!wanted('delta')) return;
  const chosen = scenarios.filter((_, i) => !options.quick || i % 4 === 1);
  for (const scenario of chosen)
    for (const view of /** @type {const} */ (['full', 'interactive']))
      await attempt(`delta (${view}): ${scenario.what}`, async () => {
        const page = /** @type {BenchPage} */ (ownPages().find(({ name }) => name === scenario.page));
        const { full, delta, ...rest } = await measureDelta(await get(), page, scenario, view, scripts.ours);
        results.deltas.push({ ...rest, deltaTokens: sizeOf(delta).tokens, fullTokens: sizeOf(full).tokens });
      });
}

async function runAccuracy(/** @type {Job} */ job, /** @type {GetBrowser} */ get) {
  const { options, scripts, pages, attempt, resultOf, wanted } = job;
  const withApps =
    wanted('interactive') && options.pages.length === 0 ? [...pages, ...(await appPages())] : pages;
  if (wanted('interactive'))
    // Generated pages have thousands of equal elements, which would outweigh all real ones.
    for (const page of withApps.filter(({ kind }) => kind !== 'generated'))
      await attempt(`interactive elements: ${page.name}`, async () => {
        resultOf(page).interactive = await measureInteractive(await get(), page, { scripts });
      });
  if (wanted('names'))
    for (const page of pages.filter(({ kind }) => kind !== 'generated'))
      await attempt(`roles and names: ${page.name}`, async () => {
        resultOf(page).names = await measureNames(await get(), page, { scripts });
      });
}

async function runCli(/** @type {Job} */ job, /** @type {GetBrowser} */ get, /** @type {number} */ port) {
  const { options, pages, results, attempt, resultOf, wanted } = job;
  if (!wanted('cli')) return;
  for (const page of pages)
    await attempt(`agent-browser and chrome-devtools-mcp: ${page.name}`, async () => {
      const readings = await measureCli(await get(), port, page, options.quick ? 1 : 3);
      resultOf(page).cli = readings;
      for (const [name, reading] of Object.entries(readings))
        if ('error' in reading) results.errors.push(`${name}: ${page.name}: ${reading.error}`);
    });
}
