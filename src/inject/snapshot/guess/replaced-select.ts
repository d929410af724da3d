import { nameOf } from '../../aria/name.ts';
import { chosenNames } from '../../aria/value.ts';
import { readable } from '../../aria/white-space.ts';
import { cut } from '../../dom/cut.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { elementsIn, parentElementOf, previousElementOf, tagOf } from '../../dom/read.ts';
import { soleOf } from '../../dom/sole-of.ts';
import { BETWEEN_WORDS } from '../../dom/unicode-pattern.ts';
import { isListed } from '../../element/element-state.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';

/** So many boxes are drawn around a control that stands for a select. */
const MOST_NESTED_BOXES = 4;

const FIELD_ROLE = /^(?:textbox|searchbox|combobox)$/;
const DRAWN_CONTROL_ROLE = /^(?:generic|button|link)$/;

/** The select that is out of sight in a field, or right before the box whose first control, or field, this is. */
const replacedSelect = (el: Element, isField: boolean, cache: DomCache): Element | undefined => {
  const inside = isField ? soleOf(elementsIn(el, 'select')) : undefined;
  if (inside && !isListed(inside, cache)) return inside;
  let at: Element | null = el;
  for (let i = 0; at && i < MOST_NESTED_BOXES; i++, at = parentElementOf(at)) {
    const before = previousElementOf(at);
    if (before && tagOf(before) === 'select') return isListed(before, cache) ? undefined : before;
    if (before && !isField) return undefined;
  }
  return undefined;
};

/** A choice may be drawn with other marks around it. */
const letters = (text: string): string => text.replace(BETWEEN_WORDS(text), '');

/**
 * A page draws a control of its own in the place of a select, and the label is still the select's: what is drawn says the
 * choice alone, and a form of several of them could not be told apart.
 */
export const nameByReplaced = (own: AccessibilityNode, cache: DomCache, max: number): void => {
  const { el, node } = own;
  const isField = FIELD_ROLE.test(node.role);
  if (
    !el ||
    !(isField || (node.name && DRAWN_CONTROL_ROLE.test(node.role))) ||
    (isField && node.name && !node.value)
  )
    return;
  const select = replacedSelect(el, isField && !node.name, cache);
  const name = select && cut(readable(nameOf(select, cache)), max);
  if (!name || name === node.name) return;
  const said = letters(node.name || '');
  const chosen = chosenNames(select, cache);
  const isChoice = said === letters(node.value || '') || said === letters(chosen.join(''));
  if (node.name && !isChoice) return;
  if (node.name) node.value ||= node.name;
  node.name = name;
  own.isNamedByContent = false;
  node.nameSource = 'label';
};
