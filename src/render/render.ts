import type { RenderResult, SnapshotDelta, SnapshotTree, TruncateReason } from '../contract.ts';
import { type Chain, chainOf, cursorAt, type Place } from './chain.ts';
import { deltaTree } from './delta-tree.ts';
import { AS_CONTEXT, type Choice, fillRoom, HIDDEN, WHOLE } from './fill.ts';
import { CUT_CHARS, type CutLine, foldSizes, foldsOf } from './folds.ts';
import type { Format } from './format.ts';
import { headOf, sortReasons } from './head.ts';
import { type Item, itemsIn, itemsOf } from './items.ts';
import { commaOf, type Lines, linesOf, STEP, sizeOfText } from './lines.ts';
import { addOmitted, nothingOmitted, omittedNode } from './omitted.ts';
import type { ResolvedRenderOptions } from './options.ts';
import { refOf } from './words.ts';

type Snapshot = SnapshotTree | SnapshotDelta;

/** The input of one rendering, and what is derived from it once. */
interface Job {
  snapshot: Snapshot;
  options: ResolvedRenderOptions;
  format: Format;
  chain: Chain;
  /** Most characters of the text, boundary lines not counted. */
  limit: number;
  /** The cursor behind the last node of the tree, for a tree that was itself cut; empty where it is whole. */
  next: string;
}

/** What a text shows: which lines, and the lines about what is left out. */
interface Plan {
  lines: Lines;
  choice: Choice;
  cuts: CutLine[];
  headed: boolean;
  reasons: TruncateReason[];
  /** The cursor with which the next text begins. */
  next: string;
}

/** The header is left out where it would take more than a quarter of the text. */
const HEAD_SHARE = 4;

/** Divisors of the text's length, for the share (an eighth, …) of context, of lines about folded parts in the first and in later texts, and of the last line. */
const CONTEXT_SHARE = 8;
const FOLD_SHARE = 4;
const LATER_FOLD_SHARE = 16;
const LAST_SHARE = 12;

/** A longer line of a delta is shortened: a delta has no cursor with which its rest could be read. */
const BRIEF_SHARE = 4;

const headText = ({ format, snapshot }: Job, headed: boolean, nodes: number, isCut: boolean): string =>
  format.head(headed ? headOf(snapshot, nodes, isCut || snapshot.stats.truncated) : undefined);

/** Characters that are left for lines below this header, the line end of the last one included. */
const roomBelow = ({ format, limit }: Job, head: string): number =>
  limit + 1 - (head ? head.length + 1 : 0) - (format.foot ? format.foot.length + 1 : 0);

const afterOption = (cursor: string): string => cursor && `after=${cursor}`;

const sizeOfCuts = (job: Job, cuts: readonly CutLine[]): number => {
  let size = 0;
  for (const { text, level } of cuts) size += sizeOfText(text, level) + commaOf(job);
  return size;
};

/** Lines about what a choice leaves out: one for each folded part in its place, and one at the end for the rest. */
const cutsOf = (
  job: Job,
  lines: Lines,
  choice: Choice,
  { next, foldRoom, room, last }: { next: string; foldRoom: number; room: number; last: number },
): CutLine[] => {
  const { omitted } = job.snapshot.stats;
  const hint = afterOption(next);
  const { folds, rest, absent } = foldsOf(lines, choice, {
    hint,
    room: foldRoom,
    maxDepth: job.options.maxDepth,
  });
  if (omitted) {
    rest.addOmitted({
      nodes: Math.max(0, omitted.nodes - absent.nodes),
      interactive: Math.max(0, (omitted.interactive || 0) - absent.interactive),
    });
  }
  const left = room - choice.size - sizeOfCuts(job, folds) - 1 - commaOf(job);
  const text = rest.inWords(job.format, hint, Math.max(last, Math.min(CUT_CHARS, left)));
  return text ? folds.concat([{ index: lines.items.length, level: 0, text }]) : folds;
};

const arranged = ({ format }: Job, items: Item[], byRank: boolean): Item[] =>
  format.arrange ? format.arrange(items, byRank) : items;

/** A plan that shows every item; undefined where that has no room. */
const planWhole = (job: Job, items: Item[]): Plan | undefined => {
  const { format, options, limit, snapshot, next } = job;
  const share = limit / CONTEXT_SHARE;
  const lines = linesOf(items, format, {
    maxDepth: options.maxDepth,
    share,
    byRank: false,
    longest: Infinity,
  });
  const queue: number[] = [];
  items.forEach(({ place }, i) => {
    if (place >= 0) queue.push(i);
  });
  if (queue.length > options.maxNodes) return undefined;
  const reasons = sortReasons(snapshot.stats.truncateReasons || []);
  const planWith = (headed: boolean): Plan | undefined => {
    const room = roomBelow(job, headText(job, headed, countNodes(items), false));
    const choice = fillRoom(lines, queue, queue.length, room);
    if (choice.given < queue.length || choice.part) return undefined;
    const cuts = cutsOf(job, lines, choice, { next, foldRoom: limit / FOLD_SHARE, room, last: CUT_CHARS });
    const size = choice.size + sizeOfCuts(job, cuts);
    return size <= room ? { lines, choice, cuts, headed, reasons, next } : undefined;
  };
  const isHeaded = !snapshot.stats.after;
  return (isHeaded && planWith(true)) || (isHeaderTooLong(job, isHeaded) ? planWith(false) : undefined);
};

