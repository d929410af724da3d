import type { Agent } from '../agent.ts';
import { isElement } from '../dom/flat-tree.ts';
import { waitForChange, watchChanges } from './changes.ts';
import { checkVisible } from './checks.ts';
import { gesture } from './gesture.ts';
import type { Outcome } from './outcome.ts';
import { moveTo } from './pointer.ts';
import type { Script } from './script.ts';

/** Tips and cards come that late at most (700 ms in Radix). */
const LATEST_MS = 900;

/** What the pointer has left takes away its own meanwhile, so only what comes counts. */
const addsElements = ({ addedNodes }: MutationRecord): boolean => Array.from(addedNodes).some(isElement);

/** Moves the pointer over an element: events, and what `:hover` shows, until the pointer goes elsewhere. */
export const hover = (agent: Agent, el: Element): Script<Outcome> =>
  gesture(agent, el, checkVisible, function* ({ target, point }) {
    const changes = watchChanges(addsElements);
    // A mouse that stands still tells nothing: players show their controls once it moves.
    if (point && point.x === agent.pointer.x && point.y === agent.pointer.y)
      moveTo(agent, target, { x: point.x + 1, y: point.y });
    moveTo(agent, target, point);
    yield* waitForChange(changes, LATEST_MS);
    changes.stop();
    return false;
  });
