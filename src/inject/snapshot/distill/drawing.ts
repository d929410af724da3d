import { parentElementOf } from '../../dom/read.ts';
import {
  type AccessibilityNode,
  append,
  createNode,
  isInteractive,
  someBelow,
} from '../accessibility-node.ts';
import { describeShapes } from '../guess/drawn-look.ts';
import type { Visitor } from './visitor.ts';

/** Whether the drawing stands in a control: then it is an icon. */
const isPartOfControl = (own: AccessibilityNode): boolean => {
  for (let at = own.parent; at; at = at.parent) if (at.interactivity) return true;
  return false;
};

/**
 * Lists the shapes of an unnamed `<svg>` that have no nodes of their own: a click, or an answer, may be about where
 * they are.
 */
export const drawing: Visitor = (own, parent, { cache }) => {
  if (own.node.tag !== 'svg' || own.node.name) return undefined;
  own.parent = parent;
  if (!own.interactivity && (!own.isWhole || isPartOfControl(own))) return undefined;
  const listed = new Set<Element | undefined>();
  someBelow(own, (node) => isInteractive(node) && listed.add(node.el) && false);
  /** Whether the shape, or a group around it, has a node. */
  const isListed = (shape: Element): boolean => {
    for (let at: Element | null = shape; at && at !== own.el; at = parentElementOf(at))
      if (listed.has(at)) return true;
    return false;
  };
  const text = describeShapes(own.el as Element, !!own.interactivity, isListed, cache);
  if (!text) return undefined;
  if (own.children.length > 0) append(own, createNode({ role: 'text', text }));
  else own.node.text = own.node.text ? `${own.node.text}; ${text}` : text;
  return undefined;
};
