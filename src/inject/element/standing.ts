import type { Box } from '../../contract.ts';

/** Where each element was last seen, since when it is there (ms since the epoch), and how often it was seen there again. */
export type Standing = WeakMap<Element, { readonly box: Box; readonly since: number; again: number }>;

const SIDES = ['x', 'y', 'width', 'height'] as const;

/**
 * For how long an element has been seen at its present place, ms; undefined: it has just arrived there. 0 when it is seen there
 * for the second time only: it may move back and forth.
 */
export const msInPlace = (standing: Standing, el: Element, box: Box): number | undefined => {
  const now = Date.now();
  const known = standing.get(el);
  if (known && SIDES.every((side) => Math.round(known.box[side]) === Math.round(box[side])))
    return known.again++ && now - known.since;
  standing.set(el, { box, since: now, again: 0 });
  return undefined;
};
