import type { Agent } from '../../agent.ts';
import { roleOf } from '../../aria/role.ts';
import { createDomCache } from '../../dom/dom-cache.ts';
import { ancestors, flatContains, flatElements } from '../../dom/flat-tree.ts';
import { deepActiveElement } from '../../dom/hit-test.ts';
import type { Field } from '../../dom/input-type.ts';
import { attr, findAll, matches, prop, withRole } from '../../dom/read.ts';
import { isAriaHidden } from '../../dom/rendered.ts';
import { soleOf } from '../../dom/sole-of.ts';
import { isEnabled, isVisible } from '../../element/element-state.ts';
import { inWords, labelWithRef, roleAndName } from '../../element/lookup.ts';
import { optionLabel } from '../../element/option-label.ts';
import { isLive } from '../../element/refs.ts';
import { type Failure, fail, isFailure, quoted } from '../../result.ts';
import { waitForChange, watchChanges } from '../changes.ts';
import { chosenLabels } from '../choose-option.ts';
import { click } from '../click.ts';
import { watch } from '../effects.ts';
import { checkReady, type Outcome } from '../outcome.ts';
import { type Script, SETTLED } from '../script.ts';
import { wheelBeyond } from '../scroll.ts';
import { findOption, notFound, optionDisabled, type Wanted } from '../select-option.ts';
import { valueIn } from '../text-target.ts';
import { isDeclaredClosed, type Option, optionsIn } from './open-list.ts';
import {
  isPlainField,
  openList,
  PAUSE_MS,
  type Picker,
  pickerOf,
  pressKeys,
  readOptions,
  restoreControl,
  retype,
  takesText,
} from './picker.ts';
import {
  isUnselectedInNative,
  labelsInNative,
  removerOf,
  selectedInNative,
  shownBy,
  showsChoice,
  showsName,
  showsOnly,
} from './shown-choice.ts';

const OPENING_ROLES = /^(?:generic|button|link|textbox|searchbox|combobox|menuitem)$/;

const namesOf = (options: readonly Option[]): string[] => options.map(({ name }) => name);

const find = (options: readonly Option[], wanted: Wanted): Option | undefined => {
  const values = options.map(({ value }) => value);
  const labels = options.map(({ label }) => label);
  return options[findOption(wanted, labels, values)] || options[findOption(wanted, namesOf(options), values)];
};

/**
 * How often a list is read after typing: the page may ask a server, after a pause in which no other key is pressed.
 */
const ANSWER_TRIES = 15;
const TRIES_IN_PLAIN_FIELD = 8;

/** Finds an option in a list that is searched by typing. */
function* findByTyping(picker: Picker, field: Element, wanted: Wanted): Script<Option | undefined> {
  yield* retype(picker.agent, field, wanted.text as string);
  for (let i = 0; i < (isPlainField(picker) ? TRIES_IN_PLAIN_FIELD : ANSWER_TRIES); i++) {
    const found = find(readOptions(picker), wanted);
    if (found) return found;
    yield PAUSE_MS;
  }
  return undefined;
}

const MAX_PAGES = 200;

const namesIn = (options: readonly Option[]): string => namesOf(options).join('\n');

/**
 * Finds an option in a list that has only a part of its options in the DOM: scrolls to its end, then to its
 * beginning.
 */
function* findByScrolling(picker: Picker, wanted: Wanted): Script<Option | undefined> {
  const changes = watchChanges();
  for (const way of [1, -1]) {
    let last = '';
    let moved = false;
    for (let i = 0; i < MAX_PAGES; i++) {
      let options = readOptions(picker);
      // A list that renders its rows anew may take some frames for it.
      if (last && namesIn(options) === last) {
        yield SETTLED;
        options = readOptions(picker);
      }
      const found = find(options, wanted);
      if (found) {
        changes.stop();
        return found;
      }
      const names = namesIn(options);
      const edge = options[way > 0 ? options.length - 1 : 0];
      // Some lists render many rows beyond those that are in view.
      if (!edge || (names === last && !moved)) break;
      last = names;
      moved = wheelBeyond(picker.agent, edge.el, way, picker.el);
      yield* waitForChange(changes);
    }
  }
  changes.stop();
  return undefined;
}

