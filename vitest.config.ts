import { defineConfig } from 'vitest/config';

/**
 * The suite of `tests/page` runs once in every engine: what it says holds with and without layout. That of
 * `tests/layout` does in those that have one.
 */
const inEngine = (name: string, ...more: string[]) => ({
  test: {
    name,
    include: ['tests/page/**/*.test.ts', ...more],
    env: { ENGINE: name },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    // Tests mostly wait for browsers: three of them keep two cores busy.
    maxWorkers: 3,
    projects: [
      { test: { name: 'pure', include: ['tests/unit/*.test.ts'], testTimeout: 120_000 } },
      inEngine('jsdom'),
      inEngine('happy-dom'),
      inEngine('chromium', 'tests/layout/**/*.test.ts'),
      {
        // The same engine with another screen and a finger: what depends on either.
        test: {
          ...inEngine('mobile').test,
          include: [
            'tests/layout/{actions-,click,fill}*.test.ts',
            'tests/page/{hidden,interactive,page}*.test.ts',
          ],
        },
      },
      inEngine('firefox', 'tests/layout/**/*.test.ts'),
      inEngine('webkit', 'tests/layout/**/*.test.ts'),
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
