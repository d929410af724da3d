import { defineConfig } from 'vitest/config';

const PAGE = 'tests/page/**/*.test.ts';
const LAYOUT = 'tests/layout/**/*.test.ts';

/** With ALL_ENGINES=1 each engine runs all; else the slowest files are left to Chromium: the gate has 20 minutes. */
const isAll = Boolean(process.env.ALL_ENGINES);
const LEFT_OUT = isAll
  ? []
  : [
      'tests/page/{attacks,options,properties,query-kinds,secrets}.test.ts',
      'tests/layout/{actions-choice,fill-slider,formatted-fields,frameworks,hostile-scale,text-fields}.test.ts',
    ];
/** The same engine with another screen and a finger: what these can change. */
const MOBILE = isAll
  ? [PAGE, LAYOUT]
  : [
      'tests/layout/{click*,controls-behind-labels,fill,hostile-documents,hostile-gestures}.test.ts',
      'tests/page/{hidden,interactive,page-verbs,refs}.test.ts',
    ];

/**
 * The suite of `tests/page` says what holds with and without layout, that of `tests/layout` what holds where there is
 * one. A real browser on a busy machine gets a second try; the report says which test took it.
 */
const inEngine = (name: string, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    include,
    exclude,
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
      inEngine('mobile', MOBILE),
      inEngine('firefox', [PAGE, LAYOUT], LEFT_OUT),
      inEngine('webkit', [PAGE, LAYOUT], LEFT_OUT),
    ],
  },
});
