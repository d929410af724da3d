import type { Agent } from '../agent.ts';
import { hasEditContext } from '../dom/drawing-surface.ts';
import { isElement } from '../dom/flat-tree.ts';
import { isTextField } from '../dom/input-type.ts';
import { call, childNodesOf, computedStyle, documentOf, keyword, prop, textOf, viewOf } from '../dom/read.ts';
import { markEdited } from './deferred-change.ts';
import { selectionIn, tellsPlaces } from './field-caret.ts';
import { callInPage, edgeOf, hear, send } from './send.ts';
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

/** An editing command on what has the focus in the element's document. */
export const command = (agent: Agent, el: Element, name: string, data?: string): boolean => {
  const doc = documentOf(el);
  const { execCommand } = doc;
  try {
    return typeof execCommand === 'function' && callInPage(agent, execCommand, doc, name, false, data);
  } catch {
    // It is for documents of HTML: a drawing may hold fields too.
    return false;
  }
};

export const selectionOf = (el: Element): Selection | null => viewOf(documentOf(el))?.getSelection() || null;

/** Firefox takes no `clipboardData` from a script: it is put on the event itself. */
const sendClipboard = (agent: Agent, el: Element, type: string, clipboardData: DataTransfer): boolean =>
  send(agent, el, type, { clipboardData }, { clipboardData });

/** As a person's paste; true if an editor took it over. */
export const pasteInto = (agent: Agent, el: Element, text: string): boolean => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return !sendClipboard(agent, el, 'paste', clipboardData);
};

/** What a person would copy: an editor writes it, or puts it into the field that takes its keys; else empty. */
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
  const view = viewOf(doc);
  if (typeof (view as { TextEvent?: unknown } | null)?.TextEvent !== 'function') return 'left';
  const event = Document.prototype.createEvent.call(doc, 'TextEvent') as Event & {
    initTextEvent(...init: unknown[]): void;
  };
  // happy-dom has the class only.
  if (typeof event.initTextEvent !== 'function') return 'left';
  event.initTextEvent('textInput', true, true, view, data);
  let outcome: 'taken' | 'left' | undefined;
  const { preventDefault } = event;
  const { apply } = Reflect;
  const last = (): void => {
    outcome = event.defaultPrevented ? 'taken' : 'left';
    apply(preventDefault, event, []);
  };
  // It is not composed.
  const edge = edgeOf(el);
  const stop = hear(agent, edge, 'textInput', last);
  const left = callInPage(agent, EventTarget.prototype.dispatchEvent, el, event);
  stop();
  return left ? outcome : outcome || 'taken';
};

/** Runs an editing command whose `beforeinput` the page has heard already: WebKit sends one of its own. */
const withoutSecondNotice = <T>(agent: Agent, el: Element, work: () => T): T => {
  const edge = edgeOf(el);
  const hush = (event: Event): void => {
    if (event.isTrusted) event.stopImmediatePropagation();
  };
  // It is not composed either.
  const stop = hear(agent, edge, 'beforeinput', hush, { capture: true });
  const result = work();
  stop();
  return result;
};

/** Spaces that would run together on the page: every second one does not break, as when they are typed. */
const keepSpaces = (el: Element, text: string): string => {
  const { whiteSpace } = computedStyle(el);
  return /^(?:pre|break-spaces)/.test(whiteSpace) ? text : text.replace(/ {2}/g, ' \u00a0');
};

const isPlain = (el: Element): boolean => keyword(el, 'contenteditable') === 'plaintext-only';

/** More than a caret: fields whose ends no script may read are asked by their text. */
const isSelected = (el: Element): boolean => {
  const [start, end] = isTextField(el) ? selectionIn(el) : [null, null];
  if (end !== null) return end !== start;
  const selection = selectionOf(el);
  return !!selection && (!selection.isCollapsed || selection.toString() !== '');
};

/** Who has done an edit: an editor, on one of the two events that announce it, or the engine. */
export type EditedBy = 'beforeinput' | 'textInput' | 'engine' | 'nobody';

/**
 * One edit at the caret, in Chromium's order: `beforeinput`, `textInput`, and unless an editor took it over, the
 * engine's own editing command, which gives a trusted `input` and keeps undo.
 */
export const edit = (agent: Agent, el: Element, wanted: string, data?: string): EditedBy => {
  if (!takesKeys(el) || isReadOnly(el)) return 'nobody';
  if (hasEditContext(el) && data !== undefined) return pasteInto(agent, el, data) ? 'beforeinput' : 'nobody';
  const wide = isSelected(el) ? wanted.replace('Word', 'Content') : wanted;
  const type = wanted === 'insertParagraph' && isPlain(el) ? 'insertLineBreak' : wide;
  if (!send(agent, el, 'beforeinput', { inputType: type, data: data ?? null })) return 'beforeinput';
  const typed = type.startsWith('insert') ? (data ?? '\n') : undefined;
  const held = (): string | null => (isTextField(el) ? valueIn(el) : textOf(el));
  const before = held() || '';
  const became = typed === undefined ? 'left' : sendTextInput(agent, el, typed);
  if (became === 'taken') return 'textInput';
  if (!isTextField(el) && !isEditable(el)) return 'nobody';
  if (became === undefined && held() !== before) return 'engine';
  if (/Word/.test(type))
    selectionOf(el)?.modify?.('extend', /Back/.test(type) ? 'backward' : 'forward', 'word');
  const text = data && !isTextField(el) ? keepSpaces(el, data) : data;
  const done = withoutSecondNotice(agent, el, () => command(agent, el, COMMANDS[type] as string, text));
  if (done && isTextField(el)) markEdited(agent, el, before);
  return done ? 'engine' : 'nobody';
};

export const dispatchSelectionChange = (agent: Agent, el: Element): boolean =>
  send(agent, documentOf(el), 'selectionchange', { bubbles: false, cancelable: false });

/** Selects a range. Editors read the selection when they hear of it, and the engine tells it some ms later. */
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

/** All that an element holds. */
export const contentOf = (el: Element): Range => {
  const range = call(documentOf(el), 'createRange') as Range;
  range.selectNodeContents(el);
  return range;
};

/** Selects all that a field or a host holds. */
export const selectAllIn = (agent: Agent, el: Element): void => {
  if (isTextField(el)) el.select();
  else selectRange(agent, el, contentOf(el));
};

/** The last paragraph of a host: a caret behind it would have Firefox begin another one. */
const lastParagraph = (host: Element): Element => {
  const nodes = childNodesOf(host);
  const last = nodes[nodes.length - 1];
  const goesOn =
    last && isElement(last) && isEditable(last) && !computedStyle(last).display.startsWith('inline');
  return goesOn && childNodesOf(last).length > 0 ? lastParagraph(last) : host;
};

/** Puts the caret behind what a field or a host holds. */
export const caretToEnd = (agent: Agent, el: Element): void => {
  if (isTextField(el)) {
    // number and email fields have no caret that a script may move but so, where the engine takes it for theirs.
    if (!tellsPlaces(el)) selectionOf(el)?.modify?.('move', 'forward', 'documentboundary');
    else el.setSelectionRange(prop(el, 'value').length, prop(el, 'value').length);
    return;
  }
  const range = contentOf(lastParagraph(el));
  range.collapse(false);
  selectRange(agent, el, range);
};
