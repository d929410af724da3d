import { attributeOrInternals } from '../../aria/internals.ts';
import { roleOf } from '../../aria/role.ts';
import { allRoots } from '../../dom/all-elements.ts';
import { createDomCache, type DomCache, styleOf } from '../../dom/dom-cache.ts';
import { elementById, flatContains, flatElements } from '../../dom/flat-tree.ts';
import { deepActiveElement } from '../../dom/hit-test.ts';
import { isTextField } from '../../dom/input-type.ts';
import { attr, elementsIn, matches, withRole } from '../../dom/read.ts';
import { OPTION_ROLE } from '../../element/content-roles.ts';
import { layerOf } from '../../element/dialogs.ts';
import { isEnabled, isVisible } from '../../element/element-state.ts';
import { roleAndName } from '../../element/lookup.ts';
import { clickableIn, layerBeside } from './drop-down.ts';
import { optionText } from './option-text.ts';

const LIST = `${withRole('menu listbox tree grid radiogroup dialog alertdialog')}, [aria-modal=true], [popover]`;

/** An option of a custom list, as it was when the list was read. */
export interface Option {
  el: Element;
  /** Its accessible name, as a snapshot has it. */
  label: string;
  /**
   * The text that it shows if no other option shows the same, else its label: a label may have other parts, which
   * come and go.
   */
  name: string;
  value: string | null;
  disabled: boolean;
  chosen: boolean;
  /** The keyboard is at it (`aria-activedescendant`). Some lists mark that by `aria-selected` too. */
  active: boolean;
}

/**
 * The visible elements with a role in an element: options may be slotted into the list, or in shadow roots of their
 * own.
 */
const visibleIn = (el: Element, roles: RegExp, cache: DomCache): Element[] =>
  flatElements(el).filter(
    (inner) => roles.test(attributeOrInternals(inner, 'role')) && isVisible(inner, cache),
  );

export const optionsIn = (el: Element, cache = createDomCache()): Element[] =>
  visibleIn(el, OPTION_ROLE, cache);

/** The visible lists of the page. */
export const openLists = (cache = createDomCache()): Element[] =>
  allRoots(document)
    .flatMap((root) => elementsIn(root, LIST))
    .filter((list) => isVisible(list, cache));

/**
 * Whether a list belongs to the page, or to the layer that the control is in: then it is not the one that the control
 * opens.
 */
export const isInLayerOf = (list: Element, el: Element): boolean => {
  const layer = layerOf(list, createDomCache());
  return !layer || flatContains(layer, el);
};

/** What was visible before a control was clicked: the click has not opened it. */
export interface Before {
  lists: readonly Element[];
  /** Lists and options in a closed control: they show its choice. */
  own: readonly Element[];
  /** What was laid over the page beside the control. */
  layer: Element | undefined;
}

/**
 * Whether a control declares that it is closed, or is a listbox that opens another one: the options in it show its
 * choice.
 */
export const isDeclaredClosed = (el: Element): boolean => {
  const expanded = attr(el, 'aria-expanded');
  return expanded === null
    ? attr(el, 'role') === 'listbox' && attr(el, 'aria-haspopup') === 'true'
    : expanded === 'false';
};

export const readBefore = (el: Element): Before => {
  const cache = createDomCache();
  const lists = openLists(cache);
  const own = lists.filter((list) => list !== el && flatContains(el, list));
  const hasFocus = flatContains(el, deepActiveElement());
  return {
    lists,
    own: isDeclaredClosed(el) ? [...own, ...optionsIn(el, cache)] : [],
    layer: hasFocus ? undefined : layerBeside(el, cache),
  };
};

/**
 * The open options of an element: its own, those of the list that it names, else those of a list that was not there
 * before.
 */
const optionElements = (el: Element, before: Before, cache: DomCache): Element[] => {
  const own = optionsIn(el, cache).filter((option) => !before.own.some((was) => flatContains(was, option)));
  // The one that shows the choice may have been created anew.
  if (own.length > (before.own.length > 0 ? 1 : 0)) return own;
  const ids = `${attr(el, 'aria-controls') || ''} ${attr(el, 'aria-owns') || ''}`.split(/\s+/);
  const controlled = ids.map((id) => elementById(el, id)).filter((list) => !!list);
  const lists = openLists(cache).filter((list) => !before.lists.includes(list));
  for (const list of [...controlled, ...lists.reverse()]) {
    const options = optionsIn(list, cache);
    if (options[0]) return options;
    const boxes = visibleIn(list, /^checkbox$/, cache);
    if (boxes[0]) return boxes;
  }
  for (const list of controlled) {
    const layer = layerOf(list, cache);
    if (layer && isVisible(layer, cache)) return clickableIn(layer, cache);
  }
  // Not for a combobox, whose options have roles: a layer without them tells that there are none.
  const role = roleOf(el, cache);
  const isPlain = /^(?:generic|button)$/.test(role) || (isTextField(el) && role !== 'combobox');
  const layer = isPlain ? layerBeside(el, cache) : undefined;
  return layer && layer !== before.layer ? clickableIn(layer, cache) : own;
};

/** Whether an option is chosen: by ARIA, else by its class names or a checkbox in it. */
export const isChosen = (el: Element): boolean => {
  const declared = attributeOrInternals(
    el,
    'aria-selected',
    attr(el, 'aria-checked') ?? attr(el, 'aria-selected'),
  );
  return declared
    ? declared === 'true'
    : /(?:^|[\s_-])(?:selected|checked)(?:\s|$)/.test(attr(el, 'class') || '') ||
        flatElements(el).some((at) => matches(at, ':checked, [aria-checked=true]'));
};

const isActive = (option: Element, el: Element): boolean =>
  [el, deepActiveElement()].some((at) => {
    const id = at && attr(at, 'aria-activedescendant');
    return Boolean(id) && attr(option, 'id') === id;
  });

export const openOptions = (el: Element, before: Before): Option[] => {
  const cache = createDomCache();
  const elements = optionElements(el, before, cache);
  const labels = elements.map((option) => roleAndName(option, cache).name);
  const texts = elements.map((option, i) => optionText(option, labels[i] as string, cache));
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const text of texts) {
    if (seen.has(text)) repeated.add(text);
    seen.add(text);
  }
  return elements.map((option, i) => ({
    el: option,
    label: labels[i] as string,
    name: (repeated.has(texts[i] as string) ? labels : texts)[i] as string,
    value: attr(option, 'data-value') ?? attr(option, 'value'),
    disabled: !isEnabled(option, cache) || styleOf(option, cache).cursor === 'not-allowed',
    chosen: isChosen(option),
    active: isActive(option, el),
  }));
};
