import type { Agent } from '../agent.ts';
import { findEverywhere } from '../dom/all-elements.ts';
import { hasEditContext } from '../dom/drawing-surface.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { DATE, isTextField } from '../dom/input-type.ts';
import {
  CHECKED_INPUTS,
  computedStyle,
  fromDocument,
  inputTypeOf,
  isNativeModal,
  matches,
  prop,
  rootElement,
  tagOf,
  windowOf,
} from '../dom/read.ts';
import { commitChange } from './deferred-change.ts';
import { command, edit, selectAllIn, selectionOf } from './edit-text.ts';
import { moveInField, selectionIn } from './field-caret.ts';
import { moveFocus } from './focus.ts';
import { implicitSubmit } from './implicit-submit.ts';
import type { Key } from './keys.ts';
import { closedBy, hidePopover, openPopovers, requestClose, requestCloseOfWatcher } from './light-dismiss.ts';
import { scrollableAt, scrollBy } from './scroll.ts';
import { keyClick, send } from './send.ts';
import {
  chooseByKey,
  optionsByKey,
  STEP,
  stepNumber,
  stepRadio,
  stepRange,
  stepSelect,
} from './step-value.ts';
import { tabStops } from './tab-order.ts';
import { editingHost, isEditable, isReadOnly, takesKeys } from './text-target.ts';

/** A key as it goes down, with the modifiers that are held. */
export interface Stroke {
  key: Key;
  shift: boolean;
  control: boolean;
  alt: boolean;
  /** The modifiers as properties of events (`ctrlKey`). */
  flags: Readonly<Record<string, boolean>>;
}

type Default = (agent: Agent, el: Element, stroke: Stroke) => void;

const CLICKED_BY_KEY =
  'button, summary, input[type=button], input[type=submit], input[type=reset], input[type=image]';

const LINK = 'a[href], area[href]';

/** Whether the keyup of Space clicks an element. */
export const isClickedBySpace = (el: Element): boolean =>
  matches(el, `${CLICKED_BY_KEY}, ${CHECKED_INPUTS}`) && !matches(el, ':disabled');

const isClickedByEnter = (el: Element): boolean =>
  matches(el, `${CLICKED_BY_KEY}, ${LINK}`) && !matches(el, ':disabled');

/**
 * Whether an arrow key has the opposite effect, because keys follow what is drawn: Left and Right where text runs
 * from right to left; in a vertical range Up and Down, because down is more.
 */
const isReversed = (field: Element, key: string): boolean => {
  const { direction, writingMode = '' } = computedStyle(field);
  const isRtl = direction === 'rtl';
  // All but horizontal-tb: vertical-rl, sideways-lr, ...
  return /^[vs]/.test(writingMode)
    ? !isRtl && /^Arrow(?:Up|Down)$/.test(key)
    : isRtl && /^Arrow(?:Left|Right)$/.test(key);
};

const BOUNDARIES = ['lineboundary', 'documentboundary'] as const;

/** How a key moves the caret: the direction, the unit, and the unit with Control. */
const CARET: Readonly<Record<string, readonly [direction: string, unit: string, larger: string]>> = {
  ArrowLeft: ['left', 'character', 'word'],
  ArrowRight: ['right', 'character', 'word'],
  ArrowUp: ['backward', 'line', 'paragraph'],
  ArrowDown: ['forward', 'line', 'paragraph'],
  Home: ['backward', ...BOUNDARIES],
  End: ['forward', ...BOUNDARIES],
};

const moveCaret = (el: Element, { key, shift, control }: Stroke): void => {
  const [direction, unit, larger] = CARET[key.key] as readonly [string, string, string];
  const field = isTextField(el) ? el : undefined;
  const selected = (): string | undefined => field && selectionIn(field).join();
  const before = selected();
  selectionOf(el)?.modify?.(
    shift ? 'extend' : 'move',
    direction as 'left',
    (control ? larger : unit) as 'word',
  );
  // WebKit's selection does not go to the end of a line in a field.
  if (field && selected() === before) moveInField(field, key.key, shift);
};

