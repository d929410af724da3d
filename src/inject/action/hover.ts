import type { Agent } from '../agent.ts';
import { checkVisible } from './checks.ts';
import { gesture } from './gesture.ts';
import type { Outcome } from './outcome.ts';
import { moveTo } from './pointer.ts';
import type { Script } from './script.ts';

/** How late tooltips and hover cards appear at most (ms): 700 ms in Radix. */
const LATEST_MS = 900;

/** Moves the pointer over an element: events, and what `:hover` shows, until the pointer goes elsewhere. */
export const hover = (agent: Agent, el: Element): Script<Outcome> =>
  // biome-ignore lint/correctness/useYield: the effect is awaited as that of any gesture.
  gesture(agent, el, checkVisible, function* ({ target, point }) {
    if (agent.action) agent.action.cause.timersUpTo = LATEST_MS;
    // The pointer has to move: players show their controls only then.
    if (point && point.x === agent.pointer.x && point.y === agent.pointer.y)
      moveTo(agent, target, { x: point.x + 1, y: point.y });
    moveTo(agent, target, point);
    return false;
  });
