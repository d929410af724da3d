import type { Agent } from '../agent.ts';
import { saidOfValue } from '../aria/secret.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { closestTo, hasAttr, matches, prop, tagOf } from '../dom/read.ts';
import { labelWithRef } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { fail, final, nameInWords, quoted } from '../result.ts';
import { commitChange } from './deferred-change.ts';
import { isObservable, watch } from './effects.ts';
import { controlsOf, defaultButton, isSubmitButton, requestSubmit } from './implicit-submit.ts';
import { asObserved, inWords, type Outcome } from './outcome.ts';
import { type Script, SEEN } from './script.ts';
import { hear, keyClick } from './send.ts';

const formOf = (el: Element): HTMLFormElement | null =>
  tagOf(el) === 'form'
    ? (el as HTMLFormElement)
    : prop(el as HTMLInputElement, 'form') || (closestTo(el, 'form') as HTMLFormElement | null);

/** Submits the form of an element as its default button does: validity first, then the submit event. */
export function* submit(agent: Agent, el: Element): Script<Outcome> {
  const form = formOf(el);
  if (!form) {
    const why = `${inWords(agent, el)} is in no form. Press the button that sends what was filled in.`;
    return final(fail('not_editable', why));
  }
  const controls = controlsOf(form);
  const pressed = isSubmitButton(el) && prop(el as HTMLButtonElement, 'form') === form ? el : undefined;
  const button = pressed || defaultButton(form);
  if (button && matches(button, ':disabled')) {
    return fail(
      'not_enabled',
      `The form's ${inWords(agent, button)} is disabled. Something else has to be done first.`,
    );
  }
  const validates = !hasAttr(form, 'novalidate') && !(button && hasAttr(button, 'formnovalidate'));
  const wrong =
    validates && controls.find((control) => tagOf(control) !== 'fieldset' && matches(control, ':invalid'));
  if (wrong) {
    const field = labelWithRef(agent, wrong, createDomCache());
    const why = saidOfValue(wrong as HTMLInputElement) || 'It is not valid.';
    return fail('value_rejected', `${nameInWords(field)}: ${quoted(why)} The form was not submitted.`, {
      observed: why,
      blocker: field,
    });
  }
  const effectNow = watch(agent, form);
  // A person would leave the field for the button.
  const left = deepActiveElement();
  if (left && left !== button) commitChange(agent, left);
  let heard: Event | undefined;
  const listen = (event: Event): void => {
    heard = event;
  };
  const stop = hear(agent, form, 'submit', listen, { once: true });
  // What a page does at its button it may do nowhere else.
  const clicked = button && keyClick(agent, button);
  if (!button) requestSubmit(agent, form);
  stop();
  const { defaultPrevented: prevented = clicked === false } = (heard as Event | undefined) || {};
  yield SEEN;
  const effect = effectNow();
  if (!heard && (clicked === false || isObservable(effect))) return asObserved(effect, undefined, prevented);
  if (prevented) effect.defaultPrevented = true;
  if (!heard && isLive(form))
    return fail('no_effect', 'The form did not submit. Press its button, or take a new snapshot.');
  return { effect, verified: !!heard };
}
