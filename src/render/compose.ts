import type { Omitted } from '../contract.ts';
import type { Choice, CutLine } from './cuts.ts';
import type { Format } from './format.ts';
import { type Item, nodesOf } from './items.ts';
import { Levels, type Lines, STEP } from './measure.ts';
import { refOf } from './words.ts';

/** Every line of `text` moved in, but for empty ones. */
const indented = (text: string, level: number): string =>
  text
    .split('\n')
    .map((line) => line && ' '.repeat(level * STEP) + line)
    .join('\n');

/** The lines that a choice shows, with the lines about what it leaves out in their places. */
export const composeLines = (
  { items, full, brief, closes }: Lines,
  { order, dropped, shortened }: Choice,
  cuts: readonly CutLine[],
  comma: string,
  maxDepth: number,
): string[] => {
  const out: string[] = [];
  const open: { level: number; text: string }[] = [];
  const levels = new Levels(maxDepth);
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
    const place = order[i] as number;
    if (i === items.length || place < dropped) continue;
    const level = levels.at(i);
    levels.enter((items[i] as Item).end);
    emit((place < shortened ? brief : full)[i] as string, level);
    if (closes[i]) open.push({ level, text: closes[i] as string });
  }
  closeDownTo(0);
  return out;
};

/** What a choice shows and what it leaves out; `before` is what the walk left out. */
export const account = (
  { items, full, brief }: Lines,
  { order, dropped, shortened }: Choice,
  format: Format,
  before: Omitted | undefined,
): { nodes: number; refs: string[]; omitted: Required<Omitted> } => {
  const refs: string[] = [];
  const seen = new Set<string>();
  const omitted = { nodes: 0, interactive: 0, textChars: 0 };
  let nodes = 0;
  const leaveOut = (count: number, interactive = 0, textChars = 0): void => {
    omitted.nodes += count;
    omitted.interactive += interactive;
    omitted.textChars += textChars;
  };
  items.forEach((item, i) => {
    const place = order[i] as number;
    const isShown = place >= dropped;
    if (isShown && place < shortened)
      leaveOut(0, 0, (full[i] as string).length - (brief[i] as string).length);
    for (const node of nodesOf(item)) {
      const { ref, more, name = '', text = '', value = '' } = node;
      // Of removals that share a line, only the first is written.
      const isWritten = isShown && (item.mark !== 'removed' || node === item.node);
      if (isWritten && ref && !seen.has(ref) && (!format.showsRef || format.showsRef(node))) {
        seen.add(ref);
        refs.push(refOf(node));
      }
      if (item.mark === 'parent') continue;
      if (more) leaveOut(more.nodes, more.interactive, more.textChars);
      if (isShown) nodes++;
      else leaveOut(1, ref ? 1 : 0, name.length + text.length + value.length);
    }
  });
  if (before) leaveOut(before.nodes, before.interactive, before.textChars);
  return { nodes, refs, omitted };
};
