import type { Viewport } from '../../dom/view-box.ts';
import { isWithin, middleOf, viewBoxOf } from '../../dom/view-box.ts';
import { type AccessibilityNode, isInteractive, someBelow } from '../accessibility-node.ts';

/** Whether a click on the middle of `outer` lands on `inner`. True where nothing is laid out. */
export const isMiddleIn = (
  outer: AccessibilityNode,
  inner: AccessibilityNode,
  viewport: Viewport,
): boolean => {
  const [box, part] = [outer, inner].map(({ el, facts }) => facts?.box || (el && viewBoxOf(el, viewport)));
  return !box || !part || isWithin(middleOf(box), part);
};

/** The only node below that passes the test; undefined where there are several, or none. */
export const soleBelow = (
  own: AccessibilityNode,
  test: (node: AccessibilityNode) => boolean,
): AccessibilityNode | undefined => {
  const found: AccessibilityNode[] = [];
  return someBelow(own, (node) => test(node) && found.push(node) > 1) ? undefined : found[0];
};

/** The only interactive node below. */
export const soleInteractive = (own: AccessibilityNode): AccessibilityNode | undefined =>
  soleBelow(own, isInteractive);

export const isCombobox = ({ node }: AccessibilityNode): boolean => node.role === 'combobox';

/** Whether at least `least` nodes below are interactive. */
export const holdsMany = (own: AccessibilityNode, min: number): boolean => {
  let count = 0;
  return someBelow(own, (node) => isInteractive(node) && ++count >= min);
};
