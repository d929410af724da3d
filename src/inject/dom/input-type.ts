import { inputTypeOf, tagOf } from './read.ts';

/** Input types with a caret; fields of other types have their value set as a whole. */
const TYPED = /^(?:text|email|number|password|search|tel|url)$/;
export const DATE = /^(?:date|month|week|time|datetime-local)$/;

export type Field = HTMLInputElement | HTMLTextAreaElement;

/** A text field: `textarea`, or an input that is typed into. */
export const isTextField = (el: Element): el is Field =>
  tagOf(el) === 'textarea' || TYPED.test(inputTypeOf(el));

/** A field whose value is set as a whole: a date, a colour or a range. */
export const isWholeField = (el: Element): el is HTMLInputElement => {
  const type = inputTypeOf(el);
  return DATE.test(type) || type === 'color' || type === 'range';
};

/** A text or date field: those that `readonly` and `placeholder` may apply to (https://html.spec.whatwg.org/#do-not-apply). */
export const isTextOrDateField = (el: Element): boolean => isTextField(el) || DATE.test(inputTypeOf(el));

/** A form field of any type, input buttons included. */
export const isField = (el: Element): boolean => /^(?:input|select|textarea)$/.test(tagOf(el));

export const isFileInput = (el: Element): el is HTMLInputElement => inputTypeOf(el) === 'file';

/** An input that is a button. */
export const isButtonInput = (el: Element): boolean =>
  /^(?:button|submit|reset|image)$/.test(inputTypeOf(el));

/** An input button whose label is its value: not `type=image`, which has an `alt`. */
export const isValueButton = (el: Element): boolean => /^(?:button|submit|reset)$/.test(inputTypeOf(el));

/** An input that is operated by a click alone, which may go to a stand-in that the page draws for it. */
export const isClickOnlyInput = (el: Element): boolean => /^(?:checkbox|radio|file)$/.test(inputTypeOf(el));
