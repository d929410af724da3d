import type { Omitted } from '../../contract.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { lookOf, type Pass } from '../dom/pass.ts';
import { findAll, isAfter, rootOf } from '../dom/read.ts';

/** What is interactive by tag or attribute: enough to say how much is left. */
const LIKELY_INTERACTIVE =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], ' +
  '[role=checkbox], [role=radio], [role=switch], [role=menuitem], [role=option], [role=treeitem], [tabindex], [onclick], [contenteditable]';

/** Index of the first element of a list in document order that is not before `at`. */
const firstFrom = (list: ArrayLike<Element>, at: Element): number => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const el = list[middle] as Element;
    if (el === at || isAfter(el, at)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Before Chrome 105 there is no `checkVisibility`. */
const isShown = (el: Element, pass: Pass): boolean => {
  if (typeof Element.prototype.checkVisibility === 'function')
    return Element.prototype.checkVisibility.call(el, { visibilityProperty: true });
  return (
    !pass.hasLayout || (Element.prototype.getClientRects.call(el).length > 0 && !lookOf(el, pass).isInvisible)
  );
};

/** `at` itself, or what holds it, in the tree of `root`: an element of another tree has no place in its order. */
const placeIn = (root: Document | Element, at: Element): Element => {
  const tree = rootOf(root);
  let place = at;
  for (let up: Element | null = at; up; up = flatParentAcrossFrames(up)) {
    if (rootOf(up) === tree) return up;
    place = up;
  }
  return place;
};

/**
 * What a walk that stopped before `at` has left: elements, and those of them that look interactive. Counted by
 * the engine, without names or boxes; shadow roots and frames are left out.
 */
export const countRest = (root: Document | Element, at: Element, pass: Pass): Omitted => {
  const place = placeIn(root, at);
  const all = findAll(root, '*');
  const likely = findAll(root, LIKELY_INTERACTIVE);
  let interactive = 0;
  for (let i = firstFrom(likely, place); i < likely.length; i++)
    if (isShown(likely[i] as Element, pass)) interactive++;
  const nodes = all.length - firstFrom(all, place);
  return { nodes: Math.max(nodes, interactive), ...(interactive > 0 && { interactive }) };
};
