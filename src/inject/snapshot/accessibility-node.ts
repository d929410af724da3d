import type { SnapshotNode } from '../../contract.ts';
import { pushInOrder } from '../dom/push-in-order.ts';
import type { Interactivity } from '../element/classify.ts';
import type { ElementFacts } from './facts.ts';

/** A node of the tree that is built: what is emitted of it, and what the stages need to know beside that. */
export interface AccessibilityNode {
  /** What is emitted, without children. */
  node: SnapshotNode;
  /** Undefined for loose text, and for what stands in a frame of another origin. */
  el: Element | undefined;
  facts: ElementFacts | undefined;
  /** Its number in the order of reading; 0: nothing is put in before it. */
  order: number;
  /** What it is known by where it has no element here. */
  identity?: string;
  /** It was put in: what it says, as it is kept of what a snapshot leaves out. */
  said?: string | undefined;
  /** Its description is what stands around it. */
  isDescribedByContext?: boolean;
  parent: AccessibilityNode | undefined;
  children: AccessibilityNode[];
  interactivity: Interactivity | undefined;
  /** The role it has as content, where it is to be shown also if nothing can be done with it. */
  contentRole: string | undefined;
  /** What its subtree says is its name already. */
  isNamedByContent: boolean;
  /** Everything in it is shown, not only what can be acted on. */
  isWhole: boolean;
}

export const createNode = (node: SnapshotNode, el?: Element, facts?: ElementFacts): AccessibilityNode => ({
  node,
  el,
  facts,
  order: 0,
  parent: undefined,
  children: [],
  interactivity: undefined,
  contentRole: undefined,
  isNamedByContent: false,
  isWhole: false,
});

export const unname = (own: AccessibilityNode): void => {
  delete own.node.name;
  delete own.node.nameSource;
  own.isNamedByContent = false;
};

export const append = (parent: AccessibilityNode, child: AccessibilityNode): void => {
  child.parent = parent;
  parent.children.push(child);
};

export const isLooseText = ({ el, node }: AccessibilityNode): boolean => !el && node.role === 'text';

/** Whether one of the nodes below is as asked for; they come in no order. */
export const someBelow = (own: AccessibilityNode, test: (node: AccessibilityNode) => boolean): boolean => {
  const stack = own.children.slice();
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (test(at)) return true;
    for (const child of at.children) stack.push(child);
  }
  return false;
};

export const isInteractive = (node: AccessibilityNode): boolean => !!node.interactivity;

/** All nodes in document order, the given one first. */
export const preOrder = (root: AccessibilityNode): readonly AccessibilityNode[] => {
  const found: AccessibilityNode[] = [];
  const stack = [root];
  for (let at = stack.pop(); at; at = stack.pop()) {
    found.push(at);
    pushInOrder(stack, at.children);
  }
  return found;
};

/** What a node does not say of itself it has from another that stands for the same. */
export const takeStates = <K extends keyof SnapshotNode>(
  node: SnapshotNode,
  other: SnapshotNode,
  states: readonly K[],
): void => {
  for (const state of states)
    if (node[state] === undefined && other[state] !== undefined) node[state] = other[state];
};

/** The emitted tree. */
export const toSnapshotNode = (root: AccessibilityNode): SnapshotNode => {
  for (const at of preOrder(root)) {
    if (at.children.length > 0) at.node.children = at.children.map((child) => child.node);
    else delete at.node.children;
  }
  return root.node;
};
