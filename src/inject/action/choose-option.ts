import type { ActionOk } from '../../contract.ts';
import { type Agent, type Failure, fail, nameInWords } from '../agent.ts';
import { isSecret, maskedValue } from '../aria/secret.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { closestTo, matches, prop, setProp } from '../dom/read.ts';
import { labelOf } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { watch } from './effects.ts';
import { moveFocus } from './focus.ts';
import { checkReady } from './outcome.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { tellChanged } from './send.ts';

/** Chooses an option of a native select, as picking it from its list does: selected, then input and change. */
export function* chooseOption(
  agent: Agent,
  option: HTMLOptionElement,
): Script<Pick<ActionOk, 'effect' | 'verified'> | Failure> {
  const cache = createDomCache();
  const select = closestTo(option, 'select') as HTMLSelectElement | null;
  const label = nameInWords(labelOf(agent, option, cache));
  if (!select) return fail('not_selectable', `${label} is not in a select. Take a new snapshot.`);
  const refusal = checkReady(agent, select, cache);
  if (refusal) return refusal;
  if (matches(option, ':disabled'))
    return fail('option_disabled', `${label} is disabled. Choose another option.`);
  const effectNow = watch(agent, select);
  moveFocus(agent, select);
  yield NEXT_TASK;
  const wanted = prop(select, 'multiple') ? !prop(option, 'selected') : true;
  if (prop(option, 'selected') !== wanted) {
    setProp(option, 'selected', wanted);
    tellChanged(agent, select);
    yield SETTLED;
  }
  const effect = effectNow();
  // A page that renders its options anew leaves nothing to read back from.
  if (!isLive(option)) return { effect, verified: 'unknown' };
  return prop(option, 'selected') === wanted
    ? { effect, verified: true }
    : fail('value_rejected', `The page did not keep ${label}. Take a new snapshot.`, {
        observed: isSecret(select) ? maskedValue(prop(select, 'value')) : prop(select, 'value'),
      });
}
