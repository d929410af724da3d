import { type Control, controlsOf, type Field, fieldsOf, ownProp } from './form-schema.ts';

/** Why a call came to nothing. */
export const unknownError = (message: string): DOMException => new DOMException(message, 'UnknownError');

/** What a tool resolved to, as the text that a call gives. */
export const textOfResult = (value: unknown): string =>
  (typeof value === 'object' && value) || typeof value === 'function'
    ? String(JSON.stringify(value))
    : String(value);

/** Sets a property past what a framework has put on the element to hear of changes, and tells of it as typing does. */
const write = (el: Element, key: string, value: unknown, isTold = true): void => {
  Reflect.set(Object.getPrototypeOf(el), key, value, el);
  if (isTold) changed(el);
};

const changed = (el: Element): void => {
  for (const type of ['input', 'change'])
    el.dispatchEvent(new Event(type, { bubbles: true, composed: type === 'input' }));
};

/** Whether the browser makes something of a value. */
const isAccepted = (type: string, value: string): boolean => {
  const probe = document.createElement('input');
  if (/^(?:number|date.*|time|month|week)$/.test(type)) probe.type = type;
  probe.value = value;
  return !value || !!probe.value;
};

/** A press, as far as the page lets it: frameworks listen for that. */
const check = (el: Control, checked: boolean): void => {
  if (el.checked !== checked) el.click();
  if (el.checked !== checked) write(el, 'checked', checked);
};

const choose = (el: Control, values: readonly string[]): void => {
  const others = [...el.options].filter((option) => option.selected !== values.includes(option.value));
  for (const option of others) write(option, 'selected', values.includes(option.value), false);
  if (others.length) changed(el);
};

/** Fills a field; false where it does not take the value. `isTrial`: only says so. */
const fill = ({ controls, type, choices, isList }: Field, given: unknown, isTrial: boolean): boolean => {
  const values = (Array.isArray(given) ? given : [given]).map(String);
  const isRight =
    isList === Array.isArray(given) &&
    (isList || (typeof given !== 'object' && given !== undefined)) &&
    values.every((value) => (choices ? choices.some(([one]) => one === value) : isAccepted(type, value)));
  const [first] = controls as [Control];
  if (!isRight || isTrial) return isRight;
  if (first.options) choose(first, values);
  else if (choices)
    for (const el of controls) {
      const isChosen = values.includes(el.value);
      if (isList || isChosen) check(el, isChosen);
    }
  else if (type === 'checkbox') check(first, !!given);
  else if (first.value !== values[0]) write(first, 'value', values[0]);
  return true;
};

/** Fills a form; gives why it does not take the input, before anything is filled. */
const fillForm = (form: HTMLFormElement, input: Record<string, unknown>): string => {
  const fields = fieldsOf(form);
  for (const isTrial of [true, false])
    for (const name of Object.keys(input)) {
      const field = fields.get(name);
      const given = input[name];
      if (!field) return `There is no parameter "${name}"`;
      if (!fill(field, given, isTrial))
        return `Invalid value${typeof given === 'object' ? '' : ` "${given}"`} for parameter ${name}`;
    }
  return '';
};

/** The button that Enter presses. */
export const submitButtonOf = (form: HTMLFormElement): Control | undefined =>
  controlsOf(form).find(({ type, disabled }) => /^(?:submit|image)$/.test(type) && !disabled);

/** What the browser says of fields that do not hold what they must. */
const invalidFields = (form: HTMLFormElement): string => {
  const wrong = controlsOf(form).filter(
    (el) => !ownProp(form, 'noValidate') && el.willValidate && !el.checkValidity(),
  );
  if (wrong[0]) wrong[0].focus();
  const words = wrong.map(({ name, validationMessage }) => `${name}: ${validationMessage}. `);
  return words.length ? `Form validation failed: ${words.join('')}` : '';
};

const CANCELLED = 'Tool execution cancelled';

/**
 * Fills a form and submits it, or waits until a person does: gives the text that the page answers, null where it goes
 * elsewhere. Rejects with what is wrong, or the signal's reason. `begun`: it is filled.
 */
export const callForm = (
  form: HTMLFormElement,
  input: Record<string, unknown>,
  signal: AbortSignal,
  begun: () => void,
): Promise<string | null> => {
  const over = new AbortController();
  const call = (resolve: (text: string | null) => void, reject: (reason: unknown) => void): void => {
    const isAuto = form.hasAttribute('toolautosubmit');
    const button = submitButtonOf(form);
    const stop = (message: string): void => {
      reject(unknownError(message));
    };
    const on = (target: EventTarget, type: string, listener: (event: Event) => void): void =>
      target.addEventListener(type, listener, { capture: true, signal: over.signal });
    let isSent = false;
    const submitted = (event: Event): void => {
      if (event.target !== form || isSent) return;
      isSent = true;
      let answer: Promise<unknown> | undefined;
      const respondWith = (given: unknown): void => {
        if (!event.eventPhase || !event.defaultPrevented)
          throw new DOMException('respondWith comes after preventDefault', 'InvalidStateError');
        answer = Promise.resolve(given);
      };
      Object.defineProperties(event, { agentInvoked: { value: true }, respondWith: { value: respondWith } });
      setTimeout(() => {
        if (answer)
          answer.then(
            (value) => {
              try {
                resolve(textOfResult(value));
              } catch {
                stop('respondWith promise: no JSON');
              }
            },
            () => stop('respondWith promise was rejected'),
          );
        else if (event.defaultPrevented) stop('The site called preventDefault() without respondWith()');
        else resolve(null);
      });
    };
    const wrong = isAuto || button ? fillForm(form, input) : 'No submit button was found';
    if (wrong) {
      stop(wrong);
      return;
    }
    on(signal, 'abort', () => reject(signal.reason));
    on(form.getRootNode(), 'submit', submitted);
    on(form, 'reset', () => stop(`${CANCELLED} by a form reset`));
    const declared = (): string =>
      JSON.stringify(['toolname', 'tooldescription'].map((key) => form.getAttribute(key)));
    const was = declared();
    const observer = new MutationObserver(() => {
      if (!ownProp(form, 'isConnected') || declared() !== was)
        stop(`${CANCELLED}, since tool definition was updated`);
    });
    observer.observe(form.ownerDocument, { subtree: true, childList: true, attributes: true });
    on(over.signal, 'abort', () => observer.disconnect());
    if (isAuto) {
      const invalid = invalidFields(form);
      const { requestSubmit } = HTMLFormElement.prototype as Partial<HTMLFormElement>;
      if (invalid) stop(invalid);
      else if (requestSubmit) requestSubmit.call(form, button);
      else if (button) button.click();
    } else if (button) {
      button.focus();
      on(form, 'invalid', () => setTimeout(() => stop(invalidFields(form))));
    }
    begun();
  };
  return new Promise(call).finally(() => over.abort()) as Promise<string | null>;
};
