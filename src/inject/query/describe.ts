import type { Description } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { descriptionOf } from '../aria/description.ts';
import { roleOf } from '../aria/role.ts';
import { statesBeyondRole, statesOf } from '../aria/states.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { interactivityOf } from '../element/classify.ts';
import { labelOf } from '../element/lookup.ts';

/** Role, name, description and states of an element: all that a snapshot could print. */
export const describe = (agent: Agent, el: Element, cache: DomCache): Description => {
  const role = roleOf(el, cache);
  const label = labelOf(agent, el, cache);
  const description = descriptionOf(el, label.name || '', cache);
  const hint = interactivityOf(el, cache, true)?.hint;
  return {
    ...label,
    ...(hint && { hint }),
    ...(description && { description }),
    ...(hint && statesBeyondRole(el)),
    ...statesOf(el, role, cache),
    ...(deepActiveElement() === el && { focused: true }),
  };
};
