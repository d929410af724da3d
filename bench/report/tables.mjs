import { addScores } from '../measure/names.mjs';
import { flowSection } from './flow-tables.mjs';
import { both, count, ms, percent, table, times } from './format.mjs';
import { readingSections } from './reading-tables.mjs';
import { ruleSection } from './rule-tables.mjs';
import {
  hasSameInformation,
  judgeTargets,
  shareOfAgentBrowser,
  speedUp,
  timesTheFloor,
  tokenShare,
} from './targets.mjs';

/** @typedef {import('../run.mjs').Results} Results */
/** @typedef {import('../run.mjs').PageResult} PageResult */

export function sayWhere(/** @type {Results} */ { when, quick, machine, browser, versions }) {
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `${when} UTC${quick ? ', quick run' : ''}. ${browser}; ${machine.cpu}, ${machine.cores} cores, load ${machine.load}; ${machine.system}, Node ${machine.node}. ${peers.join(', ')}.`;
}

/** All targets; of a quick run, which measures only some, those that were measured. */
const shownTargets = (/** @type {Results} */ results) =>
  judgeTargets(results).filter(({ holds }) => !results.quick || holds !== undefined);

export const targetTable = (/** @type {Results} */ results) =>
  table(
    ['what', 'target', 'measured', 'holds'],
    shownTargets(results).map(({ what, target, value, holds }) => [
      what,
      target,
      value,
      holds === undefined ? '' : holds ? 'yes' : 'no',
    ]),
  );

export const timeTable = (/** @type {Results} */ { pages }) =>
  table(
    [
      'page',
      'elements',
      'floor',
      'full',
      'default',
      'Playwright',
      'page-agent',
      'wall: full',
      'wall: Playwright',
      'Playwright / full',
      'full / floor',
    ],
    pages
      .filter(({ time }) => time)
      .map((page) => {
        const { name, time, text } = page;
        return [
          name,
          count(text?.elements),
          both(time?.floor?.page),
          both(time?.full?.page),
          both(time?.default?.page),
          time?.playwright?.error ?? both(time?.playwright?.page),
          text?.errors['page-agent'] ?? ms(text?.pageAgent?.median),
          both(time?.full?.wall),
          time?.playwright?.error ?? both(time?.playwright?.wall),
          times(speedUp(page)),
          times(timesTheFloor(page)),
        ];
      }),
  );

const slowTable = (/** @type {Results} */ { pages }) =>
  table(
    ['page', 'JSON: first', 'JSON: median', 'text: first', 'JSON, KB'],
    pages.flatMap(({ name, slow }) =>
      slow
        ? [[name, ms(slow.first), ms(slow.median), ms(slow.textFirst), (slow.jsonBytes / 1000).toFixed(1)]]
        : [],
    ),
  );

const cliTokens = (
  /** @type {PageResult} */ { cli },
  /** @type {keyof import('../measure/cli.mjs').CliReadings} */ name,
) => {
  const reading = cli?.[name];
  return reading === undefined ? '' : 'error' in reading ? 'failed' : count(reading.tokens);
};

export const tokenTable = (/** @type {Results} */ { pages }) =>
  table(
    [
      'page',
      'Playwright',
      'full',
      'share',
      'without URLs',
      'share',
      'same information',
      'its elements',
      'unseen ones, not in ours',
      'its words',
      'its URLs, whole',
      'default',
      'interactive',
      'agent-browser -i',
      'share',
      'agent-browser',
      'chrome-devtools-mcp',
      'page-agent',
    ],
    pages
      .filter(({ text }) => text)
      .map((page) => {
        const { name, text } = page;
        const same = text?.sameInformation;
        const tokens = (/** @type {string} */ of) =>
          text?.errors[of] ? 'failed' : count(text?.sizes[of]?.tokens);
        return [
          name,
          tokens('playwright'),
          tokens('full'),
          percent(tokenShare(page)),
          tokens('plain'),
          percent(tokenShare(page, 'plain')),
          same ? (hasSameInformation(page) ? 'yes' : 'no') : '',
          percent(same?.interactive),
          count(same?.interactiveUnseen),
          percent(same?.words),
          percent(same?.urls),
          tokens('default'),
          tokens('interactive'),
          cliTokens(page, 'agent-browser -i'),
          percent(shareOfAgentBrowser(page)),
          cliTokens(page, 'agent-browser'),
          cliTokens(page, 'chrome-devtools-mcp'),
          tokens('page-agent'),
        ];
      }),
  );

const formatTable = (/** @type {Results} */ { pages }) => {
  const formats = [
    'full',
    'full html',
    'full indexed',
    'full outline',
    'full yaml',
    'full markdown',
    'full json',
  ];
  return table(
    ['page', ...formats.map((format) => (format === 'full' ? 'tree' : format.slice(5))), 'words seen'],
    pages.flatMap(({ name, text }) =>
      text
        ? [
            [
              name,
              ...formats.map(
                (of) =>
                  `${count(text.sizes[of]?.chars)} / ${count(text.sizes[of]?.tokens)} / ${count(text.refs[of])}`,
              ),
              percent(text.visibleWords.full),
            ],
          ]
        : [],
    ),
  );
};

const cliTable = (/** @type {Results} */ { pages }) =>
  table(
    ['page', 'agent-browser', 'agent-browser -i', 'chrome-devtools-mcp'],
    pages.flatMap(({ name, cli }) =>
      cli
        ? [
            [
              name,
              ...Object.values(cli).map((reading) =>
                'error' in reading ? reading.error : both(reading.wall),
              ),
            ],
          ]
        : [],
    ),
  );

