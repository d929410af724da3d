import type { ActionOk } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import type { Failure } from '../result.ts';
import { checkEnabled, checkNotBehindModal, checkVisible } from './checks.ts';
import { isObservable } from './effects.ts';
import type { Script } from './script.ts';

/** The result of an action; `act` adds the ref and the kind. */
export type Outcome = Pick<ActionOk, 'effect' | 'verified' | 'point'> | Failure;

/** A checked payload. */
export type Given = Readonly<Record<string, unknown>>;

/** The mouse and keys of a host, which write into a field in place of the script. */
export interface HostInput {
  /** Clicks the field, if a click reaches it. */
  click(field: Element): Script<void>;
  type(): Script<unknown>;
}

/** Performs one kind of action on an element in the document. Its payload was checked before. */
export type Action = (agent: Agent, el: Element, given: never) => Script<Outcome>;

/** Why an element cannot be used: it is not visible, disabled, or behind a modal dialog. Undefined if it can. */
export const checkReady = (agent: Agent, el: Element, cache = createDomCache()): Failure | undefined =>
  checkVisible(agent, el, cache) || checkEnabled(agent, el, cache) || checkNotBehindModal(agent, el, cache);

/** The outcome of sent events: verified if the page shows an effect, else `unknown`. */
export const asObserved = (
  effect: ActionOk['effect'],
  point?: ActionOk['point'],
  prevented = false,
): Outcome => {
  const verified = isObservable(effect) || 'unknown';
  if (prevented) effect.defaultPrevented = true;
  return { effect, verified, ...(point && { point }) };
};