/** Whether the header would take too much of the text, so that it is left out. */
const isHeaderTooLong = (job: Job, isHeaded: boolean): boolean =>
  !isHeaded || headText(job, true, job.chain.order.length, true).length * HEAD_SHARE > job.limit;

/** How many lines to show so that the last one is not a container whose first child is on the next page. */
const withoutTrailingContainers = (
  items: readonly Item[],
  queue: readonly number[],
  given: number,
): number => {
  let end = given;
  while (end > 1 && end < queue.length && items[queue[end] as number]?.parent === queue[end - 1]) end--;
  return end > 1 ? end : given;
};

/** A plan that shows the beginning of the chain, as much as has room. */
const planCut = (job: Job, items: Item[]): Plan => {
  const { chain, format, options, limit, snapshot } = job;
  const { after } = snapshot.stats;
  const isDelta = 'delta' in snapshot;
  const share = limit / CONTEXT_SHARE;
  const lines = linesOf(items, format, {
    maxDepth: options.maxDepth,
    share,
    byRank: true,
    longest: isDelta ? limit / BRIEF_SHARE : Infinity,
  });
  const byPlace: number[] = [];
  items.forEach(({ place }, i) => {
    if (place >= 0) byPlace[place] = i;
  });
  const queue = byPlace.filter((index) => index >= 0);
  const headed = !after && !isHeaderTooLong(job, true);
  const room = roomBelow(job, headText(job, headed, chain.order.length, true));
  const longest = afterOption(`${cursorAt(chain, { index: queue.length, chars: 0 }, after)}+99999`);
  const sizes = foldSizes(lines, queue, longest);
  const foldRoom = (given: number): number =>
    Math.min(sizes[given] as number, limit / (after ? LATER_FOLD_SHARE : FOLD_SHARE));
  // The last line always has the cursor; it counts kinds of nodes only where that takes little of the text.
  const bare = format.cut({ nodes: chain.order.length, kinds: [], hint: longest }).length;
  const last = Math.min(limit / 3, Math.max(bare, Math.min(CUT_CHARS, limit / LAST_SHARE)));
  const nextOf = ({ given, part }: Choice): string => {
    const first = items[queue[given] as number];
    const place: Place | undefined = part ? part.place : first && { index: first.place, chars: 0 };
    return isDelta ? '' : place ? cursorAt(chain, place, after) : job.next;
  };
  const planFor = (most: number, reserve: number): Plan => {
    const choice = fillRoom(lines, queue, most, room, (given) => reserve + foldRoom(given));
    const next = nextOf(choice);
    const cuts = cutsOf(job, lines, choice, { next, foldRoom: foldRoom(choice.given), room, last });
    const reasons = (snapshot.stats.truncateReasons || []).slice();
    if (items.length > options.maxNodes && choice.given >= options.maxNodes) reasons.push('maxNodes');
    else reasons.push('maxCharsTotal');
    return { lines, choice, cuts, headed, reasons: sortReasons(reasons), next };
  };
  const sizeOf = ({ choice, cuts }: Plan): number => choice.size + sizeOfCuts(job, cuts);
  const reserve = last + 1 + commaOf(job);
  let plan = planFor(options.maxNodes, reserve);
  // The line at the end is often shorter than its reserve: a second try shows what the difference has room for.
  const end = plan.cuts[plan.cuts.length - 1];
  const taken = (end && end.index === items.length ? end.text.length : 0) + 2 + commaOf(job);
  const better = taken < reserve ? planFor(options.maxNodes, taken) : plan;
  if (sizeOf(better) <= room) plan = better;
  const given = withoutTrailingContainers(items, queue, plan.choice.given);
  if (given < plan.choice.given && !plan.choice.part) plan = planFor(given, taken);
  return plan;
};

/** The lines before and behind a text with this nonce, which mark it as page content; empty without a nonce. */
export const edgesOf = (nonce: string): [begin: string, end: string] =>
  nonce ? [`[begin page content ${nonce}]\n`, `\n[end page content ${nonce}]`] : ['', ''];

/** Indents every line of `text` that is not empty. */
const indented = (text: string, level: number): string =>
  text.indexOf('\n') < 0
    ? text && ' '.repeat(level * STEP) + text
    : text
        .split('\n')
        .map((line) => line && ' '.repeat(level * STEP) + line)
        .join('\n');

