import { type Agent, fail, isFailure, quoted } from '../agent.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { prop, tagOf } from '../dom/read.ts';
import { readPayload } from '../payload.ts';
import { isLive } from '../snapshot/refs.ts';
import { copiedText, goToEnd } from './editor.ts';
import { watch } from './effects.ts';
import { checkLength, observedIn, refusedOrLate } from './fill-fit.ts';
import { moveFocus } from './focus.ts';
import { strike } from './keyboard.ts';
import { keyOf } from './keys.ts';
import { asObserved, checkReady, inWords, newPass, type Outcome } from './outcome.ts';
import { NEXT_TASK, pageTurn, type Script, SETTLED } from './script.ts';
import { successor } from './successor.ts';
import { heldText, isReadOnly, isTextField, takesKeys, textTarget } from './text-target.ts';

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

const unspaced = (text: string): string => text.replace(/\s/g, '');

/** So long it is waited for text to be drawn. */
const FRAMES = 10;
const FRAME_MS = 50;

/** How often a text occurs, blanks aside. */
const countOf = (holds: string, text: string): number => unspaced(holds).split(unspaced(text)).length;

/**
 * Whether an editor has taken what was typed, at its end or wherever its caret was. `unknown` where it draws its
 * text, and the place is not in sight.
 */
function* hasTaken(
  agent: Agent,
  host: Element,
  before: string,
  text: string,
  atEnd: boolean,
): Script<boolean | 'unknown'> {
  const drawn = drawingSurface(host) !== undefined;
  // It is drawn in a frame that may be late.
  for (let i = 0; drawn && i < FRAMES && heldText(host) === before; i++) yield FRAME_MS;
  const holds = heldText(host);
  const wanted = unspaced(before + text);
  const isThere = atEnd ? unspaced(holds) === wanted : countOf(holds, text) > countOf(before, text);
  if (holds !== before && isThere) return true;
  if (!drawn) return false;
  const all = unspaced(yield* copiedText(agent, host));
  if (all === unspaced(before)) return false;
  return atEnd ? all === wanted : 'unknown';
}

/**
 * Types character by character behind what a field holds (or at its caret, if it has the focus). A line feed is the
 * Enter key.
 */
export function* typeText(agent: Agent, el: Element, payload: unknown): Script<Outcome> {
  const given = readPayload('type', payload, { text: 'string!', delayMs: 'number' });
  if (isFailure(given)) return given;
  const text = (given.text as string).replace(/\r\n?/g, '\n');
  const target = textTarget(el);
  const refusal = checkReady(agent, target, newPass());
  if (refusal) return refusal;
  if (isReadOnly(target) || !takesKeys(target)) {
    const why = isReadOnly(target) ? 'is read-only' : 'is not typed into; use fill, select or press';
    return fail('not_editable', `${inWords(agent, target)} ${why}.`);
  }
  const field = isTextField(target) && !drawingSurface(target) ? target : undefined;
  let before = heldText(target);
  const tooLong = field && checkLength(field, before + text, inWords(agent, target));
  if (tooLong) return tooLong;
  const effectNow = watch(agent, target);
  const latest = successor(target);
  const hasTurned = pageTurn();
  const goes = !flatContains(target, deepActiveElement());
  if (goes) {
    moveFocus(agent, target);
    // Draft.js hears of no selection before it has drawn itself with the focus.
    yield NEXT_TASK;
    if (drawingSurface(target)) before = yield* copiedText(agent, target);
    else yield* goToEnd(agent, target);
  }
  const caret = field ? prop(field, 'selectionStart') : null;
  const rest = field && caret !== null ? before.slice(prop(field, 'selectionEnd') ?? caret) : '';
  const wanted = (caret === null ? before : before.slice(0, caret)) + text + rest;
  const typed = Array.from(text);
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
  const moved = /[\n\t]/.test(text) && (!isLive(target) || tagOf(target) === 'input');
  const now = latest();
  if (moved || !now) return asObserved(effect);
  const holds = heldText(now);
  const verified = field
    ? (holds !== before || text === '') && isTyped(holds, wanted)
    : yield* hasTaken(agent, now, before, text, goes);
  if (verified) return { effect, verified };
  const observed = observedIn(now);
  return fail(
    'value_rejected',
    `${inWords(agent, target)} holds ${quoted(observed)} after typing. ${refusedOrLate(target, hasTurned())}`,
    { observed },
  );
}
