/** @typedef {import('../run.mjs').PageResult} PageResult */
/** @typedef {{ what: string, target: string, value: string, holds: boolean | undefined }} Target  `holds` is undefined where nothing was measured */

/** @returns {number[]} a figure of all pages for which it was measured */
export const figures = (
  /** @type {PageResult[]} */ pages,
  /** @type {(page: PageResult) => number | undefined} */ figure,
) => pages.map((page) => figure(page)).filter((value) => value !== undefined && Number.isFinite(value));

export const ratio = (/** @type {number | undefined} */ a, /** @type {number | undefined} */ b) =>
  a === undefined || b === undefined || b === 0 ? undefined : a / b;

export const percent = (/** @type {number} */ share, digits = 1) => `${(100 * share).toFixed(digits)} %`;

/** @returns {Target} */
export function target(
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

export const times = (/** @type {number} */ value) => `${value.toFixed(2)} x`;
export const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;
export const most = (/** @type {number[]} */ values) => Math.max(...values);
export const least = (/** @type {number[]} */ values) => Math.min(...values);
export const kb = (/** @type {number} */ value) => `${(value / 1000).toFixed(1)} KB`;

/** @typedef {Parameters<typeof target>} Row */

export const atLeast = (/** @type {number} */ limit) => (/** @type {number} */ value) => value >= limit;
export const atMost = (/** @type {number} */ limit) => (/** @type {number} */ value) => value <= limit;
