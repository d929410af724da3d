import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { call, documentOf, prop, rootOf, typeOfNode } from '../dom/read.ts';
import { isLive } from '../snapshot/refs.ts';
import { inOwnDocument } from './checks.ts';
import { caretToEnd, selectionOf, selectRange } from './edit-text.ts';
import { focusableAt, moveFocus } from './focus.ts';
import { editingHost, type Field, isTextField } from './text-target.ts';

interface Place {
  node: Node;
  offset: number;
}

/** Where in a text a point lies; undefined where the engine does not tell. */
const placeAt = (el: Element, { x, y }: Point): Place | undefined => {
  const doc: Partial<Document> = documentOf(el);
  const root = rootOf(el);
  const options = typeOfNode(root) === 11 ? { shadowRoots: [root as ShadowRoot] } : {};
  const at = doc.caretPositionFromPoint?.(x, y, options);
  if (at) return { node: at.offsetNode, offset: at.offset };
  const range = doc.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
};

/** What is selected in a field, empty where it is but a caret; fields of some types tell it only of the text. */
const selectedIn = (field: Field): string => {
  const start = prop(field as HTMLInputElement, 'selectionStart');
  const end = prop(field as HTMLInputElement, 'selectionEnd');
  if (end !== null) return start === end ? '' : `${start} ${end}`;
  return deepActiveElement() === field ? (selectionOf(field)?.toString() ?? '') : '';
};

/** Behind all that is there where the engine does not tell the place. */
const caretToPoint = (agent: Agent, el: Element, point: Point | undefined): void => {
  const target = isTextField(el) ? el : editingHost(el);
  if (!target || !flatContains(target, deepActiveElement())) return;
  const at = point && placeAt(el, inOwnDocument(point, el));
  if (isTextField(target)) {
    if (at?.node !== target || prop(target, 'selectionEnd') === null) caretToEnd(agent, target);
    else call(target as HTMLInputElement, 'setSelectionRange', at.offset, at.offset);
  } else if (at && flatContains(target, at.node)) {
    const range = call(documentOf(el), 'createRange') as Range;
    range.setStart(at.node, at.offset);
    selectRange(agent, target, range);
  }
};

/**
 * What a browser does where something is pressed, and does not for an event of a script: it gives the focus, and puts
 * the caret there if it is a text that is edited; else it would stand before all that is there.
 */
export const focusByPress = (agent: Agent, el: Element, point: Point | undefined): void => {
  const field = isTextField(el) ? el : undefined;
  const before = field && selectedIn(field);
  moveFocus(agent, focusableAt(el));
  if (!isLive(el)) return;
  const selected = field ? selectedIn(field) : '';
  // A page that selects a text as it gets the focus has its way.
  if (selected === '' || selected === before) caretToPoint(agent, el, point);
};
