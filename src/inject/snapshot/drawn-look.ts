import { flatElements } from '../dom/flat-tree.ts';
import { type Pass, styleOf } from '../dom/pass.ts';
import {
  attr,
  closestTo,
  findAll,
  isHtml,
  listAttr,
  parentElementOf,
  prop,
  rectOf,
  tagOf,
} from '../dom/read.ts';
import { fileOf, wordsOf, wordsWithIcon } from './icon-name.ts';

const SHAPE = /^(?:circle|ellipse|rect|line|path|polygon|polyline)$/;
const SHAPES = 'circle, ellipse, rect, line, path, polygon, polyline';

/** `#ff0000`; empty for what is not drawn as one colour, or shows what is behind it. */
const hex = (color: string): string => {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1);
  return parts ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : '';
};

/** What a button has that no style sheet colours says nothing, nor does white. */
const PLAIN = /^#(?:ffffff|efefef|f0f0f0|e9e9ed|c0c0c0)$/;

/** A swatch is empty; the colour of heads and of what shows an icon says nothing. */
const colorOf = (el: Element, pass: Pass): string => {
  if (tagOf(el) === 'th' || findAll(el, 'svg, img').length > 0) return '';
  const color = hex(styleOf(el, pass).backgroundColor);
  return PLAIN.test(color) ? '' : color;
};

/** Style sheets of parts have few classes for an element, of words: `ql-bold`. */
const MOST_CLASSES = 3;
const NAME_OF_PART = /^(?!css|sc|jsx|is|has|js)[a-z]+(?:[-_]+[a-z]{3,})+$/i;

const calledByClass = (el: Element): string => {
  const classes = listAttr(el, 'class').split(/\s+/);
  const part = classes.length > MOST_CLASSES ? undefined : classes.find((name) => NAME_OF_PART.test(name));
  return wordsOf(part ?? '');
};

/** Its like beside it; more are a grid. */
const MOST_PEERS = 20;

const peersOf = (el: Element): Element[] => {
  const parent = parentElementOf(el);
  const beside = parent ? Array.from(prop(parent, 'children')).slice(0, MOST_PEERS) : [];
  return beside.filter((at) => at !== el && tagOf(at) === tagOf(el));
};

const WORDS_OF_CLASS = /^(?!css|sc|jsx|svelte|is|has|js)[a-z]{3,}(?:[-_][a-z]+)*$/;
const PLACE_OR_STATE =
  /^(?:first|last|odd|even|active|selected|current|chosen|checked|disabled|hidden|visible|open|closed)$/;

/** Of several small parts that say nothing, the class that only this one has: `reply` beside `retweet`. */
export const ownClass = (el: Element): string => {
  const classes = listAttr(el, 'class').split(/\s+/);
  const peers = classes.length > MOST_CLASSES ? [] : peersOf(el);
  if (peers.length === 0) return '';
  const others = new Set(
    peers
      .map((at) => listAttr(at, 'class'))
      .join(' ')
      .split(/\s+/),
  );
  const own = classes.find(
    (name) => WORDS_OF_CLASS.test(name) && !PLACE_OR_STATE.test(name) && !others.has(name),
  );
  return wordsOf(own ?? '');
};

/** A colour that its like beside it have too tells nothing. */
const isColorOfAll = (el: Element, color: string, pass: Pass): boolean =>
  peersOf(el).some((at) => colorOf(at, pass) === color);

/** The colour, unless a word tells more. */
const colorToTell = (el: Element, pass: Pass): string => {
  const color = colorOf(el, pass);
  const word = color && (wordsWithIcon(el) || (isColorOfAll(el, color, pass) ? ownClass(el) : ''));
  return word || color;
};

/** A script has called it so: a hash, or React (`useId`), Solid (`cl-6`), Vue (`v-6`), Svelte (`c16`) within a longer name. */
const HASH = /[0-9a-f]{8}|[:_\u00ab]r_?[0-9a-z]+[:_\u00bb]|[-_](?:(?:cl|v)-\d+|[cs]\d{2,})(?:[-_]|$)/i;

/** So has one that counts what it makes: `input-17`, `mat-input-3`, `pv_id_42`, `el-id-1024-33`. */
const COUNTED = /^(?:[a-z]{1,4}[-_])?(?:id|el|input|field|control|select|textarea)(?:[-_]\d+)+$/i;

