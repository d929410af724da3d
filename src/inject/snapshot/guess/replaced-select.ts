import { nameOf } from '../../aria/name.ts';
import { chosenNames } from '../../aria/value.ts';
import { readable } from '../../aria/white-space.ts';
import { cut } from '../../dom/cut.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { elementsIn, parentElementOf, previousElementOf, tagOf } from '../../dom/read.ts';
import { soleOf } from '../../dom/sole-of.ts';
import { BETWEEN_WORDS } from '../../dom/unicode-pattern.ts';
import { DRAWN_CONTROL_ROLE, TEXT_FIELD_ROLE } from '../../element/content-roles.ts';
import { isListed } from '../../element/element-state.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';

/** How many ancestors of a custom control are searched for the select that it replaces. */
const MAX_STEPS_UP = 4;

/**
 * The hidden select that a custom control replaces: inside of a field, or right before one of the control's
 * ancestors. Only a field may have siblings before it.
 */
const replacedSelect = (el: Element, isField: boolean, cache: DomCache): Element | undefined => {
  const inside = isField ? soleOf(elementsIn(el, 'select')) : undefined;
  if (inside && !isListed(inside, cache)) return inside;
  let at: Element | null = el;
  for (let i = 0; at && i < MAX_STEPS_UP; i++, at = parentElementOf(at)) {
    const before = previousElementOf(at);
    if (before && tagOf(before) === 'select') return isListed(before, cache) ? undefined : before;
    if (before && !isField) return undefined;
  }
  return undefined;
};

/** Letters and digits only: the custom control may draw other signs around the chosen option. */
const lettersOf = (text: string): string => text.replace(BETWEEN_WORDS(text), '');

/**
 * Names a custom control by the label of the native select that it replaces. The custom control shows the chosen
 * option alone: a form of several of them could not be told apart.
 */
export const nameByReplaced = (own: AccessibilityNode, cache: DomCache, max: number): void => {
  const { el, node } = own;
  const isField = TEXT_FIELD_ROLE.test(node.role);
  if (
    !el ||
    !(isField || (node.name && DRAWN_CONTROL_ROLE.test(node.role))) ||
    (isField && node.name && !node.value)
  )
    return;
  const select = replacedSelect(el, isField && !node.name, cache);
  const name = select && cut(readable(nameOf(select, cache)), max);
  if (!name || name === node.name) return;
  const shownText = lettersOf(node.name || '');
  const chosen = chosenNames(select, cache);
  const showsChoice = shownText === lettersOf(node.value || '') || shownText === lettersOf(chosen.join(''));
  if (node.name && !showsChoice) return;
  if (node.name) node.value ||= node.name;
  node.name = name;
  own.isNamedByContent = false;
  node.nameSource = 'label';
};
