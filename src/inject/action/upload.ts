import { type Agent, fail, isFailure } from '../agent.ts';
import { findAll, hasAttr, inputTypeOf, parentElementOf, prop } from '../dom/read.ts';
import { readPayload } from '../payload.ts';
import { checkEnabled } from './checks.ts';
import { watch } from './effects.ts';
import { transferOf } from './files.ts';
import { tellChanged } from './key-defaults.ts';
import { controlOf, inWords, newPass, type Outcome } from './outcome.ts';
import { type Script, SETTLED } from './script.ts';

/** The file input: the element, its label's, or the only one inside of it or of its form part. */
const fileInputOf = (el: Element): HTMLInputElement | undefined => {
  const own = controlOf(el);
  if (inputTypeOf(own) === 'file') return own as HTMLInputElement;
  for (const root of [el, parentElementOf(el)]) {
    const inside = root ? Array.from(findAll(root, 'input')).filter((at) => inputTypeOf(at) === 'file') : [];
    if (inside.length === 1) return inside[0] as HTMLInputElement;
  }
  return undefined;
};

/** Puts files into a file input, shown or not: pages hide it and show a button. */
export function* upload(agent: Agent, el: Element, payload: unknown): Script<Outcome> {
  const given = readPayload('upload', payload, { files: 'array!' });
  if (isFailure(given)) return given;
  const transfer = transferOf(given.files);
  if (isFailure(transfer)) return transfer;
  const input = fileInputOf(el);
  if (!input) {
    return fail(
      'not_editable',
      `${inWords(agent, el)} is no file input. Choose one, or use drop on a drop zone.`,
    );
  }
  const refusal = checkEnabled(agent, input, newPass());
  if (refusal) return refusal;
  const { files } = transfer;
  if (files.length > 1 && !hasAttr(input, 'multiple')) {
    return fail('value_rejected', `${inWords(agent, input)} takes one file. Nothing was given to it.`, {
      observed: Array.from(prop(input, 'files') ?? [])
        .map((file) => file.name)
        .join(', '),
    });
  }
  const effectNow = watch(agent, input);
  const names = Array.from(files)
    .map((file) => file.name)
    .join(', ');
  Reflect.set(HTMLInputElement.prototype, 'files', files, input);
  // Before the page hears of it: many take the files and empty the input for the next ones.
  const kept = Array.from(prop(input, 'files') ?? [])
    .map((file) => file.name)
    .join(', ');
  tellChanged(agent, input);
  yield SETTLED;
  const effect = effectNow();
  effect.value = names;
  return { effect, verified: kept === names };
}
