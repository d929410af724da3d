import type { SnapshotNode } from '../contract.ts';
import { AS_CONTEXT, type Choice, HIDDEN, WHOLE } from './fill.ts';
import { type Item, itemsIn } from './items.ts';
import { commaOf, type Lines, levelBelow, sizeOfText } from './lines.ts';
import { addOmitted, nothingOmitted, type OmittedCount, omittedNode } from './omitted.ts';
import { Tally } from './tally.ts';

/** A line about nodes that are left out, printed before the item at `index`. */
export interface CutLine {
  index: number;
  level: number;
  text: string;
}

/** Most characters of a line about nodes that are left out. */
export const CUT_CHARS = 120;

/** The rank of the parts around the main content. */
const ASIDE = 2;

/** Neighbouring items that are left out and counted in one line. */
interface Run {
  index: number;
  end: number;
  /** The nearest ancestor that is printed; -1 where there is none. */
  above: number;
  /** The parts of the page that are left out whole; empty for the rest of a part that has been shown in part. */
  labels: SnapshotNode[];
  /** The nodes left out, `labels` not counted. */
  below: Tally;
}

/** Whether a run is one named part with nodes in it, which gets a line of its own; single links and images are only counted. */
const isNamed = ({ labels, below }: Run): boolean =>
  labels.length === 1 && !!labels[0]?.name && below.nodes > 0;

/** The runs of items around the main content that are not shown, neighbours without a name joined; `others` is called for all other items. */
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

/** Counts all nodes of a run, its labels too. */
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

/** For each number of lines of a queue that may be shown: the characters of the lines about folded parts that remain. */
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
  // Runs without an item in the queue remain whatever is shown.
  let always = 0;
  for (const size of sizes) always += size;
  return left.map((size) => size + always);
};

/** The lines about folded parts, and the count of all other nodes that are left out. */
export interface Folds {
  folds: CutLine[];
  rest: Tally;
  /** The part of the lines' counts that is about nodes not in the tree. */
  absent: OmittedCount;
}

/** One line in its place for each part around the main content, while all of them take at most `room` characters. */
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
