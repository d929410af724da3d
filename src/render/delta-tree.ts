import type { Delta, DeltaNode, SnapshotNode } from '../contract.ts';
import { contextNode } from './chain.ts';

/** What a delta says of a node; in a snapshot every node is listed. */
export type Mark = 'listed' | 'added' | 'changed' | 'removed' | 'parent';

export interface Entry {
  mark: Mark;
  was?: Partial<SnapshotNode> | undefined;
  /** The sibling behind which it stands now. */
  after?: SnapshotNode | undefined;
}

/** What the two sides of a delta share: enough to see that they stand in the same place. */
const placeOf = (parent: SnapshotNode): string => parent.ref || `${parent.role} ${parent.name || ''}`;

/** A delta as a tree: those of one place together below their parent, added, then changed, then removed. */
export const deltaTree = (delta: Delta): { tree: SnapshotNode; entries: Map<SnapshotNode, Entry> } => {
  const top: SnapshotNode[] = [];
  const entries = new Map<SnapshotNode, Entry>();
  const places = new Map<string, SnapshotNode[]>();
  const add = (mark: Mark, list: readonly DeltaNode[] | undefined): void => {
    for (const { parent, node, was, after } of list || []) {
      let group = parent ? places.get(placeOf(parent)) : top;
      if (!group && parent) {
        group = [];
        const place = { ...contextNode(parent), children: group };
        places.set(placeOf(parent), group);
        entries.set(place, { mark: 'parent' });
        top.push(place);
      }
      const one = { ...node };
      entries.set(one, { mark, was, after });
      if (group) group.push(one);
    }
  };
  add('added', delta.added);
  add('changed', delta.changed);
  add('removed', delta.removed);
  return { tree: { role: 'document', children: top }, entries };
};
