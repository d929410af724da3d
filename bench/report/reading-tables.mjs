import { median } from '../measure/statistics.mjs';
import { count, ms, percent, table, times } from './format.mjs';

/** @typedef {import('../run.mjs').Results} Results */
/** @typedef {[heading: string, note: string, make: (results: Results) => string, isThere: (results: Results) => boolean]} Section */

const middle = (/** @type {(number | undefined)[]} */ values) => {
  const there = values.filter((value) => value !== undefined && Number.isFinite(value));
  return there.length === 0 ? undefined : median(/** @type {number[]} */ (there));
};

const some = (/** @type {string[]} */ words) => words.join(' ').replaceAll('|', '/').slice(0, 80);

const readingTable = (/** @type {Results} */ { pages }) => {
  const read = pages.flatMap(({ name, reading }) => (reading ? [{ name, ...reading }] : []));
  const withHeadings = read.filter(({ headings }) => headings > 0);
  const all = (/** @type {'names' | 'guesses'} */ field) => read.reduce((sum, one) => sum + one[field], 0);
  return table(
    [
      'page',
      'prose',
      'held',
      'share',
      'in the whole',
      'doubled',
      'h1, h2 told',
      'names',
      'guessed',
      'machine-made',
      'missing',
    ],
    [
      ...read.map((one) => [
        one.name,
        count(one.prose),
        count(one.held),
        percent(one.share, 0),
        percent(one.whole),
        percent(one.doubled),
        one.headings === 0 ? 'none' : `${one.headingsTold} of ${one.headings}`,
        count(one.names),
        count(one.guesses),
        one.machineMade.length === 0 ? '' : `${one.machineMade.length}: ${some(one.machineMade)}`,
        some(one.missing),
      ]),
      [
        '**median**',
        count(middle(read.map(({ prose }) => prose))),
        count(middle(read.map(({ held }) => held))),
        percent(middle(read.map(({ share }) => share)), 0),
        percent(middle(read.map(({ whole }) => whole))),
        percent(middle(read.map(({ doubled }) => doubled))),
        `some on ${withHeadings.filter(({ headingsTold }) => headingsTold > 0).length}, all on ${withHeadings.filter(({ headings, headingsTold }) => headings === headingsTold).length} of ${withHeadings.length} pages`,
        '',
        percent(all('names') === 0 ? undefined : all('guesses') / all('names')),
        count(read.reduce((sum, one) => sum + one.machineMade.length, 0)),
        '',
      ],
    ],
  );
};

/** A table of following hints: a line for each kind of text and budget, over all pages. */
const hintTable = (/** @type {Results} */ { pages }) => {
  const followed = pages.flatMap(({ name, hints }) => (hints ?? []).map((one) => ({ page: name, ...one })));
  const keys = [...new Set(followed.map(({ how, budget }) => `${how}\0${budget}`))];
  return table(
    [
      'what, budget',
      'recall: median',
      'least',
      'on',
      'prose: median',
      'least',
      'twice: median',
      'most',
      'on',
      'calls / least: median',
      'most',
      'too long',
      'no way on',
      'no end, errors',
    ],
    keys.map((key) => {
      const group = followed.filter(({ how, budget }) => `${how}\0${budget}` === key);
      const one = /** @type {typeof group[0]} */ (group[0]);
      const worst = group.reduce((a, b) => (b.recall < a.recall ? b : a));
      const most = group.reduce((a, b) => (b.twice > a.twice ? b : a));
      const prose = group.flatMap((each) => each.prose ?? []);
      const calls = group.map((each) => each.calls / each.least);
      const sum = (/** @type {'tooLong' | 'withoutWay'} */ field) =>
        group.reduce((all, each) => all + each[field], 0);
      return [
        `${one.how}, ${count(one.budget)}`,
        percent(middle(group.map(({ recall }) => recall))),
        percent(worst.recall),
        worst.recall < 1 ? `${worst.page}: ${some(worst.missing.slice(0, 4))}` : '',
        percent(middle(prose)),
        prose.length === 0 ? '' : percent(Math.min(...prose)),
        percent(middle(group.map(({ twice }) => twice))),
        percent(most.twice),
        most.twice > 0 ? `${most.page}: ${some(most.twiceWords.slice(0, 4))}` : '',
        times(middle(calls)),
        times(Math.max(...calls)),
        count(sum('tooLong')),
        count(sum('withoutWay')),
        `${group.filter(({ isCutOff }) => isCutOff).length}, ${group.filter(({ errors }) => errors.length > 0).length}`,
      ];
    }),
  );
};

