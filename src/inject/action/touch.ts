import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { isLive } from '../element/refs.ts';
import { down, FINGER, type Finger, up, withFinger } from './finger.ts';
import { focusByPress } from './focus-by-press.ts';
import { gesture } from './gesture.ts';
import { lightDismiss } from './light-dismiss.ts';
import { checkReady, type Given, type Outcome } from './outcome.ts';
import { sendPress } from './pointer.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { send } from './send.ts';
import { liftOf, slideTo } from './slide.ts';

/** What follows a tap, for pages that know only a mouse. */
function* mouse(agent: Agent, { el, at, around }: Finger, point: Point | undefined): Script<boolean> {
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

/** @param rest true if it was prevented */
const touching = (
  agent: Agent,
  el: Element,
  place: unknown,
  rest: (hand: Finger, point: Point | undefined, allowed: boolean, dismiss: () => void) => Script<boolean>,
): Script<Outcome> =>
  gesture(
    agent,
    el,
    checkReady,
    ({ target, point }) =>
      withFinger(agent, target, point, function* (hand) {
        const dismiss = lightDismiss(agent, target, point);
        const allowed = yield* down(hand);
        hand.hold();
        return yield* rest(hand, point, allowed, () => dismiss(target, point));
      }),
    place,
  );

/** A finger for a moment, and nothing of what engines make of it. */
export const touchOnly = (agent: Agent, el: Element, place: unknown): Script<Outcome> =>
  touching(agent, el, place, function* (hand, _, allowed) {
    return !(yield* up(hand)) || !allowed;
  });

/** A tap of a finger: touch and pointer events, then the mouse events and the click that follow. */
export const tap = (agent: Agent, el: Element, place?: unknown): Script<Outcome> =>
  touching(agent, el, place, function* (hand, point, allowed, dismiss) {
    const ended = yield* up(hand);
    dismiss();
    if (!allowed || !ended || !isLive(hand.el)) return true;
    yield NEXT_TASK;
    return !(yield* mouse(agent, hand, point));
  });

/** Android's own threshold is 400 to 500 ms. */
const LONG_MS = 600;

/** A finger that stays: its context menu comes while it is down, and no click follows. */
export function* longpress(agent: Agent, el: Element, given: Given): Script<Outcome> {
  return yield* touching(agent, el, undefined, function* (hand) {
    yield (given.ms as number) ?? LONG_MS;
    const prevented =
      isLive(hand.el) && !send(agent, hand.el, 'contextmenu', { ...FINGER, ...hand.at(), button: 0 });
    yield NEXT_TASK;
    yield* up(hand);
    return prevented;
  });
}
