import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { isLive } from '../element/refs.ts';
import { FINGER, type Finger, liftFinger, putDown, withFinger } from './finger.ts';
import { focusByPress } from './focus-by-press.ts';
import { gesture } from './gesture.ts';
import { lightDismiss } from './light-dismiss.ts';
import { checkReady, type Given, type Outcome } from './outcome.ts';
import { sendPress } from './pointer.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { send } from './send.ts';
import { liftOf, slideTo } from './slide.ts';

/** The mouse events after a tap, for pages that know no touch. */
function* sendMouseEvents(
  agent: Agent,
  { el, at, around }: Finger,
  point: Point | undefined,
): Script<boolean> {
  send(agent, el, 'mouseover', at());
  around('mouseenter', {});
  send(agent, el, 'mousemove', at());
  yield NEXT_TASK;
  const lift = liftOf(agent, el, point);
  if (isLive(el) && sendPress(agent, el, 'mousedown', { ...at(), buttons: 1, detail: 1 }) && isLive(el)) {
    if (lift) slideTo(agent, el, point as Point, true);
    focusByPress(agent, el, point);
  }
  yield NEXT_TASK;
  if (!isLive(el)) return true;
  const mouseUp = (): void => void sendPress(agent, el, 'mouseup', { ...at(), detail: 1 });
  if (lift) lift(mouseUp);
  else mouseUp();
  yield NEXT_TASK;
  return !isLive(el) || sendPress(agent, el, 'click', { ...FINGER, ...at(), detail: 1 });
}

/**
 * Puts a finger on an element.
 *
 * @param rest what follows; true if a handler prevented its default
 */
const touchGesture = (
  agent: Agent,
  el: Element,
  place: unknown,
  rest: (finger: Finger, point: Point | undefined, allowed: boolean, dismiss: () => void) => Script<boolean>,
): Script<Outcome> =>
  gesture(
    agent,
    el,
    checkReady,
    ({ target, point }) =>
      withFinger(agent, target, point, function* (finger) {
        const dismiss = lightDismiss(agent, target, point);
        const allowed = yield* putDown(finger);
        finger.hold();
        return yield* rest(finger, point, allowed, () => dismiss(target, point));
      }),
    place,
  );

/** A short touch, without the mouse events that engines make of it. */
export const touchOnly = (agent: Agent, el: Element, place: unknown): Script<Outcome> =>
  touchGesture(agent, el, place, function* (finger, _, allowed) {
    return !(yield* liftFinger(finger)) || !allowed;
  });

/** A tap of a finger: touch and pointer events, then the mouse events and the click that follow. */
export const tap = (agent: Agent, el: Element, place?: unknown): Script<Outcome> =>
  touchGesture(agent, el, place, function* (finger, point, allowed, dismiss) {
    const ended = yield* liftFinger(finger);
    dismiss();
    if (!allowed || !ended || !isLive(finger.el)) return true;
    yield NEXT_TASK;
    return !(yield* sendMouseEvents(agent, finger, point));
  });

/** The duration of a long press (ms): the threshold of Android is 400 to 500 ms. */
const LONG_MS = 600;

/** A finger that stays: its context menu comes while it is down, and no click follows. */
export function* longpress(agent: Agent, el: Element, given: Given): Script<Outcome> {
  return yield* touchGesture(agent, el, undefined, function* (finger) {
    yield (given.ms as number) ?? LONG_MS;
    const prevented =
      isLive(finger.el) && !send(agent, finger.el, 'contextmenu', { ...FINGER, ...finger.at(), button: 0 });
    yield NEXT_TASK;
    yield* liftFinger(finger);
    return prevented;
  });
}
