import type { Agent } from '../agent.ts';
import { isLive } from '../element/refs.ts';
import { defaultOf, isPressedBySpace, keyTarget, type Stroke } from './key-defaults.ts';
import type { Key } from './keys.ts';
import { NEXT_TASK, SAME_TASK, type Script } from './script.ts';
import { keyClick, send } from './send.ts';

/** What events say of the modifiers that are held. */
export const flagsOf = (held: readonly Key[]): Record<string, boolean> => {
  const flags: Record<string, boolean> = {};
  for (const { key: name } of held) flags[name === 'Control' ? 'ctrlKey' : `${name.toLowerCase()}Key`] = true;
  return flags;
};

export const sendKey = (agent: Agent, el: Element, type: string, key: Key, held: readonly Key[]): boolean => {
  const flags = flagsOf(held);
  const char = key.key === 'Enter' ? 13 : (key.key.codePointAt(0) as number);
  const { key: name, code, location = 0, keyCode } = key;
  const init = { key: name, code, location, ...flags };
  // WebKit presses buttons and submits forms by itself at a keypress whose character is Enter.
  return type === 'keypress'
    ? send(agent, el, type, init, { keyCode: char, charCode: char, which: char })
    : send(agent, el, type, { ...init, keyCode, charCode: 0, which: keyCode });
};

/**
 * Pages that search while one types listen for a key that comes up, and some take a text only after one that goes down:
 * as on a phone, it does not say which one it was.
 */
export const sendUnnamedKey = (agent: Agent, el: Element, type: 'keydown' | 'keyup'): void => {
  send(agent, el, type, { key: 'Unidentified', keyCode: 229, which: 229 });
};

const strokeOf = (key: Key, held: readonly Key[]): Stroke => {
  const holds = (name: string): boolean => held.some((modifier) => modifier.key === name);
  const control = holds('Control') || holds('Meta');
  return { key, shift: holds('Shift'), control, alt: holds('Alt'), flags: flagsOf(held) };
};

/**
 * A key down and up with what it does, in Chromium's order. Keys go to whatever has the focus by then, so a key that
 * moves the focus comes up somewhere else. True if a handler prevented its default.
 */
export function* strike(agent: Agent, near: Element, key: Key, held: readonly Key[]): Script<boolean> {
  const down: Key[] = [];
  for (const modifier of held) {
    down.push(modifier);
    sendKey(agent, keyTarget(near), 'keydown', modifier, down);
    yield NEXT_TASK;
  }
  const stroke = strokeOf(key, held);
  const target = keyTarget(near);
  const todo = defaultOf(target, stroke);
  // A modifier that is pressed alone is among the flags of its own keydown.
  let allowed = sendKey(agent, target, 'keydown', key, key.location ? held.concat(key) : held);
  if (allowed && todo?.atKeypress) {
    allowed = sendKey(agent, keyTarget(near), 'keypress', key, held);
  }
  yield SAME_TASK;
  if (allowed && todo && isLive(target)) {
    todo.act(agent, keyTarget(near), stroke);
    yield NEXT_TASK;
  }
  const lifted = keyTarget(near);
  const up = sendKey(agent, lifted, 'keyup', key, held);
  const pressed = key.key === ' ' && lifted === target && isPressedBySpace(lifted);
  if (pressed && allowed && up) keyClick(agent, lifted, stroke.flags);
  yield NEXT_TASK;
  for (const modifier of held.slice().reverse()) {
    down.pop();
    sendKey(agent, keyTarget(near), 'keyup', modifier, down);
    yield NEXT_TASK;
  }
  return !allowed;
}
