import type { Agent } from '../agent.ts';
import { isElement } from '../dom/flat-tree.ts';
import { checkVisible } from './checks.ts';
import { gesture } from './gesture.ts';
import type { Outcome } from './outcome.ts';
import { moveTo } from './pointer.ts';
import type { Script } from './script.ts';

/** Tips and cards come that late at most (700 ms in Radix). */
const LATEST_MS = 900;
const PAUSE_MS = 50;

/** Tells whether elements have been added to the page; what the pointer has left takes away its own meanwhile. */
const watchAdded = () => {
  let added = false;
  const hear = (records: MutationRecord[]): void => {
    added ||= records.some((record) => Array.from(record.addedNodes).some(isElement));
  };
  const observer = new MutationObserver(hear);
  observer.observe(document, { subtree: true, childList: true });
  return {
    any(): boolean {
      hear(observer.takeRecords());
      return added;
    },
    end: () => observer.disconnect(),
  };
};

/** Moves the pointer over an element: events, and what `:hover` shows, until the pointer goes elsewhere. */
export const hover = (agent: Agent, el: Element): Script<Outcome> =>
  gesture(agent, el, checkVisible, function* ({ target, point }) {
    const added = watchAdded();
    moveTo(agent, target, point);
    for (let waited = 0; waited < LATEST_MS && !added.any(); waited += PAUSE_MS) yield PAUSE_MS;
    added.end();
    return false;
  });
