import type { Agent } from '../agent.ts';
import { checkVisible } from './checks.ts';
import { gesture } from './gesture.ts';
import type { Outcome } from './outcome.ts';
import { moveTo } from './pointer.ts';
import type { Script } from './script.ts';

/** Tips and cards come that late at most (700 ms in Radix). */
const LATEST_MS = 900;

/** A page that took its timers before they were watched shows its tips by those: so long (ms) the first sign of one is waited for. */
const UNSEEN_MS = 300;

/** Moves the pointer over an element: events, and what `:hover` shows, until the pointer goes elsewhere. */
export const hover = (agent: Agent, el: Element): Script<Outcome> =>
  gesture(agent, el, checkVisible, function* ({ target, point }) {
    const { action } = agent;
    if (action) action.cause.timersUpTo = LATEST_MS;
    // A mouse that stands still tells nothing: players show their controls once it moves.
    if (point) moveTo(agent, target, { x: point.x + 1, y: point.y });
    moveTo(agent, target, point);
    if (action) yield* action.awaitPage(UNSEEN_MS);
    return false;
  });