/** Scrolls by a key: arrows by 40 px, Space and page keys by most of a view, Home and End to the end. */
const scrollByKey: Default = (agent, el, { key, shift }) => {
  const { key: name } = key;
  const across = name === 'ArrowLeft' ? -40 : name === 'ArrowRight' ? 40 : 0;
  const down = STEP[name] || (shift ? -3 : 3);
  const box = scrollableAt(el, across, across ? 0 : down);
  const view = box ? box.clientHeight * 0.875 : 0;
  const distance =
    Math.abs(down) === 3 ? (view * down) / 3 : Number.isFinite(down) ? down * 40 : Math.sign(down) * 1e7;
  if (box) scrollBy(agent, box, across, across ? 0 : distance);
};

const move: Default = (agent, el, stroke) => {
  const { key } = stroke.key;
  const step = STEP[key] as number;
  const isArrow = Math.abs(step) === 1;
  const type = inputTypeOf(el);
  const caret = CARET[key];
  if (tagOf(el) === 'select') stepSelect(agent, el as HTMLSelectElement, step);
  else if (type === 'radio' && isArrow) {
    if (!stroke.control) stepRadio(agent, el as HTMLInputElement, isReversed(el, key) ? -step : step);
  } else if (type === 'range') {
    const more = /Up|Right|End/.test(key) ? 1 : -1;
    stepRange(agent, el as HTMLInputElement, Math.abs(step) * (isReversed(el, key) ? -more : more));
  } else if (type === 'number' && /^Arrow(?:Up|Down)$/.test(key))
    stepNumber(agent, el as HTMLInputElement, -step);
  else if (isTextField(el) || isEditable(el)) {
    if (caret) moveCaret(el, stroke);
    // In a date field arrows move between the parts and change them, and scroll nothing.
  } else if (!(isArrow && DATE.test(type))) scrollByKey(agent, el, stroke);
};

const enter: Default = (agent, el, { shift, flags }) => {
  const host = editingHost(el);
  if (host) edit(agent, host, shift ? 'insertLineBreak' : 'insertParagraph');
  else if (hasEditContext(el)) edit(agent, el, 'insertLineBreak', '\n');
  else if (isClickedByEnter(el)) keyClick(agent, el, flags);
  else if (tagOf(el) === 'textarea') edit(agent, el, 'insertLineBreak');
  else if (tagOf(el) === 'input') {
    if (isTextField(el) && !send(agent, el, 'beforeinput', { inputType: 'insertLineBreak' })) return;
    commitChange(agent, el);
    implicitSubmit(agent, el as HTMLInputElement);
  }
};

const erase =
  (direction: 'Backward' | 'Forward'): Default =>
  (agent, el, { control }) =>
    edit(agent, editingHost(el) || el, `delete${control ? 'Word' : 'Content'}${direction}`);

const tab: Default = (agent, _, { shift }) => {
  const tabStopsInOrder = tabStops(deepActiveElement(), agent.keys.tabStart, shift);
  // The engine may refuse the focus to what looks like a tab stop.
  const next = tabStopsInOrder.find((stop) => moveFocus(agent, stop));
  if (next && isTextField(next) && tagOf(next) === 'input') next.select();
};

const isClosable = (dialog: Element): boolean => {
  const by = closedBy(dialog);
  return by ? by !== 'none' : isNativeModal(dialog);
};

/**
 * Escape: empties a search field, else closes what a close request closes: the last CloseWatcher of the page, the
 * last popover, or the last dialog.
 */
const close: Default = (agent, el) => {
  if (inputTypeOf(el) === 'search' && !isReadOnly(el) && prop(el as HTMLInputElement, 'value') !== '') {
    selectAllIn(agent, el);
    command(agent, el, 'delete');
    return;
  }
  if (requestCloseOfWatcher(agent)) return;
  const popover = openPopovers().pop();
  const dialog = popover ? undefined : findEverywhere('dialog[open]').filter(isClosable).pop();
  if (popover) hidePopover(agent, popover);
  else if (dialog) requestClose(agent, dialog);
};

