import type { SnapshotDelta, SnapshotTree, TruncateReason } from '../contract.ts';
import type { Head } from './format.ts';
import { say } from './words.ts';

/** Most characters of the URL and of the title in the header. */
const URL_CHARS = 200;
const TITLE_CHARS = 120;

/** The order in which reasons are listed. */
const REASONS: readonly TruncateReason[] = ['maxNodes', 'maxCharsTotal', 'maxJsonBytes', 'timeBudget'];

/** Each reason once, in the order of {@link REASONS}. */
export const sortReasons = (reasons: readonly TruncateReason[]): TruncateReason[] =>
  REASONS.filter((reason) => reasons.indexOf(reason) >= 0);

/** Most characters of the list of the page's tools in the header, and of each name in it. */
const TOOLS_CHARS = 200;
const TOOL_CHARS = 130;

type Field = Head['fields'][number];

/** `search,subscribe,+3`: letters, digits and `_.-~` of each name. */
const toolsInWords = (names: readonly string[]): string => {
  let words = '';
  for (let i = 0; i < names.length; i++) {
    const name = String(names[i])
      .replace(/[^A-Za-z0-9_.~-]+/g, '')
      .slice(0, TOOL_CHARS);
    if (!name) continue;
    if (words.length + name.length > TOOLS_CHARS) return `${words},+${names.length - i}`;
    words += words ? `,${name}` : name;
  }
  return words;
};

/** The header of a text that shows `nodes` nodes. */
export const headOf = (snapshot: SnapshotTree | SnapshotDelta, nodes: number, truncated: boolean): Head => {
  const { meta } = snapshot;
  const url = say(meta.url, URL_CHARS);
  const title = say(meta.title, TITLE_CHARS);
  const fields: Field[] = [];
  const isDelta = 'delta' in snapshot;
  if (isDelta) fields.push(['since', snapshot.delta.since], ['revision', meta.revision]);
  if (url) fields.push(['url', url]);
  if (isDelta) {
    const { unchanged, texts } = snapshot.delta;
    if (unchanged) fields.push(['unchanged', true]);
    else if (texts) fields.push(['texts', texts]);
  } else {
    if (title) fields.push(['title', title]);
    fields.push(['nodes', nodes]);
    if (snapshot.whole) fields.push(['whole', snapshot.whole]);
  }
  const { tools } = meta;
  if (Array.isArray(tools) && (isDelta || tools.length > 0)) fields.push(['tools', toolsInWords(tools)]);
  if (truncated) fields.push(['truncated', true]);
  return { kind: isDelta ? 'delta' : 'snapshot', fields };
};
