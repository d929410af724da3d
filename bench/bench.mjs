#!/usr/bin/env node
/**
 * Measures speed, size, tokens and accuracy of this project and its peers, all in one run on the same pages, and prints the
 * tables of README. Installs and builds what it needs. `npm run bench -- --help` lists the options.
 */
import { writeFileSync } from 'node:fs';
import { installPackages } from '../scripts/setup/packages.mjs';
import { say } from '../scripts/setup/run.mjs';
import { fail, setUpApps, setUpBrowser, setUpPackages } from '../scripts/setup.mjs';
import { readOptions, UsageError, usage } from './options.mjs';

/** @returns {import('./options.mjs').BenchOptions} */
function readCommandLine() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return fail(`${error.message} See npm run bench -- --help.`, 2);
  }
}

async function recordSizes(/** @type {string} */ path) {
  const { launchBrowser } = await import('../scripts/setup/browser.mjs');
  const sizes = await import('./sizes.mjs');
  const browser = await launchBrowser({ path });
  try {
    const measured = await sizes.measureSizes(browser);
    sizes.recordSizes(measured);
    process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`);
  } finally {
    await browser.close();
  }
}

async function bench(/** @type {import('./options.mjs').BenchOptions} */ options) {
  await setUpPackages();
  const { path, version } = await setUpBrowser();
  // The imports above must work before the packages are installed; these need them.
  if (options.recordSizes) return recordSizes(path);
  if (options.profile) {
    const { printProfiles } = await import('./profile/print.mjs');
    return printProfiles(path, options);
  }
  // Only these parts measure pages of apps.
  if (
    options.only.length === 0 ||
    options.only.some((part) => ['interactive', 'flows', 'rules'].includes(part))
  )
    await setUpApps(true);
  await installPackages('bench');
  const { runAll } = await import('./run.mjs');
  const { makeTables } = await import('./report/tables.mjs');
  const save = (/** @type {import('./run.mjs').Results} */ results) => {
    if (options.json) writeFileSync(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
  };
  const results = await runAll(options, { path, version }, save);
  process.stdout.write(`${makeTables(results)}\n`);
  save(results);
  if (options.write) {
    const { writeResults } = await import('./report/write.mjs');
    writeResults(results);
  }
  for (const error of results.errors) say(`Not measured: ${error}`);
}

// On SIGTERM, Playwright closes its browsers but does not end the process, which would start the next browser.
process.once('SIGTERM', () => process.exit(143));

const options = readCommandLine();
if (options.help) {
  process.stdout.write(`${usage}\n`);
} else {
  try {
    await bench(options);
  } catch (error) {
    fail(error);
  }
}
