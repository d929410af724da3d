import type { Cursor, SnapshotNode } from '../contract.ts';

/**
 * The order in which the nodes of a tree are printed when not everything fits. The page and the renderer compute the same
 * order, so that a cursor from a text leads to the same node in a tree built anew.
 *
 * Rank 0: what must not be missed (open dialogs, of which only modal ones if there are any, and alerts with their content, the
 * focused node, invalid fields).
 * Rank 1: the rest. Rank 2: parts around the main content (`aside`). Rank 3: everything outside of an open modal dialog.
 * The chain is all nodes by rank, those of one rank in document order, without `context` nodes and the document.
 */
export interface Chain {
  /** All nodes in document order, the root first. */
  nodes: SnapshotNode[];
  /** For each node the index of its parent; -1 for the root. */
  parents: number[];
  ranks: number[];
  /** For each node its place in the chain; -1 for nodes that are not in it. */
  places: number[];
  /** The chain: indices of nodes. */
  order: number[];
}

/** A place in the chain: `index` nodes are before it, and the first `chars` characters of the next node's text. */
export interface Place {
  index: number;
  chars: number;
}

/** Also `alertdialog`. */
const ALERT = /^alert/;

/** Flags that a node inherits from its parent. */
const URGENT = 1;
const ASIDE = 2;

/** Whether a node is the document, which is not printed: its URL and title are in the header. */
export function isDocument({ role, ref }: SnapshotNode): boolean {
  return role === 'document' && !ref;
}

/** Lists a tree in document order and in the order of the chain. Linear, without recursion. */
export const chainOf = (tree: SnapshotNode): Chain => {
  const nodes: SnapshotNode[] = [];
  const parents: number[] = [];
  const ranks: number[] = [];
  const inherited: number[] = [];
  const stack = [tree];
  const above = [-1];
  let hasModal = false;
  for (let node = stack.pop(); node; node = stack.pop()) {
    const index = nodes.push(node) - 1;
    const parent = above.pop() as number;
    parents.push(parent);
    hasModal = hasModal || !!node.modal;
    const { children = [] } = node;
    for (let i = children.length - 1; i >= 0; i--) {
      stack.push(children[i] as SnapshotNode);
      above.push(index);
    }
  }
  const byRank: number[][] = [[], [], [], []];
  nodes.forEach((node, i) => {
    const all =
      ((inherited[parents[i] as number] as number) || 0) |
      (node.modal || ALERT.test(node.role) || (!hasModal && node.role === 'dialog') ? URGENT : 0) |
      (node.aside ? ASIDE : 0);
    inherited.push(all);
    const isUrgent = node.focused || node.invalid || node.validationMessage;
    const rank = all & URGENT ? 0 : hasModal ? 3 : isUrgent ? 0 : all & ASIDE ? 2 : 1;
    ranks.push(rank);
    if (!node.context && (i > 0 || !isDocument(node))) (byRank[rank] as number[]).push(i);
  });
  const order = ([] as number[]).concat(...byRank);
  const places = nodes.map(() => -1);
  order.forEach((index, place) => {
    places[index] = place;
  });
  return { nodes, parents, ranks, places, order };
};

const CURSOR = /^(top|(?:f[1-9]\d*)*[bcdfghjklmnpqrstvwxz]{2}[1-9]\d*)(?:\+(\d+))?(?:\.(\d+))?$/;

/** The parts of a cursor; undefined for a text that is no cursor. */
export const parseCursor = (cursor: string): { ref: string; count: number; chars: number } | undefined => {
  const [, ref, count = '0', chars = '0'] = CURSOR.exec(cursor) || [];
  return ref ? { ref, count: +count, chars: +chars } : undefined;
};

/**
 * The cursor of a place in the chain of a tree: the last ref before it, and how many nodes lie between. `begin` is the
 * cursor behind which the tree begins: earlier refs are not in it. Nodes of rank 0 are only counted from for places of
 * rank 0: their state (focused, invalid), and with it their place, may be another the next time.
 */
export const cursorAt = (chain: Chain, { index, chars }: Place, begin: Cursor = 'top'): Cursor => {
  const { nodes, order, ranks } = chain;
  const start = parseCursor(begin) || { ref: begin, count: 0, chars: 0 };
  const isFirst = ranks[order[index] as number] === 0;
  let last = index - 1;
  for (; last >= 0; last--) {
    const node = order[last] as number;
    if (nodes[node]?.ref && (isFirst || ranks[node] !== 0)) break;
  }
  const ref = last < 0 ? start.ref : nodes[order[last] as number]?.ref;
  const count = index - 1 - last + (last < 0 ? start.count : 0);
  const given = chars + (index > 0 ? 0 : start.chars);
  return `${ref}${count ? `+${count}` : ''}${given ? `.${given}` : ''}`;
};

/** The place of a cursor in a whole tree; undefined if it is no cursor or its ref is not in the tree. */
export const placeOf = (tree: SnapshotNode, cursor: Cursor): Place | undefined => {
  const parts = parseCursor(cursor);
  if (!parts) return undefined;
  const { nodes, order } = chainOf(tree);
  let begin = 0;
  if (parts.ref !== 'top') {
    while (begin < order.length && nodes[order[begin] as number]?.ref !== parts.ref) begin++;
    if (begin++ === order.length) return undefined;
  }
  return { index: Math.min(begin + parts.count, order.length), chars: parts.chars };
};

/** The texts of a node in the order in which they are printed. A node longer than a whole page is cut within them. */
const TEXT_FIELDS = ['name', 'value', 'text'] as const;

export const textLength = (node: SnapshotNode): number => {
  let count = 0;
  for (const field of TEXT_FIELDS) count += (node[field] || '').length;
  return count;
};

/** A node with only a part of its words: characters `from` to `to` of name, value and text together. */
export const sliceText = (node: SnapshotNode, from: number, to: number): SnapshotNode => {
  const part = { ...node };
  let start = 0;
  for (const field of TEXT_FIELDS) {
    const text = node[field] || '';
    const kept = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (kept.trim()) part[field] = kept;
    else delete part[field];
    start += text.length;
  }
  return part;
};

/** The fields of a node that is printed only as context of its descendants. */
const CONTEXT_FIELDS = [
  'tag',
  'role',
  'name',
  'nameSource',
  'ref',
  'hint',
  'level',
  'aside',
  'modal',
] as const;

export const contextNode = (node: SnapshotNode): SnapshotNode => {
  const context: Record<string, unknown> = {};
  for (const field of CONTEXT_FIELDS) if (node[field] !== undefined) context[field] = node[field];
  context.context = true;
  return context as unknown as SnapshotNode;
};
