import { nameOf } from '../../aria/name.ts';
import { readable } from '../../aria/white-space.ts';
import { isLabelled } from '../../dom/content.ts';
import { cut } from '../../dom/cut.ts';
import { isKeptWhenEmpty, isMereBox, isNamedByCellContent } from '../../element/content-roles.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';
import { describeMark } from '../seen-without-words.ts';
import type { Visitor } from './visitor.ts';

/** A cell or row is named after its content: where that is more than text, it is shown below instead. */
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

/** What a combobox holds, drawn in it as something to press or as a field that nobody can write into. */
export const drawnValue: Visitor = ({ node, children, facts }, parent) =>
  parent.node.role === 'combobox' &&
  /^(?:generic|textbox)$/.test(node.role) &&
  !facts?.action.isFocusable &&
  (node.value ?? node.name) === parent.node.value &&
  !children.some((child) => child.el) &&
  'remove';

/** A table is called after its caption. */
export const caption: Visitor = ({ node }, parent) =>
  node.role === 'caption' && node.text !== undefined && node.text === parent.node.name && 'remove';

/** Whether the one control in a cell says all that the cell does. */
const isSaidInside = ({ node, children: [only, other] }: AccessibilityNode): boolean => {
  if (!/cell$/.test(node.role) || !only?.interactivity || other) return false;
  const inside = only.node as unknown as Record<string, unknown>;
  return Object.entries(node).every(
    ([key, value]) =>
      /^(?:tag|role)$/.test(key) || inside[key] === value || (key === 'selected' && value === false),
  );
};

/**
 * A box without a name says as much as what is in it; so does a tooltip that is around a list or a form, and, for acting,
 * a cell around a control: the day of a calendar.
 */
export const mereBox: Visitor = (own, _parent, { options }) => {
  const { node, children, interactivity } = own;
  const isMere =
    !node.name && (isMereBox(node.role) || (node.role === 'tooltip' && children.every((child) => child.el)));
  return (
    !interactivity &&
    children.length > 0 &&
    (isMere || (options.interactiveOnly && isSaidInside(own))) &&
    !node.frame &&
    node.live === undefined &&
    'unwrap'
  );
};

/** Neither words nor anything to act on: nothing to list, but where an empty place says something. */
export const saysNothing: Visitor = (own, parent, { cache }) => {
  const { node, interactivity, children, isWhole } = own;
  if (isWhole && !interactivity) describeMark(own, cache);
  if (interactivity || children.length > 0 || node.text !== undefined || node.frame) return undefined;
  if (node.role === 'heading' && node.name) return undefined;
  // What an image is drawn by is no image beside it.
  const isKept = isKeptWhenEmpty(node.role) && parent.node.role !== 'image';
  return isWhole && (node.name !== undefined || node.value !== undefined || isKept) ? undefined : 'remove';
};
