import type { SnapshotNode } from '../contract.ts';
import type { Mark } from './delta-tree.ts';
import type { Format } from './format.ts';
import { type Item, keepItems, measureTree } from './items.ts';
import { isOnlyStructure } from './structure.ts';
import { Tally } from './tally.ts';
import {
  attributes,
  cutInWords,
  headInWords,
  named,
  quote,
  REF_MARKER,
  refOf,
  say,
  type Words,
  wordsOf,
} from './words.ts';

/** How a line begins, by the change that a delta reports of its node. */
const MARKS: Readonly<Record<Mark, string>> = {
  listed: '- ',
  added: '+ ',
  changed: '~ ',
  removed: '- ',
  parent: '@ ',
};

/** A text that can be printed unquoted at the end of a line: it can't be taken for a name, a ref or a state. */
const PLAIN_NAME = /^[^"[\].-][^[\]]*$/;

/** Most characters of the text that names a sibling. */
const AFTER_CHARS = 60;

/** ` [was checked=false, name="Old"]`: the former values of the fields that have changed. */
const wasInWords = ({ entry, node }: Item): string => {
  const { was } = entry || {};
  if (!was) return '';
  const fields: string[] = [];
  for (const field of ['role', 'name', 'value', 'text'] as const) {
    if (was[field] !== undefined) fields.push(`${field}=${quote(say(was[field]), REF_MARKER)}`);
  }
  const before = fields.concat(attributes({ role: node.role, ...was }, REF_MARKER));
  return before.length > 0 ? ` [was ${before.join(', ')}]` : '';
};

/** ` [after=kd3]`, ` [after="Lamp"]`: the sibling that the node now follows, by its ref if that is printed, else by its text. */
const afterInWords = ({ entry }: Item): string => {
  const { after } = entry || {};
  if (!after) return '';
  const ref = after.name && isOnlyStructure(after) ? '' : refOf(after);
  return ` [after=${ref || quote(say(after.name || after.text || after.role, AFTER_CHARS), REF_MARKER)}]`;
};

/** The end of a line: the value or text behind the attributes; with both, the text gets a line below. */
export const ending = (item: Item, { said, also }: Words, mark: string, marker: RegExp): string => {
  const plain = (text: string): string => (PLAIN_NAME.test(text) ? text : quote(text, marker));
  return `${said ? `: ${plain(said)}` : item.hasChildren ? ':' : ''}${also && `\n  ${mark}text: ${plain(also)}`}`;
};

/** `- button "Remove" [ref=kd6] [disabled]`: one node a line, the reader's default. */
export const tree: Format = {
  line(item) {
    const { node } = item;
    const isParent = item.mark === 'parent';
    const mark = MARKS[item.mark];
    const shown: Partial<SnapshotNode> = isParent ? {} : node;
    const states = attributes(shown, REF_MARKER, refOf(node)).map((state) => ` [${state}]`);
    return `${mark}${named(node, REF_MARKER)}${states.join('')}${afterInWords(item)}${wasInWords(item)}${
      isParent ? ':' : ending(item, wordsOf(node), mark, REF_MARKER)
    }`;
  },
  cut: (cut) => `- ${cutInWords(cut)}`,
  head: headInWords,
  foldsBoxes: true,
};

/** Of a run of more than {@link FEW_REMOVALS} removals below one parent, so many get a line of their own. */
const LISTED_REMOVALS = 3;
const FEW_REMOVALS = 5;

/** Folds long runs of removals: nothing can be done with a removed node, so most of a run is only counted, in the line of the last one listed. */
const foldRemovals = (items: Item[]): Item[] => {
  const joined = new Map<Item, Item[]>();
  let first = 0;
  items.forEach((item, i) => {
    const before = items[i - 1];
    if (item.mark !== 'removed' || before?.mark !== 'removed' || before.parent !== item.parent) first = i;
    const next = items[i + 1];
    const isLast = next?.mark !== 'removed' || next.parent !== item.parent;
    if (item.mark === 'removed' && isLast && i - first >= FEW_REMOVALS) {
      const rest = items.slice(first + LISTED_REMOVALS, i + 1);
      joined.set(items[first + LISTED_REMOVALS - 1] as Item, rest);
      for (const removal of rest) joined.set(removal, []);
    }
  });
  if (joined.size === 0) return items;
  const folded = items.map((item): Item => {
    const rest = joined.get(item);
    return rest ? { ...item, joined: rest } : { ...item };
  });
  return measureTree(keepItems(folded, (index) => joined.get(items[index] as Item)?.length !== 0));
};

/** ` ... 66 more (23 buttons, 43 clickables)`, at the end of the line of a removal whose run is folded. */
const othersInWords = ({ joined }: Item): string => {
  if (!joined) return '';
  const tally = new Tally();
  for (const { node } of joined) tally.addNode(node);
  return ` ${cutInWords({ nodes: tally.nodes, kinds: tally.kinds(), hint: '' })}`;
};

/** Changes: the lines of `tree` behind `+`, `~` or `-`, below an `@` line for their parent. */
export const deltaText: Format = {
  ...tree,
  line: (item) => tree.line(item) + othersInWords(item),
  cut: (cut) => cutInWords(cut),
  arrange: foldRemovals,
};
