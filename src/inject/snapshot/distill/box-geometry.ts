import type { Viewport } from '../../dom/view-box.ts';
import { isWithin, middleOf, viewBoxOf } from '../../dom/view-box.ts';
import { type AccessibilityNode, someBelow } from '../accessibility-node.ts';

/** Whether a click on the middle of the one lands on the other. */
export const isMiddleIn = (
  outer: AccessibilityNode,
  inner: AccessibilityNode,
  viewport: Viewport,
): boolean => {
  const [box, part] = [outer, inner].map(({ el, facts }) => facts?.box || (el && viewBoxOf(el, viewport)));
  return !box || !part || isWithin(middleOf(box), part);
};

/** The only thing below that can be acted on. */
export const soleInteractive = (own: AccessibilityNode): AccessibilityNode | undefined => {
  let found: AccessibilityNode | undefined;
  const isSecond = (node: AccessibilityNode): boolean => {
    if (!node.interactivity) return false;
    if (found) return true;
    found = node;
    return false;
  };
  return someBelow(own, isSecond) ? undefined : found;
};
