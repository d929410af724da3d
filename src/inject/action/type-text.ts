import type { Agent } from '../agent.ts';
import { drawingSurface, isPrompt } from '../dom/drawing-surface.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { type Field, isTextField } from '../dom/input-type.ts';
import { attr, tagOf, textOf } from '../dom/read.ts';
import { withLineFeeds } from '../dom/text-lines.ts';
import { inWords } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { type Failure, fail, final, quoted } from '../result.ts';
import { nextFrame } from '../timing/frames.ts';
import { watchAccepted } from './accepted.ts';
import { copiedText, goToEnd } from './editor.ts';
import { watch } from './effects.ts';
import { checkLength, checkWritable, fieldLost, isPart, observedIn, refusalWords } from './fill-fit.ts';
import { moveFocus } from './focus.ts';
import { isBlank } from './formatted.ts';
import { sendKeystroke } from './keyboard.ts';
import { keyForChar } from './keys.ts';
import { asObserved, checkReady, type Given, type HostInput, type Outcome } from './outcome.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { successor } from './successor.ts';
import { editableText, isNeverText, isReadOnly, takesKeys, textTarget, valueIn } from './text-target.ts';
import { readsKeys, typeKeys } from './type-keys.ts';
import {
  areTyped,
  DRAW_POLL_MS,
  datePartHolds,
  holdsTyped,
  isCaretPlaced,
  lettersAndDigits,
  observedInAll,
  startIn,
  type Typed,
  withoutMask,
} from './typed.ts';

/** Whether keys still go to the target, or to another field that the page has moved the focus to. */
const areKeysTaken = (target: Element): boolean => {
  const active = deepActiveElement();
  return !!active && (flatContains(target, active) || takesKeys(active));
};

/**
 * Types as long as a field takes the keys, and returns how many characters were typed. Each field that got some is
 * added to `typed`.
 *
 * @param currentTarget the target, or what has replaced it in a page that writes its markup anew
 */
export function* typeChars(
  agent: Agent,
  first: Element,
  chars: readonly string[],
  delayMs: number,
  typed: Typed[],
  currentTarget: () => Element | undefined = () => first,
): Script<number> {
  let mayLeave = false;
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] as string;
    const target = currentTarget() || first;
    if (typed[0] && target !== first) typed[0].field = target as Field;
    // Keys for a field that is gone, or for what is no field, would be shortcuts of the page.
    if (!isLive(target) || (typed[0] && !mayLeave && !areKeysTaken(target))) return i;
    mayLeave ||= /[\n\t]/.test(char);
    const active = deepActiveElement();
    if (typed[0] && active && isTextField(active)) {
      if (!typed.some(({ field }) => field === active)) typed.push(startIn(active));
      for (const at of typed) if (at.field === active) at.text += char;
    }
    const key = keyForChar(char);
    if (key) yield* sendKeystroke(agent, target, key, []);
    // An editor may draw the new line, and put its caret there, with the next frame.
    if (char === '\n' && !isTextField(target)) yield DRAW_POLL_MS;
    // A box of one character may move the focus on with the next frame.
    if (i + 1 < chars.length && active && isTextField(active) && valueIn(active).length === 1)
      yield nextFrame;
    if (delayMs) yield delayMs;
  }
  return chars.length;
}

function* checkTakesKeys(agent: Agent, target: Element): Script<Failure | undefined> {
  const readOnly = yield* checkWritable(agent, target);
  if (!readOnly && takesKeys(target)) return undefined;
  const why = 'is not typed into; use fill, select or press, or click first where keys go';
  const failure = readOnly || fail('not_editable', `${inWords(agent, target)} ${why}.`);
  return isNeverText(target) ? final(failure) : failure;
}

/**
 * Types character by character at the end of what a field holds (or at its caret, if it has the focus). A line feed
 * is the Enter key. `host`: types in place of the script.
 */
