import type { Description } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { descriptionOf } from '../aria/description.ts';
import { roleOf } from '../aria/role.ts';
import { meantStatesOf, statesOf } from '../aria/states.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import type { Pass } from '../dom/pass.ts';
import { ownEvidenceOf } from '../snapshot/interactivity.ts';
import { labelOf } from '../snapshot/lookup.ts';

/** Role, name, description, states: what a snapshot could say of an element, and more than it does. */
export const describe = (agent: Agent, el: Element, pass: Pass): Description => {
  const role = roleOf(el, pass);
  const label = labelOf(agent, el, pass);
  const description = descriptionOf(el, label.name ?? '', pass);
  const hint = ownEvidenceOf(el, role, pass, true)?.hint;
  return {
    ...label,
    ...(hint && { hint }),
    ...(description && { description }),
    ...(hint && meantStatesOf(el)),
    ...statesOf(el, role, pass),
    ...(deepActiveElement() === el && { focused: true }),
  };
};
