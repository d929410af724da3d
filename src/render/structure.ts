import type { SnapshotNode } from '../contract.ts';
import { attributesOf } from './attributes.ts';
import type { Chain } from './chain.ts';

/** Roles of containers that can't be acted on: their ref serves only as `scope` or to point at them. */
const STRUCTURE =
  /^(?:banner|complementary|contentinfo|article|figure|group|list|listitem|paragraph|sectionfooter|sectionheader|blockquote|definition|form|main|navigation|region|row|rowgroup|search|table|term)$/;

/** Those of them that tell nothing when they have no name and one child: the child can be printed without them. */
const REDUNDANT_AROUND_ONE =
  /^(?:generic|article|figure|group|list|listitem|paragraph|sectionfooter|sectionheader)$/;

const hasStates = (node: SnapshotNode): boolean => attributesOf(node, '').length > 0;

/** Whether the role and the states of a node tell nothing: a box in compact mode. */
export const isBox = (node: SnapshotNode): boolean =>
  REDUNDANT_AROUND_ONE.test(node.role) && !hasStates(node);

/** Whether a node is only a container. Its ref is worth printing only where none of its descendants prints one. */
export const isOnlyStructure = (node: SnapshotNode): boolean =>
  STRUCTURE.test(node.role) && !node.hint && !node.more && !hasStates(node);

/**
 * For each node whether its ref is needless: it can't be acted on, and a descendant has a ref. A list item of text alone
 * keeps its ref; one with a link in it can be found by the link's ref.
 */
export const needlessRefs = (
  { nodes, parents }: Chain,
  isPrinted: (node: SnapshotNode) => boolean,
): Uint8Array => {
  const needless = new Uint8Array(nodes.length);
  const holdsRef = new Uint8Array(nodes.length);
  for (let i = nodes.length - 1; i > 0; i--) {
    const node = nodes[i] as SnapshotNode;
    needless[i] = holdsRef[i] && node.ref && isOnlyStructure(node) ? 1 : 0;
    if (holdsRef[i] || (node.ref && isPrinted(node))) holdsRef[parents[i] as number] = 1;
  }
  return needless;
};
