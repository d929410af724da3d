import type { Agent } from '../agent.ts';
import { errorText } from '../dom/cut.ts';
import { wrongArgument } from '../payload.ts';
import { watch } from './effects.ts';
import { asObserved, type Given, type Outcome } from './outcome.ts';
import { type Script, SEEN } from './script.ts';
import { send } from './send.ts';

/** Dispatches any event, without checks, as `dispatchEvent` does. */
export function* dispatch(agent: Agent, el: Element, given: Given): Script<Outcome> {
  const type = given.type as string;
  const init = (given.init || {}) as Record<string, unknown>;
  const effectNow = watch(agent, el);
  let allowed: boolean;
  try {
    allowed = send(agent, el, type, init);
  } catch (error) {
    effectNow();
    return wrongArgument('init', `init can't be read: ${errorText(error)}`);
  }
  yield SEEN;
  return asObserved(effectNow(), undefined, !allowed);
}
