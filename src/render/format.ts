import type { SnapshotNode } from '../contract.ts';
import type { Item } from './items.ts';

/** The content of a line about nodes that are left out. */
export interface Cut {
  /** The part of the page that is left out whole; absent where only a number of nodes is known. */
  label?: SnapshotNode | undefined;
  nodes: number;
  /** How many nodes of each kind, the most frequent first. */
  kinds: readonly (readonly [word: string, count: number])[];
  /** The option that shows them, `after=kd8+3`; empty where there is none. */
  hint: string;
}

/** The header: `snapshot` or `delta`, and its fields. Strings are page text. */
export interface Head {
  kind: string;
  fields: readonly (readonly [label: string, value: string | number | true])[];
}

/** How items are written. Every function returns whole lines. */
export interface Format {
  /** The line of an item. Where it takes several, they are parted by `\n` and the further ones indented by one step. */
  line(item: Item): string;
  /** The line behind the last descendant of an item with children, such as an end tag. */
  close?(item: Item): string;
  cut(cut: Cut): string;
  head(head: Head | undefined): string;
  foot?: string;
  /** The text where not even one line fits. */
  empty?: string;
  /** Written before every line but that of a first child. */
  comma?: string;
  /** Joins items that share a line; with `byRank` only items of the same rank. */
  arrange?(items: Item[], byRank: boolean): Item[];
  /** Text of several nodes shares a line, so separators between them are kept. */
  isProse?: true;
  /** A box (`isBox`) with one child, or that is an only child, gets no line. */
  foldsBoxes?: true;
  /** Text that is the first child of a node keeps a line of its own. */
  keepsText?: true;
  /** Every ref is printed, also those of `needlessRefs`. */
  keepsRefs?: true;
  /** Whether the line shows the node's ref; absent: always. */
  showsRef?(node: SnapshotNode): boolean;
}
