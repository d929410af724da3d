import { attr, closestTo, findAll, keyword, listAttr, rectOf, rootOf, tagOf } from './read.ts';

/**
 * Image maps: an `area` has no box of its own (https://html.spec.whatwg.org/#image-map), it lies on the image that uses
 * its map.
 */

/** The name by which images refer to a map. */
const nameOfMap = (map: Element): string => attr(map, 'name') || attr(map, 'id') || '';

const mapNameOf = (image: Element): string => listAttr(image, 'usemap').replace(/^.*?#/, '');

/** How many images, or maps, of a tree are compared by name. */
const MAX_MAPS = 500;

const findFirst = (el: Element, selector: string, accepts: (at: Element) => boolean): Element | undefined => {
  const found = findAll(rootOf(el) as Document, selector);
  for (let i = 0; i < found.length && i < MAX_MAPS; i++)
    if (accepts(found[i] as Element)) return found[i] as Element;
  return undefined;
};

/** The image of each map, found once a pass: the search goes through all images of a tree. */
export type ImagesOfMaps = Map<Element, Element | undefined>;

/** The image that an area lies on: the first that uses its map. */
export const imageOf = (area: Element, known?: ImagesOfMaps): Element | undefined => {
  const map = closestTo(area, 'map');
  if (!map || known?.has(map)) return map ? known?.get(map) : undefined;
  const name = nameOfMap(map);
  const image = name ? findFirst(area, 'img[usemap]', (at) => mapNameOf(at) === name) : undefined;
  known?.set(map, image);
  return image;
};

/** Limits for hostile pages: coordinates of an area, areas of a map. Coasts and continents stay below them. */
const MAX_NUMBERS = 2000;
const MAX_AREAS = 500;

interface Shape {
  left: number;
  top: number;
  right: number;
  bottom: number;
  holds: (x: number, y: number) => boolean;
}

const rectangle = (x1: number, y1: number, x2: number, y2: number): Shape => {
  const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)];
  const [right, bottom] = [Math.max(x1, x2), Math.max(y1, y2)];
  const holds = (x: number, y: number): boolean => x >= left && x <= right && y >= top && y <= bottom;
  return { left, top, right, bottom, holds };
};

const circle = (x: number, y: number, r: number): Shape => ({
  ...rectangle(x - r, y - r, x + r, y + r),
  holds: (atX, atY) => (atX - x) ** 2 + (atY - y) ** 2 <= r * r,
});

const polygon = (coords: readonly number[]): Shape => {
  const xs = coords.filter((_, i) => i % 2 === 0);
  const ys = coords.filter((_, i) => i % 2 === 1);
  const isInside = (x: number, y: number): boolean => {
    let inside = false;
    for (let i = 0, k = ys.length - 1; i < ys.length; k = i++) {
      const [xi, yi, xk, yk] = [xs[i], ys[i], xs[k], ys[k]] as [number, number, number, number];
      if (yi > y !== yk > y && x < ((xk - xi) * (y - yi)) / (yk - yi) + xi) inside = !inside;
    }
    return inside;
  };
  return {
    ...rectangle(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)),
    holds: isInside,
  };
};

/** The shape of an area, CSS px from the top left corner of its image; undefined where the coordinates make none. */
const shapeOf = (area: Element, { width, height }: DOMRect): Shape | undefined => {
  const coords = listAttr(area, 'coords')
    .split(/[\s,;]+/, MAX_NUMBERS)
    .map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = coords;
  const shape = keyword(area, 'shape');
  if (shape === 'default') return rectangle(0, 0, width, height);
  if (!coords.every(Number.isFinite)) return undefined;
  if (/^circ/.test(shape)) return coords.length >= 3 ? circle(a, b, c) : undefined;
  if (/^poly/.test(shape)) return coords.length >= 6 ? polygon(coords) : undefined;
  return coords.length >= 4 ? rectangle(a, b, c, d) : undefined;
};

/**
 * Where an area is drawn: its bounding rect in CSS px of its document's viewport, and which points of it belong to the
 * shape.
 */
export interface PlaceOfArea {
  left: number;
  top: number;
  width: number;
  height: number;
  holds: (x: number, y: number) => boolean;
}

const NOWHERE: PlaceOfArea = { left: 0, top: 0, width: 0, height: 0, holds: () => false };

const placeOn = (imageRect: DOMRect, area: Element): PlaceOfArea => {
  const shape = shapeOf(area, imageRect);
  if (!shape) return NOWHERE;
  const left = Math.max(shape.left, 0);
  const top = Math.max(shape.top, 0);
  return {
    left: imageRect.left + left,
    top: imageRect.top + top,
    width: Math.max(Math.min(shape.right, imageRect.width) - left, 0),
    height: Math.max(Math.min(shape.bottom, imageRect.height) - top, 0),
    holds: (x, y) => shape.holds(x - imageRect.left, y - imageRect.top),
  };
};

export const placeOfArea = (area: Element, known?: ImagesOfMaps): PlaceOfArea => {
  const image = imageOf(area, known);
  return image ? placeOn(rectOf(image), area) : NOWHERE;
};

/** The area at a point of an image, CSS px of its document's viewport: `elementFromPoint` returns the image in some engines. */
export const areaAt = (image: Element, x: number, y: number): Element | undefined => {
  const name = mapNameOf(image);
  const map = name ? findFirst(image, 'map', (at) => nameOfMap(at) === name) : undefined;
  const areas = map ? findAll(map, 'area') : [];
  const imageRect = rectOf(image);
  for (let i = 0; i < areas.length && i < MAX_AREAS; i++) {
    const area = areas[i] as Element;
    if (placeOn(imageRect, area).holds(x, y)) return area;
  }
  return undefined;
};

/** The element to scroll into view: for an area its image, else the element itself. */
export const boxedElementOf = (el: Element): Element => (tagOf(el) === 'area' && imageOf(el)) || el;
