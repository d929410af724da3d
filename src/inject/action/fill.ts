import type { Agent } from '../agent.ts';
import { isSecret, maskedValue } from '../aria/secret.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { drawingSurface, hasEditContext, isPrompt } from '../dom/drawing-surface.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { type Field, isTextField, isWholeField } from '../dom/input-type.ts';
import { tagOf } from '../dom/read.ts';
import { plainText, unspaced, withLineFeeds } from '../dom/text-lines.ts';
import { inWords, labelWithRef, roleAndName } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { partMissing } from '../part-missing.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, fail, final, isFailure, NEW_SNAPSHOT, nameInWords, quoted } from '../result.ts';
import { watchAccepted } from './accepted.ts';
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
  isHandedOn,
  observedIn,
  refusedOrLate,
  sanitized,
} from './fill-fit.ts';
import { moveFocus } from './focus.ts';
import { holdsText, isBlank } from './formatted.ts';
import { sendUnnamedKey } from './keyboard.ts';
import type { Given, HostInput, Outcome } from './outcome.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { selectText } from './select-text.ts';
import { dispatchInputAndChange, send } from './send.ts';
import { successor } from './successor.ts';
import { heldText, isNeverText, setValue, takesKeys, textTarget, valueIn } from './text-target.ts';
import { startIn, typeChars, typeText } from './type-text.ts';

const isField = (el: Element): el is Field => (isTextField(el) && !drawingSurface(el)) || isWholeField(el);

/** What to do with what is no text field. */
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
  // Pages that draw a range themselves take its value when a key comes up.
  sendUnnamedKey(agent, field, 'keydown');
  if (isWhole) {
    setValue(field, text);
    dispatchInputAndChange(agent, field);
  } else {
    const lines = withLineFeeds(text);
    const by = edit(agent, field, text === '' ? 'deleteContentBackward' : 'insertText', lines || undefined);
    // Only where nothing was inserted: what a page has made of the text is its answer.
    if (by === 'nobody' && valueIn(field) === before && isLive(field)) {
      setValue(field, text);
      send(agent, field, 'input', { inputType: 'insertText', data: text, cancelable: false });
      markEdited(agent, field, before, true);
    }
  }
  // Some pages read then what they have drawn of it.
  yield NEXT_TASK;
  if (isLive(field)) sendUnnamedKey(agent, field, 'keyup');
}

const replaced = (label: string): Failure =>
  fieldLost(`${label} was removed or replaced by the page while it was filled`);

/** Pages lay another field over one that is pressed, with the same name, which takes what is typed. */
const isInPlaceOf = (active: Element, field: Element, cache: DomCache): boolean => {
  const { role, name } = roleAndName(field, cache);
  const now = roleAndName(active, cache);
  return isTextField(active) && name !== '' && now.name === name && now.role === role;
};

/**
 * What the page's focus handlers have done to the field: text must not go anywhere else but into the one that it has put
 * into its place.
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
  const went = active
    ? `the focus went to ${nameInWords(labelWithRef(agent, active, cache))}. Perhaps that is the field to fill.`
    : `it does not take the focus. ${NEW_SNAPSHOT}`;
  return fail('value_rejected', `Nothing was filled into ${label}: ${went}`);
}

/** An editor may end its text with an empty line of its own, and draw a caret of a space where it holds nothing. */
const isSame = (held: string, text: string): boolean =>
  text ? held.replace(/\n$/, '') === plainText(text).replace(/\n$/, '') : held.trim() === '';

/**
 * Whether the field holds the text: as it shows it, else (or where that is doubtful) as it gives it to the clipboard,
 * if it does. `unknown` where the page has written it in a form of its own.
 */
function* isFilled(
  agent: Agent,
  field: Element,
  text: string,
  isDoubtful: boolean,
): Script<boolean | 'unknown'> {
  if (isField(field)) {
    return holdsText(field, valueIn(field), sanitized(field, text)) || isHandedOn(field, text);
  }
  const isShown = isSame(heldText(field), text);
  if (isShown && !isDoubtful) return true;
  const copied = yield* copiedText(agent, field);
  if (isShown) return copied === '' ? 'unknown' : unspaced(copied) === unspaced(text);
  return copied === '' ? hasEditContext(field) && 'unknown' : isSame(copied, text);
}

/** Whether a page has kept nothing of what was put into a text field. A line feed would be the Enter key. */
const isRefusedWhole = (field: Element, before: string, text: string): field is Field =>
  isTextField(field) &&
  isField(field) &&
  !/^$|[\r\n]/.test(text) &&
  (isBlank(valueIn(field)) || valueIn(field) === before);

/**
 * Some fields are written by the page itself, of the keys that it hears, and take no text at once. Tells whether it
 * stood there before the change was dispatched; `leave`: as it is.
 */
