import { obtainEngines } from './setup/engines.mjs';
import { obtainBrowser, obtainShell } from './setup/install-browser.mjs';
import { obtainMaven } from './setup/java.mjs';
import { installPackages } from './setup/packages.mjs';
import { say } from './setup/run.mjs';
import { obtainServiceParts } from './setup/service.mjs';

/** Packages first: everything else needs them. */
export async function setUpPackages() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new Error(`Node.js 20 or newer is needed; this is ${process.versions.node}.`);
  // The types of the command line and of the service are checked with the others.
  await Promise.all([installPackages(), installPackages('cli'), installPackages('service')]);
}

/** The frameworks, component libraries and editors that the tests act on, and the SDKs that the tools are given to. */
export async function setUpApps() {
  await Promise.all([installPackages('tests/apps'), installPackages('tests/sdks')]);
}

/** Redis, and the clients that the service is tested with. */
export const setUpService = () => obtainServiceParts();

/** Set where all is built: what is started from here does not build it again. */
const IS_BUILT = 'AGENT_BROWSER_BUILT';

/**
 * Builds dist/ and docs/bookmarklet.html.
 * @returns {Promise<string[]>} the committed files among them that were not what the sources give
 */
export async function setUpBuild() {
  if (process.env[IS_BUILT]) {
    say('Build: dist/agent-browser.js and all else was built just now.');
    return [];
  }
  // esbuild is not there before the packages are.
  const { build } = await import('./build.mjs');
  say('Build:');
  const stale = await build();
  process.env[IS_BUILT] = '1';
  return stale;
}

/** The Chromium that the tests of pages run in. It comes before the browser: whoever chose one gets all tests in it. */
export async function setUpShell() {
  const path = await obtainShell();
  if (path) process.env.AGENT_BROWSER_SHELL = path;
}

/** @returns {Promise<import('./setup/browser.mjs').FoundBrowser>} */
export async function setUpBrowser() {
  const browser = await obtainBrowser();
  // Whatever is started from here takes the same one without looking again.
  process.env.AGENT_BROWSER_CHROMIUM = browser.path;
  return browser;
}

/** Firefox and WebKitGTK; gives the projects of vitest.config.ts that can't be run here. */
export const setUpEngines = () => obtainEngines();

/** Maven with a JDK, for the Kotlin library and the Android sample. */
export const setUpJava = () => obtainMaven();

/**
 * Ends a command with one sentence instead of a stack: what goes wrong in set-up is not a bug in the script.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error, exitCode = 1) {
  say(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(exitCode);
}
