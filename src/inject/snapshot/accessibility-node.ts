import type { SnapshotNode } from '../../contract.ts';
import { pushInOrder } from '../dom/push-in-order.ts';
import type { Interactivity } from '../element/classify.ts';
import type { ElementFacts } from './facts.ts';

/** A node of the tree: what is emitted of it, and what the stages need beside that. */
export interface AccessibilityNode {
  /** What is emitted, without children. */
  node: SnapshotNode;
  /** Undefined for loose text, and for what stands in a frame of another origin. */
  el: Element | undefined;
  facts: ElementFacts | undefined;
  /** Its number in reading order; 0: no left-out text is inserted before it. */
  order: number;
  /** Its identity where it has no element in this document. */
  identity?: string;
  /** For a left-out text that was inserted: its key among the left-out texts. */
  said?: string | undefined;
  /** Its description is the text around it. */
  isDescribedByContext?: boolean;
  parent: AccessibilityNode | undefined;
  children: AccessibilityNode[];
  interactivity: Interactivity | undefined;
  /** Its role as plain content, if it is shown also without being interactive. */
  contentRole: string | undefined;
  /** Its name is computed from its content. */
  isNamedByContent: boolean;
  /** All of its content is shown, not only what is interactive. */
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

/** Whether one of the nodes below passes the test; the order of the calls is undefined. */
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

/** Copies states that a node lacks from another node that stands for the same control. */
export const takeStates = <K extends keyof SnapshotNode>(
  node: SnapshotNode,
  other: SnapshotNode,
  states: readonly K[],
): void => {
  for (const state of states)
    if (node[state] === undefined && other[state] !== undefined) node[state] = other[state];
};

/** Links the emitted nodes to a tree and returns its root. */
export const toSnapshotNode = (root: AccessibilityNode): SnapshotNode => {
  for (const at of preOrder(root)) {
    if (at.children.length > 0) at.node.children = at.children.map((child) => child.node);
    else delete at.node.children;
  }
  return root.node;
};
