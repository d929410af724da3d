import type { Agent } from '../agent.ts';
import { hasEditContext } from '../dom/drawing-surface.ts';
import { isElement } from '../dom/flat-tree.ts';
import { isTextField } from '../dom/input-type.ts';
import {
  childNodesOf,
  computedStyle,
  contentsOf,
  documentOf,
  keyword,
  prop,
  textOf,
  windowOf,
} from '../dom/read.ts';
import { KEEPS_SPACE } from '../dom/text-lines.ts';
import { apply } from '../timing/tasks.ts';
import { markEdited } from './deferred-change.ts';
import { exposesSelection, selectionIn } from './field-caret.ts';
import { callInPage, hear, outermostTarget, send } from './send.ts';
import { isEditable, isReadOnly, takesKeys, valueIn } from './text-target.ts';

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
  formatBold: 'bold',
  formatItalic: 'italic',
  formatUnderline: 'underline',
};

/** Runs an editing command on the focus of the document of `el`. False if the engine did not run it. */
export const command = (agent: Agent, el: Element, name: string, data?: string): boolean => {
  const doc = documentOf(el);
  const execCommand = prop(doc, 'execCommand');
  try {
    return typeof execCommand === 'function' && callInPage(agent, execCommand, doc, name, false, data);
  } catch {
    // `execCommand` throws in a document that is not HTML: an SVG document may hold fields too.
    return false;
  }
};

export const selectionOf = (el: Element): Selection | null => windowOf(el).getSelection();

/** Firefox takes no `clipboardData` from a script: it is put on the event itself. */
const sendClipboard = (agent: Agent, el: Element, type: string, clipboardData: DataTransfer): boolean =>
  send(agent, el, type, { clipboardData }, { clipboardData });

/** Sends a paste event; true if an editor took the text over. */
export const pasteInto = (agent: Agent, el: Element, text: string): boolean => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return !sendClipboard(agent, el, 'paste', clipboardData);
};

/**
 * The text that a copy event gives: an editor writes it into the event, or into the field that takes its keys; else
 * empty.
 */
export const copyFrom = (agent: Agent, el: Element): string => {
  const clipboardData = new DataTransfer();
  sendClipboard(agent, el, 'copy', clipboardData);
  return clipboardData.getData('text/plain') || (isTextField(el) ? valueIn(el) : '');
};

/**
 * Blink's and WebKit's event between `beforeinput` and the edit; React's `onBeforeInput` is made of it. WebKit inserts
 * the text of a script's event too, so that is prevented. Undefined: the page stopped the event on its way.
 */
const sendTextInput = (agent: Agent, el: Element, data: string): 'taken' | 'left' | undefined => {
  const doc = documentOf(el);
  const view = windowOf(el);
  if (typeof (view as { TextEvent?: unknown }).TextEvent !== 'function') return 'left';
  const event = prop(doc, 'createEvent').call(doc, 'TextEvent') as Event & {
    initTextEvent(...init: unknown[]): void;
  };
  // happy-dom has the class only.
  if (typeof event.initTextEvent !== 'function') return 'left';
  event.initTextEvent('textInput', true, true, view, data);
  let outcome: 'taken' | 'left' | undefined;
  const { preventDefault } = event;
  const last = (): void => {
    outcome = event.defaultPrevented ? 'taken' : 'left';
    apply(preventDefault, event, []);
  };
  // The event is not composed: it ends at the root.
  const edge = outermostTarget(el);
  const stop = hear(agent, edge, 'textInput', last);
  const left = callInPage(agent, EventTarget.prototype.dispatchEvent, el, event);
  stop();
  return left ? outcome : outcome || 'taken';
};

/**
 * Runs an editing command whose `beforeinput` the page has got already: WebKit sends another one, which is stopped.
 */
const withoutSecondBeforeInput = <T>(agent: Agent, el: Element, work: () => T): T => {
  const edge = outermostTarget(el);
  const stopTrusted = (event: Event): void => {
    if (event.isTrusted) event.stopImmediatePropagation();
  };
  // This event is not composed either.
  const stop = hear(agent, edge, 'beforeinput', stopTrusted, { capture: true });
  const result = work();
  stop();
  return result;
};

/**
 * A text whose runs of spaces would collapse on the page: every second space becomes a no-break space, as when it is
 * typed.
 */
const keepSpaces = (el: Element, text: string): string => {
  const { whiteSpace } = computedStyle(el);
  return KEEPS_SPACE.test(whiteSpace) ? text : text.replace(/ {2}/g, ' \u00a0');
};

