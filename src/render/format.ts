import type { SnapshotNode } from '../contract.ts';
import type { Item } from './items.ts';

/** What a line about left-out nodes says. */
export interface Cut {
  /** What is left out is all of this; absent: so many nodes. */
  label?: SnapshotNode | undefined;
  nodes: number;
  /** How many of what, most first. */
  kinds: readonly (readonly [word: string, count: number])[];
  /** How to see them, `after=kd8+3`; empty where there is no way. */
  hint: string;
}

/** What stands above everything: `snapshot` or `delta`, and its fields. Strings hold page text. */
export interface Head {
  kind: string;
  fields: readonly (readonly [label: string, value: string | number | true])[];
}

/** One way to write items. Every function gives whole lines. */
export interface Format {
  /** A node; `\n` where it takes more than one line, the further ones indented by one step. */
  line(item: Item): string;
  /** Behind the last thing below a node that has children. */
  close?(item: Item): string;
  cut(cut: Cut): string;
  head(head: Head | undefined): string;
  foot?: string;
  /** The shortest text there is where not even one line fits. */
  empty?: string;
  /** Stands before every line but a first child. */
  comma?: string;
  /** Makes lines of the items; with `byRank`, no line of items of different ranks. */
  arrange?(items: Item[], byRank: boolean): Item[];
  /** Words of several nodes stand in one line: what separates them stays. */
  isProse?: true;
  /** A box around a single thing, or alone in another node, needs no line. */
  foldsBoxes?: true;
  /** The only text in a node is not written in the node's own line. */
  keepsText?: true;
  /** Every ref is there, also one that goes without saying. */
  keepsRefs?: true;
  /** Whether the line shows the node's ref; absent: always. */
  showsRef?(node: SnapshotNode): boolean;
}
