import { type Agent, isFailure } from '../agent.ts';
import { aimAt, checkVisible } from './checks.ts';
import { watch } from './effects.ts';
import { asObserved, newPass, type Outcome } from './outcome.ts';
import { moveTo } from './pointer.ts';
import { type Script, SETTLED } from './script.ts';

/** Moves the pointer over an element: events, and what `:hover` shows, until the pointer goes elsewhere. */
export function* hover(agent: Agent, el: Element): Script<Outcome> {
  const pass = newPass();
  const refusal = checkVisible(agent, el, pass);
  if (refusal) return refusal;
  const aim = aimAt(agent, el, pass);
  if (isFailure(aim)) return aim;
  const effectNow = watch(agent, el);
  moveTo(agent, aim.target, aim.point);
  yield SETTLED;
  return asObserved(effectNow(), aim.point);
}
