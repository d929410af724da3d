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

/**
 * Options that are listed, and as many selected ones behind these. The value of the select and the query `options`
 * give the rest.
 */
const MAX_OPTIONS = 30;

/** A shorter list is listed each time: the line that counts it would be no shorter. */
const MIN_REPEATED = 5;

/** Times that the same list is printed: two selects, such as from and to, are both listed. */
const LISTED_TIMES = 2;

/** By text of an option list: the form or dialog of each select that it was listed for. */
export type ListedOptions = Map<string, (Element | null)[]>;

/**
 * Whether the same list was listed twice before in this form, as in each row of a table. The value says what is
 * selected.
 */
const isRepeated = (select: Element, count: number, listed: ListedOptions): boolean => {
  if (count < MIN_REPEATED || prop(select as HTMLSelectElement, 'multiple')) return false;
  const list = textOf(select);
  // Selects behind a dialog are not printed.
  const place = closestTo(select, 'form, dialog, [role=dialog]');
  const places = getOrInsertComputed(listed, list, () => [] as (Element | null)[]);
  if (places.filter((listedPlace) => listedPlace === place).length >= LISTED_TIMES) return true;
  places.push(place);
  return false;
};

const isDisabled = (option: HTMLOptionElement): boolean => {
  const group = parentElementOf(option);
  return (
    hasAttr(option, 'disabled') || (!!group && tagOf(group) === 'optgroup' && hasAttr(group, 'disabled'))
  );
};

/** Whether an option, or its group, has no box: browsers leave it out of the list. */
const isHidden = (option: Element): boolean => {
  const group = parentElementOf(option);
  return (
    computedStyle(option).display === 'none' ||
    (!!group && tagOf(group) === 'optgroup' && computedStyle(group).display === 'none')
  );
};

/** Scripts put selects into selects: an option belongs to the innermost one. */
const isOptionOf = (option: Element, select: Element): boolean =>
  parentElementOf(option) === select || closestTo(option, 'select') === select;

/** The labelled group of an option, which tells options of the same name apart. */
const groupOf = (option: Element): Element | undefined => {
  const group = parentElementOf(option);
  return group && tagOf(group) === 'optgroup' && collapse(listAttr(group, 'label')) ? group : undefined;
};

/**
 * Lists the options of a native select below its node, in their groups: the first ones, and selected ones behind
 * them, unless the choice is secret. A list that was listed twice before is only counted.
 */
export const addOptions = (select: AccessibilityNode, max: number, listed: ListedOptions): void => {
  const all = findAll(select.el as Element, 'option') as ArrayLike<HTMLOptionElement>;
  const secret = isSecret(select.el as Element);
  const isListed = isRepeated(select.el as Element, all.length, listed);
  let leftOutCount = 0;
  let listedCount = 0;
  let selectedBehind = 0;
  let parent = select;
  for (let i = 0; i < all.length; i++) {
    const option = all[i] as HTMLOptionElement;
    if (
      hasAttr(option, 'hidden') ||
      (listedCount < MAX_OPTIONS && isHidden(option)) ||
      !isOptionOf(option, select.el as Element)
    )
      continue;
    const isBehind = isListed || listedCount >= MAX_OPTIONS;
    if (isBehind && (isListed || secret || selectedBehind >= MAX_OPTIONS || !prop(option, 'selected'))) {
      leftOutCount++;
      continue;
    }
    if (isBehind) selectedBehind++;
    else listedCount++;
    const group = groupOf(option);
    if (!group) parent = select;
    else if (parent.el !== group) {
      const name = cut(collapse(listAttr(group, 'label')), max);
      parent = createNode({ tag: 'optgroup', role: 'group', name }, group);
      append(select, parent);
    }
    append(parent, nodeOf(option, select, max, secret));
  }
  if (leftOutCount > 0) select.node.more = { nodes: leftOutCount, interactive: leftOutCount };
};

const nodeOf = (
  option: HTMLOptionElement,
  select: AccessibilityNode,
  max: number,
  secret: boolean,
): AccessibilityNode => {
  const node = createNode(
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
  node.interactivity = { source: 'role' };
  return node;
};
