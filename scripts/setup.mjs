import { obtainEngines } from './setup/engines.mjs';
import { obtainBrowser, obtainShell } from './setup/install-browser.mjs';
import { obtainMaven } from './setup/java.mjs';
import { installPackages } from './setup/packages.mjs';
import { say } from './setup/run.mjs';
import { obtainServiceParts } from './setup/service.mjs';

/** Checks the version of Node and installs the packages, which all other set-up needs. */
export async function setUpPackages() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new Error(`Node.js 20 or newer is needed; this is ${process.versions.node}.`);
  // The type check covers the command line and the service too, so it needs their packages.
  await Promise.all([installPackages(), installPackages('cli'), installPackages('service')]);
}

/**
 * Installs the frameworks, component libraries and editors that the tests act on.
 * @param {boolean} isFull with the large libraries too, and the SDKs that the tools are tested with
 */
export async function setUpApps(isFull) {
  const folders = ['tests/apps', ...(isFull ? ['tests/apps/more', 'tests/sdks'] : [])];
  await Promise.all(folders.map((folder) => installPackages(folder)));
}

/**
 * Installs Redis.
 * @param {boolean} isFull with the clients of other projects that the service is tested with
 */
export const setUpService = (isFull) => obtainServiceParts(isFull);

/** The environment variable that tells child processes that all is built, so that they do not build it again. */
const IS_BUILT = 'AGENT_BROWSER_BUILT';

/**
 * Builds dist/ and docs/bookmarklet.html.
 * @returns {Promise<string[]>} the committed files that differed from the build
 */
export async function setUpBuild() {
  if (process.env[IS_BUILT]) {
    say('Build: dist/agent-browser.js and all else was built just now.');
    return [];
  }
  // Imported here, since it needs esbuild, which setUpPackages installs.
  const { build } = await import('./build.mjs');
  say('Build:');
  const stale = await build();
  process.env[IS_BUILT] = '1';
  return stale;
}

/**
 * Finds or installs the headless shell, in which page tests run. Before the browser: obtainShell finds none if the
 * user has chosen a browser.
 */
export async function setUpShell() {
  const path = await obtainShell();
  if (path) process.env.AGENT_BROWSER_SHELL = path;
}

/** @returns {Promise<import('./setup/browser.mjs').FoundBrowser>} */
export async function setUpBrowser() {
  const browser = await obtainBrowser();
  // Child processes use the same browser without a search.
  process.env.AGENT_BROWSER_CHROMIUM = browser.path;
  return browser;
}

/** Finds or installs Firefox and WebKitGTK; returns the projects of vitest.config.ts that can't be run here. */
export const setUpEngines = () => obtainEngines();

/** Finds or installs Maven with a JDK, for the Kotlin library and the Android sample. */
export const setUpJava = () => obtainMaven();

/**
 * Ends the process with the error's message instead of a stack: a failed set-up is not a bug in the script.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error, exitCode = 1) {
  say(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(exitCode);
}
