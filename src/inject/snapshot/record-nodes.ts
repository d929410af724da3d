import type { SnapshotNode } from '../../contract.ts';
import { countUp } from '../dom/count-up.ts';
import type { AccessibilityNode } from './accessibility-node.ts';

/** One node as a snapshot showed it. */
export interface Shown {
  key: string;
  node: SnapshotNode;
  /** A text that is printed though it can't be acted on: it may be left out in one snapshot and not in another. */
  said?: string | undefined;
  /** Its description is what stands around it: that is reported where it changes. */
  isDescribedByContext?: boolean | undefined;
  /** Key of the node above. */
  above: string;
  /** Key of the node before it below the same one; empty: it is the first. */
  before: string;
}

/** So much of a loose text tells it from the others beside it. */
const KEY_CHARS = 60;

/** A loose text is known by where it stands, and by its words. */
export const keyOfText = (above: string, text = ''): string => `${above}:${text.slice(0, KEY_CHARS)}`;

/** Numbers elements that have no ref, so that a later snapshot knows them again. */
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

/** The nodes of a finished tree by key: the element's identity, or place and words for loose text. */
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
