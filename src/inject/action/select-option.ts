import type { Agent } from '../agent.ts';
import { controlOf } from '../dom/labels.ts';
import { closestTo, elementsIn, matches, prop, tagOf } from '../dom/read.ts';
import { foldCase } from '../element/any-case.ts';
import { inWords } from '../element/lookup.ts';
import { optionLabel } from '../element/option-label.ts';
import { partMissing } from '../part-missing.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, fail, isFailure, quoted } from '../result.ts';
import { choose, chosenLabels } from './choose-option.ts';
import { fill } from './fill.ts';
import { checkReady, type Given, type Outcome } from './outcome.ts';
import type { Script } from './script.ts';

/** A wanted option: by index, or by label or value (`text`). */
export interface Wanted {
  index?: number;
  text?: string;
  /** `text` is a value first: in a list of days values may be counted from 0. */
  isValue?: boolean;
}

const MAX_LISTED = 50;

/** Emoji and pictographs, with what joins and colours them; not the signs of music. */
const EMOJI = /[\u{1F000}-\u{1FAFF}\u2600-\u2668\u2670-\u27BF\u2B00-\u2BFF]|\u200D|\uFE0F/gu;

/** The index of a text that occurs once; else -1. */
const soleIndex = (texts: readonly string[], text: string): number =>
  texts.indexOf(text) === texts.lastIndexOf(text) ? texts.indexOf(text) : -1;

/**
 * The index of a wanted option: by its label or value, whichever was asked for, then by the other one, by its label
 * in any case, and by its label without emoji.
 */
export const findOption = (
  wanted: Wanted,
  labels: readonly string[],
  values: readonly (string | null)[],
): number => {
  const { index = -1, text, isValue } = wanted;
  if (text === undefined) return index < labels.length ? index : -1;
  for (const all of isValue ? [values, labels] : [labels, values])
    if (all.includes(text)) return all.indexOf(text);
  const byLabel = labels.findIndex((label) => foldCase(label) === foldCase(text));
  return byLabel >= 0 || foldCase(text) === ''
    ? byLabel
    : soleIndex(
        labels.map((label) => foldCase(label.replace(EMOJI, ''))),
        foldCase(text),
      );
};

export const notFound = (what: string, wanted: Wanted, labels: readonly string[]): Failure => {
  const isNear = (label: string): boolean => foldCase(label).includes(foldCase(wanted.text || ''));
  // A long list is cut: options that contain the wanted text come first.
  const options = labels
    .filter(isNear)
    .concat(labels.filter((label) => !isNear(label)))
    .slice(0, MAX_LISTED);
  const shown = wanted.text === undefined ? `number ${wanted.index}` : quoted(wanted.text.slice(0, 60));
  const more = labels.length > options.length ? `, and ${labels.length - options.length} more` : '';
  const list =
    options.length > 0 ? ` It has: ${options.map(quoted).join(', ')}${more}.` : ' It shows no options.';
  return fail(
    'option_not_found',
    `${what} has no option ${shown}.${list}`,
    options.length > 0 ? { options } : {},
  );
};

export const optionDisabled = (label: string, able: readonly string[]): Failure => {
  const options = able.slice(0, MAX_LISTED);
  const list = options.map(quoted).join(', ');
  return fail('option_disabled', `The option ${quoted(label)} is disabled. Choose one of: ${list}.`, {
    options,
  });
};

export const SELECT = {
  label: 'string or number or array',
  value: 'string or number or array',
  index: 'number or array',
  values: 'array',
};

const wantedOf = (given: Given): Wanted[] | Failure => {
  const wanted: Wanted[] = [];
  for (const name of Object.keys(SELECT)) {
    if (given[name] === undefined) continue;
    for (const one of ([] as unknown[]).concat(given[name])) {
      const index = Number(one);
      if (name !== 'index') wanted.push({ text: String(one), isValue: name !== 'label' });
      else if (Number.isInteger(index) && index >= 0) wanted.push({ index });
      else return wrongArgument('index', 'index counts options from 0.');
    }
    return wanted;
  }
  return wrongArgument(
    'value',
    'select takes {label}, {value} or {index} of an option, or a list of them.',
    Object.keys(SELECT),
  );
};

const isDisabled = (option: HTMLOptionElement): boolean => matches(option, ':disabled');

const takesOne = (agent: Agent, control: Element): Failure =>
  wrongArgument('value', `${inWords(agent, control)} takes one option.`);

/** The options that shall be selected, or why that can't be. */
const optionsFor = (
  agent: Agent,
  select: HTMLSelectElement,
  wanted: Wanted[],
): HTMLOptionElement[] | Failure => {
  const options = Array.from(prop(select, 'options'));
  const labels = options.map(optionLabel);
  if (wanted.length !== 1 && !prop(select, 'multiple')) return takesOne(agent, select);
  const chosen: HTMLOptionElement[] = [];
  for (const wantedOption of wanted) {
    const at = findOption(
      wantedOption,
      labels,
      options.map((option) => prop(option, 'value')),
    );
    const option = options[at];
    if (!option) return notFound(inWords(agent, select), wantedOption, labels);
    if (isDisabled(option)) {
      return optionDisabled(
        labels[at] as string,
        labels.filter((_, i) => !isDisabled(options[i] as HTMLOptionElement)),
      );
    }
    chosen.push(option);
  }
  return chosen;
};

function* selectNative(agent: Agent, select: HTMLSelectElement, wanted: Wanted[]): Script<Outcome> {
  const refusal = checkReady(agent, select);
  if (refusal) return refusal;
  const chosen = optionsFor(agent, select, wanted);
  return isFailure(chosen) ? chosen : yield* choose(agent, select, chosen);
}

/** Fills a field with an option of its datalist: the browser alone draws that list. */
function* selectSuggested(agent: Agent, field: Element, list: Element, wanted: Wanted[]): Script<Outcome> {
  const [wantedOption, more] = wanted;
  if (!wantedOption || more) return takesOne(agent, field);
  const options = elementsIn(list, 'option') as HTMLOptionElement[];
  const values = options.map((option) => prop(option, 'value'));
  const labels = options.map((option, i) => optionLabel(option) || (values[i] as string));
  const at = findOption(wantedOption, labels, values);
  if (at < 0) return notFound(inWords(agent, field), wantedOption, labels);
  const outcome = yield* fill(agent, field, { text: values[at] as string });
  if (!isFailure(outcome)) outcome.effect.selected = chosenLabels(field, [labels[at] as string]);
  return outcome;
}

/** Chooses options by value, label or position: of a native select, or (through `run`) of a custom list. */
export function* selectOption(agent: Agent, el: Element, given: Given): Script<Outcome> {
  const control = controlOf(el);
  const select = closestTo(control, 'select') as HTMLSelectElement | null;
  if (tagOf(control) === 'option' && select && Object.keys(given).length === 0) {
    return yield* selectNative(agent, select, [{ index: prop(control as HTMLOptionElement, 'index') }]);
  }
  const wanted = wantedOf(given);
  if (isFailure(wanted)) return wanted;
  if (select) return yield* selectNative(agent, select, wanted);
  const list = tagOf(control) === 'input' ? prop(control as HTMLInputElement, 'list') : null;
  if (list) return yield* selectSuggested(agent, control, list, wanted);
  const { widgets } = agent.parts;
  if (!widgets) return partMissing(agent, 'Choosing in a list that the page has made', 'widgets');
  return yield* widgets.pickOption(agent, control, wanted, Object.values(given).some(Array.isArray));
}
