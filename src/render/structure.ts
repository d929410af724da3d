import type { SnapshotNode } from '../contract.ts';
import { attributesOf } from './attributes.ts';
import type { Chain } from './chain.ts';

/** Content that holds other content. Nothing is done with it: a ref is there to ask for it or to point at it. */
const STRUCTURE =
  /^(?:article|banner|blockquote|complementary|contentinfo|definition|figure|form|group|list|listitem|main|navigation|paragraph|region|row|rowgroup|search|sectionfooter|sectionheader|table|term)$/;

/** Of these, what around a single thing says no more than that: without a name, it can be printed without them. */
const REDUNDANT_AROUND_ONE =
  /^(?:article|figure|generic|group|list|listitem|paragraph|sectionfooter|sectionheader)$/;

const hasStates = (node: SnapshotNode): boolean => attributesOf(node, '').length > 0;

/** Says nothing by its role and its states. */
export const isBox = (node: SnapshotNode): boolean =>
  REDUNDANT_AROUND_ONE.test(node.role) && !hasStates(node);

/** Its ref is worth printing only where nothing in it prints one. */
export const isOnlyStructure = (node: SnapshotNode): boolean =>
  STRUCTURE.test(node.role) && !node.hint && !node.more && !hasStates(node);

/**
 * For each node whether its ref goes without saying: nothing can be done with it, and what can be done in it has a ref.
 * An item of a list that is text keeps its ref, one with a link in it is found by that.
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
