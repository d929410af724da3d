import type { Box } from '../../contract.ts';

/** Where elements were seen last, since when they have been there (ms since the epoch), and how often they were seen again. */
export type Standing = WeakMap<Element, { readonly box: Box; readonly since: number; again: number }>;

const SIDES = ['x', 'y', 'width', 'height'] as const;

/**
 * Ms for which an element has been seen in the place where it is now; undefined: it has just come there. What was seen
 * there once before may go back and forth: 0.
 */
export const stoodFor = (standing: Standing, el: Element, box: Box): number | undefined => {
  const now = Date.now();
  const known = standing.get(el);
  if (known && SIDES.every((side) => Math.round(known.box[side]) === Math.round(box[side])))
    return known.again++ && now - known.since;
  standing.set(el, { box, since: now, again: 0 });
  return undefined;
};