/** The lines of a plan in document order, the lines about what it leaves out among them. */
const composeLines = ({ lines, choice, cuts }: Plan, comma: string): string[] => {
  const { items, levels } = lines;
  const { states, part } = choice;
  const out: string[] = [];
  const open: { level: number; text: string }[] = [];
  let before = -1;
  let next = 0;
  const closeDownTo = (level: number): void => {
    for (let top = open[open.length - 1]; top && top.level >= level; top = open[open.length - 1]) {
      open.pop();
      out.push(indented(top.text, top.level));
      before = top.level;
    }
  };
  const emit = (text: string, level: number): void => {
    closeDownTo(level);
    out.push(indented((level > before ? '' : comma) + text, level));
    before = level;
  };
  for (let i = 0; i <= items.length; i++) {
    for (let cut = cuts[next]; cut && cut.index <= i; cut = cuts[++next]) emit(cut.text, cut.level);
    const state = states[i] as number;
    if (i === items.length || state < AS_CONTEXT) continue;
    const level = levels[i] as number;
    emit(
      state === AS_CONTEXT ? lines.context(i) : part && part.index === i ? part.text : lines.text(i),
      level,
    );
    if (lines.close(i)) open.push({ level, text: lines.close(i) });
  }
  closeDownTo(0);
  return out;
};

/** How many nodes the items stand for. Context is not counted: it is printed for orientation only. */
const countNodes = (items: readonly Item[]): number => {
  let nodes = 0;
  for (const item of items) if (item.place >= 0) nodes += itemsIn(item).length;
  return nodes;
};

/** Counts what a plan shows and what it leaves out, and lists the refs that it prints. */
const account = (
  { snapshot, format }: Job,
  { lines, choice }: Plan,
): Pick<RenderResult, 'nodes' | 'refs' | 'omitted'> => {
  const refs: string[] = [];
  const seen = new Set<string>();
  const omitted = nothingOmitted();
  let nodes = 0;
  lines.items.forEach((item, i) => {
    const { part, states } = choice;
    const count = states[i] !== WHOLE ? 0 : part && part.index === i ? part.count : Infinity;
    itemsIn(item).forEach(({ node, place }, at) => {
      const { ref } = node;
      // Of removals that share a line, only the first is written.
      const isWritten = at < count && (item.mark !== 'removed' || at === 0);
      // The line of such a context follows in a later text; that of other contexts was in an earlier one.
      const isWrittenEarly = states[i] === AS_CONTEXT && place >= 0;
      if (
        (isWritten || isWrittenEarly) &&
        ref &&
        !seen.has(ref) &&
        (!format.showsRef || format.showsRef(node))
      ) {
        seen.add(ref);
        refs.push(refOf(node));
      }
      if (place < 0) return;
      addOmitted(omitted, node.more);
      if (at < count) nodes++;
      else addOmitted(omitted, omittedNode(node));
    });
  });
  addOmitted(omitted, snapshot.stats.omitted);
  return { nodes, refs, omitted };
};

const resultOf = (job: Job, plan: Plan): RenderResult => {
  const { snapshot, format, options, limit } = job;
  const { empty = '', comma = '', foot = '' } = format;
  const isCut = plan.reasons.length > 0;
  const write = (nodes: number): string =>
    [headText(job, plan.headed, nodes, isCut), ...composeLines(plan, comma), foot]
      .filter((line) => line !== '')
      .join('\n')
      .replace(/^\n/, '');
  let counts = account(job, plan);
  const inner = write(counts.nodes);
  const least = empty.length <= limit ? empty : limit > 0 ? '0' : '';
  const [begin, end] = edgesOf(options.boundary);
  const hasRoom = inner.length <= limit;
  if (!hasRoom) {
    plan.choice.states.fill(HIDDEN);
    counts = account(job, plan);
  }
  const text = hasRoom ? inner : least;
  return {
    text: text && begin + text + end,
    truncated: snapshot.stats.truncated || isCut,
    truncateReasons: plan.reasons,
    ...counts,
    ...(plan.next && { next: plan.next }),
  };
};

/** Renders with options that are already validated. */
export const render = (snapshot: Snapshot, options: ResolvedRenderOptions, format: Format): RenderResult => {
  const { tree, entries } =
    'delta' in snapshot ? deltaTree(snapshot.delta) : { tree: snapshot.tree, entries: new Map() };
  const chain = chainOf(tree);
  const next = snapshot.stats.next || '';
  const items = itemsOf(chain, entries, { compact: options.compact, format, goesOn: !!next });
  const limit = options.maxCharsTotal - edgesOf(options.boundary).join('').length;
  const job: Job = { snapshot, options, format, chain, limit, next };
  const all = arranged(job, items, false);
  return resultOf(
    job,
    planWhole(job, all) || planCut(job, format.arrange ? arranged(job, items, true) : all),
  );
};
