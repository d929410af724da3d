#!/usr/bin/env node
/**
 * Runs all checks and tests, and installs what they need: compares the committed build with the sources, runs the commands
 * of `npm run check`, builds the declaration files, and runs all tests, with those of the Kotlin library. Arguments are
 * passed to vitest (`npm test -- tests/unit -t refs`); Kotlin's tests are then left out. The last line counts what passed,
 * failed and was skipped; a check counts as one.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root, run } from './setup/run.mjs';
import {
  fail,
  setUpApps,
  setUpBrowser,
  setUpBuild,
  setUpEngines,
  setUpJava,
  setUpPackages,
  setUpService,
  setUpShell,
} from './setup.mjs';
import { readSurefireReports, removeSurefireReports } from './test/surefire-report.mjs';
import { readVitestReport } from './test/vitest-report.mjs';

// So that commands of package.json find the tools of node_modules, as under npm.
process.env.PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;

const isFull = Boolean(process.env.FULL);

const shell = (/** @type {string} */ command) => run(command, [], { shell: true, output: 'inherit' });
const node = (/** @type {string[]} */ ...args) => run(process.execPath, args, { output: 'inherit' });
const print = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

/** @returns {string[]} */
function checkCommands() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return scripts.check.split(' && ');
}

/**
 * @param {string[]} missing projects whose engine can't be installed on this machine
 * @returns {Promise<import('./test/vitest-report.mjs').Tally>}
 */
async function runVitest(missing) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-browser-'));
  const report = join(folder, 'report.json');
  try {
    const code = await node(
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...missing.map((project) => `--project=!${project}`),
      ...process.argv.slice(2),
    );
    return readVitestReport(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Builds and tests the Kotlin library, whose tests use the browser too, and compiles the sample against Android's classes.
 * @param {string} command Maven's
 * @returns {Promise<import('./test/vitest-report.mjs').Tally>}
 */
async function runMaven(command) {
  const reports = join(root, 'kotlin/target/surefire-reports');
  removeSurefireReports(reports);
  // The processes live for a minute, in which the optimizing compiler of the virtual machine does not pay off.
  const env = { MAVEN_OPTS: `-XX:TieredStopAtLevel=1 -XX:+UseSerialGC ${process.env.MAVEN_OPTS ?? ''}` };
  const quiet = ['--batch-mode', '--no-transfer-progress', '-Dstyle.color=never', '--quiet'];
  const args = [...quiet, '-Dkotlin.compiler.daemon=false', 'verify'];
  const code = await run(command, args, { env, output: 'inherit', shell: process.platform === 'win32' });
  return readSurefireReports(reports, code);
}

/**
 * Sets up the programs one after the other, since apt-get runs only once at a time. Maven mostly waits, for packages, its
 * compiler and the browser of its tests: it is started as soon as these are there.
 * @param {boolean} isWhole with Kotlin's tests
 * @param {Promise<void>} built the build of the files that Kotlin's sessions inject
 * @returns {Promise<{ missing: string[], kotlin: ReturnType<typeof runMaven> | undefined }>} `missing`: projects whose
 * engine can't be installed on this machine
 */
async function setUpPrograms(isWhole, built) {
  await setUpShell();
  await setUpBrowser();
  const java = isWhole ? await setUpJava() : undefined;
  await built;
  const kotlin = java && runMaven(java.command);
  kotlin?.catch(() => undefined);
  await setUpService(isFull);
  return { missing: await setUpEngines(), kotlin };
}

async function main() {
  await setUpPackages();
  /** @type {string[]} */
  const problems = [];
  let checksPassed = 0;
  const check = async (/** @type {string} */ name, /** @type {() => Promise<number>} */ step) => {
    print(`\nCheck: ${name}`);
    if ((await step()) === 0) checksPassed += 1;
    else problems.push(`${name} failed.`);
  };

  const built = check('what is committed of the build is what the sources give', async () => {
    const stale = await setUpBuild();
    // Imported here, since it needs esbuild, which setUpPackages installs.
    return (await import('./build.mjs')).sayWhetherStale(stale);
  });
  const isWhole = process.argv.length === 2;
  // Installing mostly waits, so it runs beside the build and the checks.
  const installed = Promise.all([setUpApps(isFull), setUpPrograms(isWhole, built)]);
  installed.catch(() => undefined);
  await built;
  for (const command of ['tsc -p tsconfig.types.json', ...checkCommands()])
    await check(command, () => shell(command));
  print('');
  const [, { missing, kotlin }] = await installed;
  print(`\nTests: vitest${isWhole ? ', and Kotlin beside it (mvn verify)' : ''}`);
  const tallies = await Promise.all([runVitest(missing), ...(kotlin ? [kotlin] : [])]);
  for (const project of missing) print(`NOT RUN: the tests in ${project}, which this machine can't have.`);

  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ what) =>
    tallies.reduce((total, tally) => total + tally[what], 0);
  const passed = checksPassed + sum('passed');
  const failed = problems.length + sum('failed');
  const skipped = sum('skipped');
  for (const note of tallies.flatMap((tally) => tally.notes ?? [])) print(note);
  for (const problem of [...problems, ...tallies.flatMap((tally) => tally.problems)]) print(problem);
  if (failed > 0) process.exitCode = 1;
  process.stdout.write(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`);
}

try {
  await main();
} catch (error) {
  fail(error);
}
