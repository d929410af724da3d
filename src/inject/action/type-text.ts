import { type Agent, fail, isFailure } from '../agent.ts';
import { isSecret, maskedValue } from '../aria/secret.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { readPayload } from '../payload.ts';
import { isLive } from '../snapshot/refs.ts';
import { cut } from '../snapshot/text.ts';
import { caretToEnd, editingHost, hasEditContext, isReadOnly, isTextField } from './edit-text.ts';
import { SELECTION_SETTLES } from './editor.ts';
import { watch } from './effects.ts';
import { readHost } from './fill.ts';
import { moveFocus } from './focus.ts';
import { strike } from './keyboard.ts';
import { keyOf } from './keys.ts';
import { asObserved, checkReady, controlOf, inWords, newPass, type Outcome } from './outcome.ts';
import { type Script, SETTLED } from './script.ts';
import { successor } from './successor.ts';

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Whether all that was typed is there in its order: a page may put marks between and change the case, and nothing else. */
const isTyped = (holds: string, wanted: string): boolean => {
  if (bare(holds) !== bare(wanted)) return false;
  const held = holds.toLowerCase();
  let at = 0;
  for (const char of wanted.toLowerCase().replace(/\s/g, '')) {
    at = held.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
};

const holding = (el: Element): string => (isTextField(el) ? el.value : readHost(el));

/**
 * Types character by character behind what a field holds (or at its caret, if it has the focus). A line feed is the
 * Enter key.
 */
export function* typeText(agent: Agent, el: Element, payload: unknown): Script<Outcome> {
  const given = readPayload('type', payload, { text: 'string!', delayMs: 'number' });
  if (isFailure(given)) return given;
  const text = (given.text as string).replace(/\r\n?/g, '\n');
  const control = controlOf(el);
  const target = editingHost(control) ?? control;
  const refusal = checkReady(agent, target, newPass());
  if (refusal) return refusal;
  const field = isTextField(target);
  if (isReadOnly(target) || !(field || editingHost(target) || hasEditContext(target))) {
    const why = isReadOnly(target) ? 'is read-only' : 'is not typed into; use fill, select or press';
    return fail('not_editable', `${inWords(agent, target)} ${why}.`);
  }
  const before = holding(target);
  const typed = Array.from(text);
  if (field && target.maxLength >= 0 && before.length + text.length > target.maxLength) {
    const observed = isSecret(target) ? maskedValue(before) : before;
    const message = `${inWords(agent, target)} holds at most ${target.maxLength} characters. Nothing was typed.`;
    return fail('value_rejected', message, { observed });
  }
  const effectNow = watch(agent, target);
  const latest = successor(target);
  if (!flatContains(target, deepActiveElement())) {
    moveFocus(agent, target);
    caretToEnd(target);
    yield SELECTION_SETTLES;
  }
  const caret = field ? target.selectionStart : null;
  const rest = field && caret !== null ? before.slice(target.selectionEnd ?? caret) : '';
  const wanted = (caret === null ? before : before.slice(0, caret)) + text + rest;
  let left = typed.length;
  for (const char of typed) {
    // Keys for a field that is gone would be shortcuts of the page.
    if (!isLive(target)) break;
    left--;
    const key = keyOf(char === '\n' ? 'Enter' : char === '\t' ? 'Tab' : char);
    if (key) yield* strike(agent, target, key, []);
    if (given.delayMs) yield given.delayMs as number;
  }
  yield SETTLED;
  const effect = effectNow();
  if (left > 0) {
    const message = `${inWords(agent, target)} was removed or replaced by the page after ${typed.length - left} characters. Take a new snapshot to see what its field holds now.`;
    return fail('value_rejected', message);
  }
  const moved = /[\n\t]/.test(text) && (!isLive(target) || target.localName === 'input');
  const now = latest();
  if (moved || !now || hasEditContext(target)) return asObserved(effect);
  const holds = holding(now);
  const right = field ? isTyped(holds, wanted) : bare(holds).includes(bare(text));
  if (right && (holds !== before || text === '')) return { effect, verified: true };
  const observed = field && isSecret(target) ? maskedValue(holds) : cut(holds, 200);
  return fail(
    'value_rejected',
    `${inWords(agent, target)} holds "${observed}" after typing. The page changed or refused what was typed.`,
    { observed },
  );
}
