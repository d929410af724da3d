import type { Agent } from '../agent.ts';
import { isSecret, maskedValue } from '../aria/secret.ts';
import { cut } from '../dom/cut.ts';
import { drawingSurface, isPrompt } from '../dom/drawing-surface.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { type Field, isTextField } from '../dom/input-type.ts';
import { attr, findAll, tagOf, textOf } from '../dom/read.ts';
import { unspaced, withLineFeeds } from '../dom/text-lines.ts';
import { wordsOf } from '../dom/unicode-pattern.ts';
import { inWords } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { fail, final, quoted } from '../result.ts';
import { nextFrame } from '../timing/frames.ts';
import { watchAccepted } from './accepted.ts';
import { selectionOf } from './edit-text.ts';
import { copiedText, goToEnd } from './editor.ts';
import { watch } from './effects.ts';
import { selectionIn } from './field-caret.ts';
import { checkLength, checkWritable, fieldLost, isPart, observedIn, refusalWords } from './fill-fit.ts';
import { moveFocus } from './focus.ts';
import { holdsText, isBlank } from './formatted.ts';
import { sendKeystroke } from './keyboard.ts';
import { keyForChar } from './keys.ts';
import { asObserved, checkReady, type Given, type HostInput, type Outcome } from './outcome.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { successor } from './successor.ts';
import { editableText, isNeverText, isReadOnly, takesKeys, textTarget, valueIn } from './text-target.ts';
import { readsKeys, typeKeys } from './type-keys.ts';

/** How often, and with which pause (ms), it is checked whether typed text has been drawn. */
const MAX_DRAW_POLLS = 10;
const DRAW_POLL_MS = 50;

/**
 * A field that was typed into: its value before, the parts of that before and behind its selection, and what was
 * typed.
 */
interface Typed {
  field: Field;
  before: string;
  head: string;
  text: string;
  rest: string;
}

/** A field that is about to be typed into, as it is now. */
export const startIn = (field: Field): Typed => {
  const before = valueIn(field);
  const [caret, last] = selectionIn(field);
  // Number and email fields do not expose their selection, but the selection of the page has their text.
  const isWhole = caret === null && deepActiveElement() === field && `${selectionOf(field)}` === before;
  const start = isWhole ? 0 : (caret ?? before.length);
  const end = isWhole ? before.length : (last ?? start);
  return { field, before, head: before.slice(0, start), text: '', rest: before.slice(end) };
};

/** A text, but empty if it is only a mask that shows the form of what is expected. */
const withoutMask = (text: string): string => (isBlank(text) ? '' : text);

/**
 * Whether the page has put the caret itself: into a mask that came with the focus, or over the text of a box, which
 * is replaced.
 */
const isCaretPlaced = (field: Field, before: string): boolean => {
  const { head, rest, before: now } = startIn(field);
  return now !== before ? isBlank(now) : isPart(field) && head + rest !== now;
};

const valuesOf = (typed: readonly Typed[]): string => typed.map(({ field }) => valueIn(field)).join('');

/** Whether the fields that were typed into, one after the other, hold what was typed. */
const areTyped = (typed: readonly Typed[], text: string): boolean | 'unknown' => {
  const [first] = typed;
  if (!first || (text !== '' && typed.every(({ field, before }) => valueIn(field) === before))) return false;
  // Nothing was typed into the first field: the page had moved the focus.
  if (typed[1] && !first.text) return 'unknown';
  const held = valuesOf(typed);
  // A character that is typed into a box of one replaces the one there.
  if (typed.length > 1 && held === text) return true;
  if (held === typed.map((at) => at.head + at.text + at.rest).join('')) return true;
  const wanted = typed.map((at) => {
    // A zero is a number that was not entered yet: it is replaced.
    const isZero = isBlank(at.before.replace(/0/g, ''));
    return isZero ? at.text : withoutMask(at.head) + at.text + withoutMask(at.rest);
  });
  return holdsText(first.field, held, wanted.join(''));
};

const observedInAll = (typed: readonly Typed[]): string =>
  typed.some(({ field }) => isSecret(field)) ? maskedValue(valuesOf(typed)) : cut(valuesOf(typed), 200);

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

/** How often a text occurs, plus one; blanks are left out. */
const countOf = (holds: string, text: string): number => unspaced(holds).split(unspaced(text)).length;

/** Chips and mentions that an editor has made of words: it shows them, but does not hold them as text. */
const NON_TEXT = '[contenteditable=false]';

/** What begins an item of a list: `1. `, `2) `. */
const LIST_NUMBER = /^\d+\W /gm;

/** The letters and digits of a text: an editor may make a form of the signs (`- ` a list, `**` bold). */
const lettersAndDigits = (text: string): string => wordsOf(text).join('');

/**
 * Whether an editor holds what was typed, at its end or wherever its caret was. `unknown` if it has made a form of
 * the text, or draws its text and does not show the place.
 */
function* holdsTyped(
  agent: Agent,
  host: Element,
  before: string,
  lettersBefore: string,
  text: string,
  atEnd: boolean,
): Script<boolean | 'unknown'> {
  const drawn = !!drawingSurface(host);
  // It is drawn in a frame that may be late.
  for (let i = 0; drawn && i < MAX_DRAW_POLLS && editableText(host) === before; i++) yield DRAW_POLL_MS;
  const holds = editableText(host);
  const wanted = unspaced(before + text);
  const isThere = atEnd ? unspaced(holds) === wanted : countOf(holds, text) > countOf(before, text);
  if (holds !== before && isThere) return true;
  if (!drawn) {
    const words = lettersAndDigits(text.replace(LIST_NUMBER, ''));
    const now = lettersAndDigits(textOf(host));
    const isMade =
      atEnd && findAll(host, NON_TEXT).length === 0
        ? now === lettersBefore + words
        : now.split(words).length > lettersBefore.split(words).length;
    return words !== '' && isMade && 'unknown';
  }
  if (isPrompt(host)) return 'unknown';
  const all = unspaced(yield* copiedText(agent, host));
  if (all === unspaced(before)) return false;
  return atEnd ? all === wanted : 'unknown';
}

/**
 * Whether a part of a date or time holds what was typed. Text is not added to it: it makes a number of the digits, or
 * a word of the first letter, and may pass on the rest.
 */
const datePartHolds = (part: Element, before: string, text: string): boolean | 'unknown' => {
  const value = attr(part, 'aria-valuenow');
  if (value !== null && text.trim() && Number(value) === Number(text)) return true;
  return editableText(part) !== before && 'unknown';
};

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
  const readOnly = yield* checkWritable(agent, target);
  if (readOnly || !takesKeys(target)) {
    const why = 'is not typed into; use fill, select or press, or click first where keys go';
    const failure = readOnly || fail('not_editable', `${inWords(agent, target)} ${why}.`);
    return isNeverText(target) ? final(failure) : failure;
  }
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
