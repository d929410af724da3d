import type { Box, Point } from '../../contract.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import { type ImagesOfMaps, imageOf, placeOfArea } from './image-map.ts';
import {
  computedStyle,
  documentOf,
  findAll,
  firstElementOf,
  frameOf,
  inputTypeOf,
  isBoxless,
  measure,
  parentElementOf,
  px,
  rectOf,
  rootElement,
  tagOf,
} from './read.ts';
import type { MinSize } from './visibility.ts';

/** The top document's viewport, CSS px: boxes of elements in frames are translated into it. */
export interface Viewport {
  width: number;
  height: number;
  /** The position of each document's viewport in the top one. */
  readonly origins: Map<Document, Point>;
  readonly imagesOfMaps: ImagesOfMaps;
}

/** The top left corner of the viewport. */
export const ORIGIN: Readonly<Point> = { x: 0, y: 0 };

export const createViewport = (): Viewport => {
  const root = rootElement();
  return {
    width: window.innerWidth || (root ? measure(root, 'clientWidth') : 0),
    height: window.innerHeight || (root ? measure(root, 'clientHeight') : 0),
    origins: new Map([[document, ORIGIN]]),
    imagesOfMaps: new Map(),
  };
};

/** The top left corner of a frame element's content box, inside of its border and padding. */
export const frameOrigin = (frame: Element, viewport = createViewport()): Point => {
  const above = originOf(documentOf(frame), viewport);
  const rect = rectOf(frame);
  const style = computedStyle(frame);
  return {
    x: above.x + rect.left + px(style.borderLeftWidth) + px(style.paddingLeft),
    y: above.y + rect.top + px(style.borderTopWidth) + px(style.paddingTop),
  };
};

/** The position of the viewport of `doc` in the top document's viewport. */
export const originOf = (doc: Document, viewport = createViewport()): Point =>
  getOrInsertComputed(viewport.origins, doc, findOrigin, viewport);

const findOrigin = (doc: Document, viewport: Viewport): Point => {
  const frame = frameOf(doc);
  return frame ? frameOrigin(frame, viewport) : ORIGIN;
};

const round = (value: number): number => Math.round(value * 10) / 10;

type Rect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

const toBox = (rect: Rect, origin: Point): Box => ({
  x: round(rect.left + origin.x),
  y: round(rect.top + origin.y),
  width: round(rect.width),
  height: round(rect.height),
});

const isLarge = (rect: Rect, min: MinSize): boolean => rect.width >= min.width && rect.height >= min.height;

/**
 * How many descendants of an element without size are searched for a box: an inline link around a floated image has
 * none itself.
 */
const MAX_CHILD_BOXES = 12;

/** Whether an element is not rendered: engines may lay out what `content-visibility` skips, so that it has boxes. */
const isSkipped = (el: Element): boolean => {
  // Engines before 2023 have no such method.
  const { checkVisibility } = Element.prototype as Partial<Element>;
  return checkVisibility?.call(el) === false;
};

const NO_SIZE = { width: 0, height: 0 };

/** The visible box of an element: its own, else that of the first descendant that has one; undefined: none. */
export const viewBoxOf = (
  el: Element,
  viewport = createViewport(),
  min: MinSize = NO_SIZE,
): Box | undefined => {
  const origin = originOf(documentOf(el), viewport);
  const own = tagOf(el) === 'area' ? placeOfArea(el, viewport.imagesOfMaps) : rectOf(el);
  if (isLarge(own, min)) return toBox(own, origin);
  // The thumb of a slider is drawn beyond its box: pages make that flat so that of two sliders neither covers the other.
  if (inputTypeOf(el) === 'range' && own.width + own.height > 0)
    return toBox(
      { left: own.left, top: own.top, width: own.width || min.width, height: own.height || min.height },
      origin,
    );
  const descendants = findAll(el, '*');
  for (let i = 0; i < descendants.length && i < MAX_CHILD_BOXES; i++) {
    const rect = rectOf(descendants[i] as Element);
    if (isLarge(rect, min) && !isSkipped(descendants[i] as Element)) return toBox(rect, origin);
  }
  return undefined;
};

/** Whether a box is at most `buffer` px away from the viewport; always true for a viewport of no size. */
export const isNearViewport = (box: Box, viewport: Viewport, buffer: number): boolean =>
  viewport.width === 0 ||
  viewport.height === 0 ||
  (box.x < viewport.width + buffer &&
    box.y < viewport.height + buffer &&
    box.x + box.width > -buffer &&
    box.y + box.height > -buffer);

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

export const isWithin = ({ x, y }: Point, box: Box): boolean =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;

/** Whether the box of an element contains a point; true where there is no box or no point. */
export const isAt = (el: Element, point: Partial<Point> = {}): boolean => {
  const box = viewBoxOf(el);
  return !box || point.x === undefined || isWithin(point as Point, box);
};

export const isInView = ({ x, y }: Point, { width, height } = createViewport()): boolean =>
  x >= 0 && y >= 0 && x < width && y < height;

/**
 * The element to scroll into view: for an area its image, for one without a box of its own its first child or
 * its parent, else the element itself.
 */
export const boxedElementOf = (el: Element): Element =>
  (tagOf(el) === 'area' && imageOf(el)) ||
  (isBoxless(el) && (firstElementOf(el) || parentElementOf(el))) ||
  el;
