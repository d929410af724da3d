import { type DomCache, styleOf } from '../../dom/dom-cache.ts';
import { flatElements } from '../../dom/flat-tree.ts';
import { matched } from '../../dom/matched.ts';
import { attr, closestTo, findAll, holds, isHtml, rectOf, tagOf } from '../../dom/read.ts';
import { wordsOfFile } from '../../element/icon-name.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';

const SHAPE = /^(?:circle|ellipse|rect|line|path|polygon|polyline)$/;
export const SHAPES = 'circle, ellipse, rect, line, path, polygon, polyline';

/** `#ff0000`; empty for what is not drawn as one colour, or shows what is behind it. */
const hex = (color: string): string => {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1);
  return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : '';
};

/** What a button has that no style sheet colours says nothing, nor does white. */
const DEFAULT_COLOR = /^#(?:ffffff|efefef|f0f0f0|e9e9ed|c0c0c0)$/;

const MOST_PARTS = 4;

/** What the style of a box says, or that of the first part of it that says something. */
const saidByStyle = (el: Element, says: (style: CSSStyleDeclaration) => string, cache: DomCache): string => {
  for (const at of [el, ...flatElements(el, MOST_PARTS)]) {
    const said = says(styleOf(at, cache));
    if (said) return said;
  }
  return '';
};

/** A swatch is empty; the colour of heads and of what shows a picture says nothing. */
const colorOf = (el: Element, cache: DomCache): string =>
  tagOf(el) === 'th' || holds(el, 'svg, img')
    ? ''
    : saidByStyle(
        el,
        ({ backgroundColor, backgroundImage }) => {
          const color = hex(backgroundColor);
          return backgroundImage === 'none' && !DEFAULT_COLOR.test(color) ? color : '';
        },
        cache,
      );

/** A line has no inside that would be filled. */
const kindOf = (shape: Element, cache: DomCache): string => {
  const { fill, stroke } = styleOf(shape, cache);
  const tag = tagOf(shape);
  const color = (tag !== 'line' && hex(fill)) || hex(stroke);
  return `${tag}${color && ` ${color}`}`;
};

/** What a script moves along a track stands at a share of it. */
export const shareOf = (el: Element): string =>
  matched(/(?:^|[;\s])(?:left|right|top|bottom):\s*(-?[\d.]+%)/, attr(el, 'style') || '', 1);

/** Icons that a style sheet draws are called by their file. */
const pictureOf = (el: Element, cache: DomCache): string =>
  saidByStyle(
    el,
    ({ backgroundImage, maskImage }) =>
      wordsOfFile(matched(/url\("(.*?)"\)/, `${backgroundImage} ${maskImage}`, 1)),
    cache,
  );

/**
 * Looked at for what they show, where they have no words: what can be pressed, moved or scrolled. How a table looks, and
 * what is `editable`, says nothing.
 */
const NAMED_BY_LOOK = /[^t]able$|^(?:button|link|option|tab)$/;

/**
 * How something looks that nothing else tells from its like: the edge that is dragged, where a handle is, the picture or
 * colour of a box, the shape and colour of what is drawn, and where.
 */
export const drawnLook = (el: Element, { node, facts }: AccessibilityNode, cache: DomCache): string => {
  if (!NAMED_BY_LOOK.test(node.hint || node.role)) return '';
  // Some get it only under the pointer.
  const cursor = facts?.action.cursor || styleOf(el, cache).cursor;
  if (cursor.endsWith('-resize')) return cursor;
  if (!cache.hasLayout) return '';
  if (isHtml(el)) {
    const share = shareOf(el);
    return share ? `handle at ${share}` : pictureOf(el, cache) || colorOf(el, cache);
  }
  const shape = SHAPE.test(tagOf(el)) ? el : tagOf(el) === 'g' ? findAll(el, SHAPES)[0] : undefined;
  return shape ? shapeIn(shape, cache) : '';
};

/** So large is what is looked at, not an icon. */
const LEAST_DRAWING = 48;

/** Charts and illustrations have more. */
const MOST_SHAPES = 24;

/**
 * A line with its ends, another shape with its middle and size, px from the top left corner of the drawing as a drag counts
 * them; how many corners it has tells a triangle.
 */
export const shapeIn = (shape: Element, cache: DomCache): string => {
  const around = rectOf(closestTo(shape, 'svg') || shape);
  const { x, y, width, height } = rectOf(shape);
  const [left, top, w, h] = [x - around.x, y - around.y, width, height].map(Math.round) as number[] as [
    number,
    number,
    number,
    number,
  ];
  if (tagOf(shape) === 'line') {
    const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) => Number(attr(shape, name)));
    const falls = (Number(x2) - Number(x1)) * (Number(y2) - Number(y1)) >= 0;
    const [from, to] = falls ? [top, top + h] : [top + h, top];
    return `${kindOf(shape, cache)} ${left},${from} to ${left + w},${to}`;
  }
  const points =
    attr(shape, 'points')
      ?.trim()
      .split(/[\s,]+/).length || 0;
  const corners = points >= 6 ? ` of ${Math.floor(points / 2)} points` : '';
  const [midX, midY] = [x + width / 2 - around.x, y + height / 2 - around.y].map(Math.round);
  return `${kindOf(shape, cache)}${corners} at ${midX},${midY} (${w}x${h})`;
};

/**
 * What is drawn of plain shapes, where no words tell it and it is more than an icon: a press on it, or an answer, is about
 * where they are. Shapes that can be acted on have lines of their own.
 */
export const drawnShapes = (
  drawing: Element,
  isOwn: (shape: Element) => boolean,
  cache: DomCache,
): string => {
  if (!cache.hasLayout) return '';
  const around = rectOf(drawing);
  if (around.width < LEAST_DRAWING || around.height < LEAST_DRAWING) return '';
  const shapes = findAll(drawing, `${SHAPES}, image, use, foreignObject`);
  if (shapes.length === 0 || shapes.length > MOST_SHAPES) return '';
  const all = Array.from(shapes);
  if (!all.every((at) => SHAPE.test(tagOf(at)) && tagOf(at) !== 'path')) return '';
  const seen = all.filter((at) => {
    const { width, height } = rectOf(at);
    return !isOwn(at) && width + height > 0 && styleOf(at, cache).visibility === 'visible';
  });
  return seen.map((at) => shapeIn(at, cache)).join('; ');
};
