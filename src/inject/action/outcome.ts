import type { ActionOk } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import type { Failure } from '../result.ts';
import { checkEnabled, checkNotBehindModal, checkVisible } from './checks.ts';
import { isObservable } from './effects.ts';
import type { Script } from './script.ts';

/** What an action reports of itself; which ref and kind it was is added by `act`. */
export type Outcome = Pick<ActionOk, 'effect' | 'verified' | 'point'> | Failure;

/** A payload that was checked. */
export type Given = Readonly<Record<string, unknown>>;

/** The host's own mouse and keys, where it is those that write into a field. */
export interface Hand {
  /** Presses the field, where a press reaches it. */
  click(field: Element): Script<void>;
  type(): Script<unknown>;
}

/** One kind of action, on an element that is there; what it takes is checked before. */
export type Action = (agent: Agent, el: Element, given: never) => Script<Outcome>;

/** Visible, enabled and not behind a modal dialog, or why not. */
export const checkReady = (agent: Agent, el: Element, cache = createDomCache()): Failure | undefined =>
  checkVisible(agent, el, cache) || checkEnabled(agent, el, cache) || checkNotBehindModal(agent, el, cache);

/** Events were sent; whether they did anything is what the page shows. */
export const asObserved = (
  effect: ActionOk['effect'],
  point?: ActionOk['point'],
  prevented = false,
): Outcome => {
  const verified = isObservable(effect) || 'unknown';
  if (prevented) effect.defaultPrevented = true;
  return { effect, verified, ...(point && { point }) };
};
