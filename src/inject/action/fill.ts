import type { Agent } from '../agent.ts';
import { isSecret, maskedValue } from '../aria/secret.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { drawingSurface, hasEditContext, isPrompt } from '../dom/drawing-surface.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { type Field, isTextField, isWholeField } from '../dom/input-type.ts';
import { matches, tagOf } from '../dom/read.ts';
import { plainText, unspaced, withLineFeeds } from '../dom/text-lines.ts';
import { inWords, labelWithRef, roleAndName } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { partMissing } from '../part-missing.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, fail, final, isFailure, nameInWords, quoted } from '../result.ts';
import { type Accepted, watchAccepted } from './accepted.ts';
import { isAriaSlider } from './aria-slider.ts';
import { checkEnabled, checkNotBehindModal, checkVisible } from './checks.ts';
import { markEdited } from './deferred-change.ts';
import { edit, selectAllIn } from './edit-text.ts';
import { copiedText, fillEditor, pasteOver } from './editor.ts';
import { watch } from './effects.ts';
import {
  checkFit,
  checkWritable,
  fieldLost,
  isSpread,
  observedIn,
  refusalWords,
  sanitized,
} from './fill-fit.ts';
import { moveFocus } from './focus.ts';
import { holdsText, isBlank } from './formatted.ts';
import { sendKeystroke, sendUnnamedKey } from './keyboard.ts';
import { type Key, keyOf } from './keys.ts';
import type { Given, HostInput, Outcome } from './outcome.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { selectText } from './select-text.ts';
import { dispatchInputAndChange, send } from './send.ts';
import { stepRange } from './step-value.ts';
import { successor } from './successor.ts';
import { editableText, isNeverText, setValue, takesKeys, textTarget, valueIn } from './text-target.ts';
import { typeChars, typeText } from './type-text.ts';
import { startIn } from './typed.ts';

const isField = (el: Element): el is Field => (isTextField(el) && !drawingSurface(el)) || isWholeField(el);

/** What to do instead with an element that is no text field, for the message. */
const insteadOf = (el: Element): string =>
  tagOf(el) === 'select'
    ? 'To choose, click one of its options.'
    : 'Use click, press or drag, or choose a text field.';

const checkFillable = (agent: Agent, field: Element, cache: DomCache): Failure | undefined => {
  if (takesKeys(field) || isWholeField(field)) return undefined;
  const label = inWords(agent, field, cache);
  const refusal = fail('not_editable', `${label} takes no text. ${insteadOf(field)}`);
  return isNeverText(field) ? final(refusal) : refusal;
};

function* fillField(agent: Agent, field: Field, text: string): Script<void> {
  const before = valueIn(field);
  const isWhole = isWholeField(field);
  if (!isWhole) {
    selectAllIn(agent, field);
    if (before === text) return;
  }
  // A range whose orientation the page tells is the keyboard part of a slider that it draws. Some of these show a value
  // at once, and take it only when a key or a drag ends: the last step is taken by a key.
  if (matches(field, '[type=range][aria-orientation]') && before !== text) {
    const isMore = Number(text) > Number(before);
    setValue(field, text);
    stepRange(agent, field as HTMLInputElement, isMore ? -1 : 1);
    yield NEXT_TASK;
    yield* sendKeystroke(agent, field, keyOf(isMore ? 'ArrowRight' : 'ArrowLeft') as Key, []);
    if (valueIn(field) === text) return;
  }
  // Pages that draw a range themselves read its value at a keyup.
  sendUnnamedKey(agent, field, 'keydown');
  if (isWhole) {
    setValue(field, text);
    dispatchInputAndChange(agent, field);
  } else {
    const lines = withLineFeeds(text);
    const by = edit(agent, field, text === '' ? 'deleteContentBackward' : 'insertText', lines || undefined);
    // Set by script only if nothing was inserted: any other value is what the page has made of the text.
    if (by === 'nobody' && valueIn(field) === before && isLive(field)) {
      setValue(field, text);
      send(agent, field, 'input', { inputType: 'insertText', data: text, cancelable: false });
      markEdited(agent, field, before, true);
    }
  }
  // At the keyup some pages read what they have rendered of the text.
  yield NEXT_TASK;
  if (isLive(field)) sendUnnamedKey(agent, field, 'keyup');
}

const replaced = (label: string): Failure =>
  fieldLost(`${label} was removed or replaced by the page while it was filled`);

/**
 * Whether another field with the same role and name has the focus: some pages lay one over a field that is clicked,
 * to take the text.
 */
