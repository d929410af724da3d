import { attr, closestTo, findAll, keyword, listAttr, rectOf, rootOf, tagOf } from './read.ts';

/** Areas of an image map have no box of their own (https://html.spec.whatwg.org/#image-map): they lie on their image. */

/** The image that an area lies on: the first that uses its map. */
export const imageOf = (area: Element): Element | undefined => {
  const map = closestTo(area, 'map');
  const name = map && (attr(map, 'name') || attr(map, 'id'));
  if (!name) return undefined;
  const images = Array.from(findAll(rootOf(area) as Document, 'img[usemap]'));
  return images.find((image) => listAttr(image, 'usemap').replace(/^.*?#/, '') === name);
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
  const shape = keyword(area, 'shape') ?? 'rect';
  if (shape === 'default') return rectangle(0, 0, width, height);
  if (!coords.every(Number.isFinite)) return undefined;
  if (/^circ/.test(shape)) return coords.length >= 3 ? circle(a, b, c) : undefined;
  if (/^poly/.test(shape)) return coords.length >= 6 ? polygon(coords) : undefined;
  return coords.length >= 4 ? rectangle(a, b, c, d) : undefined;
};

const NOWHERE = { left: 0, top: 0, width: 0, height: 0 };

/** Where an area is seen, as `getBoundingClientRect` tells of other elements. */
export const rectOfArea = (area: Element): typeof NOWHERE => {
  const image = imageOf(area);
  const around = image && rectOf(image);
  const shape = around && shapeOf(area, around);
  if (!shape) return NOWHERE;
  const left = Math.max(shape.left, 0);
  const top = Math.max(shape.top, 0);
  const width = Math.max(Math.min(shape.right, around.width) - left, 0);
  const height = Math.max(Math.min(shape.bottom, around.height) - top, 0);
  return { left: around.left + left, top: around.top + top, width, height };
};

/** Whether a point of its rect is in its shape. */
export const isInArea = (area: Element, x: number, y: number): boolean => {
  const image = imageOf(area);
  const around = image && rectOf(image);
  const shape = around && shapeOf(area, around);
  return Boolean(shape && around && shape.holds(x - around.left, y - around.top));
};

/** The area at a point of an image, in px of its document's viewport: engines differ in whether they tell it. */
export const areaAt = (image: Element, x: number, y: number): Element | undefined => {
  const areas = findAll(rootOf(image) as Document, 'map area');
  for (let i = 0; i < areas.length && i < MOST_AREAS; i++) {
    const area = areas[i] as Element;
    if (imageOf(area) === image && isInArea(area, x, y)) return area;
  }
  return undefined;
};

/** What is brought into view: the image of an area, any other element itself. */
export const shownFor = (el: Element): Element => (tagOf(el) === 'area' && imageOf(el)) || el;
