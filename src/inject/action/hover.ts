import { type Agent, isFailure } from '../agent.ts';
import { isElement } from '../dom/flat-tree.ts';
import { aimAt, checkVisible } from './checks.ts';
import { watch } from './effects.ts';
import { asObserved, newPass, type Outcome } from './outcome.ts';
import { moveTo } from './pointer.ts';
import { type Script, SETTLED } from './script.ts';

/** Tips and cards come that late at most (700 ms in Radix). */
const LATEST_MS = 900;
const PAUSE_MS = 50;

/** Tells whether elements have been added to the page; what the pointer has left takes away its own meanwhile. */
const watchAdded = (): (() => boolean) => {
  let added = false;
  const hear = (records: MutationRecord[]): void => {
    added ||= records.some((record) => Array.from(record.addedNodes).some(isElement));
  };
  const observer = new MutationObserver(hear);
  observer.observe(document, { subtree: true, childList: true });
  return () => {
    hear(observer.takeRecords());
    if (added) observer.disconnect();
    return added;
  };
};

/** Moves the pointer over an element: events, and what `:hover` shows, until the pointer goes elsewhere. */
export function* hover(agent: Agent, el: Element): Script<Outcome> {
  const pass = newPass();
  const refusal = checkVisible(agent, el, pass);
  if (refusal) return refusal;
  const aim = yield* aimAt(agent, el, pass);
  if (isFailure(aim)) return aim;
  const effectNow = watch(agent, el);
  const hasCome = watchAdded();
  moveTo(agent, aim.target, aim.point);
  for (let waited = 0; waited < LATEST_MS && !hasCome(); waited += PAUSE_MS) yield PAUSE_MS;
  yield SETTLED;
  return asObserved(effectNow(), aim.point);
}
