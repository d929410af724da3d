import type { Agent } from '../../agent.ts';
import { roleOf } from '../../aria/role.ts';
import { createDomCache } from '../../dom/dom-cache.ts';
import { flatContains } from '../../dom/flat-tree.ts';
import { deepActiveElement } from '../../dom/hit-test.ts';
import { type Field, isTextField } from '../../dom/input-type.ts';
import { attr, hasAttr } from '../../dom/read.ts';
import { type Failure, isFailure } from '../../result.ts';
import { type Changes, watchChanges } from '../changes.ts';
import { click } from '../click.ts';
import { edit, selectAllIn } from '../edit-text.ts';
import { sendKeystroke, sendUnnamedKey } from '../keyboard.ts';
import { chordOf, type Key } from '../keys.ts';
import { NEXT_TASK, type Script, SETTLED } from '../script.ts';
import { isReadOnly, valueIn } from '../text-target.ts';
import {
  type Before,
  isDeclaredClosed,
  isInLayerOf,
  type Option,
  openLists,
  openOptions,
  readBefore,
} from './open-list.ts';
import { shownBy } from './shown-choice.ts';

/**
 * How often, and with which pause (ms), a list is looked for: it may come a little later than the click that opens
 * it.
 */
const TRIES = 6;
export const PAUSE_MS = 100;

/** A control and what it opens. */
export interface Picker {
  agent: Agent;
  el: Element;
  /** The element that was asked for: `el`, or a box around it. */
  box: Element;
  before: Before;
  /** The value of a text field before. */
  text: string | undefined;
  /** The names of all options that were found. */
  seen: Set<string>;
  wasOpen: boolean;
  /** What had the focus before. */
  focused: Element | null;
  /** `aria-expanded` was true once, so that false can be relied on. */
  expands?: true;
  /** The control was clicked to open the list. */
  pressed?: true;
  /** The changes of the page, but for the looks of the boxes around the control. */
  changes: Changes;
  stirred?: true;
}

const LIST_ATTRIBUTES = ['aria-haspopup', 'aria-expanded', 'aria-controls', 'aria-owns', 'aria-autocomplete'];

/** Whether nothing that the page has begun is pending. */
const isIdle = ({ agent }: Picker): boolean => !agent.action?.isAwaiting();

/**
 * Whether the control is a text field that declares no list, and the page has changed nothing and has nothing
 * pending: few of those have a list.
 */
export const isPlainField = (picker: Picker): boolean => {
  const { el, text } = picker;
  if (picker.changes.seen()) picker.stirred = true;
  return (
    !picker.stirred &&
    isIdle(picker) &&
    text !== undefined &&
    roleOf(el, createDomCache()) !== 'combobox' &&
    !LIST_ATTRIBUTES.some((name) => hasAttr(el, name))
  );
};

/** Whether text can be typed into an element. */
export const takesText = (el: Element): el is Field => isTextField(el) && !isReadOnly(el);

export const pickerOf = (agent: Agent, el: Element, box: Element): Picker => {
  const text = takesText(el) ? valueIn(el) : undefined;
  const focused = deepActiveElement();
  const before = readBefore(el);
  // Boxes around a field look different while it has the focus.
  const changes = watchChanges(
    ({ type, target }) => type === 'childList' || !flatContains(target as Element, el),
  );
  const picker = { agent, el, box, before, text, seen: new Set<string>(), wasOpen: false, focused, changes };
  picker.wasOpen = !isDeclaredClosed(el) && !!readOptions(picker)[0];
  return picker;
};

export const readOptions = (picker: Picker): Option[] => {
  const { el, before, seen } = picker;
  if (attr(el, 'aria-expanded') === 'true') picker.expands = true;
  const options = picker.expands && isDeclaredClosed(el) ? [] : openOptions(el, before);
  for (const { name } of options) seen.add(name);
  return options;
};

