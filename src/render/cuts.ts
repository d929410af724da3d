import type { Omitted } from '../contract.ts';
import type { Format } from './format.ts';
import { type Item, nodesOf } from './items.ts';
import { Levels, type Lines, STEP } from './measure.ts';
import { isTooDeep } from './rank.ts';
import { omittedKinds, refOf, roleWord } from './words.ts';

/** What is shown: an item if its place in the order is at least `dropped`, in brief below `shortened`. */
export interface Choice {
  order: ArrayLike<number>;
  dropped: number;
  shortened: number;
}

/** A line about what is left out, and where it stands: before the item at `index`. */
export interface CutLine {
  index: number;
  level: number;
  text: string;
}

/** How many such lines there may be, and how long each with its indentation. */
export interface CutRoom {
  lines: number;
  chars: number;
}

/** What the lines need to know besides the items. */
export interface CutFacts {
  format: Format;
  maxDepth: number;
  /** What the walk left out already, and the ref to go on after. */
  omitted: Omitted | undefined;
  next: string | undefined;
  /** The option that would show more, `maxNodes=400`. */
  bigger: string;
  /** Going on after a ref leads to what is left out. */
  canGoOn: boolean;
}

const MOST_KINDS = 3;

/** Counts kinds of nodes. */
export class Tally {
  nodes = 0;
  interactive = 0;
  hint = '';
  private readonly counts = new Map<string, number>();

  add(word: string, count: number): void {
    this.nodes += count;
    this.counts.set(word, (this.counts.get(word) || 0) + count);
  }

  /** A parent in a delta is only said for orientation. */
  addItem(item: Item): void {
    if (item.mark === 'parent') return;
    for (const node of nodesOf(item)) {
      this.add(roleWord(node), 1);
      if (node.ref) this.interactive++;
      if (node.more) this.addOmitted(node.more);
    }
  }

  addOmitted(omitted: Omitted): void {
    for (const [word, count] of omittedKinds(omitted)) this.add(word, count);
  }

  /** The most frequent kinds, equals in the order in which they were met; the rest is `other`. */
  kinds(): [string, number][] {
    const kinds: [string, number][] = [];
    let rest = this.nodes;
    this.counts.forEach((count, word) => {
      if (word !== 'other') kinds.push([word, count]);
    });
    const most = kinds.sort((a, b) => b[1] - a[1]).slice(0, MOST_KINDS);
    for (const [, count] of most) rest -= count;
    return rest > 0 && most.length > 0 ? most.concat([['other', rest]]) : most;
  }

  /** In the most telling form that has room; empty if there is nothing to say. */
  inWords(chars: number, room: number, { cut }: Format): string {
    const { nodes, hint } = this;
    if (nodes + chars === 0) return '';
    const kinds = this.kinds();
    const forms = [
      { nodes, chars, hint, kinds },
      { nodes, chars, hint, kinds: [] },
      { nodes, chars, hint: '', kinds: [] },
    ];
    return forms.map(cut).filter((form) => form.length <= room)[0] || '';
  }
}

/** The ref of the nearest item above that has one. */
const scopeOf = (items: readonly Item[], item: Item): string => {
  for (let at = items[item.parent]; at; at = items[at.parent])
    if (at.node.ref) return `scope=${refOf(at.node)}`;
  return '';
};

/** A run that is worth a line in its place: something to act on is missing there, or a whole branch. */
const isWorthALine = (gap: Tally): boolean => gap.interactive > 0 || gap.nodes > 2;

/**
 * Lines about everything that `choice` and the walk leave out: one in its place for each run that is worth it, as
 * long as there is room, and one at the end for all the rest.
 */
export const cutLines = (
  { items, full, brief }: Lines,
  choice: Choice,
  room: CutRoom,
  facts: CutFacts,
): CutLine[] => {
  const { order, dropped, shortened } = choice;
  const { maxDepth, bigger, omitted, next } = facts;
  const lines: CutLine[] = [];
  const rest = new Tally();
  const hints: string[] = [];
  const addHint = (hint: string): void => {
    if (hints.indexOf(hint) < 0) hints.push(hint);
  };
  const levels = new Levels(maxDepth);
  let chars = 0;
  let ref = '';
  for (let i = 0; i < items.length; ) {
    const item = items[i] as Item;
    const level = levels.at(i);
    const index = i;
    const place = order[i] as number;
    if (place >= dropped) {
      levels.enter(item.end);
      if (place < shortened) chars += (full[i] as string).length - (brief[i] as string).length;
      ref = refOf(item.node) || ref;
      i++;
      continue;
    }
    const gap = new Tally();
    while (i < items.length && (order[i] as number) < dropped) gap.addItem(items[i++] as Item);
    const isTail = i === items.length;
    const deeper = isTooDeep(item, maxDepth) && `maxDepth=${maxDepth * 2}`;
    const after = ref && facts.canGoOn && `after=${ref}`;
    gap.hint = (deeper && scopeOf(items, item)) || deeper || after || bigger;
    const hasOwnLine = !isTail && isWorthALine(gap) && lines.length < room.lines - 1;
    const text = hasOwnLine ? gap.inWords(0, room.chars - level * STEP, facts.format) : '';
    if (text) lines.push({ index, level, text });
    else {
      if (gap.nodes > 0) addHint(isTail ? gap.hint : deeper || bigger);
      for (let at = index; at < i; at++) rest.addItem(items[at] as Item);
    }
  }
  if (omitted) {
    rest.addOmitted(omitted);
    if (hints.length === 0) addHint(next ? `after=${next}` : bigger);
  }
  if (chars > 0) addHint(bigger);
  rest.hint = hints.sort().join(' or ');
  const text = rest.inWords(chars, room.chars, facts.format);
  if (text) lines.push({ index: items.length, level: 0, text });
  return lines;
};
