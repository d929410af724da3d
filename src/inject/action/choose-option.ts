import type { Agent } from '../agent.ts';
import { isSecret, maskedValue } from '../aria/secret.ts';
import { closestTo, matches, prop, setProp } from '../dom/read.ts';
import { haveSameMembers } from '../dom/same-members.ts';
import { inWords } from '../element/lookup.ts';
import { optionLabel } from '../element/option-label.ts';
import { fail, NEW_SNAPSHOT, quoted } from '../result.ts';
import { watch } from './effects.ts';
import { moveFocus } from './focus.ts';
import { checkReady, type Outcome } from './outcome.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { dispatchInputAndChange } from './send.ts';
import { successor } from './successor.ts';

/** The labels of chosen options, masked if the control holds a secret. */
export const chosenLabels = (control: Element, labels: string[]): string[] =>
  isSecret(control) ? labels.map(maskedValue) : labels;

const selectedIn = (select: HTMLSelectElement): HTMLOptionElement[] =>
  Array.from(prop(select, 'options')).filter((option) => prop(option, 'selected'));

/**
 * Selects these options of a native select and no others, with the events of a choice in its list. The select must
 * have passed `checkReady`.
 */
export function* choose(
  agent: Agent,
  select: HTMLSelectElement,
  chosen: readonly HTMLOptionElement[],
): Script<Outcome> {
  const isChosen = (): boolean => haveSameMembers(selectedIn(select), chosen);
  const effectNow = watch(agent, select);
  const latest = successor(select);
  if (!isChosen()) {
    moveFocus(agent, select);
    yield NEXT_TASK;
    for (const option of Array.from(prop(select, 'options'))) {
      const selected = chosen.includes(option);
      if (prop(option, 'selected') !== selected) setProp(option, 'selected', selected);
    }
    dispatchInputAndChange(agent, select);
    yield SETTLED;
  }
  const effect = effectNow();
  const current = latest() as HTMLSelectElement | undefined;
  if (!current) return { effect, verified: 'unknown' };
  const selected = selectedIn(current).map(optionLabel);
  effect.selected = chosenLabels(select, selected);
  // A framework may have created the options anew: then their labels are compared.
  if ((current === select && isChosen()) || selected.join('\n') === chosen.map(optionLabel).join('\n'))
    return { effect, verified: true };
  // The choice has led to another page, whose select this is; or it was a command, and the page has reset the select.
  if (current === select ? effect.mutations : effect.url) return { effect, verified: 'unknown' };
  const observed = effect.selected.join(', ');
  return fail(
    'value_rejected',
    `${inWords(agent, select)} shows ${quoted(observed)} now: the page changed it.`,
    { observed },
  );
}

/** Chooses an option of a native select as a click on it does: in a multiple select it is toggled. */
export function* chooseOption(agent: Agent, option: HTMLOptionElement): Script<Outcome> {
  const select = closestTo(option, 'select') as HTMLSelectElement | null;
  if (!select) return fail('not_selectable', `${inWords(agent, option)} is not in a select. ${NEW_SNAPSHOT}`);
  const refusal = checkReady(agent, select);
  if (refusal) return refusal;
  if (matches(option, ':disabled'))
    return fail('option_disabled', `${inWords(agent, option)} is disabled. Choose another option.`);
  const isMultiple = prop(select, 'multiple');
  const others = isMultiple ? selectedIn(select).filter((at) => at !== option) : [];
  const wasSelected = isMultiple && prop(option, 'selected');
  return yield* choose(agent, select, wasSelected ? others : others.concat(option));
}