const isInPlaceOf = (active: Element, field: Element, cache: DomCache): boolean => {
  const { role, name } = roleAndName(field, cache);
  const now = roleAndName(active, cache);
  return isTextField(active) && name !== '' && now.name === name && now.role === role;
};

/**
 * Checks a field after the focus handlers of its page: returns a failure, or the field that the page has put in its
 * place. Text must not go anywhere else.
 */
function* checkStillThere(
  agent: Agent,
  field: Element,
  label: string,
  isFirst: boolean,
): Script<Failure | Element | undefined> {
  if (!isLive(field)) return replaced(label);
  const cache = createDomCache();
  const refusal =
    checkEnabled(agent, field, cache) ||
    checkFillable(agent, field, cache) ||
    (yield* checkWritable(agent, field));
  if (refusal) return fail('value_rejected', `${refusal.error.message} That came with the focus.`);
  const active = deepActiveElement();
  if (active && flatContains(field, active)) return undefined;
  if (active && isFirst && isInPlaceOf(active, field, cache)) return active;
  const focusWent = active
    ? `the focus went to ${nameInWords(labelWithRef(agent, active, cache))}. Fill that one, or click`
    : 'it does not keep the focus. Click';
  return fail('value_rejected', `Nothing was filled into ${label}: ${focusWent} the field first.`);
}

/** Whether an editor holds a text. It may add an empty last line of its own, and hold a space when it is empty. */
const isSame = (content: string, text: string): boolean =>
  text ? content.replace(/\n$/, '') === plainText(text).replace(/\n$/, '') : content.trim() === '';

/**
 * Whether the field holds the text: what it shows does, else (or if that is doubtful) what a copy event gives.
 * `unknown` if the page has written the text in a form of its own.
 */
function* isFilled(
  agent: Agent,
  field: Element,
  text: string,
  isDoubtful: boolean,
): Script<boolean | 'unknown'> {
  if (isField(field)) {
    return holdsText(field, valueIn(field), sanitized(field, text)) || isSpread(field, text);
  }
  const isShown = isSame(editableText(field), text);
  if (isShown && !isDoubtful) return true;
  const copied = yield* copiedText(agent, field);
  if (isShown) return copied === '' ? 'unknown' : unspaced(copied) === unspaced(text);
  return copied === '' ? hasEditContext(field) && 'unknown' : isSame(copied, text);
}

/**
 * Whether a page has kept nothing of a text, so that it is to be typed. Not if the text has line feeds: those would
 * be the Enter key.
 */
const isRefusedWhole = (field: Element, before: string, text: string): field is Field =>
  isTextField(field) &&
  isField(field) &&
  !/^$|[\r\n]/.test(text) &&
  (isBlank(valueIn(field)) || valueIn(field) === before);

/**
 * Types a text: some pages write a field themselves, from its key events. Returns whether the field held the text
 * before its change was dispatched; `leave`: the field loses the focus after it.
 */
function* retype(agent: Agent, field: Field, text: string, leave = false): Script<boolean> {
  if (leave) moveFocus(agent, field);
  selectAllIn(agent, field);
  yield* typeChars(agent, field, Array.from(text), 0, [startIn(field)]);
  const held = valueIn(field) === text;
  if (leave) moveFocus(agent, null);
  return held;
}

/**
 * Writes a text, by the script or by what the host sends. Returns whether what the field shows then is no proof that it
 * holds the text.
 */
function* write(
  agent: Agent,
  field: Element,
  text: string,
  accepted: Accepted,
  host?: HostInput,
): Script<boolean> {
  let isWritten = false;
  let isDoubtful = false;
  if (host && !drawingSurface(field)) {
    yield* selectText(agent, field, {});
    yield* host.type();
    yield SETTLED;
    // Some editors write more than is typed, such as a closing bracket: those are filled again, but not a field whose
    // text the page has taken.
    isWritten =
      !isLive(field) ||
      (isField(field) && (accepted.hasMade() || accepted.hasTaken())) ||
      !!(yield* isFilled(agent, field, text, false));
  }
  if (!isWritten) {
    if (isField(field)) yield* fillField(agent, field, text);
    else isDoubtful = yield* fillEditor(agent, field, text);
    yield SETTLED;
  }
  if (!isField(field) && isLive(field)) {
    // Simple editors read their content at a keyup, and ignore one after Control. There is no keydown before it: a
    // key without a name is one of a composition.
    sendUnnamedKey(agent, field, 'keyup');
    yield SETTLED;
  }
  return isDoubtful;
}

