import type { Agent } from '../agent.ts';
import { checkVisible } from './checks.ts';
import { gesture } from './gesture.ts';
import type { Outcome } from './outcome.ts';
import { moveTo } from './pointer.ts';
import type { Script } from './script.ts';

/** Moves the pointer over an element: events, and what `:hover` shows, until the pointer goes elsewhere. */
export const hover = (agent: Agent, el: Element): Script<Outcome> =>
  // biome-ignore lint/correctness/useYield: one task is enough for it.
  gesture(agent, el, checkVisible, function* ({ target, point }) {
    moveTo(agent, target, point);
    return false;
  });
