import { type Agent, fail, isFailure } from '../agent.ts';
import { readPayload } from '../payload.ts';
import { aimAt, checkVisible } from './checks.ts';
import { watch } from './effects.ts';
import { transferOf } from './files.ts';
import { asObserved, inWords, newPass, type Outcome } from './outcome.ts';
import { place } from './pointer.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { send } from './send.ts';

/** Drops files or data from outside of the page onto an element. */
export function* drop(agent: Agent, el: Element, payload: unknown): Script<Outcome> {
  const given = readPayload('drop', payload, { files: 'array', data: 'object' });
  if (isFailure(given)) return given;
  const dataTransfer = transferOf(given.files ?? []);
  if (isFailure(dataTransfer)) return dataTransfer;
  const data = (given.data ?? {}) as Record<string, unknown>;
  for (const type of Object.keys(data)) dataTransfer.setData(type, String(data[type]));
  if (dataTransfer.types.length === 0) {
    return fail(
      'invalid_argument',
      'drop takes {files: [{name, type, base64}]} or {data: {"text/plain": "..."}}.',
      {
        argument: 'files',
        valid: ['files', 'data'],
      },
    );
  }
  const pass = newPass();
  const refusal = checkVisible(agent, el, pass);
  if (refusal) return refusal;
  const aim = yield* aimAt(agent, el, pass);
  if (isFailure(aim)) return aim;
  const { target, point } = aim;
  const init = { ...place(target, point), dataTransfer };
  const effectNow = watch(agent, el);
  send(agent, target, 'DragEvent', 'dragenter', init);
  yield NEXT_TASK;
  const refused = send(agent, target, 'DragEvent', 'dragover', init);
  yield NEXT_TASK;
  if (refused) {
    send(agent, target, 'DragEvent', 'dragleave', { ...init, cancelable: false });
    yield SETTLED;
    return fail(
      'no_effect',
      `${inWords(agent, el)} takes no drop: it did not answer dragover. Try another element, or upload.`,
    );
  }
  send(agent, target, 'DragEvent', 'drop', init);
  yield SETTLED;
  return asObserved(effectNow(), point);
}
