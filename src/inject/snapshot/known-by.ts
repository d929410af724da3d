import type { SnapshotNode } from '../../contract.ts';
import { isOnlyStructure } from '../../render/structure.ts';
import { cut } from '../dom/cut.ts';
import type { Shown } from './record-nodes.ts';

/** Without what is in it, and how much of that is not listed. */
export const alone = (node: SnapshotNode): SnapshotNode => {
  const { children: _, more: _more, ...rest } = node;
  return rest;
};

/** Most characters of the words that stand for a node. */
const WORDS_CHARS = 60;

/** One of the two records that are compared. */
export interface Side {
  nodes: Map<string, Shown>;
  /** A node without what is in it, as a reader of the other record knows it. */
  known(shown: Shown): SnapshotNode;
}

/**
 * An item of a list is known by the first words in it that were there before: a text prints its ref only where nothing
 * in it has one.
 */
export const sideOf = (nodes: Map<string, Shown>, others: Map<string, Shown>): Side => {
  let words: Map<string, string> | undefined;
  const firstWords = (): Map<string, string> => {
    const first = new Map<string, string>();
    nodes.forEach(({ key, node, above }) => {
      const said = node.name || node.text;
      if (!said || !others.has(key)) return;
      for (let at = above; at && !first.has(at); at = nodes.get(at)?.above || '')
        first.set(at, cut(said, WORDS_CHARS));
    });
    return first;
  };
  const known = ({ key, node }: Shown): SnapshotNode => {
    if (node.name || !isOnlyStructure(node)) return alone(node);
    words ||= firstWords();
    const name = words.get(key);
    return { ...alone(node), ...(name && { name, nameSource: 'content' }) };
  };
  return { nodes, known };
};
