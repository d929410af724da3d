import { findEverywhere } from '../dom/all-elements.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { flatChildren, frameDocument, isElement } from '../dom/flat-tree.ts';
import { attr, findAll, fromDocument, hasAttr, inputTypeOf, prop, rootOf, tagOf } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { isNativeModal } from '../element/dialogs.ts';
import { focusableAt } from './focus.ts';

const tabIndex = (el: Element): number => {
  const index = Number.parseInt(attr(el, 'tabindex') ?? '0', 10);
  return Number.isNaN(index) ? 0 : index;
};

const isOneGroup = (radio: HTMLInputElement, other: HTMLInputElement): boolean =>
  other === radio ||
  (prop(radio, 'name') !== '' &&
    prop(other, 'name') === prop(radio, 'name') &&
    prop(other, 'form') === prop(radio, 'form'));

const radiosAround = (radio: HTMLInputElement, which = ''): HTMLInputElement[] =>
  Array.from(findAll(rootOf(radio) as Document, `input[type=radio]${which}`) as ArrayLike<HTMLInputElement>);

/** The radio buttons of a group: same name, same form, same tree. */
export const radioGroup = (radio: HTMLInputElement): HTMLInputElement[] =>
  radiosAround(radio).filter((other) => isOneGroup(radio, other));

/** A group is one stop: its checked radio, else each end. */
const isStopOfGroup = (el: Element): boolean => {
  if (inputTypeOf(el) !== 'radio') return true;
  const radio = el as HTMLInputElement;
  return prop(radio, 'checked') || !radiosAround(radio, ':checked').some((other) => isOneGroup(radio, other));
};

/** The top dialog, if it is modal: the rest of the page is inert then. */
const openModal = (): Element | undefined => findEverywhere('dialog[open]').filter(isNativeModal).pop();

/** Elements in tree order, through shadow roots, slots and frames; inert parts are left out. */
const walk = (root: Element): Element[] => {
  const found: Element[] = [];
  const stack: Element[] = [root];
  for (let el = stack.pop(); el; el = stack.pop()) {
    if (hasAttr(el, 'inert')) continue;
    found.push(el);
    const doc = /^i?frame$/.test(tagOf(el)) ? frameDocument(el) : null;
    const inner = doc && fromDocument(doc, 'documentElement');
    if (inner) {
      stack.push(inner);
      continue;
    }
    const children = flatChildren(el);
    for (let i = children.length - 1; i >= 0; i--)
      if (isElement(children[i])) stack.push(children[i] as Element);
  }
  return found;
};

/** Where Tab goes from `from`; at the end it begins anew, where a browser would go on to its own buttons. */
export const nextTabStop = (from: Element | null, back: boolean): Element | undefined => {
  const root = openModal() ?? fromDocument(document, 'documentElement');
  if (!root) return undefined;
  const cache = createDomCache(document, 0);
  const stops = walk(root).filter(
    (el) =>
      el === from ||
      (focusableAt(el) === el &&
        tabIndex(el) >= 0 &&
        !(/^i?frame$/.test(tagOf(el)) && frameDocument(el)) &&
        isVisibleByStyle(el, cache) &&
        isStopOfGroup(el)),
  );
  const rank = (el: Element): number => Math.max(tabIndex(el), 0) || Number.POSITIVE_INFINITY;
  const order = stops
    .map((el, at) => ({ el, at, rank: rank(el) }))
    .sort((a, b) => (a.rank === b.rank ? a.at - b.at : a.rank < b.rank ? -1 : 1))
    .map(({ el }) => el);
  const group = from && inputTypeOf(from) === 'radio' ? radioGroup(from as HTMLInputElement) : [];
  const step = back ? -1 : 1;
  const start = from ? order.indexOf(from) : -1;
  const { length } = order;
  for (let i = 1; i <= length; i++) {
    const at = start < 0 && back ? length - i : start + step * i;
    const stop = order[((at % length) + length) % length];
    if (stop && stop !== from && !group.includes(stop as HTMLInputElement)) return stop;
  }
  return undefined;
};
