import { type Agent, type Failure, fail, isFailure } from '../agent.ts';
import { roleOf } from '../aria/role.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { attr, closestTo, findAll, parentElementOf, prop, textOf } from '../dom/read.ts';
import { isVisible } from '../snapshot/element-state.ts';
import { isLive } from '../snapshot/refs.ts';
import { waitForChange, watchChanges } from './changes.ts';
import { click } from './click.ts';
import { edit, selectAllIn } from './edit-text.ts';
import { watch } from './effects.ts';
import { strike } from './keyboard.ts';
import { type Key, keyOf } from './keys.ts';
import { isBeside, isChosen, type Option, openLists, openOptions } from './open-list.ts';
import { checkReady, inWords, newPass, type Outcome } from './outcome.ts';
import { type Script, SETTLED } from './script.ts';
import { wheel } from './scroll.ts';
import { findOption, notFound, optionDisabled, toldChoice, type Wanted } from './select-option.ts';
import { isReadOnly, isTextField } from './text-target.ts';

const OPENS = /^(?:combobox|button|textbox|searchbox|link|generic|menuitem)$/;

/** Lists may come a little later than the press that opens them. */
const TRIES = 6;
const PAUSE_MS = 100;

/** A control and what it opens. */
interface Picker {
  agent: Agent;
  el: Element;
  /** Lists that were open before. */
  before: readonly Element[];
  /** All names that were seen. */
  seen: Set<string>;
  /** Something was pressed to open it. */
  pressed?: true;
}

const look = ({ el, before, seen }: Picker): Option[] => {
  const options = openOptions(el, before);
  for (const { name } of options) seen.add(name);
  return options;
};

const find = (options: readonly Option[], wanted: Wanted): Option | undefined =>
  options[
    findOption(
      wanted,
      options.map(({ name }) => name),
      options.map(({ value }) => value),
    )
  ];

const press = ({ agent, el }: Picker, key: string): Script<boolean> =>
  strike(agent, el, keyOf(key) as Key, []);

/** Opens the list, if it is not open. */
function* open(picker: Picker): Script<Option[] | Failure> {
  let options = look(picker);
  if (options.length > 0) return options;
  const opened = yield* click(picker.agent, picker.el);
  if (isFailure(opened)) return opened;
  picker.pressed = true;
  // What was going away when the control was pressed may be what comes back.
  picker.before = picker.before.filter((list) => isBeside(list, picker.el));
  for (let i = 0; i < TRIES; i++) {
    options = look(picker);
    if (options.length > 0) break;
    // Some fields open by their key only: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
    if (i === TRIES / 2) yield* press(picker, 'ArrowDown');
    yield PAUSE_MS;
  }
  return options;
}

/** So often Escape is pressed again, if a list that answers late has come back. */
const CLOSING_TRIES = 8;

/** Closes what was opened, also a list that opens once more for what was typed last. */
function* close(picker: Picker): Script<void> {
  yield* press(picker, 'Escape');
  for (let i = 0; i < CLOSING_TRIES; i++) {
    yield PAUSE_MS;
    if (look(picker).length > 0) yield* press(picker, 'Escape');
  }
  // Deaf to Escape: the press that opens it closes it.
  if (look(picker).length > 0) yield* click(picker.agent, picker.el);
}

const retype = (agent: Agent, el: Element, text: string): void => {
  selectAllIn(agent, el);
  edit(agent, el, text === '' ? 'deleteContentBackward' : 'insertText', text);
};

/** Finds an option in a list that shows what fits what is typed. */
function* findByTyping(
  picker: Picker,
  field: Element & { value: string },
  wanted: Wanted,
): Script<Option | undefined> {
  const value = prop(field, 'value');
  retype(picker.agent, field, wanted.text as string);
  yield SETTLED;
  for (let i = 0; i < TRIES; i++) {
    const found = find(look(picker), wanted);
    if (found) return found;
    yield PAUSE_MS;
  }
  retype(picker.agent, field, value);
  yield SETTLED;
  return undefined;
}

const MOST_PAGES = 200;

/** Finds an option in a list that has only a part of its options in the DOM: down to its end, then up. */
function* findByScrolling(picker: Picker, wanted: Wanted): Script<Option | undefined> {
  const changes = watchChanges(() => true);
  for (const way of [1, -1]) {
    let last = '';
    for (let i = 0; i < MOST_PAGES; i++) {
      const options = look(picker);
      const found = find(options, wanted);
      if (found) {
        changes.stop();
        return found;
      }
      const names = options.map(({ name }) => name).join('\n');
      const edge = options[way > 0 ? options.length - 1 : 0];
      if (!edge || names === last) break;
      last = names;
      wheel(picker.agent, edge.el, 0, way);
      yield* waitForChange(changes);
    }
  }
  changes.stop();
  return undefined;
}

