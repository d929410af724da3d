import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { flatContains, isElement } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { type Field, isTextField } from '../dom/input-type.ts';
import { call, closestTo, computedStyle, documentOf, matches, rootOf, typeOfNode } from '../dom/read.ts';
import { unicodePattern } from '../dom/unicode-pattern.ts';
import { isLive } from '../element/refs.ts';
import { inOwnDocument } from './checks.ts';
import { caretToEnd, dispatchSelectionChange, selectionOf, selectRange } from './edit-text.ts';
import { exposesSelection, selectionIn } from './field-caret.ts';
import { moveFocus } from './focus.ts';
import { focusableAt } from './focusable.ts';
import { editingHost, valueIn } from './text-target.ts';

interface Place {
  node: Node;
  offset: number;
}

const isField = (node: Node): boolean => isElement(node) && isTextField(node);

/** The caret position at a point; undefined if the engine gives none. */
const placeAt = (el: Element, { x, y }: Point): Place | undefined => {
  // Nothing of it is rendered, and Blink may crash when asked for the position in a field in it.
  if (computedStyle(el).getPropertyValue('content-visibility') === 'hidden') return undefined;
  const doc: Partial<Document> = documentOf(el);
  const root = rootOf(el);
  const options = typeOfNode(root) === 11 ? { shadowRoots: [root as ShadowRoot] } : {};
  const at = doc.caretPositionFromPoint?.(x, y, options);
  if (at) return { node: at.offsetNode, offset: at.offset };
  const range = doc.caretRangeFromPoint?.(x, y);
  // For a field WebKit gives its beginning, wherever the point is.
  return range && !isField(range.startContainer)
    ? { node: range.startContainer, offset: range.startOffset }
    : undefined;
};

/** The selection of a field, empty if that is only a caret. Fields that hide its range from scripts give its text. */
const selectedIn = (field: Field): string => {
  const [start, end] = selectionIn(field);
  if (end !== null) return start === end ? '' : `${start} ${end}`;
  return deepActiveElement() === field ? selectionOf(field)?.toString() || '' : '';
};

/** Controls that count as one character of the text around them: what is in them is no part of that text. */
const NATIVE_CONTROL = 'input, textarea, select, meter, progress';

/** WebKit selects all of a field that gets the focus from a script, unless something has been selected in it before. */
const keepSelection = (field: Field): void => {
  const [start, end] = selectionIn(field);
  if (end !== null) call(field as HTMLInputElement, 'setSelectionRange', start, end);
};

/**
 * Puts the caret at a point of a text field or an editing host; at the end of a field if the engine gives no
 * position.
 */
const caretToPoint = (agent: Agent, el: Element, point: Point | undefined): void => {
  const target = isTextField(el) ? el : editingHost(el);
  if (!target || !flatContains(target, deepActiveElement())) return;
  const at = point && placeAt(el, inOwnDocument(point, el));
  if (isTextField(target)) {
    if (at?.node !== target || !exposesSelection(target)) caretToEnd(agent, target);
    else call(target as HTMLInputElement, 'setSelectionRange', at.offset, at.offset);
  } else if (at && flatContains(target, at.node)) {
    const range = call(documentOf(el), 'createRange') as Range;
    if (isElement(at.node) && matches(at.node, NATIVE_CONTROL)) range.setStartBefore(at.node);
    else range.setStart(at.node, at.offset);
    selectRange(agent, target, range);
  }
};

/** Elements whose text a click does not select, and in which it leaves a selection elsewhere as it is. */
const NOT_SELECTABLE = 'a[href], button, input, select, img, canvas, video, [draggable=true]';

const isSelectable = (el: Element): boolean => {
  const { userSelect, webkitUserSelect } = computedStyle(el);
  return (userSelect || webkitUserSelect) !== 'none' && !closestTo(el, NOT_SELECTABLE);
};

const PART_OF_WORD = unicodePattern('[\\p{L}\\p{N}\\p{M}_]');
const WORD = unicodePattern("[\\p{L}\\p{N}\\p{M}_]+(?:['’.][\\p{L}\\p{N}\\p{M}_]+)*", 'g');

/** Start and end of the word that has the letter at `at`. */
const wordAt = (text: string, at: number): [start: number, end: number] => {
  const word = WORD(text);
  word.lastIndex = 0;
  for (let found = word.exec(text); found; found = word.exec(text))
    if (word.lastIndex > at) return [found.index, word.lastIndex];
  return [at, at];
};

/** Selects the word at a point, as browsers do on the second click of a trusted double click. */
export const selectWord = (agent: Agent, el: Element, point: Point): void => {
  const at = placeAt(el, inOwnDocument(point, el));
  const selection = selectionOf(el);
  const field = isTextField(el) ? el : undefined;
  const isText = at && (field ? at.node === field : typeOfNode(at.node) === 3 && flatContains(el, at.node));
  if (!isText || !selection || (field && !exposesSelection(field))) return;
  if (!field && !isSelectable(el)) return;
  const text = field ? valueIn(field) : (at.node as Text).data;
  const part = PART_OF_WORD(text);
  const letter = [at.offset, at.offset - 1].find((i) => part.test(text[i] || ''));
  if (letter === undefined) return;
  const [start, end] = wordAt(text, letter);
  if (field) call(field as HTMLInputElement, 'setSelectionRange', start, end);
  else selection.setBaseAndExtent(at.node, start, at.node, end);
  dispatchSelectionChange(agent, el);
};

/**
 * What browsers do on a trusted mousedown, and not on an event of a script: focus the element, put the caret at the
 * point of an editable text (else it would stand at the beginning) and, if `deselects`, end a selection elsewhere.
 */
export const focusByPress = (agent: Agent, el: Element, point: Point | undefined, deselects = true): void => {
  const field = isTextField(el) ? el : undefined;
  const before = field && selectedIn(field);
  if (field && deepActiveElement() !== field) keepSelection(field);
  moveFocus(agent, focusableAt(el));
  if (!isLive(el)) return;
  const selected = field ? selectedIn(field) : '';
  // A selection that the page makes when the field gets the focus stays.
  if (selected === '' || selected === before) caretToPoint(agent, el, point);
  const selection = selectionOf(el);
  if (deselects && selection?.isCollapsed === false && !field && !editingHost(el) && isSelectable(el))
    selection.collapse(el, 0);
};