const finders = ['ours', 'playwright', 'page-agent'];

export const interactiveTable = (/** @type {Results} */ { pages }) =>
  table(
    ['page', 'real', ...finders.map((name) => `${name}: recall / precision`)],
    pages.flatMap(({ name, interactive }) =>
      interactive
        ? [
            [
              name,
              count(interactive.ours?.real),
              ...finders.map((who) => {
                const finding = interactive[who];
                return finding ? `${percent(finding.recall)} / ${percent(finding.precision)}` : '';
              }),
            ],
          ]
        : [],
    ),
  );

export const nameTable = (/** @type {Results} */ { pages }) =>
  table(
    ['who', 'roles', 'of', 'names', 'of'],
    Object.entries(addScores(pages.flatMap(({ names }) => names ?? []))).map(([who, { roles, names }]) => [
      who,
      percent(roles.right / roles.of, 2),
      count(roles.of),
      percent(names.right / names.of, 2),
      count(names.of),
    ]),
  );

const deltaTable = (/** @type {Results} */ { deltas }) =>
  table(
    ['page, action', 'text', 'nodes', 'tokens: whole', 'tokens: change', 'share of characters'],
    deltas.map(({ page, what, view, nodes, fullTokens, deltaTokens, share }) => [
      `${page}: ${what}`,
      view,
      count(nodes),
      count(fullTokens),
      count(deltaTokens),
      percent(share),
    ]),
  );

const growthTable = (/** @type {Results} */ { growth }) =>
  table(
    ['what', ...(growth[0]?.points ?? []).map(([elements]) => `${count(elements)} elements`), 'exponent'],
    growth.map(({ name, points, exponent }) => [
      name,
      ...points.map(([, time]) => ms(time)),
      exponent.toFixed(2),
    ]),
  );

const memoryTable = (/** @type {Results} */ { memory }) =>
  table(
    ['page', 'snapshots', 'heap before, KB', 'heap after, KB', 'DOM nodes before', 'after'],
    memory.map((one) => [
      one.page,
      count(one.snapshots),
      count(Math.round(one.heapBefore / 1000)),
      count(Math.round(one.heapAfter / 1000)),
      count(one.nodesBefore),
      count(one.nodesAfter),
    ]),
  );

const scriptTable = (/** @type {Results} */ { scripts }) =>
  table(
    ['script', 'bytes', 'zipped', 'parse, ms', 'install, ms', 'install 6 x slowed down, ms'],
    scripts.map(({ name, bytes, gzip, parse, install, slowInstall }) => [
      name,
      count(bytes),
      count(gzip),
      ms(parse),
      ms(install),
      ms(slowInstall),
    ]),
  );

/** @type {[heading: string, note: string, make: (results: Results) => string, isThere: (results: Results) => boolean][]} */
const sections = [
  [
    'Targets',
    'Medians over the real pages where there are any, else over all pages.',
    targetTable,
    (results) => shownTargets(results).length > 0,
  ],
  ...readingSections,
  [
    'Time',
    "ms of the page's thread: median (95th percentile). Wall: from the request of a host until it has the text. The floor reads style and box of each element and nothing else. Factors are of the quickest rounds.",
    timeTable,
    ({ pages }) => pages.some(({ time }) => time),
  ],
  [
    'Time of the default snapshot at a sixth of the speed',
    'ms in the page.',
    slowTable,
    ({ pages }) => pages.some(({ slow }) => slow),
  ],
  [
    'Growth',
    'ms in the page, median; the exponent is the slope in a log-log diagram.',
    growthTable,
    ({ growth }) => growth.length > 0,
  ],
  [
    'Tokens',
    "o200k. The same information: all of Playwright's interactive elements that a person can see and 99 % of its words are in the text without URLs.",
    tokenTable,
    ({ pages }) => pages.some(({ text }) => text),
  ],
  [
    'Formats',
    'Characters / tokens / refs of the whole page in each format, and the share of the words that a person sees.',
    formatTable,
    ({ pages }) => pages.some(({ text }) => text),
  ],
  [
    'Tools outside of the page',
    'ms (wall): median (95th percentile), each with its own start or connection as it comes.',
    cliTable,
    ({ pages }) => pages.some(({ cli }) => cli),
  ],
  [
    'Interactive elements',
    'Against real listeners and the accessibility tree of the browser.',
    interactiveTable,
    ({ pages }) => pages.some(({ interactive }) => interactive),
  ],
  [
    'Roles and names',
    "Against the browser's own: roles of all visible elements, names of controls, links, headings and pictures.",
    nameTable,
    ({ pages }) => pages.some(({ names }) => names),
  ],
  flowSection,
  ruleSection,
  ['Change after one action', '', deltaTable, ({ deltas }) => deltas.length > 0],
  [
    'Memory',
    'In an engine that compiles nothing: its code would be in the heap, too.',
    memoryTable,
    ({ memory }) => memory.length > 0,
  ],
  ['Scripts', '', scriptTable, ({ scripts }) => scripts.length > 0],
  [
    'Not measured',
    '',
    ({ errors }) => errors.map((error) => `- ${error}`).join('\n'),
    ({ errors }) => errors.length > 0,
  ],
];

/** All tables of a run, in Markdown. */
export const makeTables = (/** @type {Results} */ results) =>
  [
    sayWhere(results),
    ...sections
      .filter(([, , , isThere]) => isThere(results))
      .map(([heading, note, make]) => [`## ${heading}`, note, make(results)].filter(Boolean).join('\n\n')),
  ].join('\n\n');
