import type { Agent } from '../agent.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { isTextField } from '../dom/input-type.ts';
import { controlOf } from '../dom/labels.ts';
import { isFailure } from '../result.ts';
import { selectionOf } from './edit-text.ts';
import { watch } from './effects.ts';
import { selectionIn } from './field-caret.ts';
import { moveFocus } from './focus.ts';
import { focusableAt } from './focusable.ts';
import { sendKeystroke } from './keyboard.ts';
import { chordOf } from './keys.ts';
import { noKey } from './no-key.ts';
import { asObserved, checkReady, type Given, type Outcome } from './outcome.ts';
import { NEXT_TASK, type Script, SEEN } from './script.ts';

/** The caret, or what is selected, in the focused element. */
const caretIn = (focused: Element): readonly unknown[] => {
  if (isTextField(focused)) return selectionIn(focused);
  const { focusNode, focusOffset, isCollapsed } = selectionOf(focused) || {};
  return [focusNode, focusOffset, isCollapsed];
};

/** Presses a key or a chord on an element, which gets the focus first unless something in it has it. */
export function* pressKey(agent: Agent, el: Element, given: Given): Script<Outcome> {
  const chord = chordOf(String(given.key));
  if (!chord) return noKey(String(given.key));
  const target = controlOf(el);
  const refusal = checkReady(agent, target);
  if (refusal) return refusal;
  const effectNow = watch(agent, target);
  if (!flatContains(target, deepActiveElement())) {
    const focusable = focusableAt(target);
    // If nothing takes the focus keys go to what has it.
    if (focusable) moveFocus(agent, focusable);
    yield NEXT_TASK;
  }
  const focused = deepActiveElement();
  const caret = focused ? caretIn(focused) : [];
  const prevented = yield* sendKeystroke(agent, target, chord.last, chord.held);
  yield SEEN;
  const effect = effectNow();
  const outcome = asObserved(effect, undefined, prevented);
  // A moved focus verifies Tab, and little else. Arrows and Mod+A may move only the caret.
  const isMoved =
    chord.last.key === 'Tab'
      ? effect.focus
      : focused && focused === deepActiveElement() && caretIn(focused).some((at, i) => at !== caret[i]);
  if (!isFailure(outcome) && isMoved) outcome.verified = true;
  return outcome;
}
