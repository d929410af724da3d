import type { ActionOk } from '../../contract.ts';
import { type Agent, type Failure, fail, isFailure, nameInWords } from '../agent.ts';
import { elementAt } from '../dom/hit-test.ts';
import { createPass } from '../dom/pass.ts';
import { attr, matches, tagOf } from '../dom/read.ts';
import { createViewport } from '../dom/view-box.ts';
import { labelOf } from '../snapshot/lookup.ts';
import { aimAt, checkEnabled, checkVisible } from './checks.ts';
import { chooseOption } from './choose-option.ts';
import { isObservable, watch } from './effects.ts';
import { moveTo, press } from './pointer.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';

type Outcome = Pick<ActionOk, 'effect' | 'verified' | 'point'> | Failure;

/** Presses an element as a mouse does; many sites hide a native checkbox and show its label, which is pressed then. */
export function* click(agent: Agent, el: Element): Script<Outcome> {
  const outcome = yield* clickItself(agent, el);
  if (!isFailure(outcome) || !/^(?:not_visible|element_blocked)$/.test(outcome.error.code)) return outcome;
  const labels = matches(el, 'input[type=checkbox], input[type=radio]')
    ? Array.from((el as HTMLInputElement).labels ?? [])
    : [];
  for (const label of labels) {
    const pressed = yield* clickItself(agent, label);
    if (!isFailure(pressed)) return pressed;
  }
  return outcome;
}

function* clickItself(agent: Agent, el: Element): Script<Outcome> {
  if (tagOf(el) === 'option') return yield* chooseOption(agent, el as HTMLOptionElement);
  const pass = createPass(document, 200);
  const refusal = checkVisible(agent, el, pass) ?? checkEnabled(agent, el, pass);
  if (refusal) return refusal;
  if (tagOf(el) === 'input' && attr(el, 'type')?.toLowerCase() === 'file') {
    const label = nameInWords(labelOf(agent, el, pass));
    return fail(
      'needs_trusted_input',
      `A script can't open the file chooser of ${label}. Give it the file by another way than a click.`,
    );
  }
  const aim = yield* aimAt(agent, el, pass);
  if (isFailure(aim)) return aim;
  const { point, target } = aim;
  const effectNow = watch(agent, el);
  moveTo(agent, target, point);
  yield NEXT_TASK;
  const under = (): Element | null => (point ? elementAt(point, createViewport()) : target);
  const prevented = yield* press(agent, target, point, under);
  yield SETTLED;
  const effect = effectNow();
  if (prevented) effect.defaultPrevented = true;
  return { effect, verified: isObservable(effect) ? true : 'unknown', ...(point && { point }) };
}
