import type { Omitted } from '../../contract.ts';
import { most } from '../../render/most.ts';
import { isInvalid } from '../aria/field-states.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { findAll, isAfter, prop, rootOf, withRole } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import type { AccessibilityNode } from './accessibility-node.ts';
import { FIELDS } from './guess/label-text.ts';
import type { Request } from './request.ts';

/** What is interactive by tag or attribute: enough to say how much is left. */
const LIKELY_INTERACTIVE = `a[href], button, ${FIELDS}, summary, [tabindex], [onclick], [contenteditable], ${withRole('button link tab menuitem option checkbox radio switch treeitem')}`;

/** What may come first wherever it stands, beside modal dialogs and the focus: `Chain` in src/render. */
const ALERT_SELECTOR = withRole('alert alertdialog');
const MAY_BE_WRONG = '[aria-invalid], input:invalid, select:invalid, textarea:invalid';

/** As many lines as a text has by default. */
const TEXT_NODES = 200;

/** So many times what fits: some of it is merged, or stands aside. */
const TEXT_MARGIN = 1.5;

/** Nodes that a result for acting can show; Infinity: what it shows may stand anywhere in the page. */
export const nodesWanted = ({ options, rendering, isScoped }: Request): number => {
  const { interactiveOnly, includeHidden, maxNodes, after, since } = options;
  const isWhole = !interactiveOnly || includeHidden || isScoped || after !== undefined || since;
  return isWhole ? Infinity : rendering ? rendering.maxNodes || TEXT_NODES : maxNodes;
};

/** Past so many elements that can be acted on, nothing more is read. */
export const mostRead = (wanted: number): number => Math.ceil(wanted * TEXT_MARGIN * 2);

/** Whether a tree that ends early shows enough before what stands aside. */
export const isEnough = (root: AccessibilityNode, wanted: number): boolean => {
  let nodes = 0;
  const stack = [root];
  for (let at = stack.pop(); at && nodes <= wanted * TEXT_MARGIN; at = stack.pop()) {
    if (at.node.aside) continue;
    nodes++;
    for (const child of at.children) stack.push(child);
  }
  return nodes > wanted * TEXT_MARGIN;
};

/** `at` itself, or what holds it, in the tree of `root`: an element of another tree has no place in its order. */
const placeIn = (root: Document, at: Element): Element => {
  let place = at;
  for (let up: Element | null = at; up; up = flatParentAcrossFrames(up)) {
    if (rootOf(up) === root) return up;
    place = up;
  }
  return place;
};

const isUnread = (el: Element, at: Element): boolean => el === at || isAfter(el, at);

/** Whether something that comes first stands where nothing was read. */
export const isUrgentUnread = (stoppedAt: Element, cache: DomCache): boolean => {
  const at = placeIn(document, stoppedAt);
  const active = deepActiveElement();
  if (active && isUnread(placeIn(document, active), at)) return true;
  const unread = (selector: string): Element[] => {
    const found = findAll(document, selector);
    return Array.from(found).slice(firstFrom(found, at));
  };
  return (
    unread(ALERT_SELECTOR).some(
      (el) => /\S/.test(prop(el, 'textContent') || '') && isVisibleByStyle(el, cache),
    ) || unread(MAY_BE_WRONG).some((el) => isInvalid(el) && isVisibleByStyle(el, cache))
  );
};

/** Index of the first element of a list in document order that is not before `at`. */
const firstFrom = (list: ArrayLike<Element>, at: Element): number =>
  most(0, list.length, (n) => !isUnread(list[n - 1] as Element, at));

/**
 * What reading that stopped before `stoppedAt` has left: elements, and those of them that look interactive. Counted by the
 * engine, without names or boxes; shadow roots and frames are left out.
 */
export const countUnread = (stoppedAt: Element, cache: DomCache): Omitted => {
  const at = placeIn(document, stoppedAt);
  const all = findAll(document, '*');
  const likely = findAll(document, LIKELY_INTERACTIVE);
  let interactive = 0;
  for (let i = firstFrom(likely, at); i < likely.length; i++)
    if (!cache.hasLayout || isVisibleByStyle(likely[i] as Element, cache)) interactive++;
  const nodes = all.length - firstFrom(all, at);
  return { nodes: Math.max(nodes, interactive), ...(interactive > 0 && { interactive }) };
};
