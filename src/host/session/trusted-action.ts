import type { ActionOk, Point } from '../../contract.ts';
import type { TrustedInput } from '../driver.ts';
import type { Answer, Page } from './page.ts';

/** One action whose mouse and keys are the browser's. */
interface TrustedAction {
  page: Page;
  input: TrustedInput;
  ref: string;
  kind: string;
  payload: unknown;
  /** What goes with every call: the document that was read, the timeout. */
  common: Record<string, unknown>;
  /** Longest time (ms) for all of it. */
  deadline: number;
}

/** What is sent once the script says where; false: this element wants the script's own way. */
type Send = (action: TrustedAction, point: Point) => Promise<unknown>;

const press =
  (button: 'left' | 'right', times: number): Send =>
  ({ input }, { x, y }) =>
    input.click(x, y, button, times);

/** The plain value of a payload, or its field. */
const given = (payload: unknown, field: string): unknown =>
  typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>)[field] : payload;

const attempt = ({ page, ref, common }: TrustedAction, kind: string, more: object = {}): Promise<Answer> =>
  page.call('action', [ref, kind, { ...more, document: common.document }], false);

const fieldValue = async ({ page, ref, common }: TrustedAction): Promise<string | undefined> => {
  const answer = await page.call('query', [ref, 'value', { document: common.document }], true);
  const value = answer.type === 'given' && answer.json.ok ? answer.json.value : undefined;
  return typeof value === 'string' ? value : undefined;
};

const fill =
  (textOf: (payload: unknown) => string): Send =>
  async (action, point) => {
    await press('left', 1)(action, point);
    await attempt(action, 'selectText');
    const text = textOf(action.payload);
    if (text !== '') await action.input.type?.(text);
    else if (await fieldValue(action)) await action.input.press('Delete');
  };

const type: Send = async (action) => {
  await attempt(action, 'focus');
  const end = (await fieldValue(action))?.length ?? 0;
  await attempt(action, 'selectText', { start: end, end });
  await action.input.type?.(String(given(action.payload, 'text')));
};

const pressKey: Send = async (action) => {
  await attempt(action, 'focus');
  await action.input.press(String(given(action.payload, 'key')));
};

const isText = (value: unknown): boolean => typeof value === 'string';

/** How each kind is sent. A kind that is not listed, or comes with a payload that says more, is the script's. */
const SENDS: Readonly<Record<string, { send: Send; takes?: string; checked?: boolean }>> = {
  click: { send: press('left', 1) },
  dblclick: { send: press('left', 2) },
  contextmenu: { send: press('right', 1) },
  hover: { send: ({ input }, { x, y }) => input.move(x, y) },
  check: { send: press('left', 1), checked: true },
  uncheck: { send: press('left', 1), checked: false },
  fill: { send: fill((payload) => String(given(payload, 'text'))), takes: 'text' },
  clear: { send: fill(() => '') },
  type: { send: type, takes: 'text' },
  press: { send: pressKey, takes: 'key' },
};

/** Fields that a person types into; others (dates, colors, sliders) take a value in ways of their own. */
const TYPED_ROLES = /^(?:textbox|searchbox|combobox|spinbutton)$/;
const OWN_WAYS = /^(?:date|time|month|week|datetime-local|color|file|range)$/;

const isTyped = async ({ page, ref, common }: TrustedAction): Promise<boolean> => {
  const answer = await page.call('query', [ref, 'describe', { document: common.document }], true);
  if (answer.type !== 'given' || !answer.json.ok) return false;
  const { role, type } = answer.json.value as { role?: unknown; type?: unknown };
  return TYPED_ROLES.test(String(role)) && !OWN_WAYS.test(String(type));
};

const isCheckedAs = async ({ page, ref, common }: TrustedAction, wanted: boolean): Promise<boolean> => {
  const answer = await page.call('query', [ref, 'isChecked', { document: common.document }], true);
  return answer.type === 'given' && answer.json.ok && answer.json.value === wanted;
};

/** Whether the browser's input can do what is asked. */
export const isTrustedKind = (kind: string): boolean => Object.keys(SENDS).includes(kind);

const byPage = ({ page, ref, kind, payload, common, deadline }: TrustedAction): Promise<Answer> => {
  const isPlain = payload !== undefined && (typeof payload !== 'object' || payload === null);
  return page.run(deadline, 'action', ref, kind, isPlain ? payload : { ...(payload as object), ...common });
};

/**
 * One action with the browser's own mouse and keys: the script finds the element, checks it, brings it into view, says
 * where a press reaches it, and watches; the browser presses; the script waits until the page is done, verifies, and
 * tells what changed. What the browser's input can't do is left to the script.
 */
export const actTrusted = async (action: TrustedAction): Promise<Answer> => {
  const { page, ref, kind, payload, common, deadline } = action;
  const how = SENDS[kind];
  if (!how) return byPage(action);
  const fields = typeof payload === 'object' && payload !== null ? Object.keys(payload) : [];
  const isPlainText = how.takes !== undefined && isText(given(payload, how.takes));
  // More than where: a position, modifiers, a pace. Wrong arguments too: the script says what is wrong.
  if (fields.some((field) => field !== how.takes) || (how.takes !== undefined && !isPlainText))
    return byPage(action);
  if (/^(?:fill|clear|type)$/.test(kind) && !(action.input.type && (await isTyped(action))))
    return byPage(action);
  if (how.checked !== undefined && (await isCheckedAs(action, how.checked))) return byPage(action);
  const answer = await page.runWithHost(deadline, (point) => how.send(action, point), 'action', [
    ref,
    'observe',
    common,
  ]);
  if (answer.type !== 'given') return answer;
  const { json } = answer;
  // A native control that hides behind its label, a part that has to be found first: the script knows ways.
  if (!json.ok) {
    const code = (json.error as { code?: unknown })?.code;
    return code === 'not_visible' || code === 'element_blocked' ? byPage(action) : answer;
  }
  if (how.checked !== undefined && !(await isCheckedAs(action, how.checked))) return byPage(action);
  const { effect } = json as unknown as ActionOk;
  if (kind === 'fill' || kind === 'clear') {
    const wanted = kind === 'clear' ? '' : String(given(payload, 'text'));
    const observed = effect?.value ?? (await fieldValue(action));
    // A page that takes a text away has accepted it; secrets are masked. What else it holds may be the keyboard's fault.
    if (observed !== undefined && observed !== '' && observed !== wanted && !/^[•*]+/.test(observed))
      return byPage(action);
  }
  return { type: 'given', json: { ...json, kind } };
};
