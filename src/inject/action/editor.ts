import type { Agent } from '../agent.ts';
import { drawingSurface, hasEditContext } from '../dom/drawing-surface.ts';
import { isElement } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { call, documentOf, firstChildOf, tagOf } from '../dom/read.ts';
import { plainText, withLineFeeds } from '../dom/text-lines.ts';
import { caretToEnd, command, copyFrom, type EditedBy, edit, pasteInto, selectAllIn } from './edit-text.ts';
import { strike } from './keyboard.ts';
import { chordOf, type Key } from './keys.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { heldText } from './text-target.ts';

/** Editors take over a selection some ms after it is made. */
export const SELECTION_SETTLES = 25;

/** True if the editor took the key over. */
function* hit(agent: Agent, host: Element, spelled: string): Script<boolean> {
  const { held, last } = chordOf(spelled) as { held: Key[]; last: Key };
  return yield* strike(agent, host, last, held);
}

/** What nobody takes over the engine does, where the caret is by then: some editors lead it to a place of their own. */
const paste = (agent: Agent, host: Element, text: string): void => {
  if (text === '' || pasteInto(agent, host, text) || hasEditContext(host)) return;
  edit(agent, deepActiveElement() || host, 'insertText', text);
};

const SEPARATOR = 'defaultParagraphSeparator';

/**
 * Has the engine part lines into paragraphs as they are there: Firefox takes those away that are filled over, and
 * makes `div` of lines. Undone by what it gives.
 */
const keepParagraphs = (agent: Agent, host: Element): (() => void) | undefined => {
  const first = firstChildOf(host);
  if (!first || !isElement(first) || tagOf(first) !== 'p') return undefined;
  const usual = String(call(documentOf(host), 'queryCommandValue', SEPARATOR));
  command(agent, host, SEPARATOR, 'p');
  return () => void command(agent, host, SEPARATOR, usual);
};

/** Selects everything: where the text is drawn by script, the editor does it itself, on its key. */
function* selectEverything(agent: Agent, host: Element): Script<void> {
  if (drawingSurface(host)) yield* hit(agent, host, 'Mod+A');
  else selectAllIn(agent, host);
  yield SELECTION_SETTLES;
}

/**
 * Replaces what an editor holds. Each edit is announced, so that an editor that keeps a model of its own takes it
 * over; lines are paragraphs. The order that works in all of the common editors. True if it may show paragraphs of the
 * engine that it does not know of.
 */
export function* fillEditor(agent: Agent, host: Element, text: string): Script<boolean> {
  const lines = withLineFeeds(text).split('\n');
  const isDrawn = !!drawingSurface(host);
  const before = heldText(host);
  const restore = lines.length > 1 && !isDrawn ? keepParagraphs(agent, host) : undefined;
  const isOwn = !isDrawn && (yield* hit(agent, host, 'Mod+A'));
  if (before === '' && !isDrawn) {
    // A selection around an empty paragraph would have the engine take it away with its edit.
    yield* goToEnd(agent, host);
  } else {
    yield* selectEverything(agent, host);
    // Who selects by himself does not follow the engine across his paragraphs.
    if (isOwn || lines[0] === '') yield* hit(agent, host, 'Backspace');
  }
  if (isDrawn) {
    paste(agent, host, text);
    return false;
  }
  const by = yield* writeLines(agent, host, lines);
  restore?.();
  return isOwn && lines.length > 1 && by === 'engine';
}

/** Writes lines at the caret; who has done the last of it. */
function* writeLines(agent: Agent, host: Element, lines: readonly string[]): Script<EditedBy> {
  let by: EditedBy = 'engine';
  if (lines[0]) by = edit(agent, host, 'insertText', lines[0]);
  for (let i = 1; i < lines.length; i++) {
    // Who reads the engine's edits from the DOM must not meddle before the last one is made.
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

/** The other way, for an editor that takes neither the page's selection nor edits line by line. */
export function* pasteOver(agent: Agent, host: Element, text: string): Script<void> {
  yield* hit(agent, host, 'Mod+A');
  yield SELECTION_SETTLES;
  paste(agent, host, text);
}

/** Puts the caret behind all that is there. */
export function* goToEnd(agent: Agent, target: Element): Script<void> {
  if (drawingSurface(target)) {
    yield* hit(agent, target, 'Mod+A');
    yield* hit(agent, target, 'ArrowRight');
  } else caretToEnd(agent, target);
  yield SELECTION_SETTLES;
}

/** What an editor gives to the clipboard: it shows but a part of a long text, and holds all of it. */
export function* copiedText(agent: Agent, host: Element): Script<string> {
  yield* selectEverything(agent, host);
  const text = copyFrom(agent, host);
  yield* goToEnd(agent, host);
  return plainText(text);
}
