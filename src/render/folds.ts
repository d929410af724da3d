import type { SnapshotNode } from '../contract.ts';
import { AS_CONTEXT, type Choice, HIDDEN, WHOLE } from './fill.ts';
import { type Item, itemsIn } from './items.ts';
import { commaOf, type Lines, levelBelow, sizeOfText } from './lines.ts';
import { addOmitted, nothingOmitted, type OmittedCount, omittedNode } from './omitted.ts';
import { Tally } from './tally.ts';

/** A line about what is left out, and where it stands: before the item at `index`. */
export interface CutLine {
  index: number;
  level: number;
  text: string;
}

/** Longest line about what is left out. */
export const CUT_CHARS = 120;

/** The rank of what stands around the main content. */
const ASIDE = 2;

/** Neighbours that are left out and are counted in one line. */
interface Run {
  index: number;
  end: number;
  /** The nearest item above that is printed; -1: none. */
  above: number;
  /** The parts of the page that are left out whole; none where one of them has been shown in part. */
  labels: SnapshotNode[];
  /** What is left out but for them. */
  below: Tally;
}

/** A part with something in it has a line of its own; single links and pictures are only counted. */
const isNamed = ({ labels, below }: Run): boolean =>
  labels.length === 1 && !!labels[0]?.name && below.nodes > 0;

/** The parts around the main content of which nothing is shown, neighbours without a name together. */
const runsOf = (
  { items }: Lines,
  states: Uint8Array | undefined,
  others: (item: Item, index: number) => void,
): Run[] => {
  const runs: Run[] = [];
  const isLeftOut = (i: number): boolean => {
    const { node, rank } = items[i] as Item;
    return !(states && states[i] !== HIDDEN) && (node.context ? !!node.more : rank === ASIDE);
  };
  let before: SnapshotNode | undefined;
  for (let i = 0; i < items.length; ) {
    const { aside } = items[i] as Item;
    if (!isLeftOut(i)) {
      before = aside;
      others(items[i] as Item, i++);
      continue;
    }
    let above = (items[i] as Item).parent;
    while (states && above >= 0 && (states[above] as number) < AS_CONTEXT)
      above = (items[above] as Item).parent;
    const run: Run = { index: i, end: i, above, labels: [], below: new Tally() };
    if (aside && aside !== before && (!aside.context || aside.more)) run.labels.push(aside);
    do {
      for (const { node, isAside } of itemsIn(items[i] as Item)) {
        if (node.context && node.more) run.below.addOmitted(node.more);
        else if (!isAside) run.below.addNode(node);
      }
      run.end = ++i;
    } while (i < items.length && (items[i] as Item).aside === aside && isLeftOut(i));
    before = aside;
    const last = runs[runs.length - 1];
    if (last && last.end === run.index && last.above === above && !isNamed(last) && !isNamed(run)) {
      last.labels = last.labels.concat(run.labels);
      last.below.merge(run.below);
      last.end = run.end;
    } else runs.push(run);
  }
  return runs;
};

/** Everything in a run. */
const countAll = ({ below, labels }: Run): Tally => {
  const all = new Tally();
  all.merge(below);
  for (const node of labels) all.addNode(node);
  return all;
};

const runText = ({ format }: Lines, run: Run, hint: string): string => {
  const { below, labels } = run;
  return labels.length === 1
    ? below.inWords(format, hint, 2 * CUT_CHARS, labels[0])
    : countAll(run).inWords(format, hint, CUT_CHARS);
};

/** What lines about folded parts will take, for each number of lines of a queue that are shown. */
export const foldSizes = (lines: Lines, queue: readonly number[], hint: string): Float64Array => {
  const { items, levels } = lines;
  const left = new Float64Array(queue.length + 1);
  const runAt = new Int32Array(items.length).fill(-1);
  const runs = runsOf(lines, undefined, () => {});
  const sizes = runs.map((run, i) => {
    runAt.fill(i, run.index, run.end);
    return sizeOfText(runText(lines, run, hint), levels[run.index] as number) + commaOf(lines);
  });
  for (let given = queue.length - 1; given >= 0; given--) {
    const run = runAt[queue[given] as number] as number;
    left[given] = (left[given + 1] as number) + (sizes[run] || 0);
    if (run >= 0) sizes[run] = 0;
  }
  // Those that are in no queue stay whatever is shown.
  let always = 0;
  for (const size of sizes) always += size;
  return left.map((size) => size + always);
};

/** Lines about what a choice leaves out, and the count of all that they do not say. */
export interface Folds {
  folds: CutLine[];
  rest: Tally;
  /** What the lines say of nodes that the tree does not hold. */
  absent: OmittedCount;
}

/** One line in its place for each part around the main content, as long as they take at most `room` characters. */
export const foldsOf = (
  lines: Lines,
  { states, part }: Choice,
  options: { hint: string; room: number; maxDepth: number },
): Folds => {
  const found: Folds = { folds: [], rest: new Tally(), absent: nothingOmitted() };
  const { folds, rest, absent } = found;
  const runs = runsOf(lines, states, (item, i) => {
    if (states[i] !== WHOLE) rest.addItem(item);
    else if (part && part.index === i) {
      const shown = part.place.chars > 0 ? part.count - 1 : part.count;
      for (const { node } of itemsIn(item).slice(shown)) rest.addNode(node);
    }
  });
  let left = options.room;
  for (const run of runs) {
    const level = run.above < 0 ? 0 : levelBelow(lines, run.above, options.maxDepth);
    const text = runText(lines, run, options.hint);
    const size = sizeOfText(text, level) + commaOf(lines);
    const isStub = !!run.labels[0]?.context;
    if (size <= left) {
      left -= size;
      folds.push({ index: run.index, level, text });
      if (!isStub) continue;
      for (const node of run.labels) {
        addOmitted(absent, omittedNode(node));
        addOmitted(absent, node.more);
      }
    } else if (!isStub) rest.merge(countAll(run));
  }
  return found;
};
