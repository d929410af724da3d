import type { Agent } from '../agent.ts';
import { rootElement } from '../dom/read.ts';
import { checkVisible } from './checks.ts';
import { gesture } from './gesture.ts';
import type { Outcome } from './outcome.ts';
import { moveTo, underPointer } from './pointer.ts';
import type { Script } from './script.ts';

/** How late tooltips and hover cards appear at most (ms): 700 ms in Radix. */
const LATEST_MS = 900;

/** Moves the pointer over an element: events, and what `:hover` shows, until the pointer goes elsewhere. */
export const hover = (agent: Agent, el: Element): Script<Outcome> =>
  // biome-ignore lint/correctness/useYield: the effect is awaited as that of any gesture.
  gesture(agent, el, checkVisible, function* ({ target, point }) {
    if (agent.action) agent.action.cause.timersUpTo = LATEST_MS;
    // It has to come from somewhere: players show their controls only when the pointer moves, and some pages show a
    // tooltip only where the last input they saw before was of a pointer.
    const { x = 0, y = 0 } = agent.pointer;
    moveTo(agent, underPointer(agent) || rootElement(), { x: x + 1, y });
    moveTo(agent, target, point);
    return false;
  });
