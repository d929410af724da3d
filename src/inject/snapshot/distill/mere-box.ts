import { nameOf } from '../../aria/name.ts';
import { readable } from '../../aria/white-space.ts';
import { isLabelled } from '../../dom/content.ts';
import { cut } from '../../dom/cut.ts';
import { firstChildOf } from '../../dom/read.ts';
import { isKeptWhenEmpty, isMereBox, isNamedByCellContent } from '../../element/content-roles.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';
import { describeMark } from '../seen-without-words.ts';
import type { Visitor } from './visitor.ts';

/** Names a cell or row after its content, where that is only text. Other content is shown below instead. */
export const cellName: Visitor = (own, _parent, { options, cache }) => {
  const el = own.el as Element;
  if (own.interactivity || !own.el || !isNamedByCellContent(own.node.role) || isLabelled(el))
    return undefined;
  if (own.children.some((child) => !!child.el)) return undefined;
  const name = cut(readable(nameOf(el, cache)), options.maxTextPerNode);
  if (!name) return undefined;
  own.node.name = name;
  own.isNamedByContent = true;
  return undefined;
};

/** Removes the child of a combobox that only shows its value: a clickable box, or a field that can't be focused. */
export const drawnValue: Visitor = ({ node, children, facts }, parent) =>
  parent.node.role === 'combobox' &&
  /^(?:generic|textbox)$/.test(node.role) &&
  !facts?.action.isFocusable &&
  (node.value ?? node.name) === parent.node.value &&
  !children.some((child) => child.el) &&
  'remove';

/** Removes the caption, which is the name of its table already. */
export const caption: Visitor = ({ node }, parent) =>
  node.role === 'caption' && node.text !== undefined && node.text === parent.node.name && 'remove';

/**
 * Whether the only control in a cell has all properties of the cell, which is at most reached by the keyboard. A cell
 * with a disabled control may be what is edited.
 */
const isRepeatedByControl = ({ node, interactivity, children }: AccessibilityNode): boolean => {
  const [only, other] = children;
  if (!/cell$/.test(node.role) || !only?.interactivity || other) return false;
  if (interactivity && !(node.hint === 'focusable' && node.name && !only.node.disabled)) return false;
  const inside = only.node as unknown as Record<string, unknown>;
  return Object.entries(node).every(
    ([key, value]) =>
      /^(?:tag|role|hint)$/.test(key) || inside[key] === value || (key === 'selected' && value === false),
  );
};

/**
 * Unwraps a box without a name, a tooltip around elements, and, for acting, a cell whose only control says the same:
 * the day of a calendar.
 */
export const mereBox: Visitor = (own, _parent, { options }) => {
  const { node, children, interactivity } = own;
  const isMere =
    !node.name && (isMereBox(node.role) || (node.role === 'tooltip' && children.every((child) => child.el)));
  return (
    children.length > 0 &&
    ((isMere && !interactivity) || (options.interactiveOnly && isRepeatedByControl(own))) &&
    !node.frame &&
    node.live === undefined &&
    'unwrap'
  );
};

/**
 * Whether a control is a point that shows and says nothing: a guard that a popup puts around itself, to notice when the
 * focus leaves it.
 */
const isGuard = ({ node: { role, name, hint }, el, facts }: AccessibilityNode): boolean =>
  !name &&
  !(el && firstChildOf(el)) &&
  (role === 'button' || hint === 'focusable') &&
  !!facts?.box &&
  facts.box.width * facts.box.height <= 1;

/** Removes a node without text, name or controls, unless its role says something even when empty. */
export const emptyNode: Visitor = (own, parent, { cache }) => {
  const { node, children, isWhole } = own;
  const interactivity = own.interactivity && !isGuard(own);
  if (isWhole && !interactivity) describeMark(own, cache);
  if (interactivity || children.length > 0 || node.text !== undefined || node.frame) return undefined;
  if (node.role === 'heading' && node.name) return undefined;
  // An image in an image is part of how it is drawn.
  const isKept = isKeptWhenEmpty(node.role) && parent.node.role !== 'image';
  return isWhole && (node.name !== undefined || node.value !== undefined || isKept) ? undefined : 'remove';
};
