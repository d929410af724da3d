import type { DomCache } from '../dom/dom-cache.ts';
import { isElement, shadowHostOf, tagOf } from '../dom/flat-tree.ts';
import { isField, isTextOrDateField } from '../dom/input-type.ts';
import { closestTo, hasAttr, isMatch, keyword, matches, parentNodeOf, prop, props } from '../dom/read.ts';
import { saidWithin } from './internals.ts';
import { referencedBy } from './references.ts';
import { isFocusable } from './role.ts';
import { saidOfValue } from './secret.ts';
import { newTraversal, textOfAll } from './text-alternative.ts';
import { collapse } from './white-space.ts';

/**
 * Native: the attribute, a disabled fieldset (its first legend is exempt), a disabled optgroup. ARIA: the nearest
 * aria-disabled counts, from above for what can take the focus (https://www.w3.org/TR/wai-aria-1.2/#aria-disabled).
 * Custom elements that are no controls of forms, as options of lists, have the attribute for all in their shadow root.
 */
export const isDisabled = (el: Element): boolean => {
  if (matches(el, ':disabled') || saidWithin(el, 'aria-disabled') === 'true') return true;
  for (let at: Node | null | undefined = el; at; ) {
    if (isElement(at) && tagOf(at).includes('-') && hasAttr(at, 'disabled'))
      return keyword(at, 'disabled') !== 'false';
    const marked: Element | null | false = isElement(at) && closestTo(at, '[aria-disabled]');
    const said = marked && keyword(marked, 'aria-disabled');
    if (said === 'true' || said === 'false') return said === 'true' && (marked === el || isFocusable(el));
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
 * Whether a field is wrong. Natively only once the user has met it (`:user-invalid`) or it holds something that is
 * wrong: an untouched required field is not wrong yet.
 */
export const isInvalid = (el: Element): boolean => {
  const given = keyword(el, 'aria-invalid');
  return given ? given !== 'false' : isWrongNatively(el);
};

/** What the page, or else the browser, says about a wrong value; most pages say it by the description. */
export const validationMessageOf = (el: Element, _role: string, cache: DomCache): string => {
  if (!isInvalid(el)) return '';
  const said = (by: string): string => textOfAll(referencedBy(el, by), newTraversal(), true, cache);
  return collapse(
    said('aria-errormessage') || saidOfValue(el as HTMLInputElement) || said('aria-describedby'),
  );
};

const isWrongNatively = (el: Element): boolean => {
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
