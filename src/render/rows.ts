import type { SnapshotNode } from '../contract.ts';
import { Tally } from './cuts.ts';
import type { Format } from './format.ts';
import { type Item, keepItems, type Mark, measureTree } from './items.ts';
import {
  attributes,
  cutInWords,
  headInWords,
  moreInWords,
  quote,
  REF_MARKER,
  refOf,
  roleWord,
  say,
  type Words,
  wordsOf,
} from './words.ts';

/** How a line begins, by what a delta says of its node. */
const MARKS: Readonly<Record<Mark, string>> = {
  listed: '- ',
  added: '+ ',
  changed: '~ ',
  removed: '- ',
  parent: '@ ',
};

/** Text that can't be taken for anything else up to the end of the line. */
const PLAIN = /^[^"[\].-][^[\]]*$/;

const named = (node: SnapshotNode, { name }: Words, marker: RegExp): string =>
  roleWord(node) + (name && ` ${quote(name, marker)}`);

/** `[was checked=false, name="Old"]`: the fields that a change is about, as they were. */
const wasInWords = ({ was, node }: Item, width: number): string => {
  if (!was) return '';
  const fields: string[] = [];
  for (const field of ['role', 'name', 'value', 'text'] as const) {
    if (was[field] !== undefined) fields.push(`${field}=${quote(say(was[field], width), REF_MARKER)}`);
  }
  const before = fields.concat(attributes({ role: node.role, ...was }, width, REF_MARKER));
  return before.length > 0 ? ` [was ${before.join(', ')}]` : '';
};

/** What stands behind a node's attributes; what has no room there gets a line below. */
const ending = (item: Item, { said, also }: Words, mark: string, marker: RegExp): string => {
  const plain = (text: string): string => (PLAIN.test(text) ? text : quote(text, marker));
  const more = moreInWords(item.node);
  return `${said ? `: ${plain(said)}` : item.hasChildren || more ? ':' : ''}${also && `\n  ${mark}text: ${plain(also)}`}${
    more && `\n  ${mark}${more}`
  }`;
};

/** `- button "Remove" [ref=e6] [disabled]`: one node a line, the reader's default. */
export const tree: Format = {
  line(item, width) {
    const { node } = item;
    const words = wordsOf(node, width);
    const isParent = item.mark === 'parent';
    const mark = MARKS[item.mark];
    const shown: Partial<SnapshotNode> = isParent ? {} : node;
    const states = attributes(shown, width, REF_MARKER, refOf(node)).map((state) => ` [${state}]`);
    return `${mark}${named(node, words, REF_MARKER)}${states.join('')}${wasInWords(item, width)}${
      isParent ? ':' : ending(item, words, mark, REF_MARKER)
    }`;
  },
  cut: (cut) => `- ${cutInWords(cut)}`,
  head: headInWords,
  foldsItems: true,
};

/** Removals of one place: so many have a line of their own where there are more than a few. */
const LISTED_REMOVALS = 3;
const FEW_REMOVALS = 5;

/** Nothing can be done with what is gone: most of a long run of it is only counted, in the line of the last one listed. */
const foldRemovals = (items: Item[]): Item[] => {
  const joined = new Map<Item, SnapshotNode[]>();
  let first = 0;
  items.forEach((item, i) => {
    const before = items[i - 1];
    if (item.mark !== 'removed' || before?.mark !== 'removed' || before.parent !== item.parent) first = i;
    const next = items[i + 1];
    const isLast = next?.mark !== 'removed' || next.parent !== item.parent;
    if (item.mark === 'removed' && isLast && i - first >= FEW_REMOVALS) {
      const rest = items.slice(first + LISTED_REMOVALS, i + 1);
      joined.set(
        items[first + LISTED_REMOVALS - 1] as Item,
        rest.map(({ node }) => node),
      );
      for (const gone of rest) joined.set(gone, []);
    }
  });
  if (joined.size === 0) return items;
  const kept = items.filter((item) => joined.get(item)?.length !== 0);
  const folded = keepItems(items, (index) => joined.get(items[index] as Item)?.length !== 0);
  folded.forEach((item, i) => {
    const rest = joined.get(kept[i] as Item);
    if (rest) item.joined = rest;
  });
  return measureTree(folded);
};

/** ` ... 66 more (23 buttons, 43 clickables)` behind a removal that stands for others too. */
const othersInWords = ({ joined }: Item): string => {
  if (!joined) return '';
  const tally = new Tally();
  for (const node of joined) tally.add(roleWord(node), 1);
  return ` ${cutInWords({ nodes: tally.nodes, kinds: tally.kinds(), chars: 0, hint: '' })}`;
};

/** What changed: the lines of `tree` behind `+`, `~`, `-`, below the `@` line of what they stand in. */
export const deltaText: Format = {
  ...tree,
  line: (item, width) => tree.line(item, width) + othersInWords(item),
  cut: cutInWords,
  arrange: foldRemovals,
};

/** A bracket with a number or a ref is an index in the two formats below. */
const INDEX_MARKER = /\[(?:ref=|[ef]?[0-9])/g;

const inBrackets = (word: string): string => word && `[${word}] `;

const states = (node: SnapshotNode, width: number): string => {
  const all = attributes(node, width, INDEX_MARKER).join(', ');
  return all && ` (${all})`;
};

/** `[6] button "Remove" (disabled)`: the number of the ref, for models that were trained on numbered elements. */
export const indexed: Format = {
  line(item, width) {
    const { node } = item;
    const words = wordsOf(node, width);
    const index = inBrackets(refOf(node).replace(/^e([0-9]+)$/, '$1'));
    return `${index}${named(node, words, INDEX_MARKER)}${states(node, width)}${ending(item, words, '', INDEX_MARKER)}`;
  },
  cut: cutInWords,
  head: headInWords,
  foldsItems: true,
};

/** Can't be taken for anything but words, up to ` (`, ` = ` or the end of the line. */
const PLAIN_WORDS = /^[^"=[\]()][^=[\]()]*$/;

/** `[e6] button: Remove (disabled) = value`: words without quotes wherever that is clear. */
export const outline: Format = {
  line({ node }, width) {
    const { name, said, also } = wordsOf(node, width);
    const isText = !name && !say(node.value, width);
    const words = (lead: string, text: string): string =>
      text && lead + (PLAIN_WORDS.test(text) ? text : quote(text, INDEX_MARKER));
    const more = moreInWords(node);
    return `${inBrackets(refOf(node))}${roleWord(node)}${words(': ', isText ? said : name)}${states(node, width)}${words(
      ' = ',
      isText ? '' : said,
    )}${words('\n  text: ', also)}${more && `\n  ${more}`}`;
  },
  cut: cutInWords,
  head: headInWords,
  foldsItems: true,
};
