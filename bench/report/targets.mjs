import { addScores } from '../measure/names.mjs';
import { median } from '../measure/statistics.mjs';

/** @typedef {import('../run.mjs').Results} Results */
/** @typedef {import('../run.mjs').PageResult} PageResult */
/** @typedef {{ what: string, target: string, value: string, holds: boolean | undefined }} Target  `holds` is undefined where nothing was measured */

/** @returns {number[]} what there is of a figure of pages */
const figures = (
  /** @type {PageResult[]} */ pages,
  /** @type {(page: PageResult) => number | undefined} */ figure,
) => pages.map((page) => figure(page)).filter((value) => value !== undefined && Number.isFinite(value));

const ratio = (/** @type {number | undefined} */ a, /** @type {number | undefined} */ b) =>
  a === undefined || b === undefined || b === 0 ? undefined : a / b;

/** How often Playwright's time in the page holds ours, and its wall time ours. */
export const speedUp = (/** @type {PageResult} */ { time }, /** @type {'page' | 'wall'} */ where = 'page') =>
  ratio(time?.playwright?.[where]?.median, time?.full?.[where]?.median);

export const timesTheFloor = (/** @type {PageResult} */ { time }) =>
  ratio(time?.full?.page?.median, time?.floor?.page?.median);

/** All of Playwright's interactive elements that can be seen and 99 % of its words are in our text without URLs. */
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

const percent = (/** @type {number} */ share, digits = 1) => `${(100 * share).toFixed(digits)} %`;

/** @returns {Target} */
function target(
  /** @type {string} */ what,
  /** @type {string} */ wanted,
  /** @type {number[]} */ values,
  /** @type {(values: number[]) => number} */ sum,
  /** @type {(value: number) => boolean} */ test,
  /** @type {(value: number) => string} */ show,
) {
  if (values.length === 0) return { what, target: wanted, value: 'not measured', holds: undefined };
  const value = sum(values);
  return { what, target: wanted, value: show(value), holds: test(value) };
}

const times = (/** @type {number} */ value) => `${value.toFixed(2)} x`;
const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;
const most = (/** @type {number[]} */ values) => Math.max(...values);
const least = (/** @type {number[]} */ values) => Math.min(...values);

/** The pages that stand for the web: real ones, or where there are none the project's own. */
const representative = (/** @type {PageResult[]} */ pages) => {
  const real = pages.filter(({ kind }) => kind === 'real');
  return real.length > 0 ? real : pages;
};

/** @returns {Target[]} the numbers to reach, and what this run says */
export function judgeTargets(/** @type {Results} */ { pages, deltas, growth, memory, scripts }) {
  const typical = representative(pages);
  const read = typical.filter(({ text }) => text);
  const same = read.filter(hasSameInformation);
  const findings = pages.flatMap(({ interactive }) => interactive?.ours ?? []);
  const sum = (/** @type {keyof import('../measure/interactive.mjs').Finding} */ field) =>
    findings.reduce((all, finding) => all + Number(finding[field]), 0);
  const scores = addScores(typical.flatMap(({ names }) => names ?? [])).ours;
  const large = deltas.filter(({ nodes }) => nodes > 200);
  const bundle = scripts.slice(0, 1);
  return [
    target(
      'full snapshot: Playwright needs, in the page',
      '>= 8 x',
      figures(typical, speedUp),
      median,
      (v) => v >= 8,
      times,
    ),
    target(
      'the same from the host (wall)',
      '>= 8 x',
      figures(typical, (page) => speedUp(page, 'wall')),
      median,
      (v) => v >= 8,
      times,
    ),
    target(
      'full snapshot against the floor',
      '<= 3 x',
      figures(typical, timesTheFloor),
      median,
      (v) => v <= 3,
      times,
    ),
    target(
      'default snapshot, 6 x slowed down, slowest page',
      '< 100 ms',
      figures(typical, ({ slow }) => slow?.median),
      most,
      (v) => v < 100,
      ms,
    ),
    target(
      'the first one after injection',
      '< 100 ms',
      figures(typical, ({ slow }) => slow?.first),
      most,
      (v) => v < 100,
      ms,
    ),
    target(
      'JSON of the default snapshot, largest page',
      '< 100 KB',
      figures(typical, ({ slow }) => slow?.jsonBytes),
      most,
      (v) => v < 1e5,
      (v) => `${(v / 1000).toFixed(1)} KB`,
    ),
    target(
      'growth of the full snapshot (1: linear)',
      '<= 1.1',
      growth.filter(({ name }) => name === 'full').map(({ exponent }) => exponent),
      most,
      (v) => v <= 1.1,
      (v) => v.toFixed(2),
    ),
    target(
      "roles as the browser's own",
      '>= 99.9 %',
      scores ? [scores.roles.right / scores.roles.of] : [],
      least,
      (v) => v >= 0.999,
      (v) => percent(v, 2),
    ),
    target(
      "names as the browser's own",
      '>= 99.9 %',
      scores ? [scores.names.right / scores.names.of] : [],
      least,
      (v) => v >= 0.999,
      (v) => percent(v, 2),
    ),
    target(
      'interactive elements: recall',
      '>= 98 %',
      findings.length > 0 ? [sum('hits') / sum('real')] : [],
      least,
      (v) => v >= 0.98,
      (v) => percent(v, 2),
    ),
    target(
      'interactive elements: precision',
      '>= 95 %',
      findings.length > 0 ? [1 - sum('wrongCount') / sum('found')] : [],
      least,
      (v) => v >= 0.95,
      (v) => percent(v, 2),
    ),
    target(
      "tokens of the full text without URLs in Playwright's",
      '<= 50 %',
      figures(same, (page) => tokenShare(page, 'plain')),
      median,
      (v) => v <= 0.5,
      percent,
    ),
    target(
      'tokens of the full text with URLs in them',
      '<= 50 %',
      figures(same, (page) => tokenShare(page)),
      median,
      (v) => v <= 0.5,
      percent,
    ),
    target(
      'tokens of the full text as Markdown in them',
      '<= 50 %',
      figures(same, (page) => tokenShare(page, 'full markdown')),
      median,
      (v) => v <= 0.5,
      percent,
    ),
    target(
      'pages with the same information',
      'all',
      read.length > 0 ? [same.length / read.length] : [],
      least,
      (v) => v === 1,
      percent,
    ),
    target(
      "tokens of what can be acted on in agent-browser's -i",
      '<= 100 %',
      figures(typical, shareOfAgentBrowser),
      median,
      (v) => v <= 1,
      percent,
    ),
    target(
      'a change in the whole text, by characters',
      '<= 5 %',
      large.map(({ share }) => share),
      median,
      (v) => v <= 0.05,
      percent,
    ),
    target(
      'the same, by tokens',
      '<= 5 %',
      large.map(({ deltaTokens, fullTokens }) => deltaTokens / fullTokens),
      median,
      (v) => v <= 0.05,
      percent,
    ),
    target(
      'heap after all snapshots, largest growth',
      '<= 2 %',
      memory.map(({ heapBefore, heapAfter }) => heapAfter / heapBefore - 1),
      most,
      (v) => v <= 0.02,
      percent,
    ),
    target(
      'bundle',
      '<= 60 KB',
      bundle.map(({ bytes }) => bytes),
      most,
      (v) => v <= 60_000,
      (v) => `${(v / 1000).toFixed(1)} KB`,
    ),
    target(
      'bundle, zipped',
      '<= 20 KB',
      bundle.map(({ gzip }) => gzip),
      most,
      (v) => v <= 20_000,
      (v) => `${(v / 1000).toFixed(1)} KB`,
    ),
  ];
}
