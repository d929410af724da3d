import { LANDMARKS, REPORTED } from './roles.ts';
import type { AriaNode } from './to-tree.ts';

/** All nodes in document order. */
export const preOrder = (root: AriaNode): AriaNode[] => {
  const list: AriaNode[] = [];
  const stack = [root];
  for (let at = stack.pop(); at; at = stack.pop()) {
    list.push(at);
    for (let i = at.children.length - 1; i >= 0; i--) stack.push(at.children[i] as AriaNode);
  }
  return list;
};

/** Reduces a tree to a snapshot for acting: interactive nodes, named containers around them, dialogs, headings and messages. */
export const onlyForActing = (root: AriaNode): void => {
  for (const at of preOrder(root).reverse()) {
    at.children = at.children.flatMap((child) => {
      const { node, children, isInteractive } = child;
      if (isInteractive || (REPORTED.has(node.role) && (node.name || node.text || children.length > 0)))
        return [child];
      const isTextOfMessage = REPORTED.has(at.node.role) && node.role === 'text';
      if (isTextOfMessage || node.frame) return [child];
      if (children.length === 0) return [];
      const isNamedContainer =
        node.role === 'iframe' || (node.name !== undefined && LANDMARKS.has(node.role));
      return isNamedContainer ? [child] : children;
    });
  }
};

/** The node with a ref. */
export const nodeWithRef = (root: AriaNode, ref: string): AriaNode | undefined =>
  preOrder(root).find(({ node }) => node.ref === ref);