/** What a browser does when a key goes down and nobody prevents it. Untrusted events have no default actions. */
const DEFAULTS: Readonly<Record<string, Default>> = {
  Tab: tab,
  Enter: enter,
  Escape: close,
  Backspace: erase('Backward'),
  Delete: erase('Forward'),
};

/** A format of the text, in an editing host. */
const format =
  (type: string): Default =>
  (agent, el) => {
    const host = editingHost(el);
    if (host) edit(agent, host, type);
  };

/** Shortcuts with Control (Command on a Mac). */
const SHORTCUTS: Readonly<Record<string, Default>> = {
  a: (agent, el) =>
    isTextField(el) || isEditable(el)
      ? selectAllIn(agent, editingHost(el) || el)
      : command(agent, el, 'selectAll'),
  z: (agent, el, { shift }) => edit(agent, el, shift ? 'historyRedo' : 'historyUndo'),
  y: (agent, el) => edit(agent, el, 'historyRedo'),
  b: format('formatBold'),
  i: format('formatItalic'),
  u: format('formatUnderline'),
};

/**
 * The default action of a key; `atKeypress`: it follows the keypress event (Enter and characters), else the keydown.
 */
export const defaultOf = (
  el: Element,
  { key, control, alt }: Stroke,
): { atKeypress: boolean; act: Default } | undefined => {
  const name = key.key;
  if (control && SHORTCUTS[name.toLowerCase()]) {
    return { atKeypress: false, act: SHORTCUTS[name.toLowerCase()] as Default };
  }
  const act = DEFAULTS[name] || (STEP[name] === undefined ? undefined : move);
  if (act) {
    const atKeypress = name === 'Enter' && !matches(el, LINK);
    // With Alt, or Enter with Control, there is none.
    return alt || (control && atKeypress) ? undefined : { atKeypress, act };
  }
  if (control || alt || Array.from(name).length !== 1) return undefined;
  return { atKeypress: true, act: insertCharacter };
};

const insertCharacter: Default = (agent, el, stroke) => {
  const target = editingHost(el) || el;
  if (takesKeys(target)) {
    edit(agent, target, 'insertText', stroke.key.key);
  } else if (tagOf(el) === 'select') findByLetter(agent, el as HTMLSelectElement, stroke.key.key);
  else if (stroke.key.key === ' ' && !isClickedBySpace(el)) scrollByKey(agent, el, stroke);
};

/** Letters typed within this time (ms) are one word, as in Chromium. */
const WORD_MS = 1000;

/**
 * Chooses the option that begins with the typed letters. One letter that is repeated chooses the next option that
 * begins with it.
 */
const findByLetter = (agent: Agent, select: HTMLSelectElement, letter: string): void => {
  const { typed } = agent.keys;
  const now = Date.now();
  const previous = typed.get(select);
  const text = (previous && now - previous.at < WORD_MS ? previous.text : '') + letter.toLowerCase();
  typed.set(select, { text, at: now });
  const isRepeated = /^(.)\1*$/u.test(text);
  const wanted = isRepeated ? letter.toLowerCase() : text;
  const options = optionsByKey(select);
  const from = options.findIndex((option) => prop(option, 'selected')) + (isRepeated ? 1 : 0);
  const begins = (option: HTMLOptionElement): boolean =>
    prop(option, 'text').toLowerCase().startsWith(wanted);
  chooseByKey(agent, select, options.slice(from).find(begins) || options.find(begins));
};

/**
 * The target of keys: the active element, else the body of the document in the window of `near`. A removed element
 * may belong to another document, that of a template.
 */
export const keyTarget = (near?: Element): Element => {
  const active = deepActiveElement();
  const { document: doc } = near ? windowOf(near) : window;
  return active || fromDocument(doc, 'body') || (rootElement(doc) as Element);
};
