import type { SnapshotDelta, SnapshotTree, TruncateReason } from '../contract.ts';
import type { Head } from './format.ts';
import { say } from './words.ts';

/** Longest URL and title above a text. */
const URL_CHARS = 200;
const TITLE_CHARS = 120;

/** The order in which reasons are told. */
const REASONS: readonly TruncateReason[] = [
  'maxNodes',
  'maxDepth',
  'maxCharsTotal',
  'maxJsonBytes',
  'timeBudget',
];

/** Each reason once, in their order. */
export const inOrder = (reasons: readonly TruncateReason[]): TruncateReason[] =>
  REASONS.filter((reason) => reasons.indexOf(reason) >= 0);

type Field = Head['fields'][number];

const cutFields = (reasons: readonly TruncateReason[]): Field[] =>
  reasons.length > 0
    ? [
        ['truncated', true],
        ['truncateReasons', reasons],
      ]
    : [];

/** The header of a text with `nodes` nodes that was cut for `reasons`. */
export const headOf = (
  snapshot: SnapshotTree | SnapshotDelta,
  nodes: number,
  reasons: readonly TruncateReason[],
): Head => {
  const { meta } = snapshot;
  const url = say(meta.url, URL_CHARS);
  const title = say(meta.title, TITLE_CHARS);
  const place: Field[] = url ? [['url', url]] : [];
  if ('delta' in snapshot) {
    const { since, unchanged, added, changed, removed } = snapshot.delta;
    const counts = { added, changed, removed };
    const fields: Field[] = [['since', since], ['revision', meta.revision], ...place];
    if (unchanged) fields.push(['unchanged', true]);
    for (const kind of ['added', 'changed', 'removed'] as const) {
      const list = counts[kind];
      if (list && list.length > 0) fields.push([kind, list.length]);
    }
    return { kind: 'delta', fields: fields.concat(cutFields(reasons)) };
  }
  if (title) place.push(['title', title]);
  place.push(['nodes', nodes]);
  if (snapshot.whole) place.push(['whole', snapshot.whole]);
  return { kind: 'snapshot', fields: place.concat(cutFields(reasons)) };
};
