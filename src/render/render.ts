import type { RenderResult, SnapshotDelta, SnapshotTree, TruncateReason } from '../contract.ts';
import { account, composeLines } from './compose.ts';
import { type Choice, type CutFacts, type CutLine, cutLines } from './cuts.ts';
import { choose, cutRoom, sizeOf, sizeOfCuts } from './fit.ts';
import type { Format } from './format.ts';
import { headOf, inOrder } from './head.ts';
import { type Item, itemsOf, nodesOf } from './items.ts';
import { type Lines, writeItems } from './measure.ts';
import type { ResolvedRenderOptions } from './options.ts';
import { givingUpOrder, isTooDeep } from './rank.ts';
import { deltaSeeds, snapshotSeeds } from './seeds.ts';

type Snapshot = SnapshotTree | SnapshotDelta;

/** What one rendering knows. */
interface Job {
  snapshot: Snapshot;
  options: ResolvedRenderOptions;
  format: Format;
  lines: Lines;
  facts: CutFacts;
  /** Nodes in all lines. */
  nodes: number;
  /** Items that go in any case, for `maxNodes` or `maxDepth`. */
  forced: number;
  /** Characters for all but the boundary. */
  limit: number;
}

/** What a rendering shows. */
interface Plan {
  choice: Choice;
  cuts: CutLine[];
  reasons: TruncateReason[];
  headed: boolean;
}

const headText = (
  { format, snapshot }: Job,
  nodes: number,
  headed: boolean,
  reasons: TruncateReason[],
): string => format.head(headed ? headOf(snapshot, nodes, reasons) : undefined);

/** Characters of everything with cut lines of `cuts` characters; the last line has no end. */
const sizeWith = ({ format, lines, options }: Job, head: string, choice: Choice, cuts: number): number =>
  (head ? head.length : -1) +
  (format.foot ? format.foot.length + 1 : 0) +
  sizeOf(lines, choice, options.maxDepth, (format.comma || '').length) +
  cuts;

/** The header stays as long as it is no more than this part of the text. */
const HEAD_SHARE = 4;

/** Everything, if there is room for it, at worst without the header. */
const planWhole = (job: Job): Plan | undefined => {
  const { lines, facts, limit, snapshot, format } = job;
  if (job.forced > 0) return undefined;
  const choice = { order: new Uint32Array(lines.items.length), dropped: 0, shortened: 0 };
  const cuts = cutLines(lines, choice, { lines: 1, chars: 120 }, facts);
  const reasons = inOrder(snapshot.stats.truncateReasons || []);
  const head = headText(job, job.nodes, true, reasons);
  const size = sizeWith(job, head, choice, sizeOfCuts(cuts, (format.comma || '').length));
  const bare = headText(job, 0, false, reasons);
  if (size <= limit) return { choice, cuts, reasons, headed: true };
  const isHeadTooMuch =
    head.length * HEAD_SHARE > limit && size - head.length + (bare ? bare.length : -1) <= limit;
  return isHeadTooMuch ? { choice, cuts, reasons, headed: false } : undefined;
};

const reasonsOf = ({ snapshot, lines, options, forced }: Job, choice: Choice): TruncateReason[] => {
  const reasons = (snapshot.stats.truncateReasons || []).slice();
  if (lines.items.length > options.maxNodes) reasons.push('maxNodes');
  if (lines.items.some((item) => isTooDeep(item, options.maxDepth))) reasons.push('maxDepth');
  if (choice.dropped > forced || choice.shortened > 0) reasons.push('maxCharsTotal');
  return inOrder(reasons);
};

/** How much longer the lines about cuts may become when a little more is shown. */
const GROWTH = 20;

