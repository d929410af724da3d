import type { SnapshotDelta, SnapshotTree, TruncateReason } from '../contract.ts';
import type { Head } from './format.ts';
import { say } from './words.ts';

/** Longest URL and title above a text. */
const URL_CHARS = 200;
const TITLE_CHARS = 120;

/** The order in which reasons are listed. */
const REASONS: readonly TruncateReason[] = ['maxNodes', 'maxCharsTotal', 'maxJsonBytes', 'timeBudget'];

/** Each reason once, in their order. */
export const inOrder = (reasons: readonly TruncateReason[]): TruncateReason[] =>
  REASONS.filter((reason) => reasons.indexOf(reason) >= 0);

type Field = Head['fields'][number];

/** The header of a text with `nodes` nodes. */
export const headOf = (snapshot: SnapshotTree | SnapshotDelta, nodes: number, truncated: boolean): Head => {
  const { meta } = snapshot;
  const url = say(meta.url, URL_CHARS);
  const title = say(meta.title, TITLE_CHARS);
  const fields: Field[] = [];
  const isDelta = 'delta' in snapshot;
  if (isDelta) fields.push(['since', snapshot.delta.since], ['revision', meta.revision]);
  if (url) fields.push(['url', url]);
  if (isDelta) {
    if (snapshot.delta.unchanged) fields.push(['unchanged', true]);
  } else {
    if (title) fields.push(['title', title]);
    fields.push(['nodes', nodes]);
    if (snapshot.whole) fields.push(['whole', snapshot.whole]);
  }
  if (truncated) fields.push(['truncated', true]);
  return { kind: isDelta ? 'delta' : 'snapshot', fields };
};
