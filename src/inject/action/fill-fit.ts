import type { Agent } from '../agent.ts';
import { isSecret, maskedValue } from '../aria/secret.ts';
import { cut } from '../dom/cut.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { type Field, isTextField } from '../dom/input-type.ts';
import {
  attr,
  call,
  documentOf,
  elementsIn,
  hasAttr,
  inputTypeOf,
  prop,
  rootOf,
  tagOf,
} from '../dom/read.ts';
import { withLineFeeds } from '../dom/text-lines.ts';
import { inWords } from '../element/lookup.ts';
import { type Failure, fail, final, NEW_SNAPSHOT, quoted } from '../result.ts';
import { caretToEnd } from './edit-text.ts';
import { moveFocus } from './focus.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { editableText, isReadOnly } from './text-target.ts';

/** The content of a field as an error may quote it: cut, and masked if it is a secret. */
export const observedIn = (field: Element): string => {
  const holds = editableText(field);
  return isSecret(field) ? maskedValue(holds) : cut(holds, 200);
};

/** Words for a field that holds another text than was written. Without pauses an editor may show the text later. */
export const refusalWords = ({ action }: Agent, field: Element, hasMade = false): string => {
  const made = hasMade ? ' It has changed something else, too: look at that first.' : '';
  const late = ', or its editor takes it over later: look again, and use run for editors.';
  return `The page changed or refused it${action || isTextField(field) ? `.${made}` : late}`;
};

/**
 * `not_editable` for a read-only field. Some pages keep a field read-only until it gets the focus, against autofill:
 * at a retry it is given the focus. The failure is final if the page takes that away.
 */
export function* checkWritable(agent: Agent, field: Element): Script<Failure | undefined> {
  const isTried = isReadOnly(field) && agent.isRetry;
  if (isTried && moveFocus(agent, field)) {
    yield NEXT_TASK;
    caretToEnd(agent, field);
  }
  if (!isReadOnly(field)) return undefined;
  const refusal = fail(
    'not_editable',
    `${inWords(agent, field)} is read-only. Click it first, or find what makes it editable.`,
  );
  return isTried && !flatContains(field, deepActiveElement()) ? final(refusal) : refusal;
}

/** The value that a field of this type makes of a text, tried on a field that is in no document. */
export const sanitized = (field: Field, text: string): string => {
  if (tagOf(field) === 'textarea') return withLineFeeds(text);
  const trial = call(documentOf(field), 'createElement', 'input') as HTMLInputElement;
  for (const name of ['type', 'min', 'max', 'step', 'multiple']) {
    const value = attr(field, name);
    if (value !== null) trial.setAttribute(name, value);
  }
  trial.value = text;
  return trial.value;
};

/**
 * A text without what the engine removes from it unharmed: white space around an address, or each of several; the
 * case of a color.
 */
const trimmed = (field: Field, text: string): string => {
  const type = inputTypeOf(field);
  if (tagOf(field) === 'textarea') return withLineFeeds(text);
  if (type === 'color') return text.toLowerCase();
  if (type !== 'email' && type !== 'url') return text;
  const addresses = type === 'email' && hasAttr(field, 'multiple') ? text.split(',') : [text];
  return addresses.map((address) => address.replace(/^[ \t]+|[ \t]+$/g, '')).join();
};

const EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  month: '2026-01',
  week: '2026-W05',
  time: '13:45',
  'datetime-local': '2026-01-31T13:45',
  color: '#1e90ff',
  number: '12.5',
  range: '50',
};

/** The largest `maxlength` of a field that may be one of several for a code or a number. */
const MAX_PART_LENGTH = 6;

const isShort = (field: Element | undefined): field is Field =>
  !!field && isTextField(field) && field.maxLength > 0 && field.maxLength <= MAX_PART_LENGTH;

/** A field and the inputs after it. */
const inputsFrom = (field: Element): Element[] => {
  const all = elementsIn(rootOf(field) as Document, 'input');
  return all.slice(all.indexOf(field as HTMLInputElement));
};

/** Whether a field may be one of several for one text, where the page moves the focus on from each to the next. */
export const isPart = (field: Element): boolean => isShort(field) && isShort(inputsFrom(field)[1]);

/**
 * Whether this field and those after it hold one character of a text each: a page spreads a text over the boxes of a
 * code.
 */
export const isSpread = (field: Element, text: string): boolean => {
  const boxes = inputsFrom(field).filter(isTextField).slice(0, text.length);
  return (
    text.length > 1 && boxes.length === text.length && boxes.every((box, i) => prop(box, 'value') === text[i])
  );
};

/** The error of a text that is longer than the field's `maxlength`. */
export const checkLength = (field: Field, text: string, label: string): Failure | undefined => {
  const limit = field.maxLength;
  if (!isTextField(field) || limit < 0 || text.length <= limit) return undefined;
  const instead = isPart(field) ? ' If it is a part of a longer one, use type: that follows the focus.' : '';
  return fail(
    'value_rejected',
    `${label} holds at most ${limit} characters, and the text has ${text.length}. Nothing was filled in.${instead}`,
    { observed: observedIn(field) },
  );
};

/** Refuses, before anything is touched, what the field can't hold. */
export const checkFit = (field: Field, text: string, label: string): Failure | undefined => {
  const tooLong = checkLength(field, text, label);
  if (tooLong || sanitized(field, text) === trimmed(field, text)) return tooLong;
  const type = inputTypeOf(field);
  const example = EXAMPLES[type];
  const hint = example ? ` A ${type} is written like ${example}.` : ' It holds a single line.';
  const bound = (name: string): string => {
    const value = attr(field, name);
    return value === null ? 'any' : /^[\w.:-]+$/.test(value) ? value : quoted(value);
  };
  const range =
    hasAttr(field, 'min') || hasAttr(field, 'max') ? ` It goes from ${bound('min')} to ${bound('max')}.` : '';
  const what = isSecret(field) ? 'this text' : quoted(cut(text, 60));
  return fail('value_rejected', `${label} can't hold ${what}.${hint}${range} Nothing was filled in.`, {
    observed: observedIn(field),
  });
};

/** The page has taken the field away, or the focus from it, while it was written into. */
export const fieldLost = (words: string): Failure => fail('value_rejected', `${words}. ${NEW_SNAPSHOT}`);
