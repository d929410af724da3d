import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { elementAt } from '../dom/hit-test.ts';
import { isAt, viewBoxOf } from '../dom/view-box.ts';
import { inWords, labelWithRef } from '../element/lookup.ts';
import { type Failure, fail, final } from '../result.ts';

/** `element_blocked`: another element, `hit`, is at the point that was aimed at. */
export const movedAway = (agent: Agent, el: Element, hit: Element): Failure => {
  const words = `Once the pointer is over ${inWords(agent, el)} a press lands on ${inWords(agent, hit)}. It was not pressed.`;
  const refused = fail('element_blocked', words, { blocker: labelWithRef(agent, hit) });
  return agent.isRetry ? final(refused) : refused;
};

/**
 * Whether an element that was clicked at a point has moved away from it, and the click has ended outside of its
 * surface. An element that the page has removed by then, such as an option of a list that closes, has had its click.
 */
export const isElsewhere = (el: Element, surface: Element, point: Point | undefined): boolean => {
  const hit = point && elementAt(point);
  return !!hit && !flatContains(surface, hit) && !isAt(el, point) && !!viewBoxOf(el)?.width;
};
