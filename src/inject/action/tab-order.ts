import { findEverywhere } from '../dom/all-elements.ts';
import { isFrame } from '../dom/content.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import {
  flatChildren,
  flatContains,
  flatParentAcrossFrames,
  frameDocument,
  isElement,
  shadowRootOf,
} from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { invokedBy } from '../dom/invoked-by.ts';
import { pushInOrder } from '../dom/push-in-order.ts';
import {
  call,
  computedStyle,
  elementsIn,
  hasAttr,
  inputTypeOf,
  isNativeModal,
  prop,
  rootElement,
  rootOf,
  tabIndexOf,
  tagOf,
} from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { scrollRange } from '../dom/scroll-origin.ts';
import { isFocusable } from './focusable.ts';
import { INVOKER, isOpenPopover } from './light-dismiss.ts';

const tabIndex = (el: Element): number => tabIndexOf(el) || 0;

/** The scope of the name of a radio button: its form, else its root; the button itself if it has no name. */
const nameScope = (radio: HTMLInputElement): Node =>
  prop(radio, 'name') ? prop(radio, 'form') || rootOf(radio) : radio;

/** The radio buttons of a group: same name, same form, same tree. */
export const radioGroup = (radio: HTMLInputElement): HTMLInputElement[] =>
  (elementsIn(rootOf(radio) as Document, 'input[type=radio]') as HTMLInputElement[]).filter(
    (other) => nameScope(other) === nameScope(radio) && prop(other, 'name') === prop(radio, 'name'),
  );

/** The top dialog, if it is modal: the rest of the page is inert then. */
const openModal = (): Element | undefined => findEverywhere('dialog[open]').filter(isNativeModal).pop();

/** Whether an element is a scroll container, which is a tab stop so that keys can scroll it. */
const isScroller = (el: Element): boolean => {
  const { x, y } = scrollRange(el);
  return Math.max(x, y) > 0 && /auto|scroll/.test(computedStyle(el).overflow);
};

interface Search {
  /** Where Tab comes from: what has the focus, or a node that stands for the place where something had it. */
  from: Node;
  place: Range | undefined;
  cache: DomCache;
  /** Open popovers, and the button of each. */
  invokers: ReadonlyMap<Element, Element>;
  /** The stop of each group of radio buttons, by the scope of its name and by the name. */
  radios: Map<Node, Map<string, Element>>;
}

const canStop = (el: Element, cache: DomCache): boolean =>
  (isFocusable(el) || isScroller(el)) &&
  tabIndex(el) >= 0 &&
  !(isFrame(tagOf(el)) && frameDocument(el)) &&
  isVisibleByStyle(el, cache);

/** A group is one stop: the button that Tab comes from, else the checked one, else the first. */
const noteRadioStop = (radio: HTMLInputElement, stops: boolean, { from, radios }: Search): void => {
  const scope = nameScope(radio);
  const name = prop(radio, 'name');
  const byName = getOrInsertComputed(radios, scope, () => new Map<string, Element>());
  const current = byName.get(name);
  if (radio === from || (current !== from && prop(radio, 'checked')) || (stops && !current))
    byName.set(name, radio);
};

const innerNodes = (el: Element, { from, place }: Search): Node[] => {
  const doc = isFrame(tagOf(el)) ? frameDocument(el) : null;
  const root = doc && rootElement(doc);
  const nodes = root ? [root] : Array.from(flatChildren(el));
  if (place?.startContainer === el) nodes.splice(place.startOffset, 0, from);
  return nodes;
};

/**
 * The stops among `nodes` and below them, and `from`. What is in a shadow tree, a slot, a frame or an open popover has an
 * order of its own, in the place of its host or behind its button (https://html.spec.whatwg.org/#focus-navigation-scope).
 */
const stopsIn = (nodes: Node[], search: Search, popover?: Element): Node[] => {
  const { from, cache, invokers } = search;
  const found: { stops: Node[]; rank: number }[] = [];
  const todo = nodes.reverse();
  for (let el = todo.pop(); el; el = todo.pop()) {
    let stops = el === from ? [el] : [];
    let index = 0;
    if (isElement(el)) {
      if (hasAttr(el, 'inert') || (invokers.has(el) && el !== popover)) continue;
      index = tabIndex(el);
      const stopsHere = canStop(el, cache);
      if (inputTypeOf(el) === 'radio') noteRadioStop(el as HTMLInputElement, stopsHere, search);
      if (stopsHere && el !== from) stops.push(el);
      const inner = innerNodes(el, search);
      const isOwner = shadowRootOf(el) || /^(?:i?frame|slot)$/.test(tagOf(el));
      if (!isOwner) pushInOrder(todo, inner);
      else if (index >= 0 || flatContains(el, from)) stops = stops.concat(stopsIn(inner, search));
      for (const [opened, button] of invokers)
        if (button === el) stops = stops.concat(stopsIn([opened], search, opened));
    }
    if (stops.length > 0) found.push({ stops, rank: index > 0 ? index : Infinity });
  }
  return found.sort((a, b) => a.rank - b.rank || 0).flatMap(({ stops }) => stops);
};

/** Open popovers that a button outside of them opens. */
const findInvokers = (): Map<Element, Element> => {
  const invokers = new Map<Element, Element>();
  for (const button of findEverywhere(INVOKER)) {
    const popover = invokedBy(button);
    if (popover && isOpenPopover(popover) && !flatContains(popover, button)) invokers.set(popover, button);
  }
  return invokers;
};

/**
 * The tab stops from `active` on, else from the `place` of the last focus or click, the next one first. After the
 * last one come those before `active`, where a browser would go on to its own buttons.
 */
export const tabStops = (active: Element | null, place: Range | undefined, back: boolean): Element[] => {
  const root = openModal() || rootElement();
  if (!root) return [];
  const placeholder = call<Document, 'createTextNode', [string], Text>(document, 'createTextNode', '');
  const from = active || placeholder;
  const search: Search = {
    from,
    place: active ? undefined : place,
    cache: createDomCache(0),
    invokers: findInvokers(),
    radios: new Map(),
  };
  const found = stopsIn([root], search);
  /** The ancestors of stops: scroll containers among them need no stop of their own. */
  const stopAncestors = new Set<Node | null>();
  for (const stop of found)
    for (let at = flatParentAcrossFrames(stop); at && !stopAncestors.has(at); at = flatParentAcrossFrames(at))
      stopAncestors.add(at);
  const isStop = (el: Element): boolean =>
    inputTypeOf(el) === 'radio'
      ? search.radios.get(nameScope(el as HTMLInputElement))?.get(prop(el as HTMLInputElement, 'name')) === el
      : isFocusable(el) || !stopAncestors.has(el);
  const order = found.filter((el) => el === from || isStop(el as Element));
  if (back) order.reverse();
  const at = order.indexOf(from);
  return order.slice(at + 1).concat(order.slice(0, Math.max(at, 0))) as Element[];
};
