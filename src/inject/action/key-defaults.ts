import type { Agent } from '../agent.ts';
import { hasEditContext } from '../dom/drawing-surface.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import {
  attr,
  call,
  documentOf,
  findAll,
  fromDocument,
  inputTypeOf,
  keyword,
  matches,
  prop,
  setProp,
  tagOf,
} from '../dom/read.ts';
import { isNativeModal } from '../snapshot/dialogs.ts';
import { command, commitChange, edit, selectAllIn, selectionOf } from './edit-text.ts';
import { moveInField } from './field-caret.ts';
import { moveFocus } from './focus.ts';
import { implicitSubmit } from './implicit-submit.ts';
import type { Key } from './keys.ts';
import { scrollableAt, scrollBy } from './scroll.ts';
import { send } from './send.ts';
import { nextTabStop, radioGroup } from './tab-order.ts';
import { editingHost, isEditable, isTextField, takesKeys } from './text-target.ts';

/** A key as it goes down: what is held, and the element that has the focus (the body where none has). */
export interface Stroke {
  key: Key;
  shift: boolean;
  control: boolean;
  alt: boolean;
}

type Default = (agent: Agent, el: Element, stroke: Stroke) => void;

/** A click without a pointer: detail 0, as keys give it. */
export const keyClick = (agent: Agent, el: Element): boolean =>
  send(agent, el, 'PointerEvent', 'click', { detail: 0, pointerId: -1, pointerType: '' });

/** Tells that the user has changed a control that is not typed into. */
export const tellChanged = (agent: Agent, el: Element): void => {
  send(agent, el, 'Event', 'input', { cancelable: false });
  send(agent, el, 'Event', 'change', { cancelable: false, composed: false });
};

const PRESSED_BY_KEY =
  'button, summary, input[type=button], input[type=submit], input[type=reset], input[type=image]';

const LINK = 'a[href], area[href]';

/** Pressed by Space when it comes up. */
export const isPressedBySpace = (el: Element): boolean =>
  matches(el, `${PRESSED_BY_KEY}, input[type=checkbox], input[type=radio]`) && !matches(el, ':disabled');

const isPressedByEnter = (el: Element): boolean =>
  matches(el, `${PRESSED_BY_KEY}, ${LINK}`) && !matches(el, ':disabled');

/** Steps through the options of a select or the buttons of a radio group. */
const STEP: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  PageUp: -3,
  PageDown: 3,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const stepSelect = (agent: Agent, select: HTMLSelectElement, step: number): void => {
  const enabled = Array.from(prop(select, 'options')).filter((option) => !matches(option, ':disabled'));
  const at = enabled.findIndex((option) => prop(option, 'selected'));
  const next = enabled[Math.min(Math.max(at + step, 0), enabled.length - 1)];
  if (!next || prop(next, 'index') === prop(select, 'selectedIndex')) return;
  setProp(select, 'selectedIndex', prop(next, 'index'));
  tellChanged(agent, select);
};

const stepRadio = (agent: Agent, radio: HTMLInputElement, step: number): void => {
  const group = radioGroup(radio).filter((el) => !matches(el, ':disabled'));
  const next = group[(group.indexOf(radio) + step + group.length) % group.length];
  if (!next || next === radio) return;
  moveFocus(agent, next);
  keyClick(agent, next);
};

/** Past the trackers that frameworks put on the element itself: they would take the value for one of their own. */
const setValue = (field: HTMLInputElement, value: string): void => {
  Reflect.set(HTMLInputElement.prototype, 'value', value, field);
};

/** A bound of a field of numbers; `missing` where it has none. */
const boundOf = (field: HTMLInputElement, which: 'min' | 'max', missing: number): number => {
  const bound = Number.parseFloat(prop(field, which));
  return Number.isNaN(bound) ? missing : bound;
};

/** With `step=any` keys step all the same: by one where there is room, on a range by a hundredth of it. */
const stepAtWill = (field: HTMLInputElement, steps: number, range: boolean): void => {
  const min = boundOf(field, 'min', range ? 0 : Number.NEGATIVE_INFINITY);
  const max = boundOf(field, 'max', range ? 100 : Number.POSITIVE_INFINITY);
  const to = (Number(prop(field, 'value')) || 0) + steps * (range ? (max - min) / 100 : 1);
  if (!range && (to < min || to > max)) return;
  // Without the last digits, which are of the arithmetic.
  setValue(field, String(Number(Math.max(min, Math.min(to, max)).toPrecision(12))));
};

