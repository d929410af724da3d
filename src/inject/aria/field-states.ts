import type { DomCache } from '../dom/dom-cache.ts';
import { isElement, shadowHostOf, tagOf } from '../dom/flat-tree.ts';
import { isField, isTextOrDateField } from '../dom/input-type.ts';
import { closestTo, hasAttr, isMatch, keyword, matches, parentNodeOf, prop, props } from '../dom/read.ts';
import { fromInternals } from './internals.ts';
import { referencedBy } from './references.ts';
import { isFocusable } from './role.ts';
import { safeValidationMessage } from './secret.ts';
import { newTraversal, textOfAll } from './text-alternative.ts';
import { collapse } from './white-space.ts';

/**
 * Native: the attribute, a disabled fieldset (its first legend is exempt), a disabled optgroup. ARIA: the nearest
 * aria-disabled counts; one of an ancestor only for focusable elements (https://www.w3.org/TR/wai-aria-1.2/#aria-disabled).
 * The attribute `disabled` of a custom element that is no form control (an option) disables all of its shadow tree.
 */
export const isDisabled = (el: Element): boolean => {
  if (matches(el, ':disabled') || fromInternals(el, 'aria-disabled') === 'true') return true;
  for (let at: Node | null | undefined = el; at; ) {
    if (isElement(at) && tagOf(at).includes('-') && hasAttr(at, 'disabled'))
      return keyword(at, 'disabled') !== 'false';
    const marked: Element | null | false = isElement(at) && closestTo(at, '[aria-disabled]');
    const value = marked && keyword(marked, 'aria-disabled');
    if (value === 'true' || value === 'false') return value === 'true' && (marked === el || isFocusable(el));
    at = marked ? parentNodeOf(marked) : shadowHostOf(at);
  }
  return false;
};

export const isReadOnly = (el: Element): boolean =>
  (isTextOrDateField(el) && prop(el as HTMLInputElement, 'readOnly')) ||
  keyword(el, 'aria-readonly') === 'true';

export const isRequired = (el: Element): boolean =>
  (isField(el) && prop(el as HTMLInputElement, 'required')) || keyword(el, 'aria-required') === 'true';

/**
 * Whether a field is invalid. Native validation counts only once the user has been in the field (`:user-invalid`) or its
 * value is invalid: an untouched required field is not invalid yet.
 */
export const isInvalid = (el: Element): boolean => {
  const ariaInvalid = keyword(el, 'aria-invalid');
  return ariaInvalid ? ariaInvalid !== 'false' : isNativelyInvalid(el);
};

/**
 * The error message of an invalid field: by `aria-errormessage`, else the browser's, else the description, which most
 * pages use.
 */
export const validationMessageOf = (el: Element, _role: string, cache: DomCache): string => {
  if (!isInvalid(el)) return '';
  const textBy = (name: string): string => textOfAll(referencedBy(el, name), newTraversal(), true, cache);
  return collapse(
    textBy('aria-errormessage') ||
      safeValidationMessage(el as HTMLInputElement) ||
      textBy('aria-describedby'),
  );
};

const isNativelyInvalid = (el: Element): boolean => {
  if (!isField(el)) return false;
  const { willValidate, validity, value, type } = props(
    el as HTMLInputElement,
    'willValidate',
    'validity',
    'value',
    'type',
  );
  if (!willValidate || validity.valid) return false;
  return (
    validity.badInput ||
    (value !== '' && type !== 'checkbox' && type !== 'radio') ||
    isMatch(el, ':user-invalid')
  );
};