export function* pressKeys({ agent, el }: Picker, keys: string): Script<void> {
  const { held, last } = chordOf(keys) as { held: Key[]; last: Key };
  yield* sendKeystroke(agent, el, last, held);
  yield SETTLED;
}

/** Whether a list is open, with or without options. */
export const isOpen = (picker: Picker): boolean =>
  attr(picker.el, 'aria-expanded') === 'true' ||
  !!readOptions(picker)[0] ||
  openLists().some((list) => !picker.before.lists.includes(list));

/**
 * Presses a key that opens a list where a click does not (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 * Without Alt some controls choose the next option, without opening anything: that is undone.
 */
function* openByKey(picker: Picker, key: string): Script<void> {
  if (attr(picker.el, 'aria-expanded') === 'true') return;
  const shown = shownBy(picker.el);
  yield* pressKeys(picker, key);
  if (isOpen(picker) || shownBy(picker.el) === shown) return;
  yield* pressKeys(picker, key.replace('Down', 'Up'));
}

/** The keys that are pressed to open a list, by how often it has been looked for. */
const OPENING_KEYS: Readonly<Record<number, string>> = { 2: 'Alt+ArrowDown', 4: 'ArrowDown' };

/** Opens the list, if it is not open. */
export function* openList(picker: Picker): Script<Option[] | Failure> {
  let options = readOptions(picker);
  if (options[0] && (picker.pressed || picker.wasOpen)) return options;
  let opened = yield* click(picker.agent, picker.el);
  // What shows the choice may be drawn over the field.
  if (isFailure(opened)) opened = yield* click(picker.agent, picker.box);
  if (isFailure(opened)) return opened;
  picker.pressed = true;
  // A list that was closing when the control was clicked may be the one that opens again.
  const lists = picker.before.lists.filter((list) => isInLayerOf(list, picker.el));
  picker.before = { ...picker.before, lists };
  for (let i = 0; i < TRIES; i++) {
    options = readOptions(picker);
    if (options[0]) break;
    if (isPlainField(picker)) break;
    const key = OPENING_KEYS[i];
    if (key) yield* openByKey(picker, key);
    yield PAUSE_MS;
  }
  return options;
}

/** How often it is seen whether a list comes back with a late answer, and where none is to come. */
const CLOSING_TRIES = 8;
const CLOSING_TRIES_WHEN_IDLE = 4;

/** Closes the list that was opened, also one that opens once more for what was typed last. */
function* close(picker: Picker): Script<void> {
  if (isPlainField(picker)) return;
  let isKept = false;
  for (let i = 0; i < (isIdle(picker) ? CLOSING_TRIES_WHEN_IDLE : CLOSING_TRIES); i++) {
    const isShown = isOpen(picker);
    // A page on which Escape does not close a list may do something else at each: leave a form, ask whether to.
    if (isShown && !isKept) yield* pressKeys(picker, 'Escape');
    isKept = isShown;
    yield PAUSE_MS;
  }
  // It ignores Escape: the click that opens it closes it.
  if (isOpen(picker)) yield* click(picker.agent, picker.el);
}

export function* retype(agent: Agent, el: Element, text: string): Script<void> {
  selectAllIn(agent, el);
  sendUnnamedKey(agent, el, 'keydown');
  edit(agent, el, text === '' ? 'deleteContentBackward' : 'insertText', text);
  yield NEXT_TASK;
  sendUnnamedKey(agent, el, 'keyup');
  yield SETTLED;
}

/** Leaves the control as it was found. Escape may bring back what was typed, and typing the list. */
export function* restoreControl(picker: Picker): Script<void> {
  const { agent, el, text, wasOpen, pressed } = picker;
  for (let i = 0; i < 2; i++) {
    if (!wasOpen && pressed) yield* close(picker);
    if (text === undefined || !isTextField(el) || valueIn(el) === text) return;
    yield* retype(agent, el, text);
  }
}
