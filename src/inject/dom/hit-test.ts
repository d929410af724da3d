import type { Point } from '../../contract.ts';
import { isFrame } from './content.ts';
import { flatContains, flatParent, frameDocument, isText, shadowRootOf } from './flat-tree.ts';
import { areaAt, placeOfArea } from './image-map.ts';
import {
  call,
  childNodesOf,
  clientRectsOf,
  closestTo,
  contentsOf,
  documentOf,
  findAll,
  fromDocument,
  hasAttr,
  isBodyOrRoot,
  matches,
  parentElementOf,
  prop,
  rectOf,
  tagOf,
} from './read.ts';
import { createViewport, originOf } from './view-box.ts';

type Root = Document | ShadowRoot;

const pick = (root: Root, x: number, y: number): Element | null =>
  typeof prop(root, 'elementFromPoint') === 'function' ? call(root, 'elementFromPoint', x, y) : null;

/**
 * The slot that shows a text child of a host at a point: `elementFromPoint` returns the host, but engines send events
 * to the slot.
 */
const slotAt = (host: Element, x: number, y: number): Element | null => {
  for (const text of Array.from(childNodesOf(host))) {
    if (!isText(text)) continue;
    for (const { left, right, top, bottom } of Array.from(contentsOf(text).getClientRects()))
      if (left <= x && x <= right && top <= y && y <= bottom) return flatParent(text);
  }
  return null;
};

/**
 * The hit test: the innermost element at a point of the top document's viewport, through shadow roots and same-origin frames.
 * Null outside of the viewport or without a layout engine.
 */
export const elementAt = (point: Point): Element | null => {
  const viewport = createViewport();
  let found = pick(document, point.x, point.y);
  for (;;) {
    if (!found) return null;
    const doc = isFrame(tagOf(found)) ? frameDocument(found) : null;
    const root: Root | null = doc || shadowRootOf(found);
    if (!root && tagOf(found) === 'img' && hasAttr(found, 'usemap')) {
      const { x, y } = originOf(documentOf(found), viewport);
      return areaAt(found, point.x - x, point.y - y) || found;
    }
    if (!root) return found;
    const origin = originOf(doc || documentOf(found), viewport);
    const inner = pick(root, point.x - origin.x, point.y - origin.y);
    if (!inner || inner === found)
      return (!doc && slotAt(found, point.x - origin.x, point.y - origin.y)) || found;
    found = inner;
  }
};

/** The labelled control of the nearest label, from `el` upwards. */
const labelledControl = (el: Element): Element | null => {
  const label = closestTo(el, 'label') as HTMLLabelElement | null;
  return label && prop(label, 'control');
};

/**
 * Whether a click that hits `hit` activates `target`: `hit` is the target or inside of it, a label of it, the control of a label
 * around the target, or the parent of a range input, which may draw the thumb.
 */
export const isHit = (hit: Element, target: Element): boolean =>
  flatContains(target, hit) ||
  labelledControl(hit) === target ||
  (hit === parentElementOf(target) && matches(target, 'input[type=range]')) ||
  labelledControl(target) === hit;

/** Candidate hit points as fractions of a rect, the middle first: half-covered buttons are common. */
const HIT_POINTS = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.15],
  [0.9, 0.15],
  [0.1, 0.85],
  [0.9, 0.85],
] as const;

/** The area of an image map may fill any part of its bounding rect (a country on a map): a grid of 9 by 9 points more. */
const HIT_POINTS_OF_AREA: readonly (readonly [number, number])[] = [
  ...HIT_POINTS,
  ...Array.from({ length: 81 }, (_, i) => [((i % 9) + 0.5) / 9, (Math.floor(i / 9) + 0.5) / 9] as const),
];

const ITEM = 'li, [role=treeitem]';

/** The top of the first item inside of an item (an open folder), from where on a click is another item's. */
const topOfInnerItems = (el: Element): number => {
  const inner = matches(el, ITEM) && findAll(el, ITEM)[0];
  return inner ? rectOf(inner).top : Infinity;
};

/**
 * The candidate hit points of an element: those of its first five client rects, as far as they lie in the viewport, in
 * order of preference.
 */
const clickPoints = (el: Element): Point[] => {
  const viewport = createViewport();
  const area = tagOf(el) === 'area' ? placeOfArea(el) : undefined;
  const rects = area ? [area] : clientRectsOf(el);
  const origin = originOf(documentOf(el), viewport);
  const edge = topOfInnerItems(el);
  const points: Point[] = [];
  for (const [fx, fy] of area ? HIT_POINTS_OF_AREA : HIT_POINTS) {
    for (let i = 0; i < rects.length && i < 5; i++) {
      const rect = rects[i] as { left: number; top: number; width: number; height: number };
      const left = Math.max(rect.left + origin.x, 0);
      const top = Math.max(rect.top + origin.y, 0);
      const right = Math.min(rect.left + rect.width + origin.x, viewport.width);
      const end = rect.top < edge ? edge : Infinity;
      const bottom = Math.min(rect.top + rect.height + origin.y, end + origin.y, viewport.height);
      if (right - left <= 0 || bottom - top <= 0) continue;
      const [x, y] = [left + (right - left) * fx, top + (bottom - top) * fy];
      if (!area || area.holds(x - origin.x, y - origin.y)) points.push({ x, y });
    }
  }
  return points;
};

/**
 * The hit point: the first at which a click reaches the element; else `blocker`, the first element that covers one. Both
 * are absent where no point of the element lies in the viewport.
 */
export const findHit = (el: Element, reaches = isHit): { point?: Point; blocker?: Element } => {
  const points = clickPoints(el);
  let blocker: Element | undefined;
  for (const point of points) {
    const hit = elementAt(point);
    if (hit && reaches(hit, el)) return { point };
    blocker ||= hit || undefined;
  }
  return blocker ? { blocker } : {};
};

/** The focused element, through shadow roots and frames; null for a body or root that is not editable. */
export const deepActiveElement = (): Element | null => {
  let at: Element | null = fromDocument(document, 'activeElement');
  for (;;) {
    if (!at) return null;
    const inner: Element | null =
      shadowRootOf(at)?.activeElement || (isFrame(tagOf(at)) ? innerActive(at) : null);
    if (!inner) break;
    at = inner;
  }
  return isBodyOrRoot(at) && !prop(at as HTMLElement, 'isContentEditable') ? null : at;
};

const innerActive = (frame: Element): Element | null => {
  const doc = frameDocument(frame);
  return doc && fromDocument(doc, 'activeElement');
};
