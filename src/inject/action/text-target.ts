import { isEditingHost } from '../aria/text-alternative.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { drawingSurface, hasEditContext } from '../dom/drawing-surface.ts';
import { flatParentAcrossFrames, shadowRootOf } from '../dom/flat-tree.ts';
import { type Field, isTextField, isWholeField } from '../dom/input-type.ts';
import { controlOf } from '../dom/labels.ts';
import {
  attr,
  CONTROLS,
  elementsIn,
  hasAttr,
  inputTypeOf,
  keyword,
  matches,
  prop,
  setProp,
  tagOf,
  withRole,
} from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { soleOf } from '../dom/sole-of.ts';
import { drawnLines, textByLine } from '../dom/text-lines.ts';
import { isFocusable } from './focusable.ts';

const CONTROL = `${CONTROLS}, option, summary, img, ${withRole('button link tab menuitem option checkbox radio switch')}`;

/** Whether an element is a control that is no text field, and does not become one. */
export const isNeverText = (el: Element): boolean => matches(el, CONTROL) && !isTextField(el);

/** Whether the content of an element is edited, whatever the engine knows of it (jsdom has no isContentEditable). */
export const isEditable = (el: Element): boolean =>
  prop(el as HTMLElement, 'isContentEditable') === true || isEditingHost(el);

/** The editing host: the outermost editable element around `el`. */
export const editingHost = (el: Element): Element | null => {
  let host: Element | null = null;
  for (let at: Element | null = el; at && isEditable(at); at = flatParentAcrossFrames(at)) host = at;
  return host;
};

/**
 * The text field in a box with the role combobox (https://www.w3.org/TR/wai-aria-1.1/#combobox). Read-only fields
 * beside another one draw its arrow or a mark.
 */
const fieldOf = (el: Element): Element | undefined => {
  const fields = attr(el, 'role') === 'combobox' ? elementsIn(el, 'input, textarea').filter(isTextField) : [];
  const writable = fields.filter((field) => !isReadOnly(field));
  return soleOf(writable.length > 0 ? writable : fields);
};

/** The element that a shadow host delegates its focus to: the first focusable one in its shadow root. */
const delegateOf = (el: Element): Element | undefined => {
  const root = shadowRootOf(el);
  if (!root?.delegatesFocus) return undefined;
  const cache = createDomCache();
  return elementsIn(root, '*').find((at) => isFocusable(at) && isVisibleByStyle(at, cache));
};

/**
 * The target of text for `el`: the element itself, the control of a label, the field in it, or the editing host
 * around it.
 */
export const textTarget = (el: Element): Element => {
  const control = controlOf(el);
  const delegate = delegateOf(control);
  if (delegate) return textTarget(delegate);
  return editingHost(control) || fieldOf(control) || control;
};

export const takesKeys = (el: Element): boolean => isTextField(el) || isEditable(el) || hasEditContext(el);

export const isReadOnly = (el: Element): boolean =>
  (tagOf(el) === 'textarea' || inputTypeOf(el) !== ''
    ? hasAttr(el, 'readonly') || matches(el, ':disabled')
    : false) || keyword(el, 'aria-readonly') === 'true';

export const valueIn = (field: Field): string => prop(field, 'value');

/** Sets the value by the element's class, past the trackers that frameworks put on the element. */
export const setValue = (field: Field, value: string): void => setProp(field, 'value', value);

/** The text of a field or an editor, as it shows it. */
export const editableText = (el: Element): string => {
  const surface = drawingSurface(el);
  if (surface) return drawnLines(surface);
  return isTextField(el) || isWholeField(el) ? valueIn(el) : textByLine(el);
};
