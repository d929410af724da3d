import type { Agent } from '../agent.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { controlOf } from '../dom/labels.ts';
import { inWords } from '../element/lookup.ts';
import { fail } from '../result.ts';
import { watch } from './effects.ts';
import { moveFocus } from './focus.ts';
import { focusableAt } from './focusable.ts';
import { checkReady, type Outcome } from './outcome.ts';
import { type Script, SETTLED } from './script.ts';

/** Gives an element the focus. */
export function* focus(agent: Agent, el: Element): Script<Outcome> {
  const target = controlOf(el);
  const refusal = checkReady(agent, target);
  if (refusal) return refusal;
  if (focusableAt(target) !== target) {
    return fail(
      'no_effect',
      `${inWords(agent, target)} can't have the focus. Choose a control, or click it.`,
    );
  }
  const effectNow = watch(agent, target);
  moveFocus(agent, target);
  yield SETTLED;
  const effect = effectNow();
  if (flatContains(target, deepActiveElement())) return { effect, verified: true };
  return fail('no_effect', `${inWords(agent, target)} did not keep the focus: the page moved it.`);
}

/** Takes the focus away from an element, if it has it. */
export function* blur(agent: Agent, el: Element): Script<Outcome> {
  const target = controlOf(el);
  const effectNow = watch(agent, target);
  if (flatContains(target, deepActiveElement())) {
    moveFocus(agent, null);
    yield SETTLED;
  }
  return { effect: effectNow(), verified: !flatContains(target, deepActiveElement()) };
}
