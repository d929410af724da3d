import type { Delta, DeltaNode, SnapshotNode } from '../contract.ts';
import type { Mark, Seed } from './items.ts';

/** What the two sides of a delta share: enough to see that they stand in the same place. */
const placeOf = (parent: SnapshotNode): string => parent.ref || `${parent.role} ${parent.name || ''}`;

/** The nodes of a snapshot: the document itself is the header. */
export const snapshotSeeds = (root: SnapshotNode): Seed[] =>
  root.role === 'document' && !root.ref
    ? (root.children || []).map((node) => ({ node, mark: 'listed' }))
    : [{ node: root, mark: 'listed' }];

/** The nodes of a delta, those of one place together below their parent: added, then changed, then removed. */
export const deltaSeeds = (delta: Delta): Seed[] => {
  const seeds: Seed[] = [];
  const places = new Map<string, Seed[]>();
  const add = (mark: Mark, entries: readonly DeltaNode[] | undefined): void => {
    for (const { parent, node, was } of entries || []) {
      const place = parent ? placeOf(parent) : '';
      let group = parent ? places.get(place) : seeds;
      if (!group && parent) {
        group = [];
        places.set(place, group);
        seeds.push({ node: parent, mark: 'parent', below: group });
      }
      if (group) group.push({ node, mark, was });
    }
  };
  add('added', delta.added);
  add('changed', delta.changed);
  add('removed', delta.removed);
  return seeds;
};
