import type { ActionOk } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { labelOf } from '../element/lookup.ts';
import { type Failure, nameInWords } from '../result.ts';
import { checkEnabled, checkNotBehindModal, checkVisible } from './checks.ts';
import { isObservable } from './effects.ts';
import type { Script } from './script.ts';

/** What an action reports of itself; which ref and kind it was is added by `act`. */
export type Outcome = Pick<ActionOk, 'effect' | 'verified' | 'point'> | Failure;

/** A payload that was checked. */
export type Given = Readonly<Record<string, unknown>>;

/** One kind of action, on an element that is there; what it takes is checked before. */
export type Action = (agent: Agent, el: Element, given: never) => Script<Outcome>;

export const inWords = (agent: Agent, el: Element): string =>
  nameInWords(labelOf(agent, el, createDomCache()));

/** Visible, enabled and not behind a modal dialog, or why not. */
export const checkReady = (agent: Agent, el: Element, cache: DomCache): Failure | undefined =>
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
