import { nameOf } from '../../aria/name.ts';
import { createDomCache, type DomCache } from '../../dom/dom-cache.ts';
import { flatContains, flatElements, flatParentAcrossFrames } from '../../dom/flat-tree.ts';
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

/** Fields of a widget stand so deep in it at most. */
const DEPTH = 4;

const around = (el: Element): Element[] => {
  const found = [el];
  for (let at = parentElementOf(el); at && found.length < DEPTH; at = parentElementOf(at)) found.push(at);
  return found;
};

/** What a control shows of its choice: its text, or that beside a field; some are called after it. */
export const shownBy = (el: Element): string => {
  const widget = around(el)
    .filter((at) => parentElementOf(at))
    .pop();
  const name = nameOf(el, createDomCache());
  return `${isTextField(el) ? prop(el, 'value') : name} ${textOf(el)} ${widget && textOf(widget)}`;
};

/** The option says that it is selected, or the control that was opened shows its name, which it did not before. */
export const showsChoice = (el: Element, { el: option, name }: Option, before: string): boolean =>
  (isLive(option) && isChosen(option)) || showsName(el, { el: option, name }, before);

const heldBy = (el: Element): string => (isTextField(el) ? prop(el, 'value') : textOf(el));

const inWordsOnly = (text: string): string => wordsOf(text).join();

/** The control shows one choice, and nothing beside it but signs: what it holds for readers, or in slots, is not looked at. */
export const showsOnly = (el: Element, name: string): boolean =>
  isLive(el) &&
  (heldBy(el).trim() === name ||
    (inWordsOnly(name) !== '' && inWordsOnly(seenText(el, createDomCache())) === inWordsOnly(name)));

/** The control itself shows the name of an option, which it did not before. */
export const showsName = (
  el: Element,
  { el: option, name }: Pick<Option, 'el' | 'name'>,
  before: string,
): boolean => {
  if (!isLive(el) || flatContains(el, option)) return false;
  if (heldBy(el).includes(name)) return true;
  return shownBy(el).includes(name) && !before.includes(name);
};

const isStandIn = (select: Element): boolean =>
  attr(select, 'tabindex') === '-1' ||
  attr(select, 'aria-hidden') === 'true' ||
  !isVisible(select, createDomCache());

/** The hidden select in a widget or right beside it, whose options the widget shows in its own way. */
const nativeOf = (el: Element): HTMLSelectElement | undefined => {
  for (const at of around(el)) {
    const near = [...neighboursOf(at), ...elementsIn(at, 'select')];
    const selects = near.filter((one) => tagOf(one) === 'select');
    const [select] = selects;
    if (!select) continue;
    return selects.length === 1 && isStandIn(select) ? (select as HTMLSelectElement) : undefined;
  }
  return undefined;
};

/** What is chosen according to the hidden select of a widget, if it has one. */
export const heldOptions = (el: Element): HTMLOptionElement[] | undefined => {
  const select = nativeOf(el);
  return select && Array.from(prop(select, 'options')).filter((option) => prop(option, 'selected'));
};

/** Whether the hidden select says of an option that it is not chosen; a list may call that selected where the keyboard is. */
export const isLeftOut = (el: Element, name: string): boolean => {
  const select = nativeOf(el);
  const options = select ? Array.from(prop(select, 'options')) : [];
  const named = options.filter((option) => optionLabel(option) === name);
  return named.length > 0 && !named.some((option) => prop(option, 'selected'));
};

export const heldByNative = (el: Element): string[] | undefined => heldOptions(el)?.map(optionLabel);

/** So far around its button a tag that shows one choice goes at most. */
const TAG_DEPTH = 2;

const isTagOf = (button: Element, name: string, cache: DomCache): boolean => {
  let tag = flatParentAcrossFrames(button);
  for (let i = 0; tag && i < TAG_DEPTH; i++) {
    if (seenText(tag, cache, button) === name) return true;
    tag = flatParentAcrossFrames(tag);
  }
  return false;
};

/** The only button beside a choice that a control of several shows: it takes the choice back. */
export const removerOf = (el: Element, name: string): Element | undefined => {
  const cache = createDomCache();
  const widget = around(el)
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
