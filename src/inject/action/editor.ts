import type { Agent } from '../agent.ts';
import { drawingSurface, hasEditContext } from '../dom/drawing-surface.ts';
import { isElement } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { call, documentOf, firstChildOf, tagOf } from '../dom/read.ts';
import { plainText, withLineFeeds } from '../dom/text-lines.ts';
import { caretToEnd, command, copyFrom, type EditedBy, edit, pasteInto, selectAllIn } from './edit-text.ts';
import { sendKeystroke } from './keyboard.ts';
import { chordOf, type Key } from './keys.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { editableText } from './text-target.ts';

/** Wait after a selection was made (ms): editors take it over some ms later. */
export const SELECTION_SETTLE_MS = 25;

/** Presses a key or a chord. True if the editor prevented its default. */
function* pressChord(agent: Agent, host: Element, spelled: string): Script<boolean> {
  const { held, last } = chordOf(spelled) as { held: Key[]; last: Key };
  return yield* sendKeystroke(agent, host, last, held);
}

/**
 * Pastes a text. If no editor takes it over the engine inserts it at the caret, which some editors have moved into an
 * element of their own by then.
 */
const paste = (agent: Agent, host: Element, text: string): void => {
  if (text === '' || pasteInto(agent, host, text) || hasEditContext(host)) return;
  edit(agent, deepActiveElement() || host, 'insertText', text);
};

const SEPARATOR = 'defaultParagraphSeparator';

/**
 * Has the engine make `p` of lines in a host that has `p`: Firefox removes those that are overwritten, and would make
 * `div`. The returned function restores the setting.
 */
const keepParagraphs = (agent: Agent, host: Element): (() => void) | undefined => {
  const first = firstChildOf(host);
  if (!first || !isElement(first) || tagOf(first) !== 'p') return undefined;
  const separatorBefore = String(call(documentOf(host), 'queryCommandValue', SEPARATOR));
  command(agent, host, SEPARATOR, 'p');
  return () => void command(agent, host, SEPARATOR, separatorBefore);
};

/** Selects everything. Where the text is drawn by script the editor does it itself, on Mod+A. */
function* selectEverything(agent: Agent, host: Element): Script<void> {
  if (drawingSurface(host)) yield* pressChord(agent, host, 'Mod+A');
  else selectAllIn(agent, host);
  yield SELECTION_SETTLE_MS;
}

/**
 * Replaces the content of an editor. Each edit sends its events, so that an editor with a model of its own takes it
 * over; lines become paragraphs. The order of the steps works in all common editors. True if the engine may have made
 * paragraphs that the editor does not know of.
 */
export function* fillEditor(agent: Agent, host: Element, text: string): Script<boolean> {
  const lines = withLineFeeds(text).split('\n');
  const isDrawn = !!drawingSurface(host);
  const before = editableText(host);
  const restore = lines.length > 1 && !isDrawn ? keepParagraphs(agent, host) : undefined;
  const selectsItself = !isDrawn && (yield* pressChord(agent, host, 'Mod+A'));
  if (before === '' && !isDrawn) {
    // The engine would remove an empty paragraph that is selected.
    yield* goToEnd(agent, host);
  } else {
    yield* selectEverything(agent, host);
    // An editor that handles Mod+A does not follow the edit of the engine across its paragraphs: they are deleted by
    // key first.
    if (selectsItself || lines[0] === '') yield* pressChord(agent, host, 'Backspace');
  }
  if (isDrawn) {
    paste(agent, host, text);
    return false;
  }
  const by = yield* writeLines(agent, host, lines);
  restore?.();
  return selectsItself && lines.length > 1 && by === 'engine';
}

/** Writes lines at the caret; returns who has made the last edit. */
function* writeLines(agent: Agent, host: Element, lines: readonly string[]): Script<EditedBy> {
  let by: EditedBy = 'engine';
  if (lines[0]) by = edit(agent, host, 'insertText', lines[0]);
  for (let i = 1; i < lines.length; i++) {
    // No pause after an edit of the engine: an editor that reads those from the DOM must not run before the last one.
    if (by !== 'engine') yield NEXT_TASK;
    // Draft.js takes over text, not the break of a paragraph: there the engine's edit would tear React's elements.
    if (by === 'textInput') {
      pasteInto(agent, host, `\n${lines.slice(i).join('\n')}`);
      return by;
    }
    // Not the Enter key: that sends a message.
    by = edit(agent, host, 'insertParagraph');
    if (by !== 'engine') yield NEXT_TASK;
    if (lines[i]) by = edit(agent, host, 'insertText', lines[i]);
  }
  return by;
}

/**
 * Selects all by key and pastes: for an editor that takes neither the selection of the page nor edits line by line.
 */
export function* pasteOver(agent: Agent, host: Element, text: string): Script<void> {
  yield* pressChord(agent, host, 'Mod+A');
  yield SELECTION_SETTLE_MS;
  paste(agent, host, text);
}

/** Puts the caret at the end of a text field or an editor. */
export function* goToEnd(agent: Agent, target: Element): Script<void> {
  if (drawingSurface(target)) {
    yield* pressChord(agent, target, 'Mod+A');
    yield* pressChord(agent, target, 'ArrowRight');
  } else caretToEnd(agent, target);
  yield SELECTION_SETTLE_MS;
}

/** The whole text of an editor, by a copy event: of a long text it shows only a part. */
export function* copiedText(agent: Agent, host: Element): Script<string> {
  yield* selectEverything(agent, host);
  const text = copyFrom(agent, host);
  yield* goToEnd(agent, host);
  return plainText(text);
}
