import { type Agent, type Failure, fail } from '../agent.ts';
import { attr } from '../dom/read.ts';
import { isLive } from '../snapshot/refs.ts';
import { watch } from './effects.ts';
import { focusableAt, moveFocus } from './focus.ts';
import { strike } from './keyboard.ts';
import { type Key, keyOf } from './keys.ts';
import { checkReady, inWords, newPass, type Outcome } from './outcome.ts';
import { pageTurn, type Script, SETTLED } from './script.ts';

const MOST_PRESSES = 2000;

const numberOf = (el: Element): number => Number(attr(el, 'aria-valuenow') ?? Number.NaN);

/** A slider that a page has made of other elements: its value is moved by keys, as somebody without a mouse does. */
export const isAriaSlider = (el: Element): boolean =>
  /^(?:slider|spinbutton)$/.test(attr(el, 'role') ?? '') && Number.isFinite(numberOf(el));

const refuse = (agent: Agent, el: Element, text: string): Failure | undefined => {
  const refusal = checkReady(agent, el, newPass());
  if (refusal) return refusal;
  const low = Number(attr(el, 'aria-valuemin') ?? Number.NEGATIVE_INFINITY);
  const high = Number(attr(el, 'aria-valuemax') ?? Number.POSITIVE_INFINITY);
  const to = text.trim() === '' ? Number.NaN : Number(text);
  if (to >= low && to <= high) return undefined;
  return fail('value_rejected', `${inWords(agent, el)} takes a number from ${low} to ${high}.`, {
    observed: String(numberOf(el)),
  });
};

/** Presses arrows until the value is there, or does not come nearer any more. */
export function* fillSlider(agent: Agent, el: Element, text: string): Script<Outcome> {
  const refusal = refuse(agent, el, text);
  if (refusal) return refusal;
  const to = Number(text);
  const effectNow = watch(agent, el);
  const hadTurn = pageTurn();
  moveFocus(agent, focusableAt(el));
  let distance = Math.abs(numberOf(el) - to);
  for (let i = 0; i < MOST_PRESSES && distance > 0 && isLive(el); i++) {
    yield* strike(agent, el, keyOf(numberOf(el) < to ? 'ArrowUp' : 'ArrowDown') as Key, []);
    const now = Math.abs(numberOf(el) - to);
    if (now >= distance) break;
    distance = now;
  }
  yield SETTLED;
  const effect = effectNow();
  if (numberOf(el) === to) return { effect, verified: true };
  // In one task a framework has not shown yet what it will show.
  if (!hadTurn()) return { effect, verified: 'unknown' };
  const observed = String(numberOf(el));
  return fail('value_rejected', `${inWords(agent, el)} came to ${observed} and no nearer to ${to}.`, {
    observed,
  });
}
