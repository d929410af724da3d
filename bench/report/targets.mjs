import { addScores } from '../measure/names.mjs';
import { median } from '../measure/statistics.mjs';
import { readingTargets } from './reading-targets.mjs';
import {
  atLeast,
  atMost,
  figures,
  kb,
  least,
  most,
  ms,
  percent,
  ratio,
  target,
  times,
} from './target-row.mjs';

/** @typedef {import('../run.mjs').Results} Results */
/** @typedef {import('../run.mjs').PageResult} PageResult */
/** @typedef {import('./target-row.mjs').Row} Row */
/** @typedef {import('./target-row.mjs').Target} Target */

/** How many times as long as ours Playwright's snapshot takes, in the page or as wall time. */
export const speedUp = (/** @type {PageResult} */ { time }, /** @type {'page' | 'wall'} */ where = 'page') =>
  ratio(time?.playwright?.[where]?.best, time?.full?.[where]?.best);

export const timesTheFloor = (/** @type {PageResult} */ { time }) =>
  ratio(time?.full?.page?.best, time?.floor?.page?.best);

/** Whether our text without URLs has all of Playwright's visible interactive elements, and 99 % of its words. */
export const hasSameInformation = (/** @type {PageResult} */ { text }) =>
  text?.sameInformation !== undefined &&
  text.sameInformation.interactive === 1 &&
  text.sameInformation.words >= 0.99;

export const tokenShare = (/** @type {PageResult} */ { text }, format = 'full') =>
  ratio(text?.sizes[format]?.tokens, text?.sizes.playwright?.tokens);

export const shareOfAgentBrowser = (/** @type {PageResult} */ { text, cli }) => {
  const theirs = cli?.['agent-browser -i'];
  return theirs && 'tokens' in theirs ? ratio(text?.sizes.interactive?.tokens, theirs.tokens) : undefined;
};

/** The pages that represent the web: real ones, or the project's own where there are none. */
const representative = (/** @type {PageResult[]} */ pages) => {
  const real = pages.filter(({ kind }) => kind === 'real');
  return real.length > 0 ? real : pages;
};

/** @returns {Row[]} */
function timeTargets(/** @type {PageResult[]} */ pages, /** @type {Results} */ { growth, flows }) {
  return [
    [
      'full snapshot, warm, in the page: Playwright needs',
      '>= 4 x',
      figures(pages, speedUp),
      median,
      atLeast(4),
      times,
    ],
    [
      'full snapshot against a bare pass over style and box',
      '<= 2 x',
      figures(pages, timesTheFloor),
      median,
      atMost(2),
      times,
    ],
    [
      "injection and first full text, six times as slow: Playwright's first needs",
      '>= 3 x',
      figures(pages, ({ cold }) => ratio(cold?.playwright, cold?.first)),
      median,
      atLeast(3),
      times,
    ],
    ['injection', '<= 15 ms', figures(pages, ({ cold }) => cold?.inject), median, atMost(15), ms],
    [
      'injection, six times as slow',
      '<= 90 ms',
      figures(pages, ({ cold }) => cold?.injectSlow),
      median,
      atMost(90),
      ms,
    ],
    [
      'growth of the full snapshot (1: linear)',
      '<= 1.1',
      growth.filter(({ name }) => name === 'full').map(({ exponent }) => exponent),
      most,
      atMost(1.1),
      (value) => value.toFixed(2),
    ],
    [
      'an action on a page that has nothing pending',
      '<= 50 ms',
      flows.map(({ ours }) => ours.action),
      median,
      atMost(50),
      ms,
    ],
    [
      'a whole flow against trusted input',
      '<= 1 x',
      flows.map(({ ours, trusted }) => ours.whole / trusted.whole),
      median,
      atMost(1),
      times,
    ],
    [
      'steps of the flow that succeed',
      'all',
      flows.map(({ ours }) => ours.right / ours.of),
      least,
      atLeast(1),
      percent,
    ],
  ];
}

/** @returns {Row[]} */
function accuracyTargets(/** @type {PageResult[]} */ typical, /** @type {PageResult[]} */ pages) {
  const findings = pages.flatMap(({ interactive }) => interactive?.ours ?? []);
  const sum = (/** @type {keyof import('../measure/interactive.mjs').Finding} */ field) =>
    findings.reduce((all, finding) => all + Number(finding[field]), 0);
  const scores = addScores(typical.flatMap(({ names }) => names ?? []));
  const namesInSnapshots = scores['ours, in snapshots']?.names;
  const share = (/** @type {{ right: number, of: number } | undefined} */ score) =>
    score ? [score.right / score.of] : [];
  const exactly = (/** @type {number} */ value) => percent(value, 2);
  return [
    ["roles as the browser's own", '>= 99.9 %', share(scores.ours?.roles), least, atLeast(0.999), exactly],
    ["names as the browser's own", '>= 99.9 %', share(scores.ours?.names), least, atLeast(0.999), exactly],
    [
      'names in snapshots that are not marked as a guess',
      '>= 99.9 %',
      share(namesInSnapshots),
      least,
      atLeast(0.999),
      exactly,
    ],
    [
      'interactive elements: recall',
      '>= 99 %',
      findings.length > 0 ? [sum('hits') / sum('real')] : [],
      least,
      atLeast(0.99),
      exactly,
    ],
    [
      'interactive elements: precision',
      '>= 98 %',
      findings.length > 0 ? [1 - sum('wrongCount') / sum('found')] : [],
      least,
      atLeast(0.98),
      exactly,
    ],
  ];
}

/** @returns {Row[]} */
function sizeTargets(/** @type {PageResult[]} */ pages, /** @type {Results} */ { deltas, memory, scripts }) {
  const large = deltas.filter(({ nodes }) => nodes > 200);
  const bundle = scripts.slice(0, 1);
  const part = (/** @type {string} */ file) =>
    scripts.filter(({ name }) => name === file).map(({ bytes }) => bytes);
  return [
    ['default file', '<= 150 KB', bundle.map(({ bytes }) => bytes), most, atMost(150_000), kb],
    ['default file, zipped', '<= 52 KB', bundle.map(({ gzip }) => gzip), most, atMost(52_000), kb],
    ['reading file, characters', '<= 64,000', part('agent-browser.read.js'), most, atMost(64_000), String],
    ['all in one', '<= 220 KB', part('agent-browser.full.js'), most, atMost(220_000), kb],
    [
      'a change in the whole text, by characters, pages over 200 nodes',
      '<= 2 %',
      large.map(({ share }) => share),
      median,
      atMost(0.02),
      percent,
    ],
    [
      'JSON of the default snapshot, largest page',
      '< 100 KB',
      figures(pages, ({ slow }) => slow?.jsonBytes),
      most,
      atMost(99_999),
      kb,
    ],
    [
      'heap after all snapshots, largest growth',
      '<= 2 %',
      memory.map(({ heapBefore, heapAfter }) => heapAfter / heapBefore - 1),
      most,
      atMost(0.02),
      percent,
    ],
  ];
}

/** @returns {Target[]} the targets, and the values of this run */
export function judgeTargets(/** @type {Results} */ results) {
  const typical = representative(results.pages);
  return [
    ...readingTargets(typical),
    ...timeTargets(typical, results),
    ...accuracyTargets(typical, results.pages),
    ...sizeTargets(typical, results),
  ].map((row) => target(...row));
}
