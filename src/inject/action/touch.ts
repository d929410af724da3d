import type { Point } from '../../contract.ts';
import { type Agent, isFailure } from '../agent.ts';
import { documentOf, fromDocument } from '../dom/read.ts';
import { readPayload } from '../payload.ts';
import { isLive } from '../snapshot/refs.ts';
import { focusByPress } from './focus-by-press.ts';
import { gesture } from './gesture.ts';
import { lightDismiss } from './light-dismiss.ts';
import { checkReady, type Outcome } from './outcome.ts';
import { ancestors, place } from './pointer.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { send } from './send.ts';

const FINGER = { pointerId: 2, pointerType: 'touch', isPrimary: true, width: 1, height: 1 };
const ALONE = { bubbles: false, cancelable: false, composed: false };

/** Firefox on a desktop has no touch, WebKitGTK none that a script could make. */
const touchAt = (el: Element, init: TouchInit): Touch | undefined => {
  const view = (fromDocument(documentOf(el), 'defaultView') ?? window) as typeof globalThis & Window;
  try {
    return new view.Touch(init);
  } catch {
    return undefined;
  }
};

/** A finger on an element: what it sends, with the point and the state of the finger filled in. */
const finger = (agent: Agent, el: Element, point: Point | undefined) => {
  const at = place(el, point);
  const pointer = (type: string, more = {}): boolean =>
    send(agent, el, 'PointerEvent', `pointer${type}`, { ...FINGER, ...at, ...more });
  const around = (type: 'enter' | 'leave', name: 'PointerEvent' | 'MouseEvent', init: object): void => {
    const path = ancestors(el);
    const prefix = name === 'PointerEvent' ? 'pointer' : 'mouse';
    for (const each of type === 'enter' ? path.reverse() : path) {
      send(agent, each, name, `${prefix}${type}`, { ...init, ...at, ...ALONE });
    }
  };
  const touch = (type: string, touching: boolean): boolean => {
    const own = touchAt(el, { identifier: 0, target: el, ...at, radiusX: 1, radiusY: 1, force: 1 });
    if (!own) return true;
    const touches = [own];
    const now = touching ? touches : [];
    const lists = { touches: now, targetTouches: now, changedTouches: touches };
    return send(agent, el, 'TouchEvent', type, { ...lists, cancelable: type !== 'touchcancel' });
  };
  const capture = (what: 'got' | 'lost'): boolean =>
    send(agent, el, 'PointerEvent', `${what}pointercapture`, { ...FINGER, ...at, cancelable: false });
  return { at, point, pointer, around, touch, capture };
};

type Finger = ReturnType<typeof finger>;

function* down({ pointer, around, touch, capture }: Finger): Script<boolean> {
  pointer('over', { buttons: 1 });
  around('enter', 'PointerEvent', { ...FINGER, buttons: 1 });
  pointer('down', { button: 0, buttons: 1, pressure: 1 });
  yield NEXT_TASK;
  const allowed = touch('touchstart', true);
  capture('got');
  return allowed;
}

function* up({ pointer, around, touch, capture }: Finger): Script<boolean> {
  pointer('up', { button: 0 });
  capture('lost');
  pointer('out', { button: 0 });
  around('leave', 'PointerEvent', FINGER);
  yield NEXT_TASK;
  return touch('touchend', false);
}

/** What follows a tap, for pages that know only a mouse. */
function* mouse(agent: Agent, el: Element, { at, point, around }: Finger): Script<boolean> {
  const mouseEvent = (type: string, more = {}): boolean =>
    send(agent, el, 'MouseEvent', `mouse${type}`, { ...at, ...more });
  mouseEvent('over');
  around('enter', 'MouseEvent', {});
  mouseEvent('move');
  yield NEXT_TASK;
  if (isLive(el) && mouseEvent('down', { buttons: 1, detail: 1 }) && isLive(el))
    focusByPress(agent, el, point);
  yield NEXT_TASK;
  if (!isLive(el)) return true;
  mouseEvent('up', { detail: 1 });
  yield NEXT_TASK;
  return !isLive(el) || send(agent, el, 'PointerEvent', 'click', { ...FINGER, ...at, detail: 1 });
}

/** @param rest true if it was prevented */
const touching = (
  agent: Agent,
  el: Element,
  rest: (target: Element, hand: Finger, allowed: boolean, dismiss: () => void) => Script<boolean>,
): Script<Outcome> =>
  gesture(agent, el, checkReady, function* ({ target, point }) {
    const hand = finger(agent, target, point);
    const dismiss = lightDismiss(agent, target, point);
    return yield* rest(target, hand, yield* down(hand), () => dismiss(target, point));
  });

/** A tap of a finger: touch and pointer events, then the mouse events and the click that follow. */
export const tap = (agent: Agent, el: Element): Script<Outcome> =>
  touching(agent, el, function* (target, hand, allowed, dismiss) {
    const ended = yield* up(hand);
    dismiss();
    if (!allowed || !ended || !isLive(target)) return true;
    yield NEXT_TASK;
    return !(yield* mouse(agent, target, hand));
  });

/** Android's own threshold is 400 to 500 ms. */
const LONG_MS = 600;

/** A finger that stays: its context menu comes while it is down, and no click follows. */
export function* longpress(agent: Agent, el: Element, payload: unknown): Script<Outcome> {
  const given = readPayload('longpress', payload, { ms: 'number' });
  if (isFailure(given)) return given;
  return yield* touching(agent, el, function* (target, hand) {
    yield (given.ms as number) ?? LONG_MS;
    const prevented =
      isLive(target) &&
      !send(agent, target, 'PointerEvent', 'contextmenu', { ...FINGER, ...hand.at, button: 0 });
    yield NEXT_TASK;
    yield* up(hand);
    return prevented;
  });
}
