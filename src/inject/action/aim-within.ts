import type { Agent } from '../agent.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { elementAt } from '../dom/hit-test.ts';
import { viewBoxOf } from '../dom/view-box.ts';
import { inWords } from '../element/lookup.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, fail } from '../result.ts';
import type { Aim } from './checks.ts';

/**
 * The hit point at an offset (px) from the top left corner of an element that is in view: for a drawing, or a corner.
 */
export const aimWithin = (agent: Agent, el: Element, offset: unknown, argument: string): Aim | Failure => {
  const box = viewBoxOf(el);
  const { x, y } = (offset || {}) as { x?: unknown; y?: unknown };
  if (!box || typeof x !== 'number' || typeof y !== 'number') {
    return wrongArgument(argument, `${argument} is {x, y}: px from the top left corner of the element.`);
  }
  const point = { x: box.x + x, y: box.y + y };
  const hit = elementAt(point);
  if (hit && flatContains(el, hit)) return { point, target: hit, surface: el };
  return fail(
    'not_visible',
    `${inWords(agent, el)} can't be pressed there: the place is covered, or outside.`,
  );
};