/** The text field that got the focus when the list was opened: it searches in the list. */
const searchField = ({ el, focused }: Picker): Field | undefined => {
  const at = deepActiveElement();
  const isNew = at && at !== el && (at !== focused || flatContains(el, at));
  return isNew && takesText(at) ? at : undefined;
};

/** Finds an option that is not in the DOM yet. */
function* findUnlisted(picker: Picker, wanted: Wanted): Script<Option | undefined> {
  if (picker.text !== undefined) {
    const typed = yield* findByTyping(picker, picker.el, wanted);
    // A list that is not searched by typing still has options without the text.
    if (typed || readOptions(picker).every(({ name }) => name.includes(wanted.text as string))) return typed;
    yield* retype(picker.agent, picker.el, picker.text);
  }
  const found = yield* findByScrolling(picker, wanted);
  const field = found ? undefined : searchField(picker);
  if (!field) return found;
  const before = valueIn(field);
  const typed = yield* findByTyping(picker, field, wanted);
  if (!typed && isLive(field)) yield* retype(picker.agent, field, before);
  return typed;
}

/** The nearest element that matches: `el` or an ancestor in the flat tree. */
const flatClosest = (el: Element, selector: string): Element | undefined =>
  ancestors(el).find((at) => matches(at, selector));

const allowsSeveral = (options: readonly Option[]): boolean =>
  options.some(({ el }) => {
    if (matches(el, '[role$=checkbox]')) return true;
    const list = flatClosest(el, withRole('listbox tree grid'));
    return !!list && attr(list, 'aria-multiselectable') === 'true';
  });

/**
 * The chosen options of a list of several. Some lists mark the option that the keyboard is at as selected: it is
 * moved, and what stays selected is chosen.
 */
function* chosenIn(picker: Picker, options: readonly Option[]): Script<Option[]> {
  let chosen = options.filter((option) => option.chosen);
  for (const key of ['ArrowDown', 'ArrowUp']) {
    if (!chosen.some(({ active }) => active)) return chosen;
    yield* pressKeys(picker, key);
    const now = readOptions(picker).filter((option) => option.chosen);
    chosen = now.filter(({ name }) => chosen.some((option) => option.name === name));
  }
  const held = labelsInNative(picker.el);
  return chosen.filter(({ name, active }) => !active || !held || held.includes(name));
}

const holdsAll = (held: readonly string[] | undefined, names: readonly string[]): boolean =>
  !!held && names.every((name) => held.includes(name));

/** The selected options of the hidden select of a widget. */
const chosenInNative = ({ el }: Picker): Option[] =>
  (selectedInNative(el) || []).map((option) => {
    const name = optionLabel(option);
    const value = prop(option, 'value');
    return { el: option, label: name, name, value, disabled: false, chosen: true, active: false };
  });

/** Picks one option, unless it is chosen already in a list of several. */
function* pickOne(picker: Picker, wanted: Wanted, several: boolean): Script<Option | Failure> {
  const { agent, el, seen } = picker;
  const options = yield* openList(picker);
  if (isFailure(options)) return options;
  let option = find(options, wanted);
  // Some lists show only what is not chosen yet.
  const held = option || !several ? undefined : find(chosenInNative(picker), wanted);
  if (held) return held;
  if (!option && wanted.text !== undefined) {
    option = yield* findUnlisted(picker, wanted);
  }
  if (!option) return notFound(inWords(agent, el), wanted, Array.from(seen));
  if (option.disabled) {
    const able = options.filter(({ disabled }) => !disabled);
    return optionDisabled(
      option.name,
      able.map(({ name }) => name),
    );
  }
  const { name, chosen } = option;
  if (
    chosen &&
    (several || allowsSeveral(options)) &&
    !isUnselectedInNative(el, name) &&
    namesOf(yield* chosenIn(picker, options)).includes(name)
  )
    return option;
  const pressed = yield* click(agent, option.el);
  if (!isFailure(pressed)) return option;
  // A list that renders its rows anew on scrolling has another element for the option now.
  const newOption = isLive(option.el) ? undefined : find(readOptions(picker), wanted);
  const again = newOption ? yield* click(agent, newOption.el) : pressed;
  return isFailure(again) ? again : option;
}

