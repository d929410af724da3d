import { flatContains } from '../dom/flat-tree.ts';
import { attr, findAll, parentElementOf, prop, tagOf, textOf } from '../dom/read.ts';
import { isVisible } from '../snapshot/element-state.ts';
import { optionLabel } from '../snapshot/options-of-select.ts';
import { isLive } from '../snapshot/refs.ts';
import { isChosen, type Option } from './open-list.ts';
import { newPass } from './outcome.ts';
import { isTextField } from './text-target.ts';

/** Fields of a widget stand so deep in it at most. */
const DEPTH = 4;

const around = (el: Element): Element[] => {
  const found = [el];
  for (let at = parentElementOf(el); at && found.length < DEPTH; at = parentElementOf(at)) found.push(at);
  return found;
};

/** What a control shows of its choice: its text, or that beside a field. */
export const shownBy = (el: Element): string => {
  const widget = around(el)
    .filter((at) => parentElementOf(at))
    .pop();
  return `${isTextField(el) ? prop(el, 'value') : ''} ${textOf(el)} ${widget && textOf(widget)}`;
};

/** The option says that it is selected, or the control that was opened shows its name, which it did not before. */
export const showsChoice = (el: Element, { el: option, name }: Option, before: string): boolean =>
  (isLive(option) && isChosen(option)) || showsName(el, { el: option, name }, before);

/** The control itself shows the name of an option, which it did not before. */
export const showsName = (
  el: Element,
  { el: option, name }: Pick<Option, 'el' | 'name'>,
  before: string,
): boolean => {
  if (!isLive(el) || flatContains(el, option)) return false;
  if ((isTextField(el) ? prop(el, 'value') : textOf(el)).includes(name)) return true;
  return shownBy(el).includes(name) && !before.includes(name);
};

const isStandIn = (select: Element): boolean =>
  attr(select, 'tabindex') === '-1' ||
  attr(select, 'aria-hidden') === 'true' ||
  !isVisible(select, newPass());

/** The hidden select in a widget or right beside it, whose options the widget shows in its own way. */
const nativeOf = (el: Element): HTMLSelectElement | undefined => {
  for (const at of around(el)) {
    const beside = [prop(at, 'previousElementSibling'), prop(at, 'nextElementSibling')];
    const near = [...beside, ...Array.from(findAll(at, 'select'))];
    const selects = near.filter((one) => one && tagOf(one) === 'select');
    const [select] = selects;
    if (!select) continue;
    return selects.length === 1 && isStandIn(select) ? (select as HTMLSelectElement) : undefined;
  }
  return undefined;
};

/** What is chosen according to the hidden select of a widget, if it has one. */
export const heldByNative = (el: Element): string[] | undefined => {
  const select = nativeOf(el);
  return (
    select &&
    Array.from(prop(select, 'options'))
      .filter((option) => prop(option, 'selected'))
      .map(optionLabel)
  );
};