const stepNumber = (agent: Agent, field: HTMLInputElement, step: number): void => {
  const before = prop(field, 'value');
  const range = prop(field, 'type') === 'range';
  if (Number.isFinite(step)) {
    const steps = Math.sign(step) * (range && Math.abs(step) > 1 ? 10 : 1);
    if (keyword(field, 'step') === 'any') stepAtWill(field, steps, range);
    else call(field, 'stepUp', steps);
  } else if (range) setValue(field, step > 0 ? prop(field, 'max') || '100' : prop(field, 'min') || '0');
  const after = prop(field, 'value');
  if (after === before) return;
  if (!range) {
    // Chromium asks before it steps.
    setValue(field, before);
    if (!send(agent, field, 'InputEvent', 'beforeinput', { inputType: 'insertText', data: after })) return;
    setValue(field, after);
  }
  tellChanged(agent, field);
};

/** How the caret goes: by key, alone and with Control. */
const CARET: Readonly<Record<string, readonly [direction: string, unit: string, larger: string]>> = {
  ArrowLeft: ['left', 'character', 'word'],
  ArrowRight: ['right', 'character', 'word'],
  ArrowUp: ['backward', 'line', 'paragraph'],
  ArrowDown: ['forward', 'line', 'paragraph'],
  Home: ['backward', 'lineboundary', 'documentboundary'],
  End: ['forward', 'lineboundary', 'documentboundary'],
};

const moveCaret = (el: Element, { key, shift, control }: Stroke): void => {
  const [direction, unit, larger] = CARET[key.key] as readonly [string, string, string];
  const field = isTextField(el) ? el : undefined;
  const place = (): string | undefined =>
    field && `${prop(field, 'selectionStart')} ${prop(field, 'selectionEnd')}`;
  const before = place();
  selectionOf(el)?.modify?.(
    shift ? 'extend' : 'move',
    direction as 'left',
    (control ? larger : unit) as 'word',
  );
  // WebKit's selection does not go to the end of a line in a field.
  if (field && place() === before) moveInField(field, key.key, shift);
};

/** Keys that scroll: across, down, in px or in views. */
const scrollByKey: Default = (agent, el, { key, shift }) => {
  const { key: name } = key;
  const across = name === 'ArrowLeft' ? -40 : name === 'ArrowRight' ? 40 : 0;
  const down = STEP[name] ?? (shift ? -3 : 3);
  const box = scrollableAt(el, across, across ? 0 : down);
  const view = box ? box.clientHeight * 0.875 : 0;
  const far =
    Math.abs(down) === 3 ? (view * down) / 3 : Number.isFinite(down) ? down * 40 : Math.sign(down) * 1e7;
  if (box) scrollBy(agent, box, across, across ? 0 : far);
};

const move: Default = (agent, el, stroke) => {
  const { key } = stroke.key;
  const step = STEP[key] as number;
  const type = inputTypeOf(el);
  const caret = CARET[key];
  if (tagOf(el) === 'select') stepSelect(agent, el as HTMLSelectElement, step);
  else if (type === 'radio' && Math.abs(step) === 1) stepRadio(agent, el as HTMLInputElement, step);
  else if (type === 'range' || (type === 'number' && /Up|Down/.test(key) && Math.abs(step) === 1)) {
    const sense = /Up/.test(key) || key === 'ArrowRight' || key === 'End' ? 1 : -1;
    stepNumber(agent, el as HTMLInputElement, Math.abs(step) * sense);
  } else if (isTextField(el) || isEditable(el)) {
    if (caret) moveCaret(el, stroke);
  } else scrollByKey(agent, el, stroke);
};

const enter: Default = (agent, el, { shift }) => {
  const host = editingHost(el);
  if (host) edit(agent, host, shift ? 'insertLineBreak' : 'insertParagraph');
  else if (hasEditContext(el)) edit(agent, el, 'insertLineBreak', '\n');
  else if (isPressedByEnter(el)) keyClick(agent, el);
  else if (tagOf(el) === 'textarea') edit(agent, el, 'insertLineBreak');
  else if (tagOf(el) === 'input' || tagOf(el) === 'select') {
    if (isTextField(el) && !send(agent, el, 'InputEvent', 'beforeinput', { inputType: 'insertLineBreak' }))
      return;
    commitChange(agent, el);
    implicitSubmit(agent, el as HTMLInputElement);
  }
};

