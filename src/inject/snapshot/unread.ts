import type { Omitted } from '../../contract.ts';
import { most } from '../../render/most.ts';
import { isInvalid } from '../aria/field-states.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { findAll, isAfter, rootOf, textOf, withRole } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import type { AccessibilityNode } from './accessibility-node.ts';
import { FIELDS } from './guess/label-text.ts';
import type { Request } from './request.ts';

/** Elements that are interactive by tag or attribute: good enough to count what was not read. */
const LIKELY_INTERACTIVE = `a[href], button, ${FIELDS}, summary, [tabindex], [onclick], [contenteditable], ${withRole('button link tab menuitem option checkbox radio switch treeitem')}`;

/** Nodes that may be printed first wherever they stand, beside dialogs and the focus: `Chain` in src/render. */
const ALERT_SELECTOR = withRole('alert');
const MAY_BE_INVALID = '[aria-invalid], input:invalid, select:invalid, textarea:invalid';

/** Lines of a text by default. */
const TEXT_NODES = 200;

/** How many times the nodes that fit are needed: some of them are merged, or set aside. */
const TEXT_MARGIN = 1.5;

/**
 * Number of nodes that a result for acting can show; Infinity: all of the page must be read, because what the result
 * shows may stand anywhere.
 */
export const nodesWanted = ({ options, rendering, isScoped }: Request): number => {
  const { interactiveOnly, includeHidden, maxNodes, after, since } = options;
  const isWhole = !interactiveOnly || includeHidden || isScoped || after !== undefined || since;
  return isWhole ? Infinity : rendering ? rendering.maxNodes || TEXT_NODES : maxNodes;
};

/** Number of interactive elements after which reading stops. */
export const maxInteractiveRead = (wanted: number): number => Math.ceil(wanted * TEXT_MARGIN * 2);

/** Whether a tree that ends early has enough nodes before what is set aside. */
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

/**
 * `at`, or the shadow host or frame around it in the document `root`: an element of another tree has no place in its
 * order.
 */
const placeIn = (root: Document, at: Element): Element => {
  let place = at;
  for (let up: Element | null = at; up; up = flatParentAcrossFrames(up)) {
    if (rootOf(up) === root) return up;
    place = up;
  }
  return place;
};

const isUnread = (el: Element, at: Element): boolean => el === at || isAfter(el, at);

/** Whether the focus, an alert or an invalid field stands in the part that was not read: these are printed first. */
export const isUrgentUnread = (stoppedAt: Element, cache: DomCache): boolean => {
  const at = placeIn(document, stoppedAt);
  const active = deepActiveElement();
  if (active && isUnread(placeIn(document, active), at)) return true;
  const unread = (selector: string): Element[] => {
    const found = findAll(document, selector);
    return Array.from(found).slice(firstUnread(found, at));
  };
  return (
    unread(ALERT_SELECTOR).some((el) => /\S/.test(textOf(el)) && isVisibleByStyle(el, cache)) ||
    unread(MAY_BE_INVALID).some((el) => isInvalid(el) && isVisibleByStyle(el, cache))
  );
};

/** Index of the first element of a list in document order that is not before `at`. */
const firstUnread = (list: ArrayLike<Element>, at: Element): number =>
  most(0, list.length, (n) => !isUnread(list[n - 1] as Element, at));

/**
 * Counts elements, and likely interactive ones, from `stoppedAt` on. Counted by selectors, without names or boxes;
 * shadow roots and frames are left out.
 */
export const countUnread = (stoppedAt: Element, cache: DomCache): Omitted => {
  const at = placeIn(document, stoppedAt);
  const all = findAll(document, '*');
  const likely = findAll(document, LIKELY_INTERACTIVE);
  let interactive = 0;
  for (let i = firstUnread(likely, at); i < likely.length; i++)
    if (!cache.hasLayout || isVisibleByStyle(likely[i] as Element, cache)) interactive++;
  const nodes = all.length - firstUnread(all, at);
  return { nodes: Math.max(nodes, interactive), ...(interactive > 0 && { interactive }) };
};
