import { attr, closestTo, findAll, keyword, listAttr, rectOf, rootOf, tagOf } from './read.ts';

/** Areas of an image map have no box of their own (https://html.spec.whatwg.org/#image-map): they lie on their image. */

/** What images call a map by, and it itself. */
const nameOfMap = (map: Element): string => attr(map, 'name') || attr(map, 'id') || '';

const mapNameOf = (image: Element): string => listAttr(image, 'usemap').replace(/^.*?#/, '');

/** So many images or maps of a tree are looked at. */
const MOST_MAPS = 500;

const firstOf = (el: Element, selector: string, isIt: (at: Element) => boolean): Element | undefined => {
  const found = findAll(rootOf(el) as Document, selector);
  for (let i = 0; i < found.length && i < MOST_MAPS; i++)
    if (isIt(found[i] as Element)) return found[i] as Element;
  return undefined;
};

/** The image of each map that a pass has come to: to look for one takes as long as the page is. */
export type ImagesOfMaps = Map<Element, Element | undefined>;

/** The image that an area lies on: the first that uses its map. */
export const imageOf = (area: Element, known?: ImagesOfMaps): Element | undefined => {
  const map = closestTo(area, 'map');
  if (!map || known?.has(map)) return map ? known?.get(map) : undefined;
  const name = nameOfMap(map);
  const image = name ? firstOf(area, 'img[usemap]', (at) => mapNameOf(at) === name) : undefined;
  known?.set(map, image);
  return image;
};

/** More corners draw a coast, more areas a continent. */
const MOST_NUMBERS = 2000;
const MOST_AREAS = 500;

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

/** In px from the top left corner of the image; undefined where the numbers make no shape. */
const shapeOf = (area: Element, { width, height }: DOMRect): Shape | undefined => {
  const coords = listAttr(area, 'coords')
    .split(/[\s,;]+/, MOST_NUMBERS)
    .map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = coords;
  const shape = keyword(area, 'shape');
  if (shape === 'default') return rectangle(0, 0, width, height);
  if (!coords.every(Number.isFinite)) return undefined;
  if (/^circ/.test(shape)) return coords.length >= 3 ? circle(a, b, c) : undefined;
  if (/^poly/.test(shape)) return coords.length >= 6 ? polygon(coords) : undefined;
  return coords.length >= 4 ? rectangle(a, b, c, d) : undefined;
};

/** Where an area is seen, px of its document's viewport, as a rect and as what it holds of that. */
export interface PlaceOfArea {
  left: number;
  top: number;
  width: number;
  height: number;
  holds: (x: number, y: number) => boolean;
}

const NOWHERE: PlaceOfArea = { left: 0, top: 0, width: 0, height: 0, holds: () => false };

const placeOn = (around: DOMRect, area: Element): PlaceOfArea => {
  const shape = shapeOf(area, around);
  if (!shape) return NOWHERE;
  const left = Math.max(shape.left, 0);
  const top = Math.max(shape.top, 0);
  return {
    left: around.left + left,
    top: around.top + top,
    width: Math.max(Math.min(shape.right, around.width) - left, 0),
    height: Math.max(Math.min(shape.bottom, around.height) - top, 0),
    holds: (x, y) => shape.holds(x - around.left, y - around.top),
  };
};

export const placeOfArea = (area: Element, known?: ImagesOfMaps): PlaceOfArea => {
  const image = imageOf(area, known);
  return image ? placeOn(rectOf(image), area) : NOWHERE;
};

/** The area at a point of an image, in px of its document's viewport: engines differ in whether they tell it. */
export const areaAt = (image: Element, x: number, y: number): Element | undefined => {
  const name = mapNameOf(image);
  const map = name ? firstOf(image, 'map', (at) => nameOfMap(at) === name) : undefined;
  const areas = map ? findAll(map, 'area') : [];
  const around = rectOf(image);
  for (let i = 0; i < areas.length && i < MOST_AREAS; i++) {
    const area = areas[i] as Element;
    if (placeOn(around, area).holds(x, y)) return area;
  }
  return undefined;
};

/** What is brought into view: the image of an area, any other element itself. */
export const shownFor = (el: Element): Element => (tagOf(el) === 'area' && imageOf(el)) || el;