/** Deselects what is chosen in a list of several and not wanted. */
function* deselectOthers(picker: Picker, names: readonly string[]): Script<Failure | undefined> {
  let last: readonly string[] | undefined;
  for (;;) {
    // Some lists close at every choice.
    const options = yield* openList(picker);
    if (isFailure(options)) return options;
    const held = labelsInNative(picker.el);
    const isOther = ({ chosen, name }: Option): boolean => chosen && !names.includes(name);
    // The keyboard is not moved (see `chosenIn`) if nothing else is marked as chosen: in some lists each key chooses.
    if (!held && !options.some(isOther)) return undefined;
    const chosen = held && holdsAll(held, names) ? held : namesOf(yield* chosenIn(picker, options));
    const others = chosen.filter((name) => !names.includes(name));
    if (!others[0]) return undefined;
    const listed = options.find(({ name, disabled }) => !disabled && others.includes(name));
    const other = listed?.el || removerOf(picker.el, others[0] as string);
    // Each click must have deselected something.
    if (!other || (last && others.length >= last.length)) {
      const observed = chosen.join(', ');
      return fail(
        'value_rejected',
        `${inWords(picker.agent, picker.el)} shows ${quoted(observed)} as chosen: ${others.map(quoted).join(', ')} can't be taken back in its list. Take it back at the control.`,
        { observed },
      );
    }
    last = others;
    const pressed = yield* click(picker.agent, other);
    if (isFailure(pressed)) return pressed;
  }
}

function* pickAll(picker: Picker, wanted: readonly Wanted[], exact: boolean): Script<Option[] | Failure> {
  const picked: Option[] = [];
  for (const one of wanted) {
    const option = yield* pickOne(picker, one, exact);
    if (isFailure(option)) return option;
    picked.push(option);
  }
  const names = namesOf(picked);
  // The control may be named after its choice: its ref goes on with the new name.
  labelWithRef(picker.agent, picker.el);
  // A list that has closed at the choice is not opened again if the control shows that nothing else is chosen.
  const isOnly = !readOptions(picker)[0] && showsOnly(picker.el, names.join());
  return (exact && !isOnly && (yield* deselectOthers(picker, names))) || picked;
}

const CONFIRMS = /^(?:ok|done|apply|confirm|select|choose|set|save)$/i;

/**
 * The only button that confirms a choice (`OK`) in the dialog of a list: what is chosen counts when it is clicked.
 */
const confirmingButton = (dialog: Element): Element | undefined => {
  const cache = createDomCache();
  const found = flatElements(dialog).filter(
    (el) =>
      roleOf(el, cache) === 'button' &&
      CONFIRMS.test(roleAndName(el, cache).name.trim()) &&
      isVisible(el, cache) &&
      isEnabled(el, cache),
  );
  return soleOf(found);
};

const DIALOG = `dialog, ${withRole('dialog alertdialog')}, [aria-modal=true]`;

/** The dialog that was opened with an option in it. */
const dialogOf = ({ el, wasOpen }: Picker, option: Option): Element | undefined => {
  const dialog = wasOpen || !isLive(option.el) ? undefined : flatClosest(option.el, DIALOG);
  return dialog && !flatContains(dialog, el) && isVisible(dialog, createDomCache()) ? dialog : undefined;
};

