import { type Agent, type Failure, isFailure } from '../agent.ts';
import type { Pass } from '../dom/pass.ts';
import { type Aim, aimAt } from './checks.ts';
import { watch } from './effects.ts';
import { asObserved, newPass, type Outcome } from './outcome.ts';
import { type Script, SETTLED } from './script.ts';

/**
 * What a hand does at a point of an element that it can reach: checked, aimed at, done, and observed.
 *
 * @param perform true if a handler prevented the default of what the gesture ends in
 */
export function* gesture(
  agent: Agent,
  el: Element,
  check: (agent: Agent, el: Element, pass: Pass) => Failure | undefined,
  perform: (aim: Aim) => Script<boolean | Failure>,
): Script<Outcome> {
  const pass = newPass();
  const refusal = check(agent, el, pass);
  if (refusal) return refusal;
  const aim = yield* aimAt(agent, el, pass);
  if (isFailure(aim)) return aim;
  const effectNow = watch(agent, el);
  const prevented = yield* perform(aim);
  yield SETTLED;
  const effect = effectNow();
  return isFailure(prevented) ? prevented : asObserved(effect, aim.point, prevented);
}
