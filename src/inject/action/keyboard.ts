import type { Agent } from '../agent.ts';
import { isLive } from '../element/refs.ts';
import { defaultOf, isClickedBySpace, keyTarget, type Stroke } from './key-defaults.ts';
import type { Key } from './keys.ts';
import { NEXT_TASK, SAME_TASK, type Script } from './script.ts';
import { keyClick, send } from './send.ts';

/** The properties of events for the modifiers that are held (`ctrlKey`). */
export const flagsOf = (held: readonly Key[]): Record<string, boolean> => {
  const flags: Record<string, boolean> = {};
  for (const { key: name } of held) flags[name === 'Control' ? 'ctrlKey' : `${name.toLowerCase()}Key`] = true;
  return flags;
};

export const sendKey = (agent: Agent, el: Element, type: string, key: Key, held: readonly Key[]): boolean => {
  const flags = flagsOf(held);
  const character = key.key === 'Enter' ? 13 : (key.key.codePointAt(0) as number);
  const { key: name, code, location = 0, keyCode } = key;
  const init = { key: name, code, location, ...flags };
  // WebKit clicks buttons and submits forms by itself at a keypress whose character is Enter.
  return type === 'keypress'
    ? send(agent, el, type, init, { keyCode: character, charCode: character, which: character })
    : send(agent, el, type, { ...init, keyCode, charCode: 0, which: keyCode });
};

/**
 * Sends a key event that does not name its key, as the keyboards of phones do: some pages search at a keyup while one
 * types, and some accept a text only after a keydown.
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
 * Presses and releases a key with its default action, in the order of Chromium. Each event goes to what has the focus
 * then: the keyup of a key that moves the focus goes elsewhere. True if a handler prevented the default.
 */
export function* sendKeystroke(agent: Agent, near: Element, key: Key, held: readonly Key[]): Script<boolean> {
  const heldNow: Key[] = [];
  for (const modifier of held) {
    heldNow.push(modifier);
    sendKey(agent, keyTarget(near), 'keydown', modifier, heldNow);
    yield NEXT_TASK;
  }
  const stroke = strokeOf(key, held);
  const target = keyTarget(near);
  const defaultAction = defaultOf(target, stroke);
  // A modifier that is pressed alone is among the flags of its own keydown.
  let allowed = sendKey(agent, target, 'keydown', key, key.location ? held.concat(key) : held);
  if (allowed && defaultAction?.atKeypress) {
    allowed = sendKey(agent, keyTarget(near), 'keypress', key, held);
  }
  yield SAME_TASK;
  if (allowed && defaultAction && isLive(target)) {
    defaultAction.act(agent, keyTarget(near), stroke);
    yield NEXT_TASK;
  }
  const upTarget = keyTarget(near);
  const up = sendKey(agent, upTarget, 'keyup', key, held);
  const isClick = key.key === ' ' && upTarget === target && isClickedBySpace(upTarget);
  if (isClick && allowed && up) keyClick(agent, upTarget, stroke.flags);
  yield NEXT_TASK;
  for (const modifier of held.slice().reverse()) {
    heldNow.pop();
    sendKey(agent, keyTarget(near), 'keyup', modifier, heldNow);
    yield NEXT_TASK;
  }
  return !allowed;
}
