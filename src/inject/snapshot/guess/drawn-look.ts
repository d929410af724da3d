import { type DomCache, styleOf } from '../../dom/dom-cache.ts';
import { flatElements } from '../../dom/flat-tree.ts';
import { matched } from '../../dom/matched.ts';
import {
  attr,
  closestTo,
  elementsIn,
  findAll,
  holds,
  isHtml,
  matches,
  rectOf,
  tagOf,
} from '../../dom/read.ts';
import { coversWindow } from '../../element/dialogs.ts';
import { wordsOfFile } from '../../element/icon-name.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';

export const SHAPES = 'circle, ellipse, rect, line, path, polygon, polyline';

/** The colour as `#ff0000`; empty for a gradient or a colour with transparency. */
const hex = (color: string): string => {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1);
  return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : '';
};

/** Default background colours of buttons, and white: they tell nothing. */
const DEFAULT_COLOR = /^#(?:ffffff|efefef|f0f0f0|e9e9ed|c0c0c0)$/;

/** How many descendants are searched for a picture or a colour. */
const MAX_DESCENDANTS = 4;

/** The first text that `read` gives for the style of an element, or of one of its first descendants; else empty. */
const firstByStyle = (el: Element, read: (style: CSSStyleDeclaration) => string, cache: DomCache): string => {
  for (const at of [el, ...flatElements(el, MAX_DESCENDANTS)]) {
    const text = read(styleOf(at, cache));
    if (text) return text;
  }
  return '';
};

/**
 * The background colour. Empty for a header cell, for an element with a picture, and for what covers the window, such as
 * a backdrop: their colour is decoration.
 */
const backgroundColorOf = (el: Element, cache: DomCache): string =>
  tagOf(el) === 'th' || holds(el, 'svg, img') || coversWindow(el)
    ? ''
    : firstByStyle(
        el,
        ({ backgroundColor, backgroundImage }) => {
          const color = hex(backgroundColor);
          return backgroundImage === 'none' && !DEFAULT_COLOR.test(color) ? color : '';
        },
        cache,
      );

/** The tag of a shape and its colour: the fill, or for a line the stroke. */
const tagAndColorOf = (shape: Element, cache: DomCache): string => {
  const { fill, stroke } = styleOf(shape, cache);
  const tag = tagOf(shape);
  const color = (tag !== 'line' && hex(fill)) || hex(stroke);
  return `${tag}${color && ` ${color}`}`;
};

/** The position of a handle on its track, as the inline style has it: `40%`. */
export const positionOnTrack = (el: Element): string =>
  matched(/(?:^|[;\s])(?:left|right|top|bottom):\s*(-?[\d.]+%)/, attr(el, 'style') || '', 1);

/** The words in the file name of a background or mask image: an icon that a style sheet draws. */
const backgroundFileWords = (el: Element, cache: DomCache): string =>
  firstByStyle(
    el,
    ({ backgroundImage, maskImage }) =>
      wordsOfFile(matched(/url\("(.*?)"\)/, `${backgroundImage} ${maskImage}`, 1)),
    cache,
  );

/**
 * Roles and hints of nodes that are named by their look: what can be clicked, dragged or scrolled. The look of a
 * table, or of what is `editable`, tells nothing.
 */
const NAMED_BY_LOOK = /[^t]able$|^(?:button|link|option|tab)$/;

/**
 * How an element without words looks: the edge that is dragged (its cursor), the position of a handle, the picture or
 * colour of a box, the shape, colour and place of an SVG element.
 */
export const nameByLook = (el: Element, { node, facts }: AccessibilityNode, cache: DomCache): string => {
  if (!NAMED_BY_LOOK.test(node.hint || node.role)) return '';
  // Some elements get their cursor only from a `:hover` rule, which the facts know.
  const cursor = facts?.action.cursor || styleOf(el, cache).cursor;
  if (cursor.endsWith('-resize')) return cursor;
  if (!cache.hasLayout) return '';
  if (isHtml(el)) {
    const position = positionOnTrack(el);
    return position
      ? `handle at ${position}`
      : backgroundFileWords(el, cache) || backgroundColorOf(el, cache);
  }
  const shape = matches(el, SHAPES) ? el : tagOf(el) === 'g' ? findAll(el, SHAPES)[0] : undefined;
  return shape ? describeShape(shape, cache) : '';
};

/** Px: a smaller drawing is an icon. */
const MIN_DRAWING_SIZE = 48;

/** A drawing with more shapes is a chart or an illustration. */
const MAX_SHAPES = 24;

type Six = [number, number, number, number, number, number];

/**
 * The description of a shape: a line by its ends, another shape by its middle and size, in px from the top left
 * corner of the drawing, as a drag counts them. The number of corners tells a triangle from a square.
 */
export const describeShape = (shape: Element, cache: DomCache): string => {
  const drawingRect = rectOf(closestTo(shape, 'svg') || shape);
  const rect = rectOf(shape);
  const { width, height } = rect;
  const x = rect.x - drawingRect.x;
  const y = rect.y - drawingRect.y;
  const [left, top, w, h, midX, midY] = [x, y, width, height, x + width / 2, y + height / 2].map(
    Math.round,
  ) as Six;
  if (tagOf(shape) === 'line') {
    const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) => Number(attr(shape, name))) as Six;
    const [from, to] = (x2 - x1) * (y2 - y1) >= 0 ? [top, top + h] : [top + h, top];
    return `${tagAndColorOf(shape, cache)} ${left},${from} to ${left + w},${to}`;
  }
  const points = (attr(shape, 'points') || '').trim().split(/[\s,]+/).length;
  const corners = points >= 6 ? ` of ${Math.floor(points / 2)} points` : '';
  return `${tagAndColorOf(shape, cache)}${corners} at ${midX},${midY} (${w}x${h})`;
};

/**
 * Descriptions of the shapes in a drawing that is larger than an icon and consists of shapes: a click on it, or an
 * answer, is about where they are. With paths, a drawing that is not drawn on (`isPad`) is a picture. `isOwn` shapes are
 * skipped: they have lines of their own.
 */
export const describeShapes = (
  drawing: Element,
  isPad: boolean,
  isOwn: (shape: Element) => boolean,
  cache: DomCache,
): string => {
  if (!cache.hasLayout) return '';
  const drawingRect = rectOf(drawing);
  if (drawingRect.width < MIN_DRAWING_SIZE || drawingRect.height < MIN_DRAWING_SIZE) return '';
  const all = elementsIn(drawing, `${SHAPES}, image, use, foreignObject`);
  if (all.length > MAX_SHAPES || !all.every((at) => matches(at, SHAPES) && (isPad || tagOf(at) !== 'path')))
    return '';
  const shown = all.filter((at) => {
    const { width, height } = rectOf(at);
    return !isOwn(at) && width + height > 0 && styleOf(at, cache).visibility === 'visible';
  });
  return shown.map((at) => describeShape(at, cache)).join('; ');
};