const erase =
  (direction: 'Backward' | 'Forward'): Default =>
  (agent, el, { control }) =>
    edit(agent, editingHost(el) ?? el, `delete${control ? 'Word' : 'Content'}${direction}`);

const tab: Default = (agent, el, { shift }) => {
  const from = deepActiveElement();
  const next = nextTabStop(from ?? (tagOf(el) === 'body' ? null : el), shift);
  if (!next) return;
  moveFocus(agent, next);
  if (isTextField(next) && tagOf(next) === 'input') next.select();
};

const isOpenPopover = (el: Element): boolean => {
  try {
    return matches(el, ':popover-open') && attr(el, 'popover') !== 'manual';
  } catch {
    return false;
  }
};

/** Closes what a close request closes: the popover or modal dialog that was opened last. */
const close: Default = (agent, el) => {
  const popovers = Array.from(findAll(document, '[popover]')).filter(isOpenPopover);
  const popover = popovers[popovers.length - 1] as HTMLElement | undefined;
  const modals = Array.from(findAll(document, 'dialog[open]')).filter(isNativeModal);
  const dialog = modals[modals.length - 1] as HTMLDialogElement | undefined;
  if (popover) agent.guard.page(() => popover.hidePopover());
  else if (dialog && tagOf(dialog) === 'dialog' && attr(dialog, 'closedby') !== 'none') {
    if (send(agent, dialog, 'Event', 'cancel', { bubbles: false, composed: false })) {
      agent.guard.page(() => dialog.close());
    }
  } else if (inputTypeOf(el) === 'search') {
    selectAllIn(agent, el);
    command(agent, el, 'delete');
  }
};

/** What a browser does when a key goes down and nobody prevents it. Untrusted events have no default actions. */
const DEFAULTS: Readonly<Record<string, Default>> = {
  Tab: tab,
  Enter: enter,
  Escape: close,
  Backspace: erase('Backward'),
  Delete: erase('Forward'),
};

/** Shortcuts with Control (Command on a Mac). */
const SHORTCUTS: Readonly<Record<string, Default>> = {
  a: (agent, el) =>
    isTextField(el) || isEditable(el)
      ? selectAllIn(agent, editingHost(el) ?? el)
      : command(agent, el, 'selectAll'),
  z: (agent, el, { shift }) => edit(agent, el, shift ? 'historyRedo' : 'historyUndo'),
  y: (agent, el) => edit(agent, el, 'historyRedo'),
};

/** The default action of a key; `true` at keypress for what waits for it (Enter and characters). */
export const defaultOf = (
  el: Element,
  { key, control, alt }: Stroke,
): { atKeypress: boolean; act: Default } | undefined => {
  const name = key.key;
  if (control && SHORTCUTS[name.toLowerCase()]) {
    return { atKeypress: false, act: SHORTCUTS[name.toLowerCase()] as Default };
  }
  const act = DEFAULTS[name] ?? (STEP[name] === undefined ? undefined : move);
  if (act) return alt ? undefined : { atKeypress: name === 'Enter' && !matches(el, LINK), act };
  if (control || alt || Array.from(name).length !== 1) return undefined;
  return { atKeypress: true, act: insertCharacter };
};

const insertCharacter: Default = (agent, el, stroke) => {
  const target = editingHost(el) ?? el;
  if (takesKeys(target)) {
    edit(agent, target, 'insertText', stroke.key.key);
  } else if (tagOf(el) === 'select') findByLetter(agent, el as HTMLSelectElement, stroke.key.key);
  else if (stroke.key.key === ' ' && !isPressedBySpace(el)) scrollByKey(agent, el, stroke);
};

/** The next option that begins with a letter. */
const findByLetter = (agent: Agent, select: HTMLSelectElement, letter: string): void => {
  const { options, selectedIndex } = select;
  for (let i = 1; i <= options.length; i++) {
    const option = options[(selectedIndex + i) % options.length] as HTMLOptionElement;
    if (!option.text.trim().toLowerCase().startsWith(letter.toLowerCase())) continue;
    if (matches(option, ':disabled') || prop(option, 'selected')) continue;
    setProp(select, 'selectedIndex', prop(option, 'index'));
    tellChanged(agent, select);
    return;
  }
};

/** Where keys go: the active element, else the body of the document. */
export const keyTarget = (near?: Element): Element => {
  const active = deepActiveElement();
  const doc = near ? documentOf(near) : document;
  return active ?? fromDocument(doc, 'body') ?? (fromDocument(doc, 'documentElement') as Element);
};
