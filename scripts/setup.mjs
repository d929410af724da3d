import { obtainEngines } from './setup/engines.mjs';
import { obtainBrowser } from './setup/install-browser.mjs';
import { obtainMaven } from './setup/java.mjs';
import { installPackages } from './setup/packages.mjs';
import { say } from './setup/run.mjs';
import { obtainServiceParts } from './setup/service.mjs';

/** Packages first: everything else needs them. */
export async function setUpPackages() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new Error(`Node.js 20 or newer is needed; this is ${process.versions.node}.`);
  await installPackages();
  // The types of the command line and of the service are checked with the others.
  await installPackages('cli');
  await installPackages('service');
}

/** The frameworks, component libraries and editors that the tests act on, and the SDKs that the tools are given to. */
export async function setUpApps() {
  await installPackages('tests/apps');
  await installPackages('tests/sdks');
}

/** Redis, and the clients that the service is tested with. */
export const setUpService = () => obtainServiceParts();

/** Builds dist/ and docs/bookmarklet.html. */
export async function setUpBuild() {
  // esbuild is not there before the packages are.
  const { build } = await import('./build.mjs');
  say('Build:');
  await build();
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
