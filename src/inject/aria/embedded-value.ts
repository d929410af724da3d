import type { DomCache } from '../dom/dom-cache.ts';
import { tagOf } from '../dom/flat-tree.ts';
import { isField, isWholeField } from '../dom/input-type.ts';
import { attr, findAll, hasAttr, inputTypeOf, prop } from '../dom/read.ts';
import { attributeOrInternals } from './internals.ts';
import { isFocusable, roleOf } from './role.ts';
import { isSecret } from './secret.ts';
import { subtreeText } from './subtree-text.ts';
import { isTextField, mayJump, type Traversal, textOfAll, throughRelation } from './text-alternative.ts';
import { collapse } from './white-space.ts';

/**
 * Step 2C: a control inside of another element's label adds its value, not its name
 * (https://www.w3.org/TR/accname-1.2/#comp_embedded_control). Null where it has no value, and for secrets.
 */
export const embeddedValue = (
  el: Element,
  role: string,
  traversal: Traversal,
  cache: DomCache,
): string | null => {
  if (isTextField(el, role))
    return isSecret(el) || isPicker(el) ? null : textValue(el, traversal, cache) || null;
  switch (role) {
    case 'slider':
    case 'spinbutton':
    case 'progressbar':
    case 'meter':
    case 'scrollbar':
      return isSecret(el) ? null : rangeValue(el);
    case 'combobox':
    case 'listbox': {
      if (isSecret(el)) return null;
      const chosen = chosenOptions(el, cache);
      if (chosen.length > 0) return textOfAll(chosen, traversal, false, cache);
      return role === 'combobox' && isFocusable(el) ? textValue(el, traversal, cache) || null : null;
    }
    default:
      return null;
  }
};

/** A date, time or colour field. They have no ARIA role of their own; Chromium keeps their value out of names. */
const isPicker = (el: Element): boolean => isWholeField(el) && inputTypeOf(el) !== 'range';

const textValue = (el: Element, traversal: Traversal, cache: DomCache): string => {
  if (isField(el)) return prop(el as HTMLInputElement, 'value');
  return mayJump(traversal) ? collapse(subtreeText(el, throughRelation(traversal), cache)) : '';
};

/** The value of a range: `aria-valuetext`, or its number; null where it has none. */
export const rangeValue = (el: Element): string | null => {
  const text = attr(el, 'aria-valuetext');
  if (text !== null) return text;
  const now = attributeOrInternals(el, 'aria-valuenow');
  const tag = tagOf(el);
  if (tag === 'input') return prop(el as HTMLInputElement, 'value');
  if (tag === 'meter') return String(prop(el as HTMLMeterElement, 'value'));
  if (tag === 'progress')
    return hasAttr(el, 'value') ? String(prop(el as HTMLProgressElement, 'value')) : null;
  const number = Number.parseFloat(now);
  return Number.isNaN(number) ? null : String(number);
};

/** The selected options of a select, or those marked by `aria-selected` or `aria-checked` in a list box. */
export const chosenOptions = (el: Element, cache: DomCache): Element[] => {
  if (tagOf(el) === 'select') return Array.from(prop(el as HTMLSelectElement, 'selectedOptions') || []);
  const chosen: Element[] = [];
  const marked = findAll(el, '[aria-selected="true" i],[aria-checked="true" i]');
  for (const option of Array.from(marked)) if (roleOf(option, cache) === 'option') chosen.push(option);
  return chosen;
};
