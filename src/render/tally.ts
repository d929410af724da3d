import type { Omitted, SnapshotNode } from '../contract.ts';
import type { Cut, Format } from './format.ts';
import { type Item, itemsIn } from './items.ts';
import { refOf, roleWord } from './words.ts';

const MAX_KINDS = 3;

/** The number of nodes left out, split into interactive and other ones. */
const kindsOf = ({ nodes, interactive = 0 }: Omitted): [word: string, count: number][] => [
  ['interactive', interactive],
  ['other', nodes - interactive],
];

/** Counts nodes by kind. */
export class Tally {
  nodes = 0;
  private readonly counts = new Map<string, number>();

  add(word: string, count: number): void {
    if (count <= 0) return;
    this.nodes += count;
    this.counts.set(word, (this.counts.get(word) || 0) + count);
  }

  /** Counts all nodes of a line but context, which is printed for orientation only. */
  addItem(item: Item): void {
    for (const { node } of itemsIn(item)) if (!node.context) this.addNode(node);
  }

  addNode(node: SnapshotNode): void {
    this.add(roleWord(node), 1);
  }

  merge(other: Tally): void {
    other.counts.forEach((count, word) => {
      this.add(word, count);
    });
  }

  addOmitted(omitted: Omitted): void {
    for (const [word, count] of kindsOf(omitted)) this.add(word, count);
  }

  /** The {@link MAX_KINDS} most frequent kinds, equally frequent ones in the order of their first node; the rest is `other`. */
  kinds(): [string, number][] {
    const kinds: [string, number][] = [];
    let rest = this.nodes;
    this.counts.forEach((count, word) => {
      if (word !== 'other') kinds.push([word, count]);
    });
    const most = kinds.sort((a, b) => b[1] - a[1]).slice(0, MAX_KINDS);
    for (const [, count] of most) rest -= count;
    return rest > 0 && most.length > 0 ? most.concat([['other', rest]]) : most;
  }

  /** The line about all that was counted, with kinds if they have room in `room` characters; empty where nothing was counted or nothing fits. */
  inWords({ cut }: Format, hint: string, room: number, label?: SnapshotNode): string {
    const { nodes } = this;
    const forms = [
      { label, nodes, hint, kinds: this.kinds() },
      { nodes, hint, kinds: [] },
    ];
    return nodes || label ? forms.map(cut).filter((form) => form.length <= room)[0] || '' : '';
  }
}

/** The line about the children of a node that are not in the tree. */
export const moreCut = (node: SnapshotNode, more: Omitted): Cut => ({
  nodes: more.nodes,
  kinds: more.interactive ? kindsOf(more).filter(([, count]) => count > 0) : [],
  hint: node.ref ? `scope=${refOf(node)}` : '',
});
