import { isSecret } from '../aria/secret.ts';
import { collapse } from '../aria/white-space.ts';
import { cut } from '../dom/cut.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import {
  closestTo,
  computedStyle,
  findAll,
  hasAttr,
  listAttr,
  parentElementOf,
  prop,
  tagOf,
  textOf,
} from '../dom/read.ts';
import { optionLabel } from '../element/option-label.ts';
import { type AccessibilityNode, append, createNode } from './accessibility-node.ts';

/** Options that are listed, and as many again of those chosen behind them; the select's value and `options` tell the rest. */
const MAX_OPTIONS = 30;

/** Shorter lists are listed again: the line that counts what is left out is no shorter. */
const MIN_REPEATED = 5;

/** Two that differ by where from and where to are listed both. */
const LISTED_TIMES = 2;

/** The lists of options that were listed before, and where, each time. */
export type ListedOptions = Map<string, (Element | null)[]>;

/** Whether two before it have the same list, as in each row of a table; what is chosen of that is the value. */
const isRepeated = (select: Element, count: number, listed: ListedOptions): boolean => {
  if (count < MIN_REPEATED || prop(select as HTMLSelectElement, 'multiple')) return false;
  const list = textOf(select);
  // What stands behind a dialog is not printed.
  const place = closestTo(select, 'form, dialog, [role=dialog]');
  const places = getOrInsertComputed(listed, list, () => [] as (Element | null)[]);
  if (places.filter((one) => one === place).length >= LISTED_TIMES) return true;
  places.push(place);
  return false;
};

const isDisabled = (option: HTMLOptionElement): boolean => {
  const group = parentElementOf(option);
  return (
    hasAttr(option, 'disabled') || (!!group && tagOf(group) === 'optgroup' && hasAttr(group, 'disabled'))
  );
};

/** Browsers leave it out of the list that they open, and what is in a group without a box with it. */
const isHidden = (option: Element): boolean => {
  const group = parentElementOf(option);
  return (
    computedStyle(option).display === 'none' ||
    (!!group && tagOf(group) === 'optgroup' && computedStyle(group).display === 'none')
  );
};

/** Scripts put selects into selects, whose options are their own. */
const isOptionOf = (option: Element, select: Element): boolean =>
  parentElementOf(option) === select || closestTo(option, 'select') === select;

/** The group that an option stands in, where it has a label: it tells options of the same name apart. */
const groupOf = (option: Element): Element | undefined => {
  const group = parentElementOf(option);
  return group && tagOf(group) === 'optgroup' && collapse(listAttr(group, 'label')) ? group : undefined;
};

/**
 * Lists the options of a native select below its node, in their groups: the first ones, and the selected wherever it stands. What is
 * chosen in a select that holds a secret is one. A list that was listed twice before is only counted.
 */
export const addOptions = (select: AccessibilityNode, max: number, listed: ListedOptions): void => {
  const all = findAll(select.el as Element, 'option') as ArrayLike<HTMLOptionElement>;
  const secret = isSecret(select.el as Element);
  const isListed = isRepeated(select.el as Element, all.length, listed);
  let left = 0;
  let chosenBehind = 0;
  let into = select;
  for (let i = 0; i < all.length; i++) {
    const option = all[i] as HTMLOptionElement;
    if (
      hasAttr(option, 'hidden') ||
      (i < MAX_OPTIONS && isHidden(option)) ||
      !isOptionOf(option, select.el as Element)
    )
      continue;
    const isBehind = isListed || i >= MAX_OPTIONS;
    if (isBehind && (isListed || secret || chosenBehind >= MAX_OPTIONS || !prop(option, 'selected'))) {
      left++;
      continue;
    }
    if (isBehind) chosenBehind++;
    const group = groupOf(option);
    if (!group) into = select;
    else if (into.el !== group) {
      const name = cut(collapse(listAttr(group, 'label')), max);
      into = createNode({ tag: 'optgroup', role: 'group', name }, group);
      append(select, into);
    }
    append(into, nodeOf(option, select, max, secret));
  }
  if (left > 0) select.node.more = { nodes: left, interactive: left };
};

const nodeOf = (
  option: HTMLOptionElement,
  select: AccessibilityNode,
  max: number,
  secret: boolean,
): AccessibilityNode => {
  const built = createNode(
    {
      tag: 'option',
      role: 'option',
      name: cut(optionLabel(option), max),
      ...(!secret && { selected: prop(option, 'selected') }),
      ...(isDisabled(option) && { disabled: true }),
      ...(select.node.offscreen && { offscreen: true }),
    },
    option,
  );
  built.interactivity = { source: 'role' };
  return built;
};
