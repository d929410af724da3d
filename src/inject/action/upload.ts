import type { Agent } from '../agent.ts';
import { roleOf } from '../aria/role.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { isFileInput } from '../dom/input-type.ts';
import { hasAttr, prop } from '../dom/read.ts';
import { inWords, lookUp } from '../element/lookup.ts';
import { type Failure, fail, final, isFailure } from '../result.ts';
import { checkEnabled } from './checks.ts';
import { click } from './click.ts';
import { controlIn } from './control-in.ts';
import { watch } from './effects.ts';
import { catchFileChooser } from './file-chooser.ts';
import { transferOf } from './files.ts';
import type { Given, Outcome } from './outcome.ts';
import { type Script, SETTLED } from './script.ts';
import { dispatchInputAndChange } from './send.ts';

const namesOf = (files: FileList | null): string =>
  Array.from(files || [])
    .map((file) => file.name)
    .join(', ');

/** Puts files into a file input, visible or not. The effect is what changes in `watched` and its page. */
function* giveFiles(
  agent: Agent,
  input: HTMLInputElement,
  files: FileList,
  watched: Element,
): Script<Outcome> {
  const refusal = checkEnabled(agent, input, createDomCache());
  if (refusal) return refusal;
  if (files.length > 1 && !hasAttr(input, 'multiple')) {
    return fail('value_rejected', `${inWords(agent, input)} takes one file.`, {
      observed: namesOf(prop(input, 'files')),
    });
  }
  const effectNow = watch(agent, watched);
  const names = namesOf(files);
  Reflect.set(HTMLInputElement.prototype, 'files', files, input);
  // Read before the events: many pages take the files and empty the input for the next ones.
  const kept = namesOf(prop(input, 'files'));
  dispatchInputAndChange(agent, input);
  yield SETTLED;
  const effect = effectNow();
  effect.value = names;
  return { effect, verified: kept === names };
}

const noFileInput = (code: 'no_effect' | 'not_editable', agent: Agent, el: Element, tried = ''): Failure =>
  final(
    fail(code, `${inWords(agent, el)} is no file input.${tried} Choose one, or use drop on a drop zone.`),
  );

/** Clicks what opens a file chooser, and gives the files to the input whose chooser it is. */
function* giveByClick(agent: Agent, el: Element, files: FileList): Script<Outcome> {
  const chooser = catchFileChooser(agent, el);
  try {
    const clicked = yield* click(agent, el);
    // A press on a styled button lands on the transparent file input over it.
    if (isFailure(clicked)) {
      const over = lookUp(agent, clicked.error.blocker?.ref);
      return !isFailure(over) && isFileInput(over.element)
        ? yield* giveFiles(agent, over.element, files, el)
        : clicked;
    }
    const input = chooser.input();
    // A failure from here on is final, because the click was made.
    if (!input) {
      return noFileInput('no_effect', agent, el, ' It was pressed, and none answered.');
    }
    const given = yield* giveFiles(agent, input, files, el);
    if (isFailure(given)) return final(given);
    const mutations = clicked.effect.mutations + given.effect.mutations;
    return { ...clicked, ...given, effect: { ...clicked.effect, ...given.effect, mutations } };
  } finally {
    chooser.end();
  }
}

/** Roles of controls that do something else than open something. */
const OTHER_USE = /box$|radio$|^(?:spinbutton|slider|switch|option)$/;

/** Gives files to a file input, or to the one that a button opens. */
export function* upload(agent: Agent, el: Element, given: Given): Script<Outcome> {
  const transfer = transferOf(given.files);
  if (isFailure(transfer)) return transfer;
  const { files } = transfer;
  // One beside the element may be for something else.
  const input = controlIn(el, isFileInput);
  if (input) return yield* giveFiles(agent, input as HTMLInputElement, files, input);
  return OTHER_USE.test(roleOf(el, createDomCache()))
    ? noFileInput('not_editable', agent, el)
    : yield* giveByClick(agent, el, files);
}
