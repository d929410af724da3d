import { nameOf } from '../../aria/name.ts';
import { createDomCache, type DomCache } from '../../dom/dom-cache.ts';
import { ancestorsOf, flatContains, flatElements } from '../../dom/flat-tree.ts';
import { isTextField } from '../../dom/input-type.ts';
import {
  attr,
  elementsIn,
  matches,
  neighboursOf,
  parentElementOf,
  prop,
  tagOf,
  textOf,
} from '../../dom/read.ts';
import { soleOf } from '../../dom/sole-of.ts';
import { wordsOf } from '../../dom/unicode-pattern.ts';
import { isVisible } from '../../element/element-state.ts';
import { handlesClick } from '../../element/handlers.ts';
import { optionLabel } from '../../element/option-label.ts';
import { isLive } from '../../element/refs.ts';
import { seenText } from '../../snapshot/seen-text.ts';
import { isChosen, type Option } from './open-list.ts';

/** How many elements are searched for the widget of a control: the control and its ancestors. */
const MAX_DEPTH = 4;

const selfAndAncestors = (el: Element): Element[] => {
  const found = [el];
  for (let at = parentElementOf(el); at && found.length < MAX_DEPTH; at = parentElementOf(at)) found.push(at);
  return found;
};

/**
 * What a control shows of its choice: its value or its name (some are named after it), its text, and that of the
 * widget around it.
 */
export const shownBy = (el: Element): string => {
  const widget = selfAndAncestors(el)
    .filter((at) => parentElementOf(at))
    .pop();
  const name = nameOf(el, createDomCache());
  return `${isTextField(el) ? prop(el, 'value') : name} ${textOf(el)} ${widget && textOf(widget)}`;
};

/** Whether an option is marked as chosen, or the control that was opened shows its name, which it did not before. */
export const showsChoice = (el: Element, { el: option, name }: Option, before: string): boolean =>
  (isLive(option) && isChosen(option)) || showsName(el, { el: option, name }, before);

const shownValue = (el: Element): string => (isTextField(el) ? prop(el, 'value') : textOf(el));

const wordsIn = (text: string): string => wordsOf(text).join();

/**
 * Whether the control shows one choice, and nothing beside it but punctuation. Text for screen readers, or in slots,
 * does not count.
 */
export const showsOnly = (el: Element, name: string): boolean =>
  isLive(el) &&
  (shownValue(el).trim() === name ||
    (wordsIn(name) !== '' && wordsIn(seenText(el, createDomCache())) === wordsIn(name)));

/** Whether the control itself shows the name of an option, which it did not before. */
export const showsName = (
  el: Element,
  { el: option, name }: Pick<Option, 'el' | 'name'>,
  before: string,
): boolean => {
  if (!isLive(el) || flatContains(el, option)) return false;
  if (shownValue(el).includes(name)) return true;
  return shownBy(el).includes(name) && !before.includes(name);
};

const isHiddenSelect = (select: Element): boolean =>
  attr(select, 'tabindex') === '-1' ||
  attr(select, 'aria-hidden') === 'true' ||
  !isVisible(select, createDomCache());

/** The hidden select in a widget or right beside it, whose options the widget shows in its own way. */
const nativeOf = (el: Element): HTMLSelectElement | undefined => {
  for (const at of selfAndAncestors(el)) {
    const near = [...neighboursOf(at), ...elementsIn(at, 'select')];
    const selects = near.filter((other) => tagOf(other) === 'select');
    const [select] = selects;
    if (!select) continue;
    return selects.length === 1 && isHiddenSelect(select) ? (select as HTMLSelectElement) : undefined;
  }
  return undefined;
};

/** The selected options of the hidden select of a widget; undefined if it has none. */
export const selectedInNative = (el: Element): HTMLOptionElement[] | undefined => {
  const select = nativeOf(el);
  return select && Array.from(prop(select, 'options')).filter((option) => prop(option, 'selected'));
};

/**
 * Whether the hidden select has an option that is not selected there; the list may mark it as selected because the
 * keyboard is at it.
 */
export const isUnselectedInNative = (el: Element, name: string): boolean => {
  const select = nativeOf(el);
  const options = select ? Array.from(prop(select, 'options')) : [];
  const named = options.filter((option) => optionLabel(option) === name);
  return named.length > 0 && !named.some((option) => prop(option, 'selected'));
};

export const labelsInNative = (el: Element): string[] | undefined => selectedInNative(el)?.map(optionLabel);

/** How many ancestors of a button are searched for the tag that shows one choice. */
const TAG_DEPTH = 2;

const isTagOf = (button: Element, name: string, cache: DomCache): boolean =>
  ancestorsOf(button, TAG_DEPTH).some((tag) => seenText(tag, cache, button) === name);

/** The only button in the tag of a choice that a control of several shows: it removes the choice. */
export const removerOf = (el: Element, name: string): Element | undefined => {
  const cache = createDomCache();
  const widget = selfAndAncestors(el)
    .filter((at) => parentElementOf(at))
    .pop();
  const found = (widget ? flatElements(widget) : []).filter(
    (at) =>
      !flatContains(at, el) &&
      (matches(at, 'button, a[href], [role=button]') || handlesClick(at)) &&
      isVisible(at, cache) &&
      isTagOf(at, name, cache),
  );
  return soleOf(found);
};
