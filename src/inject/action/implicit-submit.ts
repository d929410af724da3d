import type { Agent } from '../agent.ts';
import {
  attr,
  closestTo,
  documentOf,
  findAll,
  hasAttr,
  inputTypeOf,
  matches,
  prop,
  rootOf,
  tagOf,
} from '../dom/read.ts';
import { send } from './send.ts';

/** Not the button of a select, nor one that commands something else (https://html.spec.whatwg.org/#concept-submit-button). */
export const isSubmitButton = (el: Element): boolean => {
  if (tagOf(el) !== 'button') return matches(el, 'input[type=submit i], input[type=image i]');
  const isAuto = !/^submit$/i.test(attr(el, 'type') ?? '');
  if (isAuto && (hasAttr(el, 'command') || hasAttr(el, 'commandfor'))) return false;
  return prop(el as HTMLButtonElement, 'type') === 'submit' && !closestTo(el, 'select');
};

/** Fields that keep a form without a submit button from being submitted by Enter when there are two of them. */
const BLOCKING = /^(?:text|search|tel|url|email|password|date|month|week|time|datetime-local|number)$/;

/** Controls of a form in tree order; a control may be called `elements`. */
export const controlsOf = (form: HTMLFormElement): Element[] =>
  Array.from(Reflect.get(HTMLFormElement.prototype, 'elements', form) as ArrayLike<Element>);

/** The form's default button: the first that submits (https://html.spec.whatwg.org/#default-button). */
export const defaultButton = (form: HTMLFormElement): Element | undefined =>
  // Image buttons are not among its `elements`.
  Array.from(findAll(rootOf(form) as Document, 'button, input')).find(
    (el) => isSubmitButton(el) && prop(el as HTMLButtonElement, 'form') === form,
  );

/** `form.requestSubmit(button)`; before Chrome 76 by a click on the button, or on one that is there for no longer than that. */
export const requestSubmit = (agent: Agent, form: HTMLFormElement, button?: Element): void => {
  const { requestSubmit: native } = HTMLFormElement.prototype as Partial<HTMLFormElement>;
  if (native) {
    const { apply } = Reflect;
    agent.guard.page(() => apply(native, form, button ? [button] : []));
    return;
  }
  const pressed = (button ??
    Document.prototype.createElement.call(documentOf(form), 'button')) as HTMLElement;
  if (!button) {
    pressed.hidden = true;
    Node.prototype.appendChild.call(form, pressed);
  }
  const { click } = HTMLElement.prototype;
  const { apply } = Reflect;
  agent.guard.page(() => apply(click, pressed, []));
  if (!button) pressed.remove();
};

/** What Enter in a field does: a click on the default button, else a submission if there is a single text field. */
export const implicitSubmit = (agent: Agent, field: HTMLInputElement): void => {
  const form = prop(field, 'form');
  if (!form) return;
  const button = defaultButton(form);
  if (button) {
    if (!matches(button, ':disabled')) {
      send(agent, button, 'PointerEvent', 'click', { detail: 0, pointerId: -1, pointerType: '' });
    }
  } else if (controlsOf(form).filter((el) => BLOCKING.test(inputTypeOf(el))).length <= 1) {
    requestSubmit(agent, form);
  }
};
