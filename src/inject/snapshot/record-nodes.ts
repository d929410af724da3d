import type { SnapshotNode } from '../../contract.ts';
import { countUp } from '../dom/count-up.ts';
import type { AccessibilityNode } from './accessibility-node.ts';

/** A node as a snapshot printed it. */
export interface Shown {
  key: string;
  node: SnapshotNode;
  /** Key of a left-out text that was inserted: one snapshot may print it and another not. */
  said?: string | undefined;
  /** Its description is the text around it, which is reported only where it changes. */
  isDescribedByContext?: boolean | undefined;
  /** Key of its parent. */
  above: string;
  /** Key of its previous sibling; empty for the first child. */
  before: string;
}

/** Characters of a loose text that tell it from its siblings. */
const KEY_CHARS = 60;

/** Key of a loose text: its parent's key and its words. */
export const keyOfText = (above: string, text = ''): string => `${above}:${text.slice(0, KEY_CHARS)}`;

/** Identities of elements, by which a later snapshot recognises those without a ref. */
export interface Identities {
  readonly byElement: WeakMap<Element, string>;
  last: number;
}

export const identityOf = (el: Element, identities: Identities): string => {
  let id = identities.byElement.get(el);
  if (!id) {
    id = `n${++identities.last}`;
    identities.byElement.set(el, id);
  }
  return id;
};

/** The nodes of a finished tree by key: the element's identity, or parent and words for a loose text. */
export const recordNodes = (root: AccessibilityNode, identities: Identities): Map<string, Shown> => {
  const nodes = new Map<string, Shown>();
  const twins = new Map<string, number>();
  const lastBelow = new Map<string, string>();
  const stack: [AccessibilityNode, string][] = [[root, '']];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [built, above] = next;
    let key = built.el
      ? identityOf(built.el, identities)
      : built.identity || keyOfText(above, built.said || built.node.text);
    if (nodes.has(key)) key += `+${countUp(twins, key)}`;
    const { node, said, isDescribedByContext } = built;
    nodes.set(key, { key, node, said, isDescribedByContext, above, before: lastBelow.get(above) || '' });
    lastBelow.set(above, key);
    for (const child of built.children.slice().reverse()) stack.push([child, key]);
  }
  return nodes;
};
