import type { Omitted } from '../contract.ts';
import type { Format } from './format.ts';
import { type Item, nodesOf } from './items.ts';
import { Levels, type Lines } from './measure.ts';
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
class Tally {
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
    const kinds = Array.from(this.counts).filter(([word]) => word !== 'other');
    const most = kinds.sort((a, b) => b[1] - a[1]).slice(0, MOST_KINDS);
    const rest = most.reduce((left, [, count]) => left - count, this.nodes);
    return rest > 0 && most.length > 0 ? most.concat([['other', rest]]) : most;
  }

  /** In the most telling form that has room; empty if there is nothing to say. */
  inWords(chars: number, room: number, { cut }: Format): string {
    const { nodes, hint } = this;
    if (nodes + chars === 0) return '';
    const forms = [
      cut({ nodes, chars, hint, kinds: this.kinds() }),
      cut({ nodes, chars, hint, kinds: [] }),
      cut({ nodes, chars, hint: '', kinds: [] }),
    ];
    return forms.find((form) => form.length <= room) || '';
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
  const levels = new Levels(maxDepth);
  let chars = 0;
  let ref = '';
  let onward = next && `after=${next}`;
  for (let i = 0; i < items.length; ) {
    const item = items[i] as Item;
    const level = levels.at(i);
    const place = order[i] as number;
    if (place >= dropped) {
      levels.enter(item.end);
      if (place < shortened) chars += (full[i] as string).length - (brief[i] as string).length;
      ref = refOf(item.node) || ref;
      i++;
      continue;
    }
    const gap = new Tally();
    const deep = isTooDeep(item, maxDepth) && (scopeOf(items, item) || `maxDepth=${maxDepth * 2}`);
    const after = ref && facts.canGoOn && `after=${ref}`;
    gap.hint = deep || after || bigger;
    const index = i;
    while (i < items.length && (order[i] as number) < dropped) gap.addItem(items[i++] as Item);
    const isTail = i === items.length;
    const text = !isTail && isWorthALine(gap) && lines.length < room.lines - 1;
    const said = text ? gap.inWords(0, room.chars - level * 2, facts.format) : '';
    if (said) lines.push({ index, level, text: said });
    else {
      if (isTail) onward = gap.hint;
      else if (gap.nodes > 0) rest.hint = bigger;
      for (let at = index; at < i; at++) rest.addItem(items[at] as Item);
    }
  }
  if (omitted) rest.addOmitted(omitted);
  if (chars > 0 || !onward) rest.hint = bigger;
  rest.hint = onward && rest.hint && onward !== rest.hint ? `${onward} or ${rest.hint}` : onward || rest.hint;
  const text = rest.inWords(chars, room.chars, facts.format);
  if (text) lines.push({ index: items.length, level: 0, text });
  return lines;
};
