import { type Control, controlsOf, type Field, fieldsOf, ownProp } from './form-schema.ts';

/** The error that rejects a failed call. */
export const failure = (message: string, name = 'UnknownError'): DOMException =>
  new DOMException(message, name);

/** The result of a tool as the text that a call resolves to. */
export const textOfResult = (value: unknown): string =>
  String(Object(value) === value ? JSON.stringify(value) : value);

/** Sets a property by the prototype's setter: frameworks such as React define their own on the element to track changes. */
const write = (el: Element, key: string, value: unknown): boolean =>
  Reflect.set(Object.getPrototypeOf(el), key, value, el);

/** Dispatches the events that follow when a person edits a field. */
const dispatchInputAndChange = (el: Element): void => {
  for (const type of ['input', 'change'])
    el.dispatchEvent(new Event(type, { bubbles: true, composed: type === 'input' }));
};

/** Whether the browser accepts a value: an input of type `date` drops `tomorrow`. */
const isAccepted = (el: Control, value: string): boolean => {
  const probe = el.cloneNode() as Control;
  write(probe, 'value', value);
  return !value || !!probe.value;
};

/** Checks by a click, since frameworks listen for that; by the property, where the page prevents the click's effect. */
const check = (el: Control, checked: boolean): void => {
  if (el.checked !== checked) el.click();
  if (el.checked !== checked) {
    write(el, 'checked', checked);
    dispatchInputAndChange(el);
  }
};

const choose = (el: Control, values: readonly string[]): void => {
  const others = [...el.options].filter((option) => option.selected !== values.includes(option.value));
  for (const option of others) write(option, 'selected', values.includes(option.value));
  if (others.length) dispatchInputAndChange(el);
};

/** A function that fills a field with a value; undefined where the field does not accept it. */
const fillerOf = (
  { controls, type, choices, isList }: Field,
  given: unknown,
): ((this: void) => void) | undefined => {
  const values = ([] as unknown[]).concat(given).map(String);
  const [first] = controls as [Control];
  const isRight =
    (isList ? Array.isArray(given) : typeof given !== 'object') &&
    values.every((value) =>
      choices ? choices.some((choice) => choice.const === value) : isAccepted(first, value),
    );
  if (!isRight) return undefined;
  return () => {
    if (first.options) choose(first, values);
    else if (choices)
      for (const el of controls) {
        const isChosen = values.includes(el.value);
        if (isList || isChosen) check(el, isChosen);
      }
    else if (type === 'checkbox') check(first, !!given);
    else if (first.value !== values[0]) {
      write(first, 'value', values[0]);
      dispatchInputAndChange(first);
    }
  };
};

/** Fills a form; throws before anything is filled where a value is not accepted. */
const fillForm = (form: HTMLFormElement, input: Record<string, unknown>): void => {
  const fields = fieldsOf(form);
  const fillers = Object.keys(input).map((name) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) throw failure(`There is no parameter "${name}"`);
    const given = input[name];
    const filler = fillerOf(field, given);
    if (filler) return filler;
    throw failure(`Invalid value${typeof given === 'object' ? '' : ` "${given}"`} for parameter ${name}`);
  });
  for (const filler of fillers) filler();
};

/** The default button of a form (https://html.spec.whatwg.org/#default-button), if it is enabled. */
const submitButtonOf = (form: HTMLFormElement): Control | undefined =>
  controlsOf(form).find(({ type, disabled }) => /^(?:submit|image)$/.test(type) && !disabled);

/** The browser's messages about invalid fields. */
const invalidFields = (form: HTMLFormElement): string =>
  controlsOf(form)
    .filter(({ willValidate, validity }) => willValidate && !validity.valid)
    .map(({ name, validationMessage }) => `${name}: ${validationMessage}. `)
    .join('');

/** Name, description and title by which a form declares a tool. */
export const declarationOf = (form: Element): string[] =>
  ['toolname', 'tooldescription', 'tooltitle'].map((key) => form.getAttribute(key) || '');

/** Calls `changed` on every change of a document's elements and attributes. */
export const observe = (doc: Document, changed: () => void): MutationObserver => {
  const observer = new MutationObserver(changed);
  observer.observe(doc, { subtree: true, childList: true, attributes: true });
  return observer;
};

const CANCELLED = 'Tool execution cancelled';

/**
 * Fills a form and submits it, or waits until a person does. Resolves to the text that the page answers with, null where
 * the form navigates. Rejects with the error, or with the signal's reason. `begun` is called when the form is filled.
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
    const stop = (message: string): void => reject(failure(message));
    const on = (target: EventTarget, type: string, listener: (event: Event) => void): void =>
      target.addEventListener(type, listener, { capture: true, signal: over.signal });
    let isSent = false;
    const submitted = (event: Event): void => {
      if (event.target !== form || isSent) return;
      isSent = true;
      let answer: Promise<unknown> | undefined;
      const respondWith = (given: unknown): void => {
        if (!event.eventPhase || !event.defaultPrevented)
          throw failure('respondWith comes after preventDefault', 'InvalidStateError');
        answer = Promise.resolve(given);
      };
      Object.assign(event, { agentInvoked: true, respondWith });
      setTimeout(() => {
        if (answer) answer.then(textOfResult).then(resolve, () => stop('respondWith promise was rejected'));
        else if (event.defaultPrevented) stop('preventDefault() without respondWith()');
        else resolve(null);
      });
    };
    if (!isAuto && !button) throw failure('No submit button was found');
    fillForm(form, input);
    on(signal, 'abort', () => reject(signal.reason));
    on(form.getRootNode(), 'submit', submitted);
    on(form, 'reset', () => stop(`${CANCELLED} by a form reset`));
    // The browser validates before it submits, and dispatches `invalid` on all invalid fields in this task.
    on(form, 'invalid', () => setTimeout(() => stop(`Form validation failed: ${invalidFields(form)}`)));
    const declared = String(declarationOf(form));
    const observer = observe(form.ownerDocument, () => {
      if (!ownProp(form, 'isConnected') || String(declarationOf(form)) !== declared)
        stop(`${CANCELLED}, since tool definition was updated`);
    });
    // Without the signal of `on`: that would remove this listener before it runs.
    over.signal.addEventListener('abort', () => observer.disconnect());
    const { requestSubmit } = HTMLFormElement.prototype as Partial<HTMLFormElement>;
    if (!isAuto) button?.focus();
    else if (requestSubmit) requestSubmit.call(form, button);
    else button?.click();
    begun();
  };
  return new Promise(call).finally(() => over.abort()) as Promise<string | null>;
};
