import type { ActionOk, AwaitedInput } from '../../contract.ts';
import type { TrustedInput } from '../driver.ts';
import type { Answer, Page } from './page.ts';
import { chordFor, type Fields, PLANS, type TrustedAction } from './trusted-plans.ts';

/** Whether an action is performed by the browser's input. In frames of other origins the script acts. */
export const isTrustedKind = (kind: string, ref: string): boolean =>
  Object.keys(PLANS).includes(kind) && !/^(?:\[ref=|[@#])?f\d/.test(ref.trim());

const byPage = (
  { page, ref, kind, payload, common, deadline }: TrustedAction,
  more: object = {},
): Promise<Answer> => {
  const full = typeof payload === 'object' ? { ...payload, ...common(), ...more } : payload;
  return page.run(deadline, 'action', ref, kind, full);
};

/** The fields of a payload; undefined where it has a field that the plan does not handle: the script then reports the error. */
const fieldsOf = (payload: unknown, known: readonly string[]): Fields | undefined => {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const given = Object.entries(payload).filter(([, value]) => value !== undefined);
  return given.every(([name]) => known.includes(name)) ? Object.fromEntries(given) : undefined;
};

/** Errors of elements that the script can act on all the same: a native control hidden behind its label, a composite widget. */
const SCRIPT_CAN_HANDLE = /^(?:not_visible|element_blocked)$/;

/** The timeout of the script's attempt: the element was waited for already; content shown on hover disappears in this time. */
const RETRY_MS = 500;

/**
 * Performs an action with the browser's own mouse and keys: the script finds the element, checks it, scrolls it into view,
 * finds its hit point, and observes; the browser sends the input; the script waits until the page is done, verifies, and
 * reports the changes. What the browser's input can't do is left to the script.
 */
export const actTrusted = async (action: TrustedAction): Promise<Answer> => {
  const { page, ref, kind, payload, common, deadline } = action;
  const [plan, ...known] = PLANS[kind] ?? [];
  const given = fieldsOf(payload, known);
  const steps = given && (await plan?.(action, given));
  if (!steps) return byPage(action);
  let isRefused = false;
  const send = (at: AwaitedInput): Promise<unknown> =>
    steps.send(action, at).catch(() => {
      isRefused = true;
    });
  const observePayload = { ...steps.aim, ...common() };
  const answer = await page.runWithHost(deadline, send, 'action', [ref, 'observe', observePayload]);
  if (answer.type !== 'given') return answer;
  const { json } = answer;
  // The driver refused the input (a key that it does not have), and there was no effect.
  if (isRefused && json.verified !== true) return byPage(action);
  if (!json.ok) {
    const code = (json.error as { code?: unknown })?.code;
    // The element on top may be shown only because of the mouse's position.
    if (code === 'element_blocked') await action.input.move(0, 0).catch(() => undefined);
    return SCRIPT_CAN_HANDLE.test(String(code)) ? byPage(action, { timeoutMs: RETRY_MS }) : answer;
  }
  const verified = steps.verify ? await steps.verify(action, json as unknown as ActionOk) : json;
  return verified ? { type: 'given', json: { ...verified, ok: true, kind } } : byPage(action);
};

/** How long the DOM has to be quiet after a key, in ms. */
const KEY_QUIET_MS = 50;

/**
 * The page verb `pressKey` with the browser's own keys: sends the key to the focused element and waits for the page's
 * reaction. Undefined: the script has to do it, or to report the error.
 */
export const pressTrusted = async (
  page: Page,
  input: TrustedInput,
  payload: object,
  timeoutMs: number,
  deadline: number,
): Promise<Answer | undefined> => {
  const given = fieldsOf(payload, ['key']);
  const chord = given && (await chordFor(page, given.key));
  const info = chord === undefined ? undefined : await page.call('page', ['info'], true);
  if (chord === undefined || info?.type !== 'given' || !info.json.ok) return undefined;
  const press = async (): Promise<boolean> => {
    try {
      await input.press(chord);
      return true;
    } catch {
      return false;
    }
  };
  const pressed = await page.options.call.inTime(deadline, press);
  // The key may have been sent, so the script must not send it again.
  if ('late' in pressed) return { type: 'silent', error: pressed.late };
  // The driver does not have the key, or the page is gone: the script finds out.
  if (!pressed.given) return undefined;
  const change = { quiet: KEY_QUIET_MS, load: true, timeoutMs };
  const waited = await page.run(deadline, 'page', 'wait', change);
  if (waited.type === 'left') return waited;
  const { meta, focus: target } = info.json;
  const after = await page.call('page', ['info'], true);
  const focus = after.type === 'given' && after.json.ok ? after.json.focus : undefined;
  const isElsewhere = focus && JSON.stringify(focus) !== JSON.stringify(target);
  const result = { ok: true, type: 'page', kind: 'pressKey', meta };
  return {
    type: 'given',
    json: { ...result, ...(target ? { target } : {}), ...(isElsewhere ? { focus } : {}) },
  };
};
