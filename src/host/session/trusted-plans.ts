import type { ActionOk, AwaitedInput, OptionInfo, Point } from '../../contract.ts';
import { chordOf, modifierOf } from '../../inject/action/keys.ts';
import type { TrustedInput } from '../driver.ts';
import { isInChromium, isOnMac, listsOfSelects } from './browser-facts.ts';
import type { Answer, Page } from './page.ts';
import { pause } from './pause.ts';

/** An action that is performed by the browser's own mouse and keys. */
export interface TrustedAction {
  page: Page;
  input: TrustedInput;
  ref: string;
  kind: string;
  payload: unknown;
  /** The fields of every action's payload: the document that was read, the timeout, the proof. A proof is valid for one call. */
  common(): Record<string, unknown>;
  /** Most ms for the whole action. */
  deadline: number;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Sends the input when the script has found the point. */
type Send = (action: TrustedAction, at: AwaitedInput) => Promise<unknown>;

/** How an action is performed. */
export interface TrustedSteps {
  send: Send;
  /** The payload by which the script finds the point. */
  aim?: object;
  /** Returns the result to report; undefined where the action failed, so that the script has to do it. */
  verify?(action: TrustedAction, answer: ActionOk): Promise<object | undefined>;
}

/** Plans an action; undefined where the script has to do it, for this element or this payload. */
export type Plan = (
  action: TrustedAction,
  given: Fields,
) => TrustedSteps | undefined | Promise<TrustedSteps | undefined>;

const query = ({ page, ref, common }: TrustedAction, kind: string): Promise<Answer> =>
  page.call('query', [ref, kind, { document: common().document }], true);

const act = ({ page, ref, common }: TrustedAction, kind: string, more: object = {}): Promise<Answer> =>
  page.call('action', [ref, kind, { ...more, document: common().document }], false);

const valueOfQuery = async (action: TrustedAction, kind: string): Promise<unknown> => {
  const answer = await query(action, kind);
  return answer.type === 'given' && answer.json.ok ? answer.json.value : undefined;
};

const fieldValue = async (action: TrustedAction): Promise<string | undefined> => {
  const value = await valueOfQuery(action, 'value');
  return typeof value === 'string' ? value : undefined;
};

// ------------------------------------------------------------------------------------------------ the mouse

/** The keys of `modifiers`; undefined where one of them is no modifier. */
const modifierKeysOf = async (page: Page, given: unknown): Promise<string[] | undefined> => {
  if (given === undefined) return [];
  if (!Array.isArray(given)) return undefined;
  const isMac = await isOnMac(page);
  const keys = given.map((word) => modifierOf(String(word), () => isMac)?.key);
  return keys.every((key) => key !== undefined) ? keys : undefined;
};

const press =
  (button: 'left' | 'right', times: number): Plan =>
  async ({ page }, { position, modifiers, button: named = button }) => {
    const held = await modifierKeysOf(page, modifiers);
    if (!held || (named !== 'left' && named !== 'right')) return undefined;
    return {
      send: ({ input }, { x, y }) => input.click(x, y, named, times, held),
      ...(position !== undefined && { aim: { position } }),
    };
  };

/** The script tells whether a click is needed, and whether another one. */
const check =
  (checked: boolean): Plan =>
  () => ({ send: ({ input }, { x, y }) => input.click(x, y, 'left', 1), aim: { checked } });

/** How many mouse moves a drag has: enough for the distance thresholds of drag libraries. */
const DRAG_STEPS = 8;

/** The pause before the release in ms: map libraries go on moving after a drag that moved in its last 160 ms. */
const REST_MS = 170;

const drag: Plan = async ({ input, page }, given) => {
  let from: Point | undefined;
  const { down, up } = input;
  if (!down || !up) return undefined;
  const isChromium = await isInChromium(page);
  return {
    aim: given,
    async send(_, { x, y, step, draggable }) {
      if (draggable && !isChromium && !from) throw new Error('Nothing is dragged here by the mouse.');
      if (step === 'press') {
        from = { x, y };
        return down.call(input, x, y);
      }
      const start = from ?? { x, y };
      for (let i = 1; i <= DRAG_STEPS; i++) {
        const part = i / DRAG_STEPS;
        await input.move(start.x + (x - start.x) * part, start.y + (y - start.y) * part);
      }
      await pause(REST_MS);
      return up.call(input, x, y);
    },
  };
};

// ------------------------------------------------------------------------------------------------ text and keys

/** Keys also reach an element that is covered. */
const BY_KEYS = { aim: { keys: true } };

/** Roles of fields that are typed into; inputs of the types below (dates, colors, sliders) take a value in other ways. */
const TYPED_ROLES = /^(?:textbox|searchbox|combobox|spinbutton)$/;
const SPECIAL_INPUT_TYPES = /^(?:date|time|month|week|datetime-local|color|file|range)$/;

interface Described {
  tag?: unknown;
  role?: unknown;
  type?: unknown;
}

const described = async (action: TrustedAction): Promise<Described> =>
  ((await valueOfQuery(action, 'describe')) ?? {}) as Described;

const isTyped = async (action: TrustedAction): Promise<boolean> => {
  if (!action.input.type) return false;
  const { tag, role, type } = await described(action);
  if (!TYPED_ROLES.test(String(role)) || SPECIAL_INPUT_TYPES.test(String(type))) return false;
  // The script handles read-only fields, and elements around the field that takes the text.
  const isField = role === 'combobox' || /^(?:input|textarea)$/.test(String(tag));
  return !isField || (await valueOfQuery(action, 'isEditable')) !== false;
};

/** The script sets the caret and reads the value back. Not for a text with line breaks, since the Enter key may submit the form. */
const fillWith = async (action: TrustedAction, text: string): Promise<TrustedSteps | undefined> =>
  !/[\r\n]/.test(text) && (await isTyped(action))
    ? {
        aim: { text },
        async send({ input }, { x, y }) {
          if (x >= 0) await input.click(x, y, 'left', 1);
          else await (text === '' ? input.press('Delete') : input.type?.(text));
        },
      }
    : undefined;

const fill: Plan = (action, { text }) => (typeof text === 'string' ? fillWith(action, text) : undefined);

const type: Plan = async (action, { text }) =>
  typeof text === 'string' && (await isTyped(action))
    ? { aim: { text, append: true }, send: async ({ input }) => input.type?.(text) }
    : undefined;

/** A chord in the web's names of keys, from any spelling; undefined where no keyboard has the key. */
export const chordFor = async (page: Page, key: unknown): Promise<string | undefined> => {
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  const isMac = /[a-z]\+/i.test(String(key)) && (await isOnMac(page));
  const chord = chordOf(String(key), () => isMac);
  if (!chord || chord.last.code === '') return undefined;
  return [...chord.held, chord.last].map((chordKey) => chordKey.key).join('+');
};

const pressKey: Plan = async ({ page }, { key }) => {
  const chord = await chordFor(page, key);
  if (chord === undefined) return undefined;
  return {
    ...BY_KEYS,
    async send(action) {
      await act(action, 'focus');
      await action.input.press(chord);
    },
  };
};

// ------------------------------------------------------------------------------------------------ lists

/** Most key presses from the selected option to the wanted one; for more, the script selects it in one step. */
const MAX_KEY_STEPS = 100;

const isChosen = (option: OptionInfo | undefined): boolean => option?.selected === true;

const options = async (action: TrustedAction): Promise<OptionInfo[]> => {
  const listed = await valueOfQuery(action, 'options');
  return Array.isArray(listed) ? (listed as OptionInfo[]) : [];
};

const single = (given: unknown): unknown => (Array.isArray(given) && given.length === 1 ? given[0] : given);

/** The wanted option: by its index, or by label or value; a text that is not found as one is looked for as the other. */
const wantedOf = (listed: readonly OptionInfo[], { value, label, index }: Fields): OptionInfo | undefined => {
  const place = single(index);
  if (typeof place === 'number') return listed[place];
  const text = single(value ?? label);
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const words = String(text);
  const byLabel = listed.find((option) => option.label === words);
  const byValue = listed.find((option) => (option.value ?? option.label) === words);
  return value === undefined ? (byLabel ?? byValue) : (byValue ?? byLabel);
};

/** The single key that selects the option in a closed list; undefined where it takes several, as each would dispatch a change. */
const keyForOption = (from: number, to: number, last: number): string | undefined => {
  if (Math.abs(to - from) === 1) return to > from ? 'ArrowDown' : 'ArrowUp';
  return to === 0 ? 'Home' : to === last ? 'End' : undefined;
};

const openAndChoose =
  (steps: number): Send =>
  async (action, { x, y }) => {
    const { input } = action;
    const before = await fieldValue(action);
    const arrow = steps > 0 ? 'ArrowDown' : 'ArrowUp';
    await input.click(x, y, 'left', 1);
    await input.press(arrow);
    // The value has changed, so the list is not open (the page prevented it) and keys select at once.
    if ((await fieldValue(action)) !== before) return;
    for (let i = 1; i < Math.abs(steps); i++) await input.press(arrow);
    await input.press('Enter');
  };

/** Selects in a native drop-down: by keys in the open list where the engine draws it, else by a single key. */
const select: Plan = async (action, given) => {
  const { page } = action;
  const { tag, role } = await described(action);
  if (tag !== 'select' || role !== 'combobox' || Object.keys(given).length !== 1) return undefined;
  const all = await options(action);
  const wanted = wantedOf(all, given);
  const enabled = all.filter(({ disabled }) => !disabled);
  const from = enabled.findIndex(isChosen);
  const to = wanted ? enabled.indexOf(wanted) : -1;
  const lists = await listsOfSelects(page);
  if (from < 0 || to < 0 || from === to || lists === 'system') return undefined;
  const key = keyForOption(from, to, enabled.length - 1);
  if (lists === 'page' ? Math.abs(to - from) > MAX_KEY_STEPS : !key) return undefined;
  return {
    ...(lists !== 'page' && BY_KEYS),
    send:
      lists === 'page'
        ? openAndChoose(to - from)
        : async (at) => {
            await act(at, 'focus');
            await at.input.press(key as string);
          },
    async verify(after, answer) {
      const { label = '' } = (await options(after)).find(isChosen) ?? {};
      if (label !== wanted?.label) return undefined;
      return { ...answer, effect: { ...answer.effect, selected: [label] }, verified: true };
    },
  };
};

// ------------------------------------------------------------------------------------------------ all of them

const hover: Plan = () => ({ send: ({ input }, { x, y }) => input.move(x, y) });

/** The plan of each kind, with the fields of a payload that it handles; a plain payload is the first of them. */
export const PLANS: Readonly<Record<string, readonly [plan: Plan, ...fields: string[]]>> = {
  click: [press('left', 1), 'position', 'modifiers', 'button'],
  dblclick: [press('left', 2), 'position', 'modifiers'],
  contextmenu: [press('right', 1), 'position', 'modifiers'],
  hover: [hover],
  check: [check(true)],
  uncheck: [check(false)],
  drag: [drag, 'to', 'dx', 'dy', 'position', 'from', 'holdMs'],
  fill: [fill, 'text'],
  clear: [(action) => fillWith(action, '')],
  type: [type, 'text'],
  press: [pressKey, 'key'],
  select: [select, 'label', 'value', 'index'],
};
