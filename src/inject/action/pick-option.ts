import { type Agent, fail, isFailure } from '../agent.ts';
import { roleOf } from '../aria/role.ts';
import { elementById, flatContains } from '../dom/flat-tree.ts';
import { attr, documentOf, findAll } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { roleAndName } from '../snapshot/lookup.ts';
import { isLive } from '../snapshot/refs.ts';
import { isDisabled } from './checks.ts';
import { click } from './click.ts';
import { edit, selectAllIn } from './edit-text.ts';
import { watch } from './effects.ts';
import { strike } from './keyboard.ts';
import { type Key, keyOf } from './keys.ts';
import { checkReady, inWords, newPass, type Outcome } from './outcome.ts';
import { type Script, SETTLED } from './script.ts';
import { findOption, notFound, optionDisabled, type Wanted } from './select-option.ts';
import { isReadOnly, isTextField } from './text-target.ts';

const OPENS = /^(?:combobox|button|textbox|searchbox|link|generic|menuitem)$/;
const LIST = '[role=listbox], [role=menu], [role=tree], [role=grid], [role=radiogroup]';
const OPTION = '[role=option], [role=menuitem], [role=menuitemradio], [role=treeitem], [role=radio]';

/** Lists may come a little later than the press that opens them. */
const TRIES = 10;
const PAUSE_MS = 100;

const visibleIn = (root: Document | Element, selector: string): Element[] => {
  const pass = newPass();
  return Array.from(findAll(root, selector)).filter((el) => isVisibleByStyle(el, pass));
};

/** The options that are open for an element: its own, those of the list it names, else those of a list that was not there before. */
const openOptions = (el: Element, before: readonly Element[]): Element[] => {
  const own = visibleIn(el, OPTION);
  if (own.length > 0) return own;
  const ids = `${attr(el, 'aria-controls') ?? ''} ${attr(el, 'aria-owns') ?? ''}`.split(/\s+/);
  for (const id of ids) {
    const list = elementById(el, id);
    const options = list ? visibleIn(list, OPTION) : [];
    if (options.length > 0) return options;
  }
  for (const list of visibleIn(documentOf(el), LIST).reverse()) {
    const options = before.includes(list) ? [] : visibleIn(list, OPTION);
    if (options.length > 0) return options;
  }
  return [];
};

const nameOf = (option: Element): string => roleAndName(option, newPass()).name;

const find = (options: readonly Element[], wanted: Wanted): Element | undefined =>
  options[
    findOption(
      wanted,
      options.map(nameOf),
      options.map((option) => attr(option, 'data-value') ?? attr(option, 'value')),
    )
  ];

const retype = (agent: Agent, el: Element, text: string): void => {
  selectAllIn(agent, el);
  edit(agent, el, text === '' ? 'deleteContentBackward' : 'insertText', text);
};

/** So often Escape is pressed again, if a list that answers late has come back. */
const CLOSING_TRIES = 8;

/** Closes what was opened, also a list that opens once more for what was typed last. */
function* close(agent: Agent, el: Element, before: readonly Element[]): Script<void> {
  yield* strike(agent, el, keyOf('Escape') as Key, []);
  for (let i = 0; i < CLOSING_TRIES; i++) {
    yield PAUSE_MS;
    if (openOptions(el, before).length > 0) yield* strike(agent, el, keyOf('Escape') as Key, []);
  }
}

/** Opens a custom combobox or listbox, picks an option, and lists the options where there is no such one. */
export function* pickOption(agent: Agent, el: Element, wanted: readonly Wanted[]): Script<Outcome> {
  const pass = newPass();
  const role = roleOf(el, pass);
  const refusal = checkReady(agent, el, pass);
  if (refusal) return refusal;
  const before = visibleIn(documentOf(el), LIST);
  let options = openOptions(el, before);
  const opens = options.length === 0;
  if (opens && !OPENS.test(role)) {
    return fail(
      'not_selectable',
      `${inWords(agent, el)} has no options. Choose a select, combobox or listbox.`,
    );
  }
  const effectNow = watch(agent, el);
  if (opens) {
    const opened = yield* click(agent, el);
    if (isFailure(opened)) return opened;
  }
  const [one] = wanted as [Wanted];
  for (let i = 0; i < TRIES; i++) {
    options = openOptions(el, before);
    if (options.length > 0) break;
    yield PAUSE_MS;
  }
  let option = find(options, one);
  const listed = options.map(nameOf);
  if (!option && one.text !== undefined && isTextField(el) && !isReadOnly(el)) {
    // A list that shows only what fits what is typed.
    const { value } = el;
    retype(agent, el, one.text);
    yield SETTLED;
    for (let i = 0; i < TRIES && !option; i++) {
      options = openOptions(el, before);
      option = find(options, one);
      if (!option) yield PAUSE_MS;
    }
    if (!option) {
      retype(agent, el, value);
      yield SETTLED;
    }
  }
  if (!option || isDisabled(option, newPass())) {
    if (opens) yield* close(agent, el, before);
    if (!option) return notFound(inWords(agent, el), one, listed);
    const able = options.filter((at) => !isDisabled(at, newPass())).map(nameOf);
    return optionDisabled(nameOf(option), able);
  }
  const name = nameOf(option);
  for (const [i, next] of wanted.entries()) {
    const target = i === 0 ? option : find(openOptions(el, before), next);
    if (!target) return notFound(inWords(agent, el), next, options.map(nameOf));
    const outcome = yield* click(agent, target);
    if (isFailure(outcome)) return outcome;
  }
  const effect = effectNow();
  effect.selected = wanted.length === 1 ? [name] : wanted.map((next) => next.text ?? String(next.index));
  return { effect, verified: showsChoice(el, option, name) ? true : 'unknown' };
}

/** The option says that it is selected, or the control that was opened shows its name. */
const showsChoice = (el: Element, option: Element, name: string): boolean => {
  if (isLive(option) && /^true$/.test(attr(option, 'aria-selected') ?? attr(option, 'aria-checked') ?? ''))
    return true;
  if (!isLive(el) || flatContains(el, option)) return false;
  const shown = isTextField(el) ? el.value : `${el.textContent} ${el.parentElement?.textContent ?? ''}`;
  return shown.includes(name);
};