/** What its author calls something that nothing else names. */
export const calledByAuthor = (el: Element): string => {
  for (const name of ['name', 'id']) {
    const given = listAttr(el, name);
    if (HASH.test(given) || COUNTED.test(given)) continue;
    const words = given
      .replace(/([a-z])([A-Z])|[^A-Za-z0-9]+/g, '$1 $2')
      .toLowerCase()
      .trim();
    if (/[a-z]{2}/.test(words)) return words;
  }
  return tagOf(el) === 'button' ? calledByClass(el) : '';
};

/** Files that hold many pictures, or are called by number. */
const SPRITE = /sprite/;

const LOOK_INSIDE = 4;

/** Icons that a style sheet draws are called by their file, or by what their author calls the element. */
const pictureOf = (el: Element, pass: Pass): string => {
  for (const at of [el, ...flatElements(el, LOOK_INSIDE)]) {
    const { backgroundImage = '', maskImage = '' } = styleOf(at, pass);
    const url = /url\("(.*?)"\)/.exec(`${backgroundImage} ${maskImage}`)?.[1];
    if (url === undefined) continue;
    const file = fileOf(url);
    const words = SPRITE.test(file) || HASH.test(file) ? '' : wordsOf(file);
    return words || calledByAuthor(at) || calledByAuthor(el) || wordsOf(listAttr(at, 'class'));
  }
  return '';
};

/** Where a shape stands in its drawing, px from the top left corner to its middle, as a drag counts them. */
const placeOf = (shape: Element): string => {
  const drawing = closestTo(shape, 'svg');
  if (!drawing) return '';
  const around = rectOf(drawing);
  const { x, y, width, height } = rectOf(shape);
  return ` at ${Math.round(x + width / 2 - around.x)},${Math.round(y + height / 2 - around.y)}`;
};

const kindOf = (shape: Element, pass: Pass): string => {
  const { fill, stroke } = styleOf(shape, pass);
  const color = hex(fill) || hex(stroke);
  return `${tagOf(shape)}${color && ` ${color}`}`;
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
    return share ? `handle at ${share}` : pictureOf(el, pass) || colorToTell(el, pass);
  }
  const shape = SHAPE.test(tagOf(el)) ? el : tagOf(el) === 'g' ? findAll(el, SHAPES)[0] : undefined;
  if (!shape) return '';
  return `${kindOf(shape, pass)}${placeOf(shape)}`;
};

/** So large is what is looked at, not an icon. */
const LEAST_DRAWING = 48;

/** Charts and illustrations have more. */
const MOST_SHAPES = 24;

/** A line with its ends, another shape with its middle and size; how many corners it has tells a triangle. */
const shapeIn = (shape: Element, around: DOMRect, pass: Pass): string => {
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
    return `${kindOf(shape, pass)} ${left},${from} to ${left + w},${to}`;
  }
  const points =
    attr(shape, 'points')
      ?.trim()
      .split(/[\s,]+/).length ?? 0;
  const corners = points >= 6 ? ` of ${Math.floor(points / 2)} points` : '';
  return `${kindOf(shape, pass)}${corners}${placeOf(shape)} (${w}x${h})`;
};

/**
 * What is drawn of plain shapes, where no words tell it and it is more than an icon: a press on it, or an answer, is about
 * where they are. Shapes that can be acted on have lines of their own.
 */
export const drawnShapes = (drawing: Element, isOwn: (shape: Element) => boolean, pass: Pass): string => {
  if (!pass.hasLayout) return '';
  const around = rectOf(drawing);
  if (around.width < LEAST_DRAWING || around.height < LEAST_DRAWING) return '';
  const shapes = findAll(drawing, `${SHAPES}, image, use, foreignObject`);
  if (shapes.length === 0 || shapes.length > MOST_SHAPES) return '';
  const all = Array.from(shapes);
  if (!all.every((at) => SHAPE.test(tagOf(at)) && tagOf(at) !== 'path')) return '';
  const seen = all.filter((at) => {
    const { width, height } = rectOf(at);
    return !isOwn(at) && width + height > 0 && styleOf(at, pass).visibility === 'visible';
  });
  return seen.map((at) => shapeIn(at, around, pass)).join('; ');
};
