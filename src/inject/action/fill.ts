import type { ActionOk } from '../../contract.ts';
import { type Agent, type Failure, fail, nameInWords } from '../agent.ts';
import { isSecret, maskedValue } from '../aria/secret.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { createPass, type Pass } from '../dom/pass.ts';
import { attr, documentOf, fromDocument, hasAttr, tagOf } from '../dom/read.ts';
import { labelOf } from '../snapshot/lookup.ts';
import { cut } from '../snapshot/text.ts';
import { checkEnabled, checkVisible } from './checks.ts';
import { watch } from './effects.ts';
import { moveFocus } from './focus.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { send } from './send.ts';

type Outcome = Pick<ActionOk, 'effect' | 'verified'> | Failure;
type Field = HTMLInputElement | HTMLTextAreaElement;

/** Typed into; all other input types that hold a value take it as a whole. */
const TYPED = /^(?:text|email|number|password|search|tel|url)$/;
const WHOLE = /^(?:date|month|week|time|datetime-local|color|range)$/;

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
  return isHost(el);
};

const prototypeOf = (field: Field): object =>
  tagOf(field) === 'textarea' ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;

export const fieldValue = (field: Field): string => Reflect.get(prototypeOf(field), 'value', field) as string;

/** Past the trackers that frameworks put on the element itself. */
const setValue = (field: Field, value: string): void => {
  Reflect.set(prototypeOf(field), 'value', value, field);
};

const checkFillable = (agent: Agent, field: Element, pass: Pass): Failure | undefined => {
  const label = nameInWords(labelOf(agent, field, pass));
  if (!isFillable(field))
    return fail('not_editable', `${label} takes no text. Choose a text field, or another action.`);
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

const sameValue = (a: string, b: string): boolean => a === b || a.toLowerCase() === b.toLowerCase();

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
  if (sameValue(sanitized(field, text), text)) return undefined;
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
  selectAll(field);
  if (fieldValue(field) !== text) insertText(agent, field, text);
  if (fieldValue(field) !== text) {
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

/** Editors take over a selection some ms after it is made. */
const SELECTION_SETTLES = 25;

/** An editor that handles the event itself prevents it; else the engine inserts. */
function* fillHost(agent: Agent, host: Element, text: string): Script<void> {
  selectAll(host);
  yield SELECTION_SETTLES;
  const type = text === '' ? 'deleteContentBackward' : 'insertText';
  if (send(agent, host, 'InputEvent', 'beforeinput', { inputType: type, data: text || null })) {
    insertText(agent, host, text);
  }
}

const readHost = (host: Element): string => {
  // What the page shows counts: an editor keeps other things in its DOM too.
  const shown = (host as HTMLElement).innerText ?? host.textContent ?? '';
  return shown.replace(/\n$/, '');
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
  const pass = createPass(document, 200);
  const field = fieldOf(el);
  const refusal =
    checkVisible(agent, field, pass) ?? checkEnabled(agent, field, pass) ?? checkFillable(agent, field, pass);
  if (refusal) return refusal;
  const label = nameInWords(labelOf(agent, field, pass));
  const host = tagOf(field) !== 'input' && tagOf(field) !== 'textarea';
  if (!host) {
    const misfit = checkText(field as Field, text, label);
    if (misfit) return misfit;
  }
  const effectNow = watch(agent, field);
  moveFocus(agent, field);
  yield NEXT_TASK;
  if (host) yield* fillHost(agent, field, text);
  else if (WHOLE.test(typeOf(field))) fillWhole(agent, field as Field, text);
  else fillTyped(agent, field as Field, text);
  yield SETTLED;
  const effect = effectNow();
  const holds = host ? readHost(field) : fieldValue(field as Field);
  const secret = !host && isSecret(field);
  if (!sameValue(holds, host ? text : sanitized(field as Field, text))) {
    const observed = secret ? maskedValue(holds) : cut(holds, 200);
    return fail(
      'value_rejected',
      `${label} does not hold the text now but "${observed}". The page changed or refused it.`,
      { observed },
    );
  }
  return { effect, verified: true };
}
