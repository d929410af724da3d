import { readFileSync } from 'node:fs';

/**
 * `notes`: tests that passed only on a second try, with the failure of the first.
 * @typedef {{ passed: number, failed: number, skipped: number, problems: string[], notes?: string[] }} Tally
 */

/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} Assertion */

/** Most lines of a failure in a note: enough for its message and the first place in the tests. */
const LINES = 12;

/** @returns {string | undefined} */
const secondTry = (/** @type {string} */ file, /** @type {Assertion} */ test) => {
  const [first] = test.failureMessages ?? [];
  if (test.status !== 'passed' || first === undefined) return undefined;
  const lines = first.split('\n').slice(0, LINES).join('\n    ');
  return `SECOND TRY: ${file} > ${test.fullName}\n    ${lines}`;
};

/**
 * Counts the tests in the report of vitest's JSON reporter. A file that breaks before its first test counts as one
 * failure, and so does a run that failed without a failing test (an unhandled error) or that ran no test at all.
 * @param {string} path
 * @param {number} exitCode vitest's own
 * @returns {Tally}
 */
export function readVitestReport(path, exitCode) {
  /** @type {Tally} */
  const tally = { passed: 0, failed: 0, skipped: 0, problems: [], notes: [] };
  const fail = (/** @type {string} */ problem) => {
    tally.failed += 1;
    tally.problems.push(problem);
  };
  /** @type {{ name: string, status: string, assertionResults: Assertion[] }[]} */
  let files = [];
  try {
    files = JSON.parse(readFileSync(path, 'utf8')).testResults;
  } catch {
    // No report: reported below, as no test ran.
  }
  for (const { name, status, assertionResults } of files) {
    const before = tally.failed;
    for (const test of assertionResults) {
      if (test.status === 'passed') tally.passed += 1;
      else if (test.status === 'failed') tally.failed += 1;
      else tally.skipped += 1;
      const note = secondTry(name, test);
      if (note) tally.notes?.push(note);
    }
    if (status === 'failed' && tally.failed === before) fail(`${name} could not be run.`);
  }
  if (tally.passed + tally.failed === 0) fail('No test ran.');
  else if (exitCode !== 0 && tally.failed === 0) fail(`vitest ended with exit code ${exitCode}.`);
  return tally;
}
