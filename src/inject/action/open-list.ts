import { elementById } from '../dom/flat-tree.ts';
import type { Pass } from '../dom/pass.ts';
import { attr, contains, findAll } from '../dom/read.ts';
import { isAriaHidden } from '../dom/rendered.ts';
import { layerOf } from '../snapshot/dialogs.ts';
import { isVisible } from '../snapshot/element-state.ts';
import { handlesPress } from '../snapshot/handlers.ts';
import { roleAndName } from '../snapshot/lookup.ts';
import { isDisabled } from './checks.ts';
import { rootsAround } from './effects.ts';
import { newPass } from './outcome.ts';

const LIST = '[role=listbox], [role=menu], [role=tree], [role=grid], [role=radiogroup]';
const OPTION =
  '[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], [role=radio]';

/** An option of a custom list, as it was when it was looked at. */
export interface Option {
  el: Element;
  name: string;
  value: string | null;
  disabled: boolean;
  chosen: boolean;
}

const visibleIn = (root: Document | Element, selector: string, pass: Pass): Element[] =>
  Array.from(findAll(root, selector)).filter((el) => isVisible(el, pass));

/** The lists that are shown, in the page and in the shadow roots around an element. */
export const openLists = (el: Element, pass = newPass()): Element[] =>
  rootsAround(el).flatMap((root) => visibleIn(root as Document, LIST, pass));

/** Whether a list belongs to the page or to the layer that the control is in: it is not what the control opens. */
export const isBeside = (list: Element, el: Element): boolean => {
  const layer = layerOf(list, newPass());
  return !layer || contains(layer, el);
};

/** What can be pressed in a layer, innermost: antd's options only look like some, while others are for screen readers. */
const pressable = (layer: Element, pass: Pass): Element[] => {
  const found = visibleIn(layer, '*', pass).filter(
    (el) => handlesPress(el, []) && !isAriaHidden(el) && roleAndName(el, pass).name !== '',
  );
  return found.filter((el) => !found.some((inner) => inner !== el && contains(el, inner)));
};

/** The options that are open for an element: its own, those of the list it names, else those of a list that was not there before. */
const optionElements = (el: Element, before: readonly Element[], pass: Pass): Element[] => {
  const own = visibleIn(el, OPTION, pass);
  if (own.length > 0) return own;
  const ids = `${attr(el, 'aria-controls') ?? ''} ${attr(el, 'aria-owns') ?? ''}`.split(/\s+/);
  const named = ids.map((id) => elementById(el, id)).filter((list) => list !== null && list !== undefined);
  const lists = openLists(el, pass).filter((list) => !before.includes(list));
  for (const list of [...named, ...lists.reverse()]) {
    const options = visibleIn(list, OPTION, pass);
    if (options.length > 0) return options;
  }
  for (const list of named) {
    const layer = layerOf(list, pass);
    if (layer && isVisible(layer, pass)) return pressable(layer, pass);
  }
  return [];
};

/** Where ARIA says nothing, class names mostly do. */
export const isChosen = (el: Element): boolean => {
  const said = attr(el, 'aria-selected') ?? attr(el, 'aria-checked');
  return said ? said === 'true' : /(?:^|[\s_-])(?:selected|checked)(?:\s|$)/.test(attr(el, 'class') ?? '');
};

export const openOptions = (el: Element, before: readonly Element[]): Option[] => {
  const pass = newPass();
  return optionElements(el, before, pass).map((option) => ({
    el: option,
    name: roleAndName(option, pass).name,
    value: attr(option, 'data-value') ?? attr(option, 'value'),
    disabled: isDisabled(option, pass),
    chosen: isChosen(option),
  }));
};
