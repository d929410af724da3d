import type { ActionOk } from '../../contract.ts';
import { type Agent, type Failure, fail, nameInWords } from '../agent.ts';
import { isSecret, maskedValue } from '../aria/secret.ts';
import { flatContains, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { createPass, type Pass } from '../dom/pass.ts';
import { attr, documentOf, fromDocument, hasAttr, tagOf } from '../dom/read.ts';
import { labelOf, labelWithRef } from '../snapshot/lookup.ts';
import { isLive } from '../snapshot/refs.ts';
import { cut } from '../snapshot/text.ts';
import { checkEnabled, checkNotBehindModal, checkVisible } from './checks.ts';
import { hasEditContext } from './edit-text.ts';
import { fillEditor } from './editor.ts';
import { watch } from './effects.ts';
import { fillSlider, isAriaSlider } from './fill-slider.ts';
import { moveFocus } from './focus.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { send } from './send.ts';
import { successor } from './successor.ts';

type Outcome = Pick<ActionOk, 'effect' | 'verified'> | Failure;
type Field = HTMLInputElement | HTMLTextAreaElement;

/** Typed into; all other input types that hold a value take it as a whole. */
const TYPED = /^(?:text|email|number|password|search|tel|url)$/;
const WHOLE = /^(?:date|month|week|time|datetime-local|color|range)$/;

const isField = (el: Element): el is Field => /^(?:input|textarea)$/.test(tagOf(el));

const typeOf = (field: Element): string =>
  tagOf(field) === 'textarea' ? 'text' : (Reflect.get(HTMLInputElement.prototype, 'type', field) as string);

/** The field a ref leads to: itself, the control of a label, or the editing host around it. */
const fieldOf = (el: Element): Element => {
  const control = tagOf(el) === 'label' ? (el as HTMLLabelElement).control : null;
  if (control) return control;
  let host = el;
  if ((el as HTMLElement).isContentEditable) {
    for (
      let at = flatParentAcrossFrames(el);
      at && (at as HTMLElement).isContentEditable;
      at = flatParentAcrossFrames(at)
    ) {
      host = at;
    }
  }
  return host;
};

const isHost = (el: Element): boolean =>
  (el as HTMLElement).isContentEditable ||
  /^(?:|true|plaintext-only)$/i.test(attr(el, 'contenteditable') ?? 'no');

const isFillable = (el: Element): boolean => {
  const tag = tagOf(el);
  if (tag === 'textarea') return true;
  if (tag === 'input') return TYPED.test(typeOf(el)) || WHOLE.test(typeOf(el));
  return isHost(el) || hasEditContext(el);
};

const prototypeOf = (field: Field): object =>
  tagOf(field) === 'textarea' ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;

export const fieldValue = (field: Field): string => Reflect.get(prototypeOf(field), 'value', field) as string;

/** Past the trackers that frameworks put on the element itself. */
const setValue = (field: Field, value: string): void => {
  Reflect.set(prototypeOf(field), 'value', value, field);
};

/** What to do with a control that is no text field. */
const INSTEAD: Readonly<Record<string, string>> = {
  select: 'To choose, click one of its options.',
  input: 'Use click, or choose a text field.',
  button: 'Use click, or choose a text field.',
};

const checkFillable = (agent: Agent, field: Element, pass: Pass): Failure | undefined => {
  const label = nameInWords(labelOf(agent, field, pass));
  if (!isFillable(field))
    return fail('not_editable', `${label} takes no text. ${INSTEAD[tagOf(field)] ?? 'Choose a text field.'}`);
  const readonly = (hasAttr(field, 'readonly') && !isHost(field)) || attr(field, 'aria-readonly') === 'true';
  return readonly
    ? fail('not_editable', `${label} is read-only. Something else has to be done first.`)
    : undefined;
};

/** What a field of this kind would make of the text; tried on one that is in no document. */
const sanitized = (field: Field, text: string): string => {
  if (tagOf(field) === 'textarea') return text.replace(/\r\n?/g, '\n');
  const trial = documentOf(field).createElement('input');
  for (const name of ['type', 'min', 'max', 'step', 'multiple']) {
    const value = attr(field, name);
    if (value !== null) trial.setAttribute(name, value);
  }
  trial.value = text;
  return trial.value;
};

/** What the engine itself takes away is no loss: white space around an address, the case of a color. */
const meant = (field: Field, text: string): string => {
  const type = typeOf(field);
  if (tagOf(field) === 'textarea') return text.replace(/\r\n?/g, '\n');
  if (type === 'color') return text.toLowerCase();
  return type === 'email' || type === 'url' ? text.replace(/^[ \t]+|[ \t]+$/g, '') : text;
};

/** Runs of spaces are one on the page, and editors make some of them non-breaking. */
const asShown = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

const FORMS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  month: '2026-01',
  week: '2026-W05',
  time: '13:45',
  'datetime-local': '2026-01-31T13:45',
  color: '#1e90ff',
  number: '12.5',
  range: '50',
};

/** Refuses, before anything is touched, what the field can't hold. */
const checkText = (field: Field, text: string, label: string): Failure | undefined => {
  const type = typeOf(field);
  const limit = field.maxLength;
  const observed = isSecret(field) ? maskedValue(fieldValue(field)) : fieldValue(field);
  if (limit >= 0 && text.length > limit && (TYPED.test(type) || tagOf(field) === 'textarea')) {
    const message = `${label} holds at most ${limit} characters, and the text has ${text.length}. Nothing was filled in.`;
    return fail('value_rejected', message, { observed });
  }
  if (sanitized(field, text) === meant(field, text)) return undefined;
  const form = FORMS[type];
  const hint = form ? ` A ${type} is written like ${form}.` : ' It holds a single line.';
  const range =
    attr(field, 'min') !== null || attr(field, 'max') !== null
      ? ` It goes from ${attr(field, 'min') ?? 'any'} to ${attr(field, 'max') ?? 'any'}.`
      : '';
  return fail(
    'value_rejected',
    `${label} can't hold "${cut(text, 60)}".${hint}${range} Nothing was filled in.`,
    { observed },
  );
};

