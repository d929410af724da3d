import { inputTypeOf, tagOf } from './read.ts';

/** Fields with a caret; the other types that hold a value take it as a whole. */
const TYPED = /^(?:text|email|number|password|search|tel|url)$/;
export const DATE = /^(?:date|month|week|time|datetime-local)$/;

export type Field = HTMLInputElement | HTMLTextAreaElement;

/** A text field: `textarea`, or an input that is typed into. */
export const isTextField = (el: Element): el is Field =>
  tagOf(el) === 'textarea' || TYPED.test(inputTypeOf(el));

/** A date, a colour or a range. */
export const isWholeField = (el: Element): el is HTMLInputElement => {
  const type = inputTypeOf(el);
  return DATE.test(type) || type === 'color' || type === 'range';
};

/** A text or a date: what may be read-only and may show a hint (https://html.spec.whatwg.org/#do-not-apply). */
export const isWritten = (el: Element): boolean => isTextField(el) || DATE.test(inputTypeOf(el));

/** A field of a form, whatever is put into it. */
export const isField = (el: Element): boolean => /^(?:input|select|textarea)$/.test(tagOf(el));

/** It does nothing but to be pressed. */
export const isPressedInput = (el: Element): boolean =>
  /^(?:button|submit|reset|image)$/.test(inputTypeOf(el));

/** The same, where its words are its value. */
export const isInputButton = (el: Element): boolean => /^(?:button|submit|reset)$/.test(inputTypeOf(el));

/** What a press is all there is to, so that something else can take it for them. */
export const isClickedInput = (el: Element): boolean => /^(?:checkbox|radio|file)$/.test(inputTypeOf(el));