function* retype(agent: Agent, field: Field, text: string, leave = false): Script<boolean> {
  if (leave) moveFocus(agent, field);
  selectAllIn(agent, field);
  yield* typeChars(agent, field, Array.from(text), 0, [startIn(field)]);
  const held = valueIn(field) === text;
  if (leave) moveFocus(agent, null);
  return held;
}

/** Replaces the content of a text field or an editing host, and reads back what it holds then. `hand`: that does it first. */
export function* fill(
  agent: Agent,
  el: Element,
  given: Given,
  hand?: HostInput,
  isFirst = true,
): Script<Outcome> {
  const wanted = given.text ?? given.value;
  if (wanted === undefined) {
    return wrongArgument('text', 'fill takes {text: "..."}: what the field shall hold.');
  }
  const text = String(wanted);
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
  if (isPrompt(field)) return yield* typeText(agent, field, { text }, hand);
  const label = inWords(agent, field, cache);
  const misfit = isField(field) ? checkFit(field, text, label) : undefined;
  if (misfit) return misfit;
  const before = heldText(field);
  const effectNow = watch(agent, field);
  const latest = successor(field);
  if (hand) yield* hand.click(field);
  moveFocus(agent, field);
  yield NEXT_TASK;
  const other = yield* checkStillThere(agent, field, label, isFirst);
  if (other) {
    effectNow();
    if (isFailure(other)) return other;
    const outcome = yield* fill(agent, other, given, hand, false);
    return isFailure(outcome)
      ? outcome
      : { ...outcome, effect: { ...outcome.effect, focus: labelWithRef(agent, other) } };
  }
  // What comes with the focus, such as what the field before makes of its text, is not made of this one.
  const accepted = watchAccepted(agent, field, text);
  let isDoubtful = false;
  const byScript = function* (): Script<void> {
    if (!isField(field)) isDoubtful = yield* fillEditor(agent, field, text);
    else yield* fillField(agent, field, text);
    yield SETTLED;
  };
  if (hand && !drawingSurface(field)) {
    yield* selectText(agent, field, {});
    yield* hand.type();
    yield SETTLED;
    // Some editors write more than is typed, as the bracket that closes. What has made something of the text has taken it.
    const isLeft = isField(field) && (accepted.hasMade() || accepted.hasTaken());
    if (isLive(field) && !isLeft && !(yield* isFilled(agent, field, text, false))) yield* byScript();
  } else yield* byScript();
  if (!isField(field) && isLive(field)) {
    // Simple editors read what they hold when a key comes up, and none while Control was down just now. None goes down here:
    // a key without a name is one of a composition.
    sendUnnamedKey(agent, field, 'keyup');
    yield SETTLED;
  }
  const now = latest();
  // An editor that is closed by the change that it hears was filled if it held the text to its end.
  let filled = (now || isField(field)) && (yield* isFilled(agent, now || field, text, isDoubtful));
  if (!filled && now !== field) {
    const isTaken = isField(field) && accepted.hasTaken();
    accepted.stop();
    const effect = effectNow();
    return isTaken ? { effect, verified: 'unknown' } : replaced(label);
  }
  // What has made something of the text (a tag, a row) has taken it.
  if (!filled && isRefusedWhole(field, before, text) && !accepted.hasMade() && !accepted.hasTaken()) {
    let held = true;
    // Some take a text when they are left, and until then answer each change with what they had.
    for (const leave of [false, true]) {
      if (filled || !held || !isRefusedWhole(field, before, text)) break;
      held = yield* retype(agent, field, text, leave);
      yield SETTLED;
      filled = yield* isFilled(agent, field, text, false);
    }
  }
  if (!filled && !isField(field) && agent.action) {
    yield* pasteOver(agent, field, text);
    yield SETTLED;
    filled = yield* isFilled(agent, field, text, false);
  }
  // What it holds is what was wanted of it: nothing, once the page has the text.
  const taken = !filled && isTextField(field) && isBlank(valueIn(field)) && accepted.hasTaken();
  const hasMade = accepted.hasMade();
  accepted.stop();
  const effect = effectNow();
  if (taken) return { effect: { ...effect, value: observedIn(field) }, verified: 'unknown' };
  // It may be drawn later than the model has it.
  if (filled === true && drawingSurface(field)) effect.value = isSecret(field) ? maskedValue(text) : text;
  if (now && isField(now) && filled === 'unknown') effect.value = observedIn(now);
  if (filled) return { effect, verified: now ? filled : 'unknown' };
  const observed = observedIn(field);
  const message = `${label} does not hold the text now but ${quoted(observed)}. ${refusedOrLate(agent, field, hasMade)}`;
  return fail('value_rejected', message, { observed });
}
