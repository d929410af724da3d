import type { Agent } from '../agent.ts';
import { checkVisible } from './checks.ts';
import { gesture } from './gesture.ts';
import type { Outcome } from './outcome.ts';
import { moveTo } from './pointer.ts';
import type { Script } from './script.ts';

/** Tips and cards come that late at most (700 ms in Radix). */
const LATEST_MS = 900;

/** Moves the pointer over an element: events, and what `:hover` shows, until the pointer goes elsewhere. */
export const hover = (agent: Agent, el: Element): Script<Outcome> =>
  // biome-ignore lint/correctness/useYield: what comes of it is waited for as of any gesture.
  gesture(agent, el, checkVisible, function* ({ target, point }) {
    if (agent.action) agent.action.cause.timersUpTo = LATEST_MS;
    // A mouse that stands still tells nothing: players show their controls once it moves.
    if (point && point.x === agent.pointer.x && point.y === agent.pointer.y)
      moveTo(agent, target, { x: point.x + 1, y: point.y });
    moveTo(agent, target, point);
    return false;
  });
