import { median } from '../measure/statistics.mjs';
import { ms, table, times } from './format.mjs';

/** @typedef {import('../run.mjs').Results} Results */

const flowTable = (/** @type {Results} */ { flows }) => {
  const row = (/** @type {import('../measure/flows.mjs').FlowPair} */ { name, ours, trusted }) => [
    name,
    `${ours.right} of ${ours.of}`,
    `${trusted.right} of ${trusted.of}`,
    ms(ours.action),
    ms(trusted.action),
    ms(ours.acting),
    ms(trusted.acting),
    ms(ours.whole),
    ms(trusted.whole),
    times(ours.whole / trusted.whole),
  ];
  const of = (/** @type {(flow: import('../measure/flows.mjs').FlowPair) => number} */ figure) =>
    median(flows.map(figure));
  const failures = flows.flatMap(({ name, ours, trusted }) => [
    ...ours.failed.map((step) => `- ${name}: ${step}`),
    ...trusted.failed.map((step) => `- ${name}, trusted: ${step}`),
  ]);
  return [
    table(
      [
        'app',
        'steps',
        'trusted',
        'action',
        'trusted',
        'all actions',
        'trusted',
        'with snapshots',
        'trusted',
        'factor',
      ],
      [
        ...flows.map(row),
        [
          '**median**',
          '',
          '',
          ms(of(({ ours }) => ours.action)),
          ms(of(({ trusted }) => trusted.action)),
          ms(of(({ ours }) => ours.acting)),
          ms(of(({ trusted }) => trusted.acting)),
          ms(of(({ ours }) => ours.whole)),
          ms(of(({ trusted }) => trusted.whole)),
          times(of(({ ours, trusted }) => ours.whole / trusted.whole)),
        ],
      ],
    ),
    failures.join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
};

/** @type {import('./reading-tables.mjs').Section} */
export const flowSection = [
  'Flows',
  "ms. A todo app: three added, one toggled, one edited by double click, filtered, one deleted by the button that hover shows, cleared; by refs from our snapshots against Playwright's trusted input with its `ai` snapshot after each action. Factor: our whole flow against the other.",
  flowTable,
  ({ flows }) => flows.length > 0,
];
