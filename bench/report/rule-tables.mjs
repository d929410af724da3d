import { count, table } from './format.mjs';

/** @typedef {import('../run.mjs').Results} Results */

const cell = (/** @type {string} */ text) => `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;

const ruleTable = (/** @type {Results} */ { rules }) =>
  table(
    ['rule', 'kind', 'nodes', 'pages', 'of', 'bytes', 'zipped', 'first'],
    rules
      .toSorted((a, b) => a.kind.localeCompare(b.kind) || b.nodes - a.nodes)
      .map((rule) => [
        cell(rule.name),
        rule.kind,
        count(rule.nodes),
        count(rule.pages),
        count(rule.of),
        count(rule.bytes),
        count(rule.gzip),
        rule.example ? cell(rule.example) : '',
      ]),
  );

/** @type {import('./reading-tables.mjs').Section} */
export const ruleSection = [
  'Rules',
  'What each rule changes: nodes of the snapshots for acting and for reading that are other without it, the pages on which there are any, and the bytes of the script that it takes.',
  ruleTable,
  ({ rules }) => rules.length > 0,
];
