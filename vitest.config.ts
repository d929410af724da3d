import { defineConfig } from 'vitest/config';
import { findShell } from './scripts/setup/browser.mjs';

const PAGE = 'tests/page/**/*.test.ts';
const LAYOUT = 'tests/layout/**/*.test.ts';

/** With FULL=1 each engine runs all; else it leaves out what is slow, or hardly a matter of the engine, and is run by another. */
const isFull = Boolean(process.env.FULL);

/** Run in Chromium only: the slowest, and what is decided before or after the engine has a say; a simulation has none either. */
const PAGES_LEFT_TO_CHROMIUM = [
  'tests/page/{attacks,guessed-names,hostile-builtins,hostile-elements,interactive,options,properties,query-kinds,reading,refs,secrets}.test.ts',
];
const LEFT_TO_CHROMIUM = [
  ...PAGES_LEFT_TO_CHROMIUM,
  'tests/layout/{actions-{choice,honest,refused,rest},click-refused,components-*,controls-behind-labels,editors,fill-slider,formatted-fields,frameworks,hostile-handlers,hostile-scale,text-fields,unread}.test.ts',
];

/** Run with FULL=1 only: to install the libraries of tests/apps/more takes longer than to test them. */
const OF_MORE_APPS = ['tests/layout/components-{antd,date-picker,headless}.test.ts'];

/**
 * Of the rest, all but what reads styles runs in one of these two: in WebKitGTK, whose pages are opened in half of the
 * time, or in Firefox, which keeps the times of timers and frames better where other tests share the machine.
 */
const LEFT_TO_FIREFOX = ['tests/layout/actions-settle.test.ts'];
const LEFT_TO_WEBKIT = [
  'tests/page/{flat-tree,grids,injection,names}.test.ts',
  'tests/layout/{actions-{drag,files,keys,once,scroll,text},click,fill,hostile-documents,hostile-gestures,swipe}.test.ts',
];

/** What is done with a page that has been read: Chromium says it of every engine. */
const AFTER_READING = [
  'tests/page/{current,delta,main-content,page-find,page-verbs}.test.ts',
  'tests/layout/{page-tools,page-verbs}.test.ts',
];

/** The same, but the simulations say it too: loading of scripts, what a service does with a document, and texts of forms. */
const ALSO_SIMULATED = ['tests/page/{extract,form-texts,parts,read-file,run,transfer}.test.ts'];

/**
 * Milliseconds until a test counts as hung. It is no measure of speed: pages as large as tests make them take a browser
 * ten seconds alone, and many times that where others share the machine.
 */
const HUNG_AFTER = 300_000;

/** The same engine with another screen and a finger: what these can change. */
const CHANGED_BY_SCREEN = ['tests/layout/{click-by-finger,hostile-gestures,swipe}.test.ts'];

/** Of the rest, the two simulations share what has to hold without layout. */
const LEFT_TO_JSDOM = [
  'tests/page/{flat-tree,form-texts,injection,names,natives,parts,run,transfer}.test.ts',
];
const LEFT_TO_HAPPY_DOM = ['tests/page/{extract,hidden,read-file}.test.ts'];

/**
 * The same as in tests/layout on a page without the focus, or by commands, HTTP and MCP; what `npm run bench` measures too.
 */
const SAID_ELSEWHERE = [
  'tests/browser/{components-unfocused,delta-share,frameworks-unfocused}.test.ts',
  'tests/cli/todos.test.ts',
];

/** What kills servers and workers, fills a disk or goes on for long: what the sessions of each day do is tested without it. */
const HARD_ON_THE_MACHINE = [
  'tests/cli/{full-disk,killed-server}.test.ts',
  'tests/browser/soak.test.ts',
  'service/tests/crawl/killed-worker.test.ts',
];

/** Clients of other projects at the versions of their lock files: the protocols that they speak are tested without them. */
const OF_OTHER_PROJECTS = [
  'tests/unit/tools-sdks.test.ts',
  'cli/tests/mcp/inspector.test.ts',
  'service/tests/clients.test.ts',
];