/** As much as there is room for. Undefined: not even what stands around the lines has room. */
const planCut = (job: Job): Plan | undefined => {
  const { lines, facts, limit, options, forced, format } = job;
  const comma = (format.comma || '').length;
  const order = givingUpOrder(lines.items, options.maxDepth);
  const longest = headText(job, job.nodes, true, reasonsOf(job, { order, dropped: Infinity, shortened: 0 }));
  const headed = longest.length * HEAD_SHARE <= limit;
  const head = headed ? longest : headText(job, 0, false, []);
  const room = cutRoom(limit);
  /** The best choice that leaves so much room for cut lines. */
  const leaving = (reserve: number): Choice | undefined => {
    const passes = (choice: Choice): boolean => sizeWith(job, head, choice, reserve) <= limit;
    const choice = choose(order, forced, passes);
    return passes(choice) ? choice : undefined;
  };
  const planOf = (choice: Choice, cuts: CutLine[]): Plan => ({
    choice,
    cuts,
    reasons: reasonsOf(job, choice),
    headed,
  });
  const reserve = room.lines * (room.chars + 1 + comma);
  const first = leaving(reserve);
  if (!first) {
    const bare = leaving(0);
    return bare && planOf(bare, []);
  }
  const cuts = cutLines(lines, first, room, facts);
  // The cut lines often take less than was kept for them: once more with what they take.
  const taken = sizeOfCuts(cuts, comma) + GROWTH;
  const second = taken < reserve ? leaving(taken) : undefined;
  const secondCuts = second ? cutLines(lines, second, room, facts) : [];
  return second && sizeOfCuts(secondCuts, comma) <= taken ? planOf(second, secondCuts) : planOf(first, cuts);
};

/** What stands before and behind a text with this nonce. */
const edgesOf = (nonce: string): [begin: string, end: string] =>
  nonce ? [`[begin page content ${nonce}]\n`, `\n[end page content ${nonce}]`] : ['', ''];

/** The text of a plan, or the shortest there is where nothing has room. */
const textOf = (job: Job, plan: Plan | undefined, nodes: number): string => {
  const { format, lines, options, limit } = job;
  const { empty = '', comma = '', foot = '' } = format;
  if (!plan) return empty.length <= limit ? empty : limit > 0 ? '0' : '';
  const { choice, cuts, headed, reasons } = plan;
  return [
    headText(job, nodes, headed, reasons),
    ...composeLines(lines, choice, cuts, comma, options.maxDepth),
    foot,
  ]
    .filter((line) => line !== '')
    .join('\n')
    .replace(/^\n/, '');
};

const resultOf = (job: Job, plan: Plan | undefined): RenderResult => {
  const { snapshot, lines, format, options } = job;
  const order = new Uint32Array(lines.items.length);
  const { choice, reasons } = plan || { choice: { order, dropped: 1, shortened: 0 }, reasons: undefined };
  const { nodes, refs, omitted } = account(lines, choice, format, snapshot.stats.omitted);
  const inner = textOf(job, plan, nodes);
  const truncateReasons = reasons || reasonsOf(job, { order, dropped: Infinity, shortened: 0 });
  const [begin, end] = edgesOf(options.boundary);
  return {
    text: inner && begin + inner + end,
    truncated: snapshot.stats.truncated || truncateReasons.length > 0,
    truncateReasons,
    nodes,
    refs,
    omitted,
  };
};

/** A parent in a delta is only said for orientation. */
const countNodes = (items: readonly Item[]): number => {
  let nodes = 0;
  for (const item of items) if (item.mark !== 'parent') nodes += nodesOf(item).length;
  return nodes;
};

/** Renders with options that are known to be right. */
export const render = (snapshot: Snapshot, options: ResolvedRenderOptions, format: Format): RenderResult => {
  const { maxNodes, maxDepth, maxCharsTotal } = options;
  const isDelta = 'delta' in snapshot;
  const seeds = isDelta ? deltaSeeds(snapshot.delta) : snapshotSeeds(snapshot.tree);
  const all = itemsOf(seeds, options.compact, format);
  const items = format.arrange ? format.arrange(all) : all;
  const n = items.length;
  const { omitted, next } = snapshot.stats;
  const bigger = n > maxNodes ? `maxNodes=${maxNodes * 2}` : `maxCharsTotal=${maxCharsTotal * 2}`;
  const job: Job = {
    snapshot,
    options,
    format,
    lines: writeItems(items, format),
    facts: { format, maxDepth, omitted, next, bigger, canGoOn: !isDelta },
    nodes: countNodes(items),
    forced: Math.max(items.filter((item) => isTooDeep(item, maxDepth)).length, n - maxNodes, 0),
    limit: maxCharsTotal - edgesOf(options.boundary).join('').length,
  };
  return resultOf(job, planWhole(job) || planCut(job));
};