const selectAll = (field: Element): void => {
  if (tagOf(field) === 'input' || tagOf(field) === 'textarea') {
    (field as Field).select();
    return;
  }
  const doc = documentOf(field);
  const selection = fromDocument(doc, 'defaultView')?.getSelection();
  const range = doc.createRange();
  range.selectNodeContents(field);
  selection?.removeAllRanges();
  selection?.addRange(range);
};

/** Replaces what is selected, as typing does: the page hears trusted input events and undo works. */
const insertText = (agent: Agent, field: Element, text: string): void => {
  const doc = documentOf(field);
  const { execCommand } = doc;
  const { apply } = Reflect;
  if (typeof execCommand !== 'function') return;
  agent.guard.page(() => apply(execCommand, doc, [text === '' ? 'delete' : 'insertText', false, text]));
};

const fillTyped = (agent: Agent, field: Field, text: string): void => {
  const before = fieldValue(field);
  selectAll(field);
  if (before !== text) insertText(agent, field, text);
  // Only where nothing was inserted: what a page has made of the text is its answer.
  if (before !== text && fieldValue(field) === before && isLive(field)) {
    setValue(field, text);
    send(agent, field, 'InputEvent', 'input', { inputType: 'insertText', data: text, cancelable: false });
  }
  send(agent, field, 'Event', 'change', { cancelable: false, composed: false });
};

const fillWhole = (agent: Agent, field: Field, text: string): void => {
  setValue(field, text);
  send(agent, field, 'Event', 'input', { cancelable: false });
  send(agent, field, 'Event', 'change', { cancelable: false, composed: false });
};

export const readHost = (host: Element): string => {
  // What the page shows counts: an editor keeps other things in its DOM too.
  const shown = (host as HTMLElement).innerText ?? host.textContent ?? '';
  return shown.replace(/\n$/, '');
};

const isFilled = (field: Element, text: string): boolean =>
  isField(field) ? fieldValue(field) === sanitized(field, text) : asShown(readHost(field)) === asShown(text);

const replaced = (label: string): Failure =>
  fail(
    'value_rejected',
    `${label} was removed or replaced by the page while it was filled. Take a new snapshot to see what its field holds now.`,
  );

const rejected = (field: Element, label: string): Failure => {
  const holds = isField(field) ? fieldValue(field) : readHost(field);
  const observed = isField(field) && isSecret(field) ? maskedValue(holds) : cut(holds, 200);
  const message = `${label} does not hold the text now but "${observed}". The page changed or refused it.`;
  return fail('value_rejected', message, { observed });
};

/** What the page's focus handlers have done to the field: text must not go anywhere else. */
const checkStillThere = (agent: Agent, field: Element, label: string): Failure | undefined => {
  if (!isLive(field)) return replaced(label);
  const pass = createPass(document, 200);
  const refusal = checkEnabled(agent, field, pass) ?? checkFillable(agent, field, pass);
  if (refusal) return fail('value_rejected', `${refusal.error.message} That came with the focus.`);
  const active = deepActiveElement();
  if (active === field || (active && flatContains(field, active))) return undefined;
  const went = active
    ? `the focus went to ${nameInWords(labelWithRef(agent, active, pass))}. Perhaps that is the field to fill.`
    : 'it does not take the focus. Take a new snapshot.';
  return fail('value_rejected', `Nothing was filled into ${label}: ${went}`);
};

/** Ends the watch and gives the failure. */
const stop = (effectNow: () => unknown, failure: Failure): Failure => {
  effectNow();
  return failure;
};

/** Replaces the content of a text field or an editing host, and reads back what it holds then. */
export function* fill(agent: Agent, el: Element, payload: unknown): Script<Outcome> {
  const given = payload as { text?: unknown; value?: unknown } | string | undefined;
  const text = typeof given === 'string' ? given : (given?.text ?? given?.value);
  if (typeof text !== 'string') {
    return fail('invalid_argument', 'fill takes {text: "..."}: what the field shall hold.', {
      argument: 'text',
    });
  }
  if (isAriaSlider(el)) return yield* fillSlider(agent, el, text);
  const pass = createPass(document, 200);
  const field = fieldOf(el);
  const refusal =
    checkVisible(agent, field, pass) ??
    checkEnabled(agent, field, pass) ??
    checkFillable(agent, field, pass) ??
    checkNotBehindModal(agent, field, pass);
  if (refusal) return refusal;
  const label = nameInWords(labelOf(agent, field, pass));
  const misfit = isField(field) ? checkText(field, text, label) : undefined;
  if (misfit) return misfit;
  const effectNow = watch(agent, field);
  const latest = successor(field);
  moveFocus(agent, field);
  yield NEXT_TASK;
  const lost = checkStillThere(agent, field, label);
  if (lost) return stop(effectNow, lost);
  if (!isField(field)) yield* fillEditor(agent, field, text);
  else if (WHOLE.test(typeOf(field))) fillWhole(agent, field, text);
  else fillTyped(agent, field, text);
  yield SETTLED;
  const effect = effectNow();
  const now = latest();
  if (!now || (now !== field && !isFilled(now, text))) return replaced(label);
  // The text of such an editor is not in the DOM.
  if (hasEditContext(field)) return { effect, verified: 'unknown' };
  return isFilled(now, text) ? { effect, verified: true } : rejected(field, label);
}
