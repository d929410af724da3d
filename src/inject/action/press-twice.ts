import { type Agent, isFailure } from '../agent.ts';
import { elementAt } from '../dom/hit-test.ts';
import { createViewport } from '../dom/view-box.ts';
import { isLive } from '../snapshot/refs.ts';
import { aimAt } from './checks.ts';
import { watch } from './effects.ts';
import { asObserved, checkReady, newPass, type Outcome } from './outcome.ts';
import { moveTo, place, press } from './pointer.ts';
import { NEXT_TASK, type Script, SETTLED } from './script.ts';
import { send } from './send.ts';

/** Two clicks within one millisecond are no double click to some pages. */
const BETWEEN_MS = 30;

/** Presses in a row: how many, and with which button. */
function* presses(agent: Agent, el: Element, times: number, button: number): Script<Outcome> {
  const pass = newPass();
  const refusal = checkReady(agent, el, pass);
  if (refusal) return refusal;
  const aim = yield* aimAt(agent, el, pass);
  if (isFailure(aim)) return aim;
  const { point, target } = aim;
  const effectNow = watch(agent, el);
  moveTo(agent, target, point);
  yield NEXT_TASK;
  const under = (): Element | null => (point ? elementAt(point, createViewport()) : target);
  let prevented = false;
  let at: Element | null = target;
  for (let detail = 1; at && detail <= times; detail++) {
    if (detail > 1) yield BETWEEN_MS;
    at = isLive(at) ? (under() ?? at) : under();
    if (at) prevented = yield* press(agent, at, point, under, { button, detail });
  }
  if (times === 2 && at && isLive(at)) {
    prevented = !send(agent, at, 'MouseEvent', 'dblclick', { ...place(at, point), detail: 2 });
  }
  yield SETTLED;
  return asObserved(effectNow(), point, prevented);
}

export const dblclick = (agent: Agent, el: Element): Script<Outcome> => presses(agent, el, 2, 0);

/** The right button. */
export const contextmenu = (agent: Agent, el: Element): Script<Outcome> => presses(agent, el, 1, 2);
