import type { Viewport } from '../../dom/view-box.ts';
import { isWithin, middleOf, viewBoxOf } from '../../dom/view-box.ts';
import { type AccessibilityNode, isInteractive, someBelow } from '../accessibility-node.ts';

/** Whether a click on the middle of the one lands on the other. */
export const isMiddleIn = (
  outer: AccessibilityNode,
  inner: AccessibilityNode,
  viewport: Viewport,
): boolean => {
  const [box, part] = [outer, inner].map(({ el, facts }) => facts?.box || (el && viewBoxOf(el, viewport)));
  return !box || !part || isWithin(middleOf(box), part);
};

/** The only node below that is as asked for. */
export const soleBelow = (
  own: AccessibilityNode,
  test: (node: AccessibilityNode) => boolean,
): AccessibilityNode | undefined => {
  const found: AccessibilityNode[] = [];
  return someBelow(own, (node) => test(node) && found.push(node) > 1) ? undefined : found[0];
};

/** The only thing below that can be acted on. */
export const soleInteractive = (own: AccessibilityNode): AccessibilityNode | undefined =>
  soleBelow(own, isInteractive);

export const isCombobox = ({ node }: AccessibilityNode): boolean => node.role === 'combobox';

/** Whether so many things can be acted on below. */
export const holdsMany = (own: AccessibilityNode, least: number): boolean => {
  let count = 0;
  return someBelow(own, (node) => isInteractive(node) && ++count >= least);
};
