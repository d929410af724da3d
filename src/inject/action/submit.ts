import type { Agent } from '../agent.ts';
import { safeValidationMessage } from '../aria/secret.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { closestTo, hasAttr, matches, prop, tagOf } from '../dom/read.ts';
import { inWords, labelWithRef } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { fail, final, nameInWords, quoted } from '../result.ts';
import { disabled } from './checks.ts';
import { commitChange } from './deferred-change.ts';
import { isObservable, watch } from './effects.ts';
import { controlsOf, defaultButton, isSubmitButton, requestSubmit } from './implicit-submit.ts';
import { asObserved, type Outcome } from './outcome.ts';
import { type Script, SEEN } from './script.ts';
import { eventDuring, keyClick } from './send.ts';

const formOf = (el: Element): HTMLFormElement | null =>
  tagOf(el) === 'form'
    ? (el as HTMLFormElement)
    : prop(el as HTMLInputElement, 'form') || (closestTo(el, 'form') as HTMLFormElement | null);

/** Submits the form of an element as its default button does: validity first, then the submit event. */
export function* submit(agent: Agent, el: Element): Script<Outcome> {
  const form = formOf(el);
  if (!form) {
    const why = `${inWords(agent, el)} is in no form. Press the button that sends it.`;
    return final(fail('not_editable', why));
  }
  const controls = controlsOf(form);
  const ownButton = isSubmitButton(el) && prop(el as HTMLButtonElement, 'form') === form ? el : undefined;
  const button = ownButton || defaultButton(form);
  if (button && matches(button, ':disabled')) {
    return disabled(`The form's ${inWords(agent, button)}`);
  }
  const validates = !hasAttr(form, 'novalidate') && !(button && hasAttr(button, 'formnovalidate'));
  const invalid =
    validates && controls.find((control) => tagOf(control) !== 'fieldset' && matches(control, ':invalid'));
  if (invalid) {
    const field = labelWithRef(agent, invalid);
    const why = safeValidationMessage(invalid as HTMLInputElement) || 'It is not valid.';
    return fail('value_rejected', `${nameInWords(field)}: ${quoted(why)} The form was not submitted.`, {
      observed: why,
      blocker: field,
    });
  }
  const effectNow = watch(agent, form);
  // A person would leave the focused field for the button.
  const focused = deepActiveElement();
  if (focused && focused !== button) commitChange(agent, focused);
  let clicked: boolean | undefined;
  const submitEvent = eventDuring(agent, form, 'submit', () => {
    // The page may handle the click of its button only.
    if (button) clicked = keyClick(agent, button);
    else requestSubmit(agent, form);
  });
  const { defaultPrevented: prevented = clicked === false } = submitEvent || {};
  yield SEEN;
  const effect = effectNow();
  if (!submitEvent && (clicked === false || isObservable(effect)))
    return asObserved(effect, undefined, prevented);
  if (prevented) effect.defaultPrevented = true;
  if (!submitEvent && isLive(form))
    return fail('no_effect', 'The form did not submit. Press its button, or take a new snapshot.');
  return { effect, verified: !!submitEvent };
}
