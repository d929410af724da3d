import { attr, closestTo, elementsIn, keyword, listAttr, rectOf, rootOf } from './read.ts';

/**
 * Image maps: an `area` has no box of its own (https://html.spec.whatwg.org/#image-map), it lies on the image that uses
 * its map.
 */

/** The name by which images refer to a map. */
const nameOfMap = (map: Element): string => attr(map, 'name') || attr(map, 'id') || '';

const mapNameOf = (image: Element): string => listAttr(image, 'usemap').replace(/^.*?#/, '');

/** How many images, or maps, of a tree are compared by name. */
const MAX_MAPS = 500;

const findFirst = (el: Element, selector: string, accepts: (at: Element) => boolean): Element | undefined =>
  elementsIn(rootOf(el) as Document, selector)
    .slice(0, MAX_MAPS)
    .find(accepts);

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

/** The corners of a circle: a tenth of a radian apart. */
const CORNERS = 63;

const rectangle = (x1: number, y1: number, x2: number, y2: number): number[] => [
  x1,
  y1,
  x2,
  y1,
  x2,
  y2,
  x1,
  y2,
];

const circle = (x: number, y: number, r: number): number[] =>
  Array.from({ length: CORNERS }, (_, i) => i / 10).flatMap((turn) => [
    x + r * Math.cos(turn),
    y + r * Math.sin(turn),
  ]);

/** The corners of an area's shape, x and y by turns, CSS px from the top left corner of its image; none where it has no shape. */
const cornersOf = (area: Element, { width, height }: DOMRect): readonly number[] => {
  const coords = listAttr(area, 'coords')
    .split(/[\s,;]+/, MAX_NUMBERS)
    .map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = coords;
  const shape = keyword(area, 'shape');
  if (shape === 'default') return rectangle(0, 0, width, height);
  if (!coords.every(Number.isFinite)) return [];
  if (/^circ/.test(shape)) return coords.length >= 3 ? circle(a, b, c) : [];
  if (/^poly/.test(shape)) return coords.length >= 6 ? coords : [];
  return coords.length >= 4 ? rectangle(a, b, c, d) : [];
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
  const corners = cornersOf(area, imageRect);
  if (corners.length === 0) return NOWHERE;
  const xs = corners.filter((_, i) => i % 2 === 0);
  const ys = corners.filter((_, i) => i % 2);
  const left = Math.max(Math.min(...xs), 0);
  const top = Math.max(Math.min(...ys), 0);
  return {
    left: imageRect.left + left,
    top: imageRect.top + top,
    width: Math.max(Math.min(Math.max(...xs), imageRect.width) - left, 0),
    height: Math.max(Math.min(Math.max(...ys), imageRect.height) - top, 0),
    // A line from the point to the right crosses the border of the shape an odd number of times.
    holds(atX, atY) {
      const [x, y] = [atX - imageRect.left, atY - imageRect.top];
      let inside = false;
      for (let i = 0, k = ys.length - 1; i < ys.length; k = i++) {
        const [xi, yi, xk, yk] = [xs[i], ys[i], xs[k], ys[k]] as [number, number, number, number];
        if (yi > y !== yk > y && x < ((xk - xi) * (y - yi)) / (yk - yi) + xi) inside = !inside;
      }
      return inside;
    },
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
  const imageRect = rectOf(image);
  return (
    map &&
    elementsIn(map, 'area')
      .slice(0, MAX_AREAS)
      .find((area) => placeOn(imageRect, area).holds(x, y))
  );
};
