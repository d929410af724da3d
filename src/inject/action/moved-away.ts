import type { Agent } from '../agent.ts';
import { inWords, labelWithRef } from '../element/lookup.ts';
import { type Failure, fail, final } from '../result.ts';

/** `element_blocked`: where it was aimed at is `met` now. */
export const movedAway = (agent: Agent, el: Element, met: Element): Failure => {
  const words = `As soon as the pointer is over ${inWords(agent, el)} a press lands on ${inWords(agent, met)}. It was not pressed.`;
  const refused = fail('element_blocked', words, { blocker: labelWithRef(agent, met) });
  return agent.isRetry ? final(refused) : refused;
};
