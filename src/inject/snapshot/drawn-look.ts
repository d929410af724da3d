import { type Pass, styleOf } from '../dom/pass.ts';
import { attr, closestTo, findAll, isHtml, rectOf, tagOf } from '../dom/read.ts';

const SHAPE = /^(?:circle|ellipse|rect|line|path|polygon|polyline)$/;
const SHAPES = 'circle, ellipse, rect, line, path, polygon, polyline';

/** `#ff0000`; empty for what is not drawn as one colour, or shows what is behind it. */
const hex = (color: string): string => {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1);
  return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : '';
};

/** Where a shape stands in its drawing, px from the top left corner to its middle, as a drag counts them. */
const placeOf = (shape: Element): string => {
  const drawing = closestTo(shape, 'svg');
  if (!drawing) return '';
  const around = rectOf(drawing);
  const { x, y, width, height } = rectOf(shape);
  return ` at ${Math.round(x + width / 2 - around.x)},${Math.round(y + height / 2 - around.y)}`;
};

/** What a script moves along a track stands at a share of it. */
const shareOf = (el: Element): string =>
  /(?:^|[;\s])(?:left|right|top|bottom):\s*(-?[\d.]+%)/.exec(attr(el, 'style') ?? '')?.[1] ?? '';

/**
 * How something to press looks that nothing else tells from its like: where a handle is, the colour of a box, the shape
 * and colour of what is drawn, and where.
 */
export const drawnLook = (el: Element, pass: Pass): string => {
  if (!pass.hasLayout) return '';
  if (isHtml(el)) {
    const share = shareOf(el);
    return share ? `handle at ${share}` : hex(styleOf(el, pass).backgroundColor).replace('#ffffff', '');
  }
  const shape = SHAPE.test(tagOf(el)) ? el : tagOf(el) === 'g' ? findAll(el, SHAPES)[0] : undefined;
  if (!shape) return '';
  const { fill, stroke } = styleOf(shape, pass);
  const color = hex(fill) || hex(stroke);
  return `${tagOf(shape)}${color && ` ${color}`}${placeOf(shape)}`;
};