const isSeveral = (options: readonly Option[]): boolean =>
  options.some(({ el }) => {
    const list = closestTo(el, '[role=listbox], [role=tree], [role=grid]');
    return list !== null && attr(list, 'aria-multiselectable') === 'true';
  });

/** Picks one option, unless it is picked already in a list of several. */
function* pickOne(picker: Picker, wanted: Wanted, several: boolean): Script<Option | Failure> {
  const { agent, el, seen } = picker;
  const options = yield* open(picker);
  if (isFailure(options)) return options;
  let option = find(options, wanted);
  if (!option && wanted.text !== undefined) {
    option =
      isTextField(el) && !isReadOnly(el)
        ? yield* findByTyping(picker, el, wanted)
        : yield* findByScrolling(picker, wanted);
  }
  if (!option) return notFound(inWords(agent, el), wanted, Array.from(seen));
  if (option.disabled) {
    const able = options.filter(({ disabled }) => !disabled);
    return optionDisabled(
      option.name,
      able.map(({ name }) => name),
    );
  }
  if (option.chosen && (several || isSeveral(options))) return option;
  const pressed = yield* click(agent, option.el);
  return isFailure(pressed) ? pressed : option;
}

/** Takes back what is chosen in a list of several beside what is wanted. */
function* dropOthers(picker: Picker, picked: readonly Option[]): Script<Failure | undefined> {
  const names = picked.map(({ name }) => name);
  for (;;) {
    // Some lists close at every choice.
    const options = yield* open(picker);
    if (isFailure(options)) return options;
    const other = options.find(({ name, chosen, disabled }) => chosen && !disabled && !names.includes(name));
    if (!other) return undefined;
    const pressed = yield* click(picker.agent, other.el);
    if (isFailure(pressed)) return pressed;
    if (look(picker).find(({ name, chosen }) => chosen && name === other.name)) return undefined;
  }
}

function* pickAll(picker: Picker, wanted: readonly Wanted[], exact: boolean): Script<Option[] | Failure> {
  const picked: Option[] = [];
  for (const one of wanted) {
    const option = yield* pickOne(picker, one, exact);
    if (isFailure(option)) return option;
    picked.push(option);
  }
  return (exact && (yield* dropOthers(picker, picked))) || picked;
}

/**
 * Opens a custom combobox or listbox, picks an option, and lists the options where there is no such one.
 *
 * @param exact of a list of several, these and no others shall be chosen
 */
export function* pickOption(
  agent: Agent,
  near: Element,
  wanted: readonly Wanted[],
  exact: boolean,
): Script<Outcome> {
  const inside = findAll(near, '[role=combobox]');
  const field = inside.length === 1 ? (inside[0] as Element) : near;
  const el = isVisible(field, newPass()) ? field : near;
  const refusal = checkReady(agent, el, newPass());
  if (refusal) return refusal;
  const picker: Picker = { agent, el, before: openLists(el), seen: new Set() };
  const wasOpen = look(picker).length > 0;
  if (!wasOpen && !OPENS.test(roleOf(el, newPass()))) {
    return fail(
      'not_selectable',
      `${inWords(agent, el)} has no options. Choose a select, combobox or listbox.`,
    );
  }
  const effectNow = watch(agent, el);
  const shownBefore = shownBy(el);
  const picked = yield* pickAll(picker, wanted, exact);
  if (isFailure(picked)) {
    if (!wasOpen && picker.pressed) yield* close(picker);
    effectNow();
    return picked;
  }
  const isRight = picked.every((option) => showsChoice(el, option, shownBefore));
  if (!wasOpen && look(picker).length > 0) {
    yield* press(picker, 'Escape');
    yield SETTLED;
  }
  const effect = effectNow();
  effect.selected = toldChoice(
    el,
    picked.map(({ name }) => name),
  );
  return {
    effect,
    verified: isRight || picked.every((option) => showsChoice(el, option, shownBefore)) || 'unknown',
  };
}

/** What a control shows of its choice: its text, or that beside a field. */
const shownBy = (el: Element): string => {
  let around: Element | null = el;
  for (let i = 0; i < 3 && around && parentElementOf(around); i++) around = parentElementOf(around);
  return `${isTextField(el) ? prop(el, 'value') : ''} ${textOf(el)} ${around && textOf(around)}`;
};

/** The option says that it is selected, or the control that was opened shows its name, which it did not before. */
const showsChoice = (el: Element, { el: option, name }: Option, before: string): boolean => {
  if (isLive(option) && isChosen(option)) return true;
  if (!isLive(el) || flatContains(el, option)) return false;
  if ((isTextField(el) ? prop(el, 'value') : textOf(el)).includes(name)) return true;
  return shownBy(el).includes(name) && !before.includes(name);
};
