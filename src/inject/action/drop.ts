import type { Agent } from '../agent.ts';
import { inWords } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { wrongArgument } from '../payload.ts';
import { fail, isFailure, NEW_SNAPSHOT } from '../result.ts';
import { checkVisible } from './checks.ts';
import { agreedEffect, giveEntries, takesNoDrop, transferOf, usualEffect } from './files.ts';
import { gesture } from './gesture.ts';
import type { Given, Outcome } from './outcome.ts';
import { place } from './pointer.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { send } from './send.ts';

/** Drops files or data from outside of the page onto an element. */
export function* drop(agent: Agent, el: Element, given: Given): Script<Outcome> {
  const dataTransfer = transferOf(given.files || []);
  if (isFailure(dataTransfer)) return dataTransfer;
  const data = (given.data || {}) as Record<string, unknown>;
  for (const type of Object.keys(data)) dataTransfer.setData(type, String(data[type]));
  if (dataTransfer.types.length === 0) {
    return wrongArgument(
      'files',
      'drop takes {files: [{name, type, base64}]} or {data: {"text/plain": "..."}}.',
      ['files', 'data'],
    );
  }
  giveEntries(dataTransfer);
  dataTransfer.effectAllowed = 'all';
  return yield* gesture(agent, el, checkVisible, function* ({ target, point }) {
    const init = { ...place(target, point), dataTransfer };
    dataTransfer.dropEffect = usualEffect(dataTransfer);
    send(agent, target, 'dragenter', init);
    yield NEXT_TASK;
    dataTransfer.dropEffect = usualEffect(dataTransfer);
    const answered = isLive(target) && !send(agent, target, 'dragover', init);
    const effect = answered ? agreedEffect(dataTransfer) : 'none';
    const taken = effect !== 'none';
    dataTransfer.dropEffect = effect;
    yield NEXT_TASK;
    if (!isLive(target)) {
      return fail(
        'no_effect',
        `${inWords(agent, el)} went away before anything was dropped on it. ${NEW_SNAPSHOT}`,
      );
    }
    send(agent, target, taken ? 'drop' : 'dragleave', { ...init, cancelable: taken });
    if (taken) return false;
    return takesNoDrop(inWords(agent, el), 'Try another element, or upload.');
  });
}
