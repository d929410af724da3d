import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { elementAt } from '../dom/hit-test.ts';
import { isAt, viewBoxOf } from '../dom/view-box.ts';
import { inWords, labelWithRef } from '../element/lookup.ts';
import { type Failure, fail, final } from '../result.ts';

/** `element_blocked`: where it was aimed at is `met` now. */
export const movedAway = (agent: Agent, el: Element, met: Element): Failure => {
  const words = `Once the pointer is over ${inWords(agent, el)} a press lands on ${inWords(agent, met)}. It was not pressed.`;
  const refused = fail('element_blocked', words, { blocker: labelWithRef(agent, met) });
  return agent.isRetry ? final(refused) : refused;
};

/**
 * Whether what was pressed at a point stands somewhere else now, and the press does not end on what it is a part of. What
 * the page has taken away by then, as an option of a list that closes, has had what it was pressed for.
 */
export const isElsewhere = (el: Element, surface: Element, point: Point | undefined): boolean => {
  const hit = point && elementAt(point);
  return !!hit && !flatContains(surface, hit) && !isAt(el, point) && !!viewBoxOf(el)?.width;
};
