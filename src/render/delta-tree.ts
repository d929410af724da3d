import type { Delta, DeltaNode, SnapshotNode } from '../contract.ts';
import { contextNode } from './chain.ts';

/** The change of a node in a delta; in a snapshot every node is `listed`. */
export type Mark = 'listed' | 'added' | 'changed' | 'removed' | 'parent';

export interface Entry {
  mark: Mark;
  was?: Partial<SnapshotNode> | undefined;
  /** The sibling that it now follows. */
  after?: SnapshotNode | undefined;
}

/** A key by which changes with the same parent are recognised. */
const placeOf = (parent: SnapshotNode): string => parent.ref || `${parent.role} ${parent.name || ''}`;

/** A delta as a tree: the changes of one parent together below it, added, then changed, then removed. */
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
      const copy = { ...node };
      entries.set(copy, { mark, was, after });
      if (group) group.push(copy);
    }
  };
  add('added', delta.added);
  add('changed', delta.changed);
  add('removed', delta.removed);
  return { tree: { role: 'document', children: top }, entries };
};