/** What a command or a service starts that is not told which browser: see `chromiumPath` in tests/support/chromium.ts. */
const shell = findShell();
const withShell = shell === undefined ? {} : { INPAGE_BROWSER: shell };

const unlessFull = (files: string[]): string[] => (isFull ? [] : files);

/** Of the projects that are no engine's. */
const LEFT_OUT = unlessFull([...SAID_ELSEWHERE, ...HARD_ON_THE_MACHINE, ...OF_OTHER_PROJECTS]);

/**
 * The suite of `tests/page` says what holds with and without layout, that of `tests/layout` what holds where there is
 * one. A real browser on a busy machine gets a second try; the report says which test took it.
 */
const inEngine = (name: string, include: string[], leftOut: string[] = []) => ({
  test: {
    name,
    include,
    exclude: unlessFull(leftOut),
    env: { ENGINE: name },
    testTimeout: HUNG_AFTER,
    hookTimeout: HUNG_AFTER,
    retry: /dom$/.test(name) ? 0 : 1,
    // Files share the browser of their worker (tests/support/engine.ts); happy-dom's pages share their classes, and
    // hostile ones break them.
    isolate: name === 'happy-dom',
  },
});

export default defineConfig({
  test: {
    // Tests also wait, and their browsers take several processes each: four keep two cores busy. Each more starts one
    // more browser of every kind.
    maxWorkers: 4,
    globalSetup: 'tests/support/global-setup.ts',
    // What a second try was needed for is known from the message alone.
    chaiConfig: { truncateThreshold: 0 },
    projects: [
      {
        test: {
          name: 'pure',
          include: ['tests/unit/*.test.ts'],
          exclude: LEFT_OUT,
          testTimeout: HUNG_AFTER,
          isolate: false,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          exclude: LEFT_OUT,
          testTimeout: HUNG_AFTER,
          hookTimeout: HUNG_AFTER,
          retry: 1,
          isolate: false,
        },
      },
      {
        test: {
          name: 'cli',
          // Those in cli/tests use packages of cli's own.
          include: ['tests/cli/*.test.ts', 'cli/tests/**/*.test.ts'],
          exclude: LEFT_OUT,
          isolate: false,
          globalSetup: 'tests/cli/global-setup.ts',
          env: withShell,
          testTimeout: HUNG_AFTER,
          hookTimeout: HUNG_AFTER,
          retry: 1,
        },
      },
      {
        test: {
          name: 'service',
          include: ['service/tests/**/*.test.ts'],
          exclude: LEFT_OUT,
          // What they import takes longer to load than most of them take.
          isolate: false,
          env: withShell,
          testTimeout: HUNG_AFTER,
          hookTimeout: HUNG_AFTER,
          retry: 1,
        },
      },
      inEngine('jsdom', [PAGE], [...PAGES_LEFT_TO_CHROMIUM, ...AFTER_READING, ...LEFT_TO_HAPPY_DOM]),
      inEngine('happy-dom', [PAGE], [...PAGES_LEFT_TO_CHROMIUM, ...AFTER_READING, ...LEFT_TO_JSDOM]),
      inEngine('chromium', [PAGE, LAYOUT], OF_MORE_APPS),
      inEngine('mobile', isFull ? [PAGE, LAYOUT] : CHANGED_BY_SCREEN),
      inEngine(
        'firefox',
        [PAGE, LAYOUT],
        [...LEFT_TO_CHROMIUM, ...AFTER_READING, ...ALSO_SIMULATED, ...LEFT_TO_WEBKIT],
      ),
      inEngine(
        'webkit',
        [PAGE, LAYOUT],
        [...LEFT_TO_CHROMIUM, ...AFTER_READING, ...ALSO_SIMULATED, ...LEFT_TO_FIREFOX],
      ),
    ],
  },
});
