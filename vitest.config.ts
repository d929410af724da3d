import { defineConfig } from 'vitest/config';

const PAGE = 'tests/page/**/*.test.ts';
const LAYOUT = 'tests/layout/**/*.test.ts';

/**
 * The suite of `tests/page` says what holds with and without layout, that of `tests/layout` what holds where there is
 * one. A real browser on a busy machine gets a second try; the report says which test took it.
 */
const inEngine = (name: string, include: string[]) => ({
  test: {
    name,
    include,
    env: { ENGINE: name },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: /dom$/.test(name) ? 0 : 1,
    // Files share the browser of their worker (tests/support/engine.ts); simulated pages share their classes, and
    // hostile ones break them.
    isolate: /dom$/.test(name),
  },
});

export default defineConfig({
  test: {
    // Tests mostly wait for browsers: three of them keep two cores busy.
    maxWorkers: 3,
    globalSetup: 'tests/support/global-setup.ts',
    projects: [
      { test: { name: 'pure', include: ['tests/unit/*.test.ts'], testTimeout: 120_000 } },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          retry: 1,
        },
      },
      inEngine('jsdom', [PAGE]),
      inEngine('happy-dom', [PAGE]),
      inEngine('chromium', [PAGE, LAYOUT]),
      // The same engine with another screen and a finger.
      inEngine('mobile', [PAGE, LAYOUT]),
      inEngine('firefox', [PAGE, LAYOUT]),
      inEngine('webkit', [PAGE, LAYOUT]),
    ],
  },
});
