import type { Agent } from '../agent.ts';
import { edit, hasEditContext, selectAllIn } from './edit-text.ts';
import { strike } from './keyboard.ts';
import { chordOf } from './keys.ts';
import type { Script } from './script.ts';

/** Editors take over a selection some ms after it is made. */
export const SELECTION_SETTLES = 25;

/** Selects everything: in an EditContext the editor does it itself, on its key. */
function* selectEverything(agent: Agent, host: Element): Script<void> {
  const chord = hasEditContext(host) ? chordOf('Mod+A') : undefined;
  if (chord) yield* strike(agent, host, chord.last, chord.held);
  else selectAllIn(host);
  yield SELECTION_SETTLES;
}

/**
 * Replaces what an editing host holds. Each edit is announced by `beforeinput`, which an editor that keeps a model
 * of its own takes over; lines are paragraphs. The order that works in all of the common editors.
 */
export function* fillEditor(agent: Agent, host: Element, text: string): Script<void> {
  yield* selectEverything(agent, host);
  if (hasEditContext(host)) {
    edit(agent, host, 'insertText', text);
    return;
  }
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  if (lines[0] === '') edit(agent, host, 'deleteContentBackward');
  for (let i = 0; i < lines.length; i++) {
    if (i > 0) {
      yield SELECTION_SETTLES;
      edit(agent, host, 'insertParagraph');
    }
    if (lines[i]) edit(agent, host, 'insertText', lines[i]);
  }
}
