import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./vitest-report.mjs').Tally} Tally */

/** Deletes the reports of an earlier run, so that they are not counted. */
export const removeSurefireReports = (/** @type {string} */ folder) =>
  rmSync(folder, { recursive: true, force: true });

/** The number in an attribute of the opening tag of a report. */
const numberIn = (/** @type {string} */ tag, /** @type {string} */ name) =>
  Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);

/**
 * Counts the tests in the reports of Maven's test plugin. A run that failed without a failing test (it did not compile)
 * and one without any test count as one failure.
 * @param {string} folder `target/surefire-reports`
 * @param {number} exitCode Maven's own
 * @returns {Tally}
 */
export function readSurefireReports(folder, exitCode) {
  /** @type {Tally} */
  const tally = { passed: 0, failed: 0, skipped: 0, problems: [] };
  const fail = (/** @type {string} */ problem) => {
    tally.failed += 1;
    tally.problems.push(problem);
  };
  /** @type {string[]} */
  let files = [];
  try {
    files = readdirSync(folder).filter((name) => /^TEST-.*\.xml$/.test(name));
  } catch {
    // No folder: reported below as "No Kotlin test ran".
  }
  for (const file of files) {
    const [tag = ''] = /<testsuite\s[^>]*>/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    const failed = numberIn(tag, 'failures') + numberIn(tag, 'errors');
    const skipped = numberIn(tag, 'skipped');
    tally.failed += failed;
    tally.skipped += skipped;
    tally.passed += numberIn(tag, 'tests') - failed - skipped;
  }
  if (tally.passed + tally.failed === 0) fail('No Kotlin test ran.');
  else if (exitCode !== 0 && tally.failed === 0) fail(`Maven ended with exit code ${exitCode}.`);
  return tally;
}
