import { conditionOf } from './condition.ts';
import { splitAt } from './split-at.ts';

/** Size of a viewport, in CSS px. */
export interface Size {
  width: number;
  height: number;
}

/** Values of media features: a desktop with a mouse and no preferences, and scripting disabled. */
const PREFERRED: Readonly<Record<string, string>> = {
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-contrast': 'no-preference',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  scripting: 'none',
};

const px = (length: string): number => {
  const [, number, unit] = /^([\d.]+)(px|r?em|)$/.exec(length) ?? [];
  return number === undefined ? Number.NaN : Number(number) * (unit === 'em' || unit === 'rem' ? 16 : 1);
};

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
};

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' };

const isRange = (feature: string, size: Size): boolean | undefined => {
  const match = /^(?:([\d.]+\w*)\s*([<>]=?|=)\s*)?(width|height)(?:\s*([<>]=?|=)\s*([\d.]+\w*))?$/.exec(
    feature,
  );
  if (!match) return undefined;
  const [, low, lowSign, axis, sign, high] = match;
  const own = size[axis as keyof Size];
  const holds = (operator: string | undefined, length: string | undefined): boolean =>
    operator === undefined || length === undefined || COMPARE[operator]?.(own, px(length)) === true;
  return holds(lowSign && MIRRORED[lowSign], low) && holds(sign, high);
};

const isFeature = (feature: string, size: Size): boolean | undefined => {
  const range = isRange(feature, size);
  if (range !== undefined) return range;
  const [name = '', value = ''] = feature.split(':').map((part) => part.trim());
  const [, edge, axis] = /^(min|max)-(width|height)$/.exec(name) ?? [];
  if (axis) return COMPARE[edge === 'min' ? '>=' : '<=']?.(size[axis as keyof Size], px(value)) === true;
  if (name === 'orientation') return value === (size.width >= size.height ? 'landscape' : 'portrait');
  const preferred = PREFERRED[name];
  if (preferred === undefined) return undefined;
  return value === '' ? !/^no/.test(preferred) : value === preferred;
};

/** Whether a single term of a media query holds: a media type, or a feature in brackets; undefined for an unknown feature. */
const isTerm =
  (size: Size) =>
  (term: string): boolean | undefined =>
    term[0] === '(' ? isFeature(term.slice(1, -1).trim(), size) : /^(?:all|screen)$/.test(term);

/** Longer lists of media queries are ignored: real pages have none. */
const MAX_LIST_CHARS = 2000;

/** Whether a list of media queries matches a screen with a mouse and a viewport of this size; an unknown query does not match. */
export const isMediaOf =
  (size: Size) =>
  (list: string): boolean =>
    list.trim() === '' ||
    (list.length <= MAX_LIST_CHARS &&
      splitAt(list.toLowerCase(), /,/y).some(
        (query) => conditionOf(query.replace(/^only\b/, '').trim(), isTerm(size)) === true,
      ));
