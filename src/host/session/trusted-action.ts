import type { ActionOk, AwaitedInput } from '../../contract.ts';
import type { TrustedInput } from '../driver.ts';
import type { Answer, Page } from './page.ts';
import { chordFor, type Fields, PLANS, type TrustedAction } from './trusted-plans.ts';

/** Whether the browser's input can do what is asked. In frames of other origins it is the script that acts. */
export const isTrustedKind = (kind: string, ref: string): boolean =>
  Object.keys(PLANS).includes(kind) && !/^(?:\[ref=|[@#])?f\d/.test(ref.trim());

const byPage = (
  { page, ref, kind, payload, common, deadline }: TrustedAction,
  more: object = {},
): Promise<Answer> => {
  const full = typeof payload === 'object' ? { ...payload, ...common(), ...more } : payload;
  return page.run(deadline, 'action', ref, kind, full);
};

/** The fields of a payload; undefined where it holds what its plan does not know: the script says what is wrong. */
const fieldsOf = (payload: unknown, known: readonly string[]): Fields | undefined => {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const given = Object.entries(payload).filter(([, value]) => value !== undefined);
  return given.every(([name]) => known.includes(name)) ? Object.fromEntries(given) : undefined;
};

/** A native control that hides behind its label, a part that has to be found first: the script knows ways. */
const KNOWS_WAYS = /^(?:not_visible|element_blocked)$/;

/** It has been waited for already: what shows only under the mouse goes in this time (ms). */
const AGAIN_MS = 500;

/**
 * One action with the browser's own mouse and keys: the script finds the element, checks it, brings it into view, says
 * where a press reaches it, and watches; the browser presses; the script waits until the page is done, verifies, and
 * tells what changed. What the browser's input can't do is left to the script.
 */
export const actTrusted = async (action: TrustedAction): Promise<Answer> => {
  const { page, ref, kind, payload, common, deadline } = action;
  const [plan, ...known] = PLANS[kind] ?? [];
  const given = fieldsOf(payload, known);
  const way = given && (await plan?.(action, given));
  if (!way) return byPage(action);
  let isRefused = false;
  const send = (at: AwaitedInput): Promise<unknown> =>
    way.send(action, at).catch(() => {
      isRefused = true;
    });
  const seen = { ...way.aim, ...common() };
  const answer = await page.runWithHost(deadline, send, 'action', [ref, 'observe', seen]);
  if (answer.type !== 'given') return answer;
  const { json } = answer;
  // A key that this browser's keyboard does not have: nothing has come of it.
  if (isRefused && json.verified !== true) return byPage(action);
  if (!json.ok) {
    const code = (json.error as { code?: unknown })?.code;
    // What covers it may be there because of where the mouse is.
    if (code === 'element_blocked') await action.input.move(0, 0).catch(() => undefined);
    return KNOWS_WAYS.test(String(code)) ? byPage(action, { timeoutMs: AGAIN_MS }) : answer;
  }
  const verified = way.verify ? await way.verify(action, json as unknown as ActionOk) : json;
  return verified ? { type: 'given', json: { ...verified, ok: true, kind } } : byPage(action);
};

/** What a key has changed at once is there then (ms). */
const KEY_QUIET_MS = 50;

/**
 * The page verb `pressKey` with the browser's own keys, to whatever has the focus, and what the page makes of it waited
 * for. Undefined: the script is to do it, or to say what is wrong.
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
  // It may have been sent: the script must not do it again.
  if ('late' in pressed) return { type: 'silent', error: pressed.late };
  // This browser's keyboard does not have it, or the page is gone: the script finds out.
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
