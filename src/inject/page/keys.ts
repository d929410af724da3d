import type { InputKind, KeyPayload, PageInput } from '../../contract.ts';
import { keyTarget } from '../action/key-defaults.ts';
import { sendKey, sendKeystroke } from '../action/keyboard.ts';
import { chordOf, keyForChar } from '../action/keys.ts';
import { noKey } from '../action/no-key.ts';
import { type Script, SETTLED } from '../action/script.ts';
import type { Agent } from '../agent.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { labelWithRef } from '../element/lookup.ts';
import { type Failure, fail, NEW_SNAPSHOT } from '../result.ts';
import { checked } from './checked.ts';
import type { Answer } from './page.ts';

/** The error for a document without elements: a page may remove its root. */
export const emptyDocument = (): Failure => fail('not_visible', `The document is empty. ${NEW_SNAPSHOT}`);

/** Performs input and returns the label that its target had before, whether a handler prevented the default, and the focus afterwards. */
export function* withTarget(
  agent: Agent,
  el: Element,
  perform: () => boolean | Script<boolean>,
): Script<Answer<PageInput>> {
  const target = labelWithRef(agent, el);
  const done = perform();
  const prevented = typeof done === 'boolean' ? done : yield* done;
  yield SETTLED;
  const active = deepActiveElement();
  return {
    target,
    ...(prevented && { defaultPrevented: true }),
    ...(active && active !== el && { focus: labelWithRef(agent, active) }),
  };
}

/** Types a text key by key. */
function* type(agent: Agent, target: Element, text: string): Script<boolean> {
  let prevented = false;
  for (const char of Array.from(text)) {
    const key = keyForChar(char);
    if (key) prevented = (yield* sendKeystroke(agent, target, key, [])) || prevented;
  }
  return prevented;
}

const KEY = { key: 'string!' };

/** Sends keys to the focused element, with their default actions; `keyDown` and `keyUp` send only their event. */
export const keys = (kind: InputKind) =>
  checked(kind, KEY, function* (agent, { key }: KeyPayload): Script<Answer<PageInput> | Failure> {
    const chord = kind === 'char' ? undefined : chordOf(key);
    if (kind !== 'char' && !chord) return noKey(key);
    const target = keyTarget() as Element | null;
    if (!target) return emptyDocument();
    return yield* withTarget(agent, target, () =>
      !chord
        ? type(agent, target, key)
        : kind === 'pressKey'
          ? sendKeystroke(agent, target, chord.last, chord.held)
          : !sendKey(agent, target, kind.toLowerCase(), chord.last, chord.held),
    );
  });