const isPlain = (el: Element): boolean => keyword(el, 'contenteditable') === 'plaintext-only';

/**
 * Whether more than a caret is selected. In fields that hide their selection from scripts the text of the selection
 * tells.
 */
const isSelected = (el: Element): boolean => {
  const [start, end] = isTextField(el) ? selectionIn(el) : [null, null];
  if (end !== null) return end !== start;
  const selection = selectionOf(el);
  return !!selection && (!selection.isCollapsed || selection.toString() !== '');
};

/** Who has made an edit: an editor, on one of the two events that announce it, or the engine. */
export type EditedBy = 'beforeinput' | 'textInput' | 'engine' | 'nobody';

/**
 * One edit at the caret, in Chromium's order: `beforeinput`, `textInput`, and unless an editor took it over, the
 * engine's own editing command, which gives a trusted `input` and keeps undo.
 */
export const edit = (agent: Agent, el: Element, wantedType: string, data?: string): EditedBy => {
  if (!takesKeys(el) || isReadOnly(el)) return 'nobody';
  if (hasEditContext(el) && data !== undefined) return pasteInto(agent, el, data) ? 'beforeinput' : 'nobody';
  const typeOfSelection = isSelected(el) ? wantedType.replace('Word', 'Content') : wantedType;
  const type = wantedType === 'insertParagraph' && isPlain(el) ? 'insertLineBreak' : typeOfSelection;
  if (!send(agent, el, 'beforeinput', { inputType: type, data: data ?? null })) return 'beforeinput';
  const typedText = type.startsWith('insert') ? (data ?? '\n') : undefined;
  const currentText = (): string | null => (isTextField(el) ? valueIn(el) : textOf(el));
  const before = currentText() || '';
  const textInput = typedText === undefined ? 'left' : sendTextInput(agent, el, typedText);
  if (textInput === 'taken') return 'textInput';
  if (!isTextField(el) && !isEditable(el)) return 'nobody';
  if (textInput === undefined && currentText() !== before) return 'engine';
  if (/Word/.test(type))
    selectionOf(el)?.modify?.('extend', /Back/.test(type) ? 'backward' : 'forward', 'word');
  const text = data && !isTextField(el) ? keepSpaces(el, data) : data;
  const done = withoutSecondBeforeInput(agent, el, () => command(agent, el, COMMANDS[type] as string, text));
  if (done && isTextField(el)) markEdited(agent, el, before);
  return done ? 'engine' : 'nobody';
};

export const dispatchSelectionChange = (agent: Agent, el: Element): boolean =>
  send(agent, documentOf(el), 'selectionchange', { bubbles: false, cancelable: false });

/**
 * Selects a range and dispatches `selectionchange`: editors read the selection then, and the engine dispatches it
 * only some ms later.
 */
export const selectRange = (agent: Agent, el: Element, range: Range): void => {
  // WebKit takes no range of a shadow tree, only its ends.
  selectionOf(el)?.setBaseAndExtent(
    range.startContainer,
    range.startOffset,
    range.endContainer,
    range.endOffset,
  );
  dispatchSelectionChange(agent, el);
};

/** Selects the content of a text field or an editing host. */
export const selectAllIn = (agent: Agent, el: Element): void => {
  if (isTextField(el)) el.select();
  else selectRange(agent, el, contentsOf(el));
};

/** The last paragraph of a host: with a caret after it Firefox would begin another one. */
const lastParagraph = (host: Element): Element => {
  const nodes = childNodesOf(host);
  const last = nodes[nodes.length - 1];
  const isBlock =
    last && isElement(last) && isEditable(last) && !computedStyle(last).display.startsWith('inline');
  return isBlock && childNodesOf(last).length > 0 ? lastParagraph(last) : host;
};

/** Puts the caret at the end of a text field or an editing host. */
export const caretToEnd = (agent: Agent, el: Element): void => {
  if (isTextField(el)) {
    // Only `Selection.modify` moves the caret of number and email fields, where the engine applies it to them.
    if (!exposesSelection(el)) selectionOf(el)?.modify?.('move', 'forward', 'documentboundary');
    else el.setSelectionRange(prop(el, 'value').length, prop(el, 'value').length);
    return;
  }
  const range = contentsOf(lastParagraph(el));
  range.collapse(false);
  selectRange(agent, el, range);
};
