/** @typedef {import('../measure/statistics.mjs').Times} Times */

export const count = (/** @type {number | undefined} */ value) =>
  value === undefined ? '' : value.toLocaleString('en');
export const percent = (/** @type {number | undefined} */ share, digits = 1) =>
  share === undefined ? '' : `${(100 * share).toFixed(digits)} %`;
export const times = (/** @type {number | undefined} */ value) =>
  value === undefined ? '' : `${value.toFixed(1)} x`;
export const ms = (/** @type {number | undefined} */ value) =>
  value === undefined ? '' : value < 10 ? value.toFixed(1) : count(Math.round(value));
export const both = (/** @type {Times | undefined} */ value) =>
  value === undefined ? '' : `${ms(value.median)} (${ms(value.p95)})`;

/** A Markdown table: the first column is text, all others are numbers. */
export function table(/** @type {string[]} */ head, /** @type {string[][]} */ rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
