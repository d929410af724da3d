import type { Point } from '../../contract.ts';
import { type Agent, type Failure, fail, final } from '../agent.ts';
import { createViewport, viewBoxOf } from '../dom/view-box.ts';
import { labelWithRef } from '../element/lookup.ts';
import { inWords, newPass } from './outcome.ts';

/** Whether an element stands at a point. */
export const isAt = (el: Element, { x, y }: Partial<Point> = {}): boolean => {
  const box = viewBoxOf(el, createViewport());
  if (!box || x === undefined || y === undefined) return true;
  return x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
};

/** `element_blocked`: where it was aimed at is `met` now. */
export const movedAway = (agent: Agent, el: Element, met: Element): Failure => {
  const words = `As soon as the pointer is over ${inWords(agent, el)} a press lands on ${inWords(agent, met)}. It was not pressed.`;
  const refused = fail('element_blocked', words, { blocker: labelWithRef(agent, met, newPass()) });
  return agent.isRetry ? final(refused) : refused;
};