const tokenTable = (/** @type {Results} */ { pages }) => {
  const rows = pages.flatMap(({ name, tokens: of }) => (of ? [{ name, ...of }] : []));
  const share = (/** @type {number} */ a, /** @type {number | undefined} */ b) => (b ? a / b : undefined);
  return table(
    [
      'page',
      'default',
      'acting',
      'agent-browser -i',
      'share',
      'reading',
      'Playwright ai',
      'share',
      'its words',
    ],
    [
      ...rows.map((one) => [
        one.name,
        count(one.default),
        count(one.acting),
        count(one.agentBrowser),
        percent(share(one.acting, one.agentBrowser), 0),
        count(one.reading),
        count(one.playwright),
        percent(share(one.reading, one.playwright), 0),
        percent(one.sameWords),
      ]),
      [
        '**median**',
        count(middle(rows.map((one) => one.default))),
        '',
        '',
        percent(middle(rows.map((one) => share(one.acting, one.agentBrowser)))),
        '',
        '',
        percent(middle(rows.map((one) => share(one.reading, one.playwright)))),
        percent(middle(rows.map((one) => one.sameWords))),
      ],
    ],
  );
};

const extractTable = (/** @type {Results} */ { pages }) => {
  const rows = pages.flatMap(({ name, extract }) => (extract ? [{ name, ...extract }] : []));
  const articles = rows.filter(({ isArticle }) => isArticle);
  const middleOf = (/** @type {'recall' | 'precision' | 'wordRecall' | 'f1'} */ field) =>
    middle(articles.map((one) => one[field]));
  return table(
    ['page', 'paragraphs', 'held whole', 'recall', 'words: precision', 'recall', 'F1', 'lost'],
    [
      ...rows.map((one) => [
        one.isArticle ? one.name : `${one.name} (no article)`,
        count(one.paragraphs),
        count(one.held),
        percent(one.recall),
        percent(one.precision, 0),
        percent(one.wordRecall, 0),
        one.f1.toFixed(2),
        some(one.lost.slice(0, 1)),
      ]),
      [
        '**median of articles**',
        '',
        '',
        percent(middleOf('recall')),
        percent(middleOf('precision'), 0),
        percent(middleOf('wordRecall'), 0),
        middleOf('f1')?.toFixed(2) ?? '',
        '',
      ],
    ],
  );
};

const coldTable = (/** @type {Results} */ { pages }) => {
  const rows = pages.flatMap(({ name, cold }) => (cold ? [{ name, ...cold }] : []));
  const fields = /** @type {const} */ ([
    'inject',
    'injectPlaywright',
    'injectSlow',
    'injectPlaywrightSlow',
    'first',
    'playwright',
    'firstWall',
    'playwrightWall',
  ]);
  return table(
    [
      'page',
      'injection',
      "Playwright's",
      'slow',
      "Playwright's",
      'first text',
      "Playwright's",
      'from the host',
      "Playwright's",
      'factor',
    ],
    [
      ...rows.map((one) => [
        one.name,
        ...fields.map((field) => ms(one[field])),
        times(one.playwright / one.first),
      ]),
      [
        '**median**',
        ...fields.map((field) => ms(middle(rows.map((one) => one[field])))),
        times(middle(rows.map((one) => one.playwright / one.first))),
      ],
    ],
  );
};

/** @type {Section[]} */
export const readingSections = [
  [
    'Reading',
    'Characters of the words that a person sees; of those held by one default text with `interactiveOnly: false`; the share of what 12,000 characters could hold. In the whole: share of them in the text without limits. Doubled: of its words, those that come more often than on the page. Headings and names: in the default text.',
    readingTable,
    ({ pages }) => pages.some(({ reading }) => reading),
  ],
  [
    'Following the hints',
    'Recall: words of the whole text in all texts together; prose: words that a person sees. Twice: words of all texts that come too often. No way on: lines that count what is left out and say no way to it.',
    hintTable,
    ({ pages }) => pages.some(({ hints }) => hints),
  ],
  [
    'Extract',
    'Without limits, against the article that Readability finds on the same page.',
    extractTable,
    ({ pages }) => pages.some(({ extract }) => extract),
  ],
  [
    'From nothing',
    "ms of the page's thread. Evaluating the script in a new page, at full speed and six times as slow; injection and the first text of everything, six times as slow, against the first `ariaSnapshot` of a new tab; both also from the host (wall).",
    coldTable,
    ({ pages }) => pages.some(({ cold }) => cold),
  ],
  [
    'Tokens',
    "Everything that can be acted on against agent-browser's `-i`; everything against Playwright's `ai` snapshot.",
    tokenTable,
    ({ pages }) => pages.some(({ tokens }) => tokens),
  ],
];
