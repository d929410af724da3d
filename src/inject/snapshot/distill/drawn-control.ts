import { tagOf } from '../../dom/read.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { CHECKABLE_ROLE } from '../../element/content-roles.ts';
import { type AccessibilityNode, isLooseText, takeStates } from '../accessibility-node.ts';
import { isCombobox, soleBelow, soleInteractive } from './box-geometry.ts';
import { nameFromContent } from './content-name.ts';
import type { DistillContext, Visitor } from './visitor.ts';

/** Whether a label's only control is a checkbox without a name, which then takes the label's text as its name. */
const givesNameToCheckbox = (own: AccessibilityNode, { options }: DistillContext): boolean => {
  const control = tagOf(own.el as Element) === 'label' ? soleInteractive(own) : undefined;
  const name = control?.node.name || '';
  if (!control || !CHECKABLE_ROLE.test(control.node.role) || hasWord(name)) return false;
  nameFromContent(own, options.maxTextPerNode);
  if (!own.node.name) return false;
  control.node.name = own.node.name;
  control.node.nameSource = 'label';
  own.children = own.children.filter((child) => !isLooseText(child));
  return true;
};

/** Whether this is a custom checkbox around the native one, which has the same state: the native one stays. */
const wrapsNativeCheckbox = (own: AccessibilityNode): boolean => {
  const { checked, name, role } = own.node;
  const control = CHECKABLE_ROLE.test(role) ? soleInteractive(own) : undefined;
  if (!control?.el || tagOf(control.el) !== 'input' || !CHECKABLE_ROLE.test(control.node.role)) return false;
  if (control.node.checked !== checked || (name && control.node.name && name !== control.node.name))
    return false;
  if (name) control.node.name = name;
  return true;
};

/** Whether this is a combobox around an `<input>` that is a combobox, too: the input is clicked and written into. */
const wrapsCombobox = (own: AccessibilityNode): boolean => {
  const field = isCombobox(own) ? soleBelow(own, isCombobox) : undefined;
  if (!field?.el || tagOf(field.el) !== 'input') return false;
  takeStates(field.node, own.node, ['expanded', 'haspopup']);
  return true;
};

/**
 * A custom control around the one that knows its name or state: both are one.
 * `<div role=switch aria-checked=false><input type=checkbox role=switch></div>` is one switch.
 */
export const drawnControl: Visitor = (own, _parent, context) =>
  own.interactivity &&
  (givesNameToCheckbox(own, context) || wrapsNativeCheckbox(own) || wrapsCombobox(own)) &&
  'unwrap';
