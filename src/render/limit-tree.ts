import type { Cursor, Omitted, SnapshotNode } from '../contract.ts';
import {
  type Chain,
  chainOf,
  contextNode,
  cursorAt,
  isDocument,
  type Place,
  sliceText,
  textLength,
} from './chain.ts';
import { addOmitted, nothingOmitted, type OmittedCount, omittedNode } from './omitted.ts';

/** A new tree of the nodes that `write` returns; it is called for every node and returns undefined for those to leave out. */
const rebuild = (
  { nodes, parents }: Chain,
  write: (index: number, hasChildren: boolean) => SnapshotNode | undefined,
): SnapshotNode => {
  const below: (SnapshotNode[] | undefined)[] = [];
  for (let i = nodes.length - 1; i > 0; i--) {
    const children = below[i];
    const node = write(i, !!children);
    if (!node) continue;
    if (children) node.children = children.reverse();
    else delete node.children;
    const parent = parents[i] as number;
    const siblings = below[parent];
    if (siblings) siblings.push(node);
    else below[parent] = [node];
  }
  const top = nodes[0] as SnapshotNode;
  const root = (!isDocument(top) && write(0, true)) || { ...top };
  root.children = (below[0] || []).reverse();
  if (root.children.length === 0) delete root.children;
  return root;
};

/**
 * A tree without the nodes before a place in its chain. Ancestors of the rest are kept as `context`. Open modal dialogs
 * too: the order of the chain depends on them, since everything outside of them comes last.
 */
export const cutBefore = (tree: SnapshotNode, { index, chars }: Place): SnapshotNode => {
  const chain = chainOf(tree);
  const { nodes, places } = chain;
  return rebuild(chain, (i, hasChildren) => {
    const node = nodes[i] as SnapshotNode;
    const place = places[i] as number;
    if (place >= index)
      return place === index && chars ? sliceText(node, chars, textLength(node)) : { ...node };
    return hasChildren || node.modal ? contextNode(node) : undefined;
  });
};

/** Bytes of keys, punctuation and escapes in the JSON of a node, and in that of its entry in `refs`. */
const NODE_BYTES = 30;
const ENTRY_BYTES = 20;
/** Bytes of an entry in `refs` where the caller gives no `entryOf`. */
const REF_BYTES = 110;

/** Approximate bytes of a value in JSON: a code unit takes one byte of UTF-8 in ASCII, two below U+0800, three above. */
const bytesOf = (value: unknown): number => {
  if (typeof value !== 'string') return typeof value === 'object' && value ? sizeOfFields(value) : 5;
  let bytes = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  return bytes;
};

/** Approximate bytes of an object's JSON, without its children. */
const sizeOfFields = (fields: object): number => {
  let bytes = 2;
  for (const field in fields) {
    if (field !== 'children') bytes += field.length + 6 + bytesOf(fields[field as keyof typeof fields]);
  }
  return bytes;
};

const jsonBytes = (node: SnapshotNode, entryOf: TreeLimits['entryOf']): number => {
  const { ref } = node;
  const entry = ref && entryOf?.(ref);
  const ofEntry = entry ? ENTRY_BYTES + ref.length + sizeOfFields(entry) : ref ? REF_BYTES : 0;
  return NODE_BYTES + sizeOfFields(node) + ofEntry;
};

const withoutZeros = ({ nodes, interactive, textChars }: OmittedCount): Omitted => ({
  nodes,
  ...(interactive && { interactive }),
  ...(textChars && { textChars }),
});

/** How much of a tree one result may hold. */
export interface TreeLimits {
  maxNodes?: number;
  /** Approximate limit of the JSON's bytes, entries in `refs` included. */
  maxJsonBytes?: number;
  /** The entry of a ref in `refs`. */
  entryOf?: ((ref: string) => object | undefined) | undefined;
  /** The cursor behind which the tree begins, for a tree cut by {@link cutBefore}. */
  after?: Cursor | undefined;
}

export interface LimitedTree {
  tree: SnapshotNode;
  /** The cursor of the rest; absent where the tree is whole. */
  next?: Cursor;
  omitted?: Omitted;
}

/**
 * The beginning of the chain that fits, at least one node. Ancestors that have a later place in the chain are `context`;
 * `more` counts what is left out below a node; parts around the main content that are left out whole stay as a `context`
 * node with `more`.
 */
export const limitTree = (
  tree: SnapshotNode,
  { maxNodes = Infinity, maxJsonBytes = Infinity, after, entryOf }: TreeLimits,
): LimitedTree => {
  const chain = chainOf(tree);
  const { nodes, parents, places, order } = chain;
  const isIn = new Uint8Array(nodes.length);
  isIn[0] = 1;
  let bytes = 0;
  let index = 0;
  for (; index < order.length && index < maxNodes; index++) {
    const own = order[index] as number;
    let need = jsonBytes(nodes[own] as SnapshotNode, entryOf);
    let up = own;
    for (up = parents[own] as number; up >= 0 && !isIn[up]; up = parents[up] as number)
      need += jsonBytes(contextNode(nodes[up] as SnapshotNode), entryOf);
    if (index > 0 && bytes + need > maxJsonBytes) break;
    bytes += need;
    for (up = own; up >= 0 && !isIn[up]; up = parents[up] as number) isIn[up] = 1;
  }
  if (index === order.length) return { tree };
  // A container is left to the next page together with its first child, unless nothing but containers fits.
  let end = index;
  while (end > 1 && parents[order[end] as number] === order[end - 1]) end--;
  if (end > 1) while (index > end) isIn[order[--index] as number] = 0;
  const omitted = nothingOmitted();
  const left: (OmittedCount | undefined)[] = [];
  const limited = rebuild(chain, (i, hasChildren) => {
    const node = nodes[i] as SnapshotNode;
    const parent = parents[i] as number;
    const below = left[i];
    const isGiven = (places[i] as number) < index;
    const own = isGiven ? undefined : omittedNode(node);
    addOmitted(omitted, own);
    const isStub = node.aside && isIn[parent];
    if (!isIn[i] && !hasChildren && !isStub && !node.modal) {
      const above = left[parent] || nothingOmitted();
      left[parent] = above;
      addOmitted(above, own);
      addOmitted(above, below);
      return undefined;
    }
    const written = isGiven ? { ...node } : contextNode(node);
    if (below) {
      addOmitted(below, node.more);
      written.more = withoutZeros(below);
    }
    return written;
  });
  return { tree: limited, next: cursorAt(chain, { index, chars: 0 }, after), omitted: withoutZeros(omitted) };
};
