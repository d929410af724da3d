import { contentOf, nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { collapse } from '../aria/white-space.ts';
import { isLabelled } from '../dom/content.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { labelledBy } from '../dom/labels.ts';
import { contains, props } from '../dom/read.ts';
import { isListed } from './element-state.ts';

/** Roles whose name is always shown. */
const SHOWN_BY_NAME =
  /^(?:textbox|searchbox|combobox|spinbutton|slider|checkbox|radio|switch|button|listbox|(?:radio)?group)$/;

/**
 * Whether the text of a label adds nothing to the name of a control, and to its value where the control is inside of
 * the label.
 */
const isNamedLike = (control: Element, label: Element, cache: DomCache): boolean => {
  const words = contentOf(label, cache);
  const name = nameOf(control, cache);
  if (words === '' || name.includes(words)) return words !== '';
  if (!contains(label, control)) return false;
  // The value of a progress bar is a number.
  const { value } = props(control as HTMLInputElement, 'value');
  const parts = [name, collapse(String(value || ''))];
  const remaining = parts.reduce((left, part) => left.replace(` ${part} `, ' '), ` ${words} `);
  return name.includes(remaining.trim());
};

/** Whether a listed element is named by a label through `aria-labelledby`, so that the label only repeats its name. */
export const isRepeatedByReference = (label: Element, cache: DomCache): boolean =>
  labelledBy(label, cache).some(
    (at) => SHOWN_BY_NAME.test(roleOf(at, cache)) && isListed(at, cache) && isNamedLike(at, label, cache),
  );

/** Whether the text of a label only repeats the name of a listed control. */
export const isRepeatedByControl = (label: Element, cache: DomCache): boolean => {
  const { control } = props(label as HTMLLabelElement, 'control');
  if (!control || !isListed(control, cache)) return isRepeatedByReference(label, cache);
  // A component without a role has no line with its name. A control with `aria-label` is named by that, not by the label.
  return (
    roleOf(control, cache) !== 'generic' &&
    (isLabelled(control) ? isNamedLike(control, label, cache) : nameOf(control, cache) !== '')
  );
};
