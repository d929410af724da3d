import type { InputKind, KeyPayload, PageInput } from '../../contract.ts';
import { send } from '../action/send.ts';
import { type Agent, type Failure, isFailure } from '../agent.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { createPass } from '../dom/pass.ts';
import { fromDocument } from '../dom/read.ts';
import { readPayload, TEXT } from '../payload.ts';
import { labelWithRef } from '../snapshot/lookup.ts';
import type { Answer } from './page.ts';

/** The events of each verb; what follows does so only where the one before was not prevented. */
const EVENTS: Partial<Record<InputKind, string[]>> = {
  pressKey: ['keydown', 'keypress', 'keyup'],
  keyDown: ['keydown'],
  keyUp: ['keyup'],
  char: ['keypress'],
};

const MODIFIERS = /^(?:Control|Shift|Alt|Meta)$/;

const flagsOf = (held: readonly string[]): Record<string, boolean> => {
  const flags: Record<string, boolean> = {};
  for (const name of held) flags[name === 'Control' ? 'ctrlKey' : `${name.toLowerCase()}Key`] = true;
  return flags;
};

/** Puts a character in where the focus is; the engine's own editing keeps undo and sends the input event. */
const insert = (agent: Agent, text: string): void => {
  agent.guard.page(() => document.execCommand?.('insertText', false, text));
};

/** Keys to what has the focus. A character that no handler prevents is typed; other defaults are `action press`'s. */
export const keys =
  (kind: InputKind) =>
  (agent: Agent, given: unknown): Answer<PageInput> | Failure => {
    const payload = readPayload<KeyPayload>(kind, given, { key: TEXT }, ['key']);
    if (isFailure(payload)) return payload;
    const { key: spelled = '' } = payload;
    const words = spelled.length > 1 && kind !== 'char' ? spelled.split(/\+(?=.)/) : [spelled];
    const key = words.pop() as string;
    const held = words.filter((word) => MODIFIERS.test(word));
    const target = deepActiveElement() ?? fromDocument(document, 'body');
    if (!target) return { defaultPrevented: false };
    const prints = (kind === 'char' || key.length === 1) && held.length === 0;
    const init = { key, ...flagsOf(held) };
    let allowed = true;
    for (const type of EVENTS[kind] ?? []) {
      if (type === 'keypress' && !(allowed && prints)) continue;
      const passed = send(agent, target, 'KeyboardEvent', type, init);
      if (type !== 'keyup') allowed = allowed && passed;
      if (type === 'keypress' && allowed) insert(agent, key);
    }
    const label = labelWithRef(agent, target, createPass(document, 200));
    return { target: label, ...(!allowed && { defaultPrevented: true }) };
  };
