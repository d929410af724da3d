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

/** `element_blocked`: it has gone from where it was aimed at, and `met` is there. */
export const movedAway = (agent: Agent, el: Element, met: Element): Failure => {
  const words = `${inWords(agent, el)} goes away from under the pointer as soon as that is over it; a press would land on ${inWords(agent, met)} behind it. It was not pressed.`;
  const refused = fail('element_blocked', words, { blocker: labelWithRef(agent, met, newPass()) });
  return agent.isRetry ? final(refused) : refused;
};
