import type { ActionOk, AwaitedInput, OptionInfo, Point } from '../../contract.ts';
import { chordOf, modifierOf } from '../../inject/action/keys.ts';
import type { TrustedInput } from '../driver.ts';
import type { Answer, Page } from './page.ts';
import { pause } from './pause.ts';

/** One action whose mouse and keys are the browser's. */
export interface TrustedAction {
  page: Page;
  input: TrustedInput;
  ref: string;
  kind: string;
  payload: unknown;
  /** What goes with every call of an action: the document that was read, the timeout. Good for one call. */
  common(): Record<string, unknown>;
  /** Longest time (ms) for all of it. */
  deadline: number;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What is sent once the script says where. */
type Send = (action: TrustedAction, at: AwaitedInput) => Promise<unknown>;

/** How one action is sent. */
export interface Way {
  send: Send;
  /** What the script needs to find the point. */
  aim?: object;
  /** The answer as it has to be reported; undefined: it did not come out right, and the script is to do it. */
  verify?(action: TrustedAction, answer: ActionOk): Promise<object | undefined>;
}

/** Undefined: this element, or this payload, wants the script's own way. */
export type Plan = (action: TrustedAction, given: Fields) => Way | undefined | Promise<Way | undefined>;

const asks = ({ page, ref, common }: TrustedAction, kind: string): Promise<Answer> =>
  page.call('query', [ref, kind, { document: common().document }], true);

const attempt = ({ page, ref, common }: TrustedAction, kind: string, more: object = {}): Promise<Answer> =>
  page.call('action', [ref, kind, { ...more, document: common().document }], false);

const answered = async (action: TrustedAction, kind: string): Promise<unknown> => {
  const answer = await asks(action, kind);
  return answer.type === 'given' && answer.json.ok ? answer.json.value : undefined;
};

const fieldValue = async (action: TrustedAction): Promise<string | undefined> => {
  const value = await answered(action, 'value');
  return typeof value === 'string' ? value : undefined;
};

// ------------------------------------------------------------------------------------------------ the mouse

/** Modifiers by the names of keys; undefined where one is none. */
const heldBy = async (page: Page, given: unknown): Promise<string[] | undefined> => {
  if (given === undefined) return [];
  if (!Array.isArray(given)) return undefined;
  const isMac = await page.isMac();
  const keys = given.map((word) => modifierOf(String(word), () => isMac)?.key);
  return keys.every((key) => key !== undefined) ? keys : undefined;
};

const press =
  (button: 'left' | 'right', times: number): Plan =>
  async ({ page }, { position, modifiers, button: named = button }) => {
    const held = await heldBy(page, modifiers);
    if (!held || (named !== 'left' && named !== 'right')) return undefined;
    return {
      send: ({ input }, { x, y }) => input.click(x, y, named, times, held),
      ...(position !== undefined && { aim: { position } }),
    };
  };

/** Whether there is something to press, and whether once more, is the script's to say. */
const check =
  (checked: boolean): Plan =>
  () => ({ send: ({ input }, { x, y }) => input.click(x, y, 'left', 1), aim: { checked } });

/** Moves on the way: enough for the thresholds that drag libraries have. */
const DRAG_STEPS = 8;

/** What has moved in the last 160 ms maps let go in motion. */
const AT_REST_MS = 170;

const drag: Plan = async ({ input, page }, given) => {
  let from: Point | undefined;
  const { down, up } = input;
  if (!down || !up) return undefined;
  const isChromium = await page.isChromium();
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
      await pause(AT_REST_MS);
      return up.call(input, x, y);
    },
  };
};

// ------------------------------------------------------------------------------------------------ text and keys

/** Keys reach what is covered, too. */
const BY_KEYS = { aim: { keys: true } };

/** Fields that a person types into; others (dates, colors, sliders) take a value in ways of their own. */
const TYPED_ROLES = /^(?:textbox|searchbox|combobox|spinbutton)$/;
const OWN_WAYS = /^(?:date|time|month|week|datetime-local|color|file|range)$/;

interface Described {
  tag?: unknown;
  role?: unknown;
  type?: unknown;
}

const described = async (action: TrustedAction): Promise<Described> =>
  ((await answered(action, 'describe')) ?? {}) as Described;

