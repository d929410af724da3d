import type { Agent } from '../agent.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { attr, documentOf, fromDocument, hasAttr, matches, tagOf } from '../dom/read.ts';
import { send } from './send.ts';

/** Fields with a caret. */
const TYPED = /^(?:text|email|number|password|search|tel|url)$/;

export type Field = HTMLInputElement | HTMLTextAreaElement;

export const inputType = (el: Element): string =>
  tagOf(el) === 'input' ? (Reflect.get(HTMLInputElement.prototype, 'type', el) as string) : '';

/** A text field: `textarea`, or an input that is typed into. */
export const isTextField = (el: Element): el is Field =>
  tagOf(el) === 'textarea' || TYPED.test(inputType(el));

/** An element whose content is edited, whatever the engine knows of it (jsdom has no isContentEditable). */
export const isEditable = (el: Element): boolean =>
  (el as HTMLElement).isContentEditable === true ||
  /^(?:|true|plaintext-only)$/i.test(attr(el, 'contenteditable') ?? 'no');

/** Monaco and its like: the text is not in the DOM, and only a paste brings some in. */
export const hasEditContext = (el: Element): boolean =>
  Boolean((el as { editContext?: unknown }).editContext);

/** The editing host: the outermost editable element around `el`. */
export const editingHost = (el: Element): Element | null => {
  let host: Element | null = null;
  for (let at: Element | null = el; at && isEditable(at); at = flatParentAcrossFrames(at)) host = at;
  return host;
};

export const isReadOnly = (el: Element): boolean =>
  (isTextField(el) && (hasAttr(el, 'readonly') || matches(el, ':disabled'))) ||
  attr(el, 'aria-readonly') === 'true';

/** Text fields whose value was edited since their last change event; the engine tells it on blur, a key may earlier. */
const edited = new WeakSet<Element>();

/** The change event that is due before a form is submitted by key. */
export const commitChange = (agent: Agent, el: Element): void => {
  if (!edited.delete(el)) return;
  send(agent, el, 'Event', 'change', { cancelable: false, composed: false });
};

/** `inputType` of an edit and the editing command that does it. */
const COMMANDS: Readonly<Record<string, string>> = {
  insertText: 'insertText',
  insertLineBreak: 'insertLineBreak',
  insertParagraph: 'insertParagraph',
  deleteContentBackward: 'delete',
  deleteContentForward: 'forwardDelete',
  deleteWordBackward: 'delete',
  deleteWordForward: 'forwardDelete',
  historyUndo: 'undo',
  historyRedo: 'redo',
  selectAll: 'selectAll',
};

/** An editing command on what has the focus in the element's document. */
export const command = (agent: Agent, el: Element, name: string, data?: string): boolean =>
  agent.guard.page(() => {
    const doc = documentOf(el);
    return typeof doc.execCommand === 'function' && doc.execCommand(name, false, data);
  });

export const selectionOf = (el: Element): Selection | null =>
  fromDocument(documentOf(el), 'defaultView')?.getSelection() ?? null;

const pasteInto = (agent: Agent, el: Element, text: string): void => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  send(agent, el, 'ClipboardEvent', 'paste', { clipboardData });
};

/**
 * One edit at the caret: `beforeinput`, and unless an editor took it over, the engine's own editing command,
 * which gives a trusted `input` and keeps undo.
 */
export const edit = (agent: Agent, el: Element, type: string, data?: string): void => {
  if (hasEditContext(el) && data !== undefined) pasteInto(agent, el, data);
  if ((!isTextField(el) && !isEditable(el)) || isReadOnly(el)) return;
  if (!send(agent, el, 'InputEvent', 'beforeinput', { inputType: type, data: data ?? null })) return;
  if (/Word/.test(type))
    selectionOf(el)?.modify('extend', /Back/.test(type) ? 'backward' : 'forward', 'word');
  if (command(agent, el, COMMANDS[type] as string, data) && isTextField(el)) edited.add(el);
};

/** Selects all that a field or a host holds. */
export const selectAllIn = (el: Element): void => {
  if (isTextField(el)) {
    el.select();
    return;
  }
  const selection = selectionOf(el);
  const range = documentOf(el).createRange();
  range.selectNodeContents(el);
  selection?.removeAllRanges();
  selection?.addRange(range);
};

/** Puts the caret behind what a field or a host holds. */
export const caretToEnd = (el: Element): void => {
  if (isTextField(el)) {
    // number and email fields have no caret that a script may move.
    if (el.selectionEnd !== null) el.setSelectionRange(el.value.length, el.value.length);
    return;
  }
  selectAllIn(el);
  selectionOf(el)?.collapseToEnd();
};
