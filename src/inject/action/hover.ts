import { type Agent, isFailure } from '../agent.ts';
import { isElement } from '../dom/flat-tree.ts';
import { waitForChange, watchChanges } from './changes.ts';
import { aimAt, checkVisible } from './checks.ts';
import { watch } from './effects.ts';
import { asObserved, newPass, type Outcome } from './outcome.ts';
import { moveTo } from './pointer.ts';
import { type Script, SETTLED } from './script.ts';

/** Tips and cards come that late at most (700 ms in Radix). */
const LATEST_MS = 900;

/** What the pointer has left takes away its own meanwhile, so only what comes counts. */
const addsElements = ({ addedNodes }: MutationRecord): boolean => Array.from(addedNodes).some(isElement);

/** Moves the pointer over an element: events, and what `:hover` shows, until the pointer goes elsewhere. */
export function* hover(agent: Agent, el: Element): Script<Outcome> {
  const pass = newPass();
  const refusal = checkVisible(agent, el, pass);
  if (refusal) return refusal;
  const aim = yield* aimAt(agent, el, pass);
  if (isFailure(aim)) return aim;
  const effectNow = watch(agent, el);
  const changes = watchChanges(addsElements);
  moveTo(agent, aim.target, aim.point);
  yield* waitForChange(changes, LATEST_MS);
  changes.stop();
  yield SETTLED;
  return asObserved(effectNow(), aim.point);
}
