import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepsToBrowser } from '../../scripts/setup/install-browser.mjs';
import { readVitestReport } from '../../scripts/test/vitest-report.mjs';

const debian = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n';
const ubuntu = 'NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n';
const mint = 'ID=linuxmint\nID_LIKE="ubuntu debian"\n';

describe('getting a browser', () => {
  const steps = (isRoot: boolean, osRelease: string) =>
    stepsToBrowser({ isRoot, osRelease }).map(({ what }) => what);
  const deb = "Debian's chromium package";
  const libraries = "the system libraries that Playwright's Chromium needs";
  const download = "Playwright's Chromium";

  it('takes the package of Debian as root', () => {
    expect(steps(true, debian)).toEqual([deb, libraries, download]);
  });

  it('does not take the package of Ubuntu and its derivatives, which is a snap', () => {
    expect(steps(true, ubuntu)).toEqual([libraries, download]);
    expect(steps(true, mint)).toEqual([libraries, download]);
  });

  it('only downloads where it has no right to install', () => {
    expect(steps(false, debian)).toEqual([download]);
    expect(steps(false, '')).toEqual([download]);
  });
});

describe('the count of a test run', () => {
  const read = (report: unknown, exitCode: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'report-'));
    try {
      const path = join(folder, 'report.json');
      if (report) writeFileSync(path, JSON.stringify(report));
      return readVitestReport(path, exitCode);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const file = (status: string, ...tests: string[]) => ({
    name: 'a.test.ts',
    status,
    assertionResults: tests.map((result) => ({ status: result })),
  });

  it('counts skipped and todo tests as not run', () => {
    const report = {
      testResults: [
        file('passed', 'passed', 'skipped', 'pending', 'todo'),
        file('failed', 'failed', 'passed'),
      ],
    };
    expect(read(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 3, problems: [], notes: [] });
  });

  it('reports what passed at the second try, and why', () => {
    const again = {
      status: 'passed',
      fullName: 'a button is pressed',
      failureMessages: ['Error: late\n    at x'],
    };
    const report = { testResults: [{ ...file('passed', 'passed'), assertionResults: [again] }] };
    expect(read(report, 0)).toEqual({
      passed: 1,
      failed: 0,
      skipped: 0,
      problems: [],
      notes: ['SECOND TRY: a.test.ts > a button is pressed\n    Error: late\n        at x'],
    });
  });

  it('counts a file that breaks before its first test', () => {
    const report = { testResults: [file('passed', 'passed'), file('failed')] };
    expect(read(report, 1)).toMatchObject({
      passed: 1,
      failed: 1,
      problems: ['a.test.ts could not be run.'],
    });
  });

  it('fails a run without a test, without a report, or with an error outside of the tests', () => {
    expect(read({ testResults: [] }, 0)).toMatchObject({ failed: 1, problems: ['No test ran.'] });
    expect(read({ testResults: [file('passed', 'skipped')] }, 0)).toMatchObject({
      passed: 0,
      failed: 1,
      skipped: 1,
    });
    expect(read(undefined, 1)).toMatchObject({ failed: 1 });
    expect(read({ testResults: [file('passed', 'passed')] }, 1)).toMatchObject({ passed: 1, failed: 1 });
  });
});