export function* typeText(agent: Agent, el: Element, given: Given, host?: HostInput): Script<Outcome> {
  const text = withLineFeeds(String(given.text));
  const target = textTarget(el);
  const refusal = checkReady(agent, target);
  if (refusal) return refusal;
  const delayMs = (given.delayMs as number | undefined) || 0;
  if (!takesKeys(target) && !isReadOnly(target) && readsKeys(target))
    return yield* typeKeys(agent, target, text, delayMs);
  const notEditable = yield* checkTakesKeys(agent, target);
  if (notEditable) return notEditable;
  const field = isTextField(target) && !drawingSurface(target) ? target : undefined;
  let before = editableText(target);
  const lettersBefore = lettersAndDigits(textOf(target));
  const isUnfocused = !flatContains(target, deepActiveElement());
  const atEnd = isUnfocused && !isPrompt(target);
  // In a field that has the focus already the selection is replaced.
  const remaining =
    field && (isUnfocused ? [before] : [startIn(field).head, startIn(field).rest]).map(withoutMask).join('');
  const tooLong =
    field && !isPart(field) && checkLength(field, `${remaining}${text}`, inWords(agent, target));
  if (tooLong) return tooLong;
  const effectNow = watch(agent, target);
  const currentTarget = successor(target);
  const accepted = watchAccepted(agent, target, text);
  if (isUnfocused) {
    moveFocus(agent, target);
    // Draft.js notices no selection before it has rendered with the focus.
    yield NEXT_TASK;
    if (atEnd && drawingSurface(target)) before = yield* copiedText(agent, target);
    else if (atEnd && !(field && isCaretPlaced(field, before))) yield* goToEnd(agent, target);
  }
  const typed = field ? [startIn(field)] : [];
  const chars = Array.from(text);
  let count = chars.length;
  if (host) {
    yield* host.type();
    if (typed[0]) typed[0].text = text;
  } else count = yield* typeChars(agent, target, chars, delayMs, typed, currentTarget);
  yield SETTLED;
  const effect = effectNow();
  const held = editableText(target);
  const hasMade = accepted.hasMade();
  // Of several characters the last alone: the page has taken the others out, key by key, and made something of them.
  const isLastAlone = held === chars[chars.length - 1];
  const isTaken =
    (isLastAlone && !!chars[1] && hasMade) ||
    ((isLastAlone || isBlank(held) || held === before) && accepted.hasTaken());
  accepted.stop();
  if (count < chars.length) {
    const what = isLive(target) ? 'does not have the focus any more' : 'was removed or replaced by the page';
    return fieldLost(`${inWords(agent, target)} ${what} after ${count} characters`);
  }
  const active = deepActiveElement();
  // The keys of a host go to where the page has moved the focus.
  const isElsewhere = host && field && isLive(field) && active !== field && !!active && isTextField(active);
  const mayHaveLeft = isElsewhere || (/[\n\t]/.test(text) && (!isLive(target) || tagOf(target) === 'input'));
  const now = currentTarget();
  if (mayHaveLeft || !now || !typed.slice(1).every((at) => isLive(at.field))) return asObserved(effect);
  if (typed[0] && isTextField(now)) typed[0].field = now;
  const verified = field
    ? areTyped(typed, text)
    : attr(now, 'role') === 'spinbutton'
      ? datePartHolds(now, before, text)
      : yield* holdsTyped(agent, now, before, lettersBefore, text, atEnd);
  const observed = typed[1] ? observedInAll(typed) : observedIn(now);
  if (verified === 'unknown' && !typed[1] && !drawingSurface(now)) effect.value = observed;
  if (verified) return { effect, verified };
  if (isTaken && !typed[1]) return { effect: { ...effect, value: observed }, verified: 'unknown' };
  return fail(
    'value_rejected',
    `${inWords(agent, target)} holds ${quoted(observed)} after typing. ${refusalWords(agent, target, hasMade)}`,
    { observed },
  );
}
