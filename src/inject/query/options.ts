import type { OptionInfo, Ref } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { referencedBy } from '../aria/references.ts';
import { roleOf } from '../aria/role.ts';
import { isSecret } from '../aria/secret.ts';
import { statesOf } from '../aria/states.ts';
import { allElements } from '../dom/all-elements.ts';
import { cut } from '../dom/cut.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { attr, closestTo, findAll, matches, prop, tagOf } from '../dom/read.ts';
import { OPTION_ROLE } from '../element/content-roles.ts';
import { inWords, labelWithRef } from '../element/lookup.ts';
import { optionLabel } from '../element/option-label.ts';
import { type Failure, fail } from '../result.ts';

/** Most options that one answer lists. */
export const MAX_OPTIONS = 200;

/** The `option` elements of a select, or of an input's `datalist`; undefined for other elements. */
const nativeOptions = (el: Element): ArrayLike<Element> | undefined => {
  const tag = tagOf(el);
  const holder =
    tag === 'select'
      ? el
      : tag === 'option'
        ? closestTo(el, 'select')
        : tag === 'input'
          ? prop(el as HTMLInputElement, 'list')
          : null;
  return holder ? findAll(holder, 'option') : undefined;
};

/** Elements with a role of a choice in the element, or in what it references by `aria-controls` or `aria-owns`. */
const ariaOptions = (el: Element, cache: DomCache): Element[] => {
  const lists = [el, ...referencedBy(el, 'aria-controls'), ...referencedBy(el, 'aria-owns')];
  return lists
    .flatMap((list) => allElements(list))
    .filter((candidate) => OPTION_ROLE.test(roleOf(candidate, cache)));
};

const info = (agent: Agent, el: Element, isHidden: boolean, cache: DomCache, limit: number): OptionInfo => {
  const role = roleOf(el, cache);
  const native = tagOf(el) === 'option' ? (el as HTMLOptionElement) : undefined;
  const known = labelWithRef(agent, el, cache);
  const label = cut(native ? optionLabel(native) || prop(native, 'value') : known.name || '', limit);
  const value = native ? prop(native, 'value') : attr(el, 'data-value');
  const { selected, checked, disabled } = statesOf(el, role, cache);
  const chosen = native ? prop(native, 'selected') : (selected ?? checked === true);
  return {
    ref: known.ref as Ref,
    label,
    ...(value !== null && value !== label && { value: cut(value, limit) }),
    ...(!isHidden && chosen && { selected: true }),
    ...((native ? matches(el, ':disabled') : disabled) && { disabled: true }),
  };
};

/** The options of a select, a listbox, a combobox whose list is open, a menu or a group of radios. */
export const optionsOf = (
  agent: Agent,
  el: Element,
  cache: DomCache,
  limit: number,
): OptionInfo[] | Failure => {
  const native = nativeOptions(el);
  const all = native ? Array.from(native) : ariaOptions(el, cache);
  if (all.length === 0) {
    const words = `${inWords(agent, el, cache)} has no options now. Click it to open its list, then take a new snapshot.`;
    return fail('not_selectable', words);
  }
  return all.map((option) => info(agent, option, isSecret(closestTo(option, 'select') || el), cache, limit));
};