/** Writes a text that the page has not kept in other ways. Returns as {@link isFilled} does. */
function* insist(
  agent: Agent,
  field: Element,
  before: string,
  text: string,
  accepted: Accepted,
): Script<boolean | 'unknown'> {
  let filled: boolean | 'unknown' = false;
  if (!isField(field)) {
    if (!agent.action) return filled;
    yield* pasteOver(agent, field, text);
    yield SETTLED;
    return yield* isFilled(agent, field, text, false);
  }
  // A page that has made something of the text (a tag, a row) has taken it.
  let held = !accepted.hasMade() && !accepted.hasTaken();
  // Some pages accept a text when the field loses the focus, and until then reset it at each change.
  for (const leave of [false, true]) {
    if (filled || !held || !isRefusedWhole(field, before, text)) break;
    held = yield* retype(agent, field, text, leave);
    yield SETTLED;
    filled = yield* isFilled(agent, field, text, false);
  }
  return filled;
}

/**
 * Replaces the content of a text field or an editing host, and reads back what it holds then. `host`: writes the text
 * in place of the script.
 */
export function* fill(
  agent: Agent,
  el: Element,
  given: Given,
  host?: HostInput,
  isFirst = true,
): Script<Outcome> {
  const givenText = given.text ?? given.value;
  if (givenText === undefined) {
    return wrongArgument('text', 'fill takes {text: "..."}: what the field shall hold.');
  }
  const text = String(givenText);
  if (isAriaSlider(el)) {
    const { widgets } = agent.parts;
    if (!widgets) return partMissing(agent, 'Filling a slider that the page has made', 'widgets');
    return yield* widgets.fillSlider(agent, el, text);
  }
  const cache = createDomCache();
  const field = textTarget(el);
  const refusal =
    checkVisible(agent, field, cache) ||
    checkEnabled(agent, field, cache) ||
    checkFillable(agent, field, cache) ||
    checkNotBehindModal(agent, field, cache) ||
    (yield* checkWritable(agent, field));
  if (refusal) return refusal;
  if (isPrompt(field)) return yield* typeText(agent, field, { text }, host);
  const label = inWords(agent, field, cache);
  const fitFailure = isField(field) ? checkFit(field, text, label) : undefined;
  if (fitFailure) return fitFailure;
  const before = editableText(field);
  const effectNow = watch(agent, field);
  const currentField = successor(field);
  if (host) yield* host.click(field);
  moveFocus(agent, field);
  yield NEXT_TASK;
  const other = yield* checkStillThere(agent, field, label, isFirst);
  if (other) {
    effectNow();
    if (isFailure(other)) return other;
    const outcome = yield* fill(agent, other, given, host, false);
    return isFailure(outcome)
      ? outcome
      : { ...outcome, effect: { ...outcome.effect, focus: labelWithRef(agent, other) } };
  }
  // Only from here: what comes with the focus, such as the page handling the field before, is not made of this text.
  const accepted = watchAccepted(agent, field, text);
  const isDoubtful = yield* write(agent, field, text, accepted, host);
  const now = currentField();
  // An editor that the page closes at its change was filled if it held the text until then.
  let filled = (now || isField(field)) && (yield* isFilled(agent, now || field, text, isDoubtful));
  if (!filled && now !== field) {
    const isTakenByPage = isField(field) && accepted.hasTaken();
    accepted.stop();
    const effect = effectNow();
    return isTakenByPage ? { effect, verified: 'unknown' } : replaced(label);
  }
  filled ||= yield* insist(agent, field, before, text, accepted);
  // An empty field is right once the page has taken the text.
  const isTaken = !filled && isTextField(field) && isBlank(valueIn(field)) && accepted.hasTaken();
  const hasMade = accepted.hasMade();
  accepted.stop();
  const effect = effectNow();
  if (isTaken) return { effect: { ...effect, value: observedIn(field) }, verified: 'unknown' };
  // The editor may draw the text later than it holds it.
  if (filled === true && drawingSurface(field)) effect.value = isSecret(field) ? maskedValue(text) : text;
  if (now && isField(now) && filled === 'unknown') effect.value = observedIn(now);
  if (filled) return { effect, verified: now ? filled : 'unknown' };
  const observed = observedIn(field);
  const message = `${label} does not hold the text now but ${quoted(observed)}. ${refusalWords(agent, field, hasMade)}`;
  return fail('value_rejected', message, { observed });
}