/** Whether the list shows what was picked when it is opened once more; undefined if it does not list that. */
function* showsWhenOpen(picker: Picker, picked: readonly Option[]): Script<boolean | undefined> {
  const options = yield* openList(picker);
  if (isFailure(options)) return undefined;
  const found = picked.map(({ name }) => options.find((option) => option.name === name));
  yield* pressKeys(picker, 'Escape');
  return found.includes(undefined) ? undefined : found.every((option) => option?.chosen);
}

/**
 * Closes the list after the choice and returns whether the control shows it then: Escape undoes a choice that was to
 * be confirmed.
 */
function* closeAfterChoice(
  picker: Picker,
  picked: readonly Option[],
  before: string,
): Script<boolean | undefined> {
  const { agent, el } = picker;
  const isShown = (): boolean => picked.every((option) => showsChoice(el, option, before));
  const wasShown = isShown();
  const dialog = picked.map((option) => dialogOf(picker, option)).pop();
  const button = dialog && confirmingButton(dialog);
  if (button) yield* click(agent, button);
  else if (!picker.wasOpen && readOptions(picker)[0]) {
    yield* pressKeys(picker, 'Escape');
    // Some lists ignore an Escape that is not trusted, as those do that the engine closes.
    if (!dialog && attr(el, 'aria-expanded') === 'true' && readOptions(picker)[0]) yield* click(agent, el);
    if (dialog ? picked.every((option) => showsName(el, option, before)) : isShown()) return true;
    return wasShown && isLive(el) ? yield* showsWhenOpen(picker, picked) : undefined;
  }
  return isShown() || (wasShown && !dialog) || undefined;
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
  // The role combobox may be on a box around the field.
  const fields = matches(near, '[role=combobox]')
    ? flatElements(near).filter(takesText)
    : findAll(near, '[role=combobox]');
  // The field of a list that is open may only search in it.
  const isOpenList = attr(near, 'aria-expanded') === 'true' && optionsIn(near)[0];
  const field = soleOf(fields) || near;
  const el = !isOpenList && isVisible(field, createDomCache()) && !isAriaHidden(field) ? field : near;
  const refusal = checkReady(agent, el);
  if (refusal) return refusal;
  const picker = pickerOf(agent, el, near);
  if (!picker.wasOpen && !isDeclaredClosed(el) && !OPENING_ROLES.test(roleOf(field, createDomCache()))) {
    picker.changes.stop();
    return fail(
      'not_selectable',
      `${inWords(agent, el)} has no options. Choose a select, combobox or listbox.`,
    );
  }
  try {
    return yield* pickIn(picker, wanted, exact);
  } finally {
    picker.changes.stop();
  }
}

function* pickIn(picker: Picker, wanted: readonly Wanted[], exact: boolean): Script<Outcome> {
  const { agent, el } = picker;
  const effectNow = watch(agent, el);
  const shownBefore = shownBy(el);
  const picked = yield* pickAll(picker, wanted, exact);
  if (isFailure(picked)) {
    yield* restoreControl(picker);
    effectNow();
    return picked;
  }
  const isKept = yield* closeAfterChoice(picker, picked, shownBefore);
  const effect = effectNow();
  const names = namesOf(picked);
  if (isKept === false) {
    const shown = names.map(quoted).join(', ');
    return fail(
      'value_rejected',
      `${inWords(agent, el)} did not keep ${shown}: closing its list took it back. Click the option and what confirms it.`,
    );
  }
  const held = labelsInNative(el);
  const isHeld = holdsAll(held, names);
  const isRight = isKept || isHeld || (isLive(el) && effect.value === names.join());
  // A single option was clicked, and is reported; of several it is not known which are chosen now.
  if (isRight || !exact) effect.selected = chosenLabels(el, (isHeld && held) || names);
  return { effect, verified: isRight || 'unknown' };
}