const isTyped = async (action: TrustedAction): Promise<boolean> => {
  if (!action.input.type) return false;
  const { tag, role, type } = await described(action);
  if (!TYPED_ROLES.test(String(role)) || OWN_WAYS.test(String(type))) return false;
  // What is read-only, and a box around the field that takes the text, the script has ways for.
  const isField = role === 'combobox' || /^(?:input|textarea)$/.test(String(tag));
  return !isField || (await answered(action, 'isEditable')) !== false;
};

/** The script puts the caret, and reads back what was written. The Enter key of a new line may send what is filled in. */
const fillWith = async (action: TrustedAction, text: string): Promise<Way | undefined> =>
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

/** A chord, however it is spelled, by the web's names of keys; undefined where no keyboard has the key. */
export const chordFor = async (page: Page, key: unknown): Promise<string | undefined> => {
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  const isMac = /[a-z]\+/i.test(String(key)) && (await page.isMac());
  const chord = chordOf(String(key), () => isMac);
  if (!chord || chord.last.code === '') return undefined;
  return [...chord.held, chord.last].map((one) => one.key).join('+');
};

const pressKey: Plan = async ({ page }, { key }) => {
  const chord = await chordFor(page, key);
  if (chord === undefined) return undefined;
  return {
    ...BY_KEYS,
    async send(action) {
      await attempt(action, 'focus');
      await action.input.press(chord);
    },
  };
};

// ------------------------------------------------------------------------------------------------ lists

/** Longer lists are left to the script, which needs one step. */
const MOST_STEPS = 100;

const isChosen = (option: OptionInfo | undefined): boolean => option?.selected === true;

const options = async (action: TrustedAction): Promise<OptionInfo[]> => {
  const listed = await answered(action, 'options');
  return Array.isArray(listed) ? (listed as OptionInfo[]) : [];
};

const single = (given: unknown): unknown => (Array.isArray(given) && given.length === 1 ? given[0] : given);

/** The option that is asked for: by its position, or by its label or value, else by the other of them. */
const wantedOf = (listed: readonly OptionInfo[], { value, label, index }: Fields): OptionInfo | undefined => {
  const place = single(index);
  if (typeof place === 'number') return listed[place];
  const text = single(value ?? label);
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const words = String(text);
  const byLabel = listed.find((one) => one.label === words);
  const byValue = listed.find((one) => (one.value ?? one.label) === words);
  return value === undefined ? (byLabel ?? byValue) : (byValue ?? byLabel);
};

/** The one key that takes a closed list to the option: each key is a choice that the page hears of. */
const oneKey = (from: number, to: number, last: number): string | undefined => {
  if (Math.abs(to - from) === 1) return to > from ? 'ArrowDown' : 'ArrowUp';
  return to === 0 ? 'Home' : to === last ? 'End' : undefined;
};

const openedBy =
  (way: number): Send =>
  async (action, { x, y }) => {
    const { input } = action;
    const before = await fieldValue(action);
    const arrow = way > 0 ? 'ArrowDown' : 'ArrowUp';
    await input.click(x, y, 'left', 1);
    await input.press(arrow);
    // The list is not open: the page kept the press for itself, and keys choose at once.
    if ((await fieldValue(action)) !== before) return;
    for (let i = 1; i < Math.abs(way); i++) await input.press(arrow);
    await input.press('Enter');
  };

/** Of a native select that drops down: opened and chosen in by keys where the engine draws the list, else by one key. */
const select: Plan = async (action, given) => {
  const { page } = action;
  const { tag, role } = await described(action);
  if (tag !== 'select' || role !== 'combobox' || Object.keys(given).length !== 1) return undefined;
  const all = await options(action);
  const wanted = wantedOf(all, given);
  const able = all.filter(({ disabled }) => !disabled);
  const from = able.findIndex(isChosen);
  const to = wanted ? able.indexOf(wanted) : -1;
  const lists = await page.listsOfSelects();
  if (from < 0 || to < 0 || from === to || lists === 'system') return undefined;
  const key = oneKey(from, to, able.length - 1);
  if (lists === 'page' ? Math.abs(to - from) > MOST_STEPS : !key) return undefined;
  return {
    ...(lists !== 'page' && BY_KEYS),
    send:
      lists === 'page'
        ? openedBy(to - from)
        : async (at) => {
            await attempt(at, 'focus');
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

/** How each kind is planned, and the fields that its plan knows, the first of which a plain payload stands for. */
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
