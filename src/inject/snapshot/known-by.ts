import type { SnapshotNode } from '../../contract.ts';
import { isOnlyStructure } from '../../render/structure.ts';
import { cut } from '../dom/cut.ts';
import type { Shown } from './record-nodes.ts';

/** A node without its children and their count. */
export const withoutChildren = (node: SnapshotNode): SnapshotNode => {
  const { children: _, more: _more, ...rest } = node;
  return rest;
};

/** Characters of the text that stands for a node. */
const MAX_WORDS_CHARS = 60;

/** One of the two records that are compared. */
export interface Side {
  nodes: Map<string, Shown>;
  /** A node without its children, as a reader of the other record knows it. */
  known(shown: Shown): SnapshotNode;
}

/**
 * A record, with nodes as a reader of the other one knows them. A list item without a name is known by the first
 * words in it that the other record has, too: a text prints the item's ref only where nothing in it has one.
 */
export const sideOf = (nodes: Map<string, Shown>, otherNodes: Map<string, Shown>): Side => {
  let words: Map<string, string> | undefined;
  const firstWords = (): Map<string, string> => {
    const first = new Map<string, string>();
    nodes.forEach(({ key, node, above }) => {
      const nodeText = node.name || node.text;
      if (!nodeText || !otherNodes.has(key)) return;
      for (let at = above; at && !first.has(at); at = nodes.get(at)?.above || '')
        first.set(at, cut(nodeText, MAX_WORDS_CHARS));
    });
    return first;
  };
  const known = ({ key, node }: Shown): SnapshotNode => {
    if (node.name || !isOnlyStructure(node)) return withoutChildren(node);
    words ||= firstWords();
    const name = words.get(key);
    return { ...withoutChildren(node), ...(name && { name, nameSource: 'content' }) };
  };
  return { nodes, known };
};
