import { tagOf } from '../../dom/read.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { CHECKABLE_ROLE } from '../../element/content-roles.ts';
import { type AccessibilityNode, isLooseText, takeStates } from '../accessibility-node.ts';
import { isCombobox, soleBelow, soleInteractive } from './box-geometry.ts';
import { nameFromContent } from './content-name.ts';
import type { DistillContext, Visitor } from './visitor.ts';

/** A label around the only thing that is drawn for a box, which has no words of its own: the box is called as it says. */
const namesDrawnBox = (own: AccessibilityNode, { options }: DistillContext): boolean => {
  const other = tagOf(own.el as Element) === 'label' ? soleInteractive(own) : undefined;
  const name = other?.node.name || '';
  if (!other || !CHECKABLE_ROLE.test(other.node.role) || hasWord(name)) return false;
  nameFromContent(own, options.maxTextPerNode);
  if (!own.node.name) return false;
  other.node.name = own.node.name;
  other.node.nameSource = 'label';
  own.children = own.children.filter((child) => !isLooseText(child));
  return true;
};

/** A box under a role of its own around the native one, which knows its state. */
const wrapsNativeBox = (own: AccessibilityNode): boolean => {
  const { checked, name, role } = own.node;
  const other = CHECKABLE_ROLE.test(role) ? soleInteractive(own) : undefined;
  if (!other?.el || tagOf(other.el) !== 'input' || !CHECKABLE_ROLE.test(other.node.role)) return false;
  if (other.node.checked !== checked || (name && other.node.name && name !== other.node.name)) return false;
  if (name) other.node.name = name;
  return true;
};

/** A combobox drawn around the field that is one itself, and is clicked and written into. */
const wrapsCombobox = (own: AccessibilityNode): boolean => {
  const field = isCombobox(own) ? soleBelow(own, isCombobox) : undefined;
  if (!field?.el || tagOf(field.el) !== 'input') return false;
  takeStates(field.node, own.node, ['expanded', 'haspopup']);
  return true;
};

/**
 * A control that is drawn around the one that knows its name or state: both are one. `<div role=switch
 * aria-checked=false><input type=checkbox role=switch></div>` is one switch.
 */
export const drawnControl: Visitor = (own, _parent, context) =>
  own.interactivity && (namesDrawnBox(own, context) || wrapsNativeBox(own) || wrapsCombobox(own)) && 'unwrap';
