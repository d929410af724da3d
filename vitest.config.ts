import { defineConfig } from 'vitest/config';

/**
 * The suite of `tests/page` runs once in every engine: what it says holds with and without layout. That of
 * `tests/layout` does in those that have one.
 */
const inEngine = (name: string, ...folders: string[]) => ({
  test: {
    name,
    include: ['page', ...folders].map((folder) => `tests/${folder}/**/*.test.ts`),
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
      inEngine('chromium', 'layout'),
      inEngine('mobile', 'layout'),
      inEngine('firefox', 'layout'),
      inEngine('webkit', 'layout'),
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
