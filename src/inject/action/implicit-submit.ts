import type { Agent } from '../agent.ts';
import { isTextField } from '../dom/input-type.ts';
import {
  attr,
  call,
  closestTo,
  documentOf,
  elementsIn,
  hasAttr,
  matches,
  prop,
  rootOf,
  tagOf,
} from '../dom/read.ts';
import { callInPage, keyClick } from './send.ts';

/**
 * Whether an element is a submit button: not the button of a select, nor one with a command
 * (https://html.spec.whatwg.org/#concept-submit-button).
 */
export const isSubmitButton = (el: Element): boolean => {
  if (tagOf(el) !== 'button') return matches(el, 'input[type=submit i], input[type=image i]');
  const isAuto = !/^submit$/i.test(attr(el, 'type') || '');
  if (isAuto && (hasAttr(el, 'command') || hasAttr(el, 'commandfor'))) return false;
  return prop(el as HTMLButtonElement, 'type') === 'submit' && !closestTo(el, 'select');
};

/** The controls of a form in tree order. */
export const controlsOf = (form: HTMLFormElement): Element[] => Array.from(prop(form, 'elements'));

/** The form's default button: the first that submits (https://html.spec.whatwg.org/#default-button). */
export const defaultButton = (form: HTMLFormElement): Element | undefined =>
  // Image buttons are not among its `elements`.
  elementsIn(rootOf(form) as Document, 'button, input').find(
    (el) => isSubmitButton(el) && prop(el as HTMLButtonElement, 'form') === form,
  );

/** `form.requestSubmit()`; before Chrome 76 a click on a temporary button. */
export const requestSubmit = (agent: Agent, form: HTMLFormElement): void => {
  const { requestSubmit: native } = HTMLFormElement.prototype as Partial<HTMLFormElement>;
  if (native) {
    callInPage(agent, native, form);
    return;
  }
  const temporaryButton = call(documentOf(form), 'createElement', 'button') as HTMLElement;
  temporaryButton.hidden = true;
  call(form, 'appendChild', temporaryButton);
  callInPage(agent, HTMLElement.prototype.click, temporaryButton);
  temporaryButton.remove();
};

const isTextInput = (el: Element): boolean => tagOf(el) === 'input' && isTextField(el);

/** What Enter in a field does: a click on the default button, else a submission if there is a single text field. */
export const implicitSubmit = (agent: Agent, field: HTMLInputElement): void => {
  const form = prop(field, 'form');
  if (!form) return;
  const button = defaultButton(form);
  if (button) {
    if (!matches(button, ':disabled')) {
      keyClick(agent, button);
    }
  } else if (isTextInput(field) && controlsOf(form).filter(isTextInput).length === 1)
    requestSubmit(agent, form);
};
