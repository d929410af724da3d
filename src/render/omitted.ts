import type { Omitted, SnapshotNode } from '../contract.ts';
import { textLength } from './chain.ts';

/** Counts of what is left out. */
export type OmittedCount = Required<Omitted>;

export const nothingOmitted = (): OmittedCount => ({ nodes: 0, interactive: 0, textChars: 0 });

export const omittedNode = (node: SnapshotNode): OmittedCount => ({
  nodes: 1,
  interactive: node.ref ? 1 : 0,
  textChars: textLength(node),
});

/** Adds the counts of `more`, if any, to those of `to`. */
export const addOmitted = (to: OmittedCount, more: Omitted | undefined): void => {
  if (!more) return;
  const { nodes, interactive = 0, textChars = 0 } = more;
  to.nodes += nodes;
  to.interactive += interactive;
  to.textChars += textChars;
};
