import { contentOf, nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { collapse } from '../aria/white-space.ts';
import { isLabelled } from '../dom/content.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { labelledBy } from '../dom/labels.ts';
import { contains, props } from '../dom/read.ts';
import { isListed } from './element-state.ts';

/** What is shown with its name wherever it is. */
const SHOWN_BY_NAME =
  /^(?:button|checkbox|combobox|listbox|radio|(?:radio)?group|searchbox|slider|spinbutton|switch|textbox)$/;

/** What a label says has the name and the value of a control in it among it. */
const isNamedLike = (control: Element, label: Element, cache: DomCache): boolean => {
  const words = collapse(contentOf(label, cache));
  const name = collapse(nameOf(control, cache));
  if (words === '' || name.includes(words)) return words !== '';
  if (!contains(label, control)) return false;
  // That of a progress bar is a number.
  const { value } = props(control as HTMLInputElement, 'value');
  const parts = [name, collapse(String(value || ''))];
  const rest = parts.reduce((left, part) => left.replace(` ${part} `, ' '), ` ${words} `);
  return name.includes(rest.trim());
};

/** A label that `aria-labelledby` makes the name of something that is listed: its own control is out of sight. */
export const isToldByReference = (label: Element, cache: DomCache): boolean =>
  labelledBy(label, cache).some(
    (at) => SHOWN_BY_NAME.test(roleOf(at, cache)) && isListed(at, cache) && isNamedLike(at, label, cache),
  );

/** A label whose words are the name of a control that is listed, or part of it. */
export const isToldByControl = (label: Element, cache: DomCache): boolean => {
  const { control } = props(label as HTMLLabelElement, 'control');
  if (!control || !isListed(control, cache)) return isToldByReference(label, cache);
  // A component without a role has no line that says its name; a label under a role of its own names nothing.
  return (
    roleOf(control, cache) !== 'generic' &&
    (isLabelled(control) ? isNamedLike(control, label, cache) : nameOf(control, cache) !== '')
  );
};
