import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { ancestors } from '../dom/flat-tree.ts';
import { tagOf, windowOf } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { place, sendAlong } from './pointer.ts';
import { watchCapture } from './pointer-capture.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { send } from './send.ts';

export const FINGER = { pointerId: 2, pointerType: 'touch', isPrimary: true, width: 1, height: 1 };

/** Firefox on a desktop has no touch, WebKitGTK none that a script could make. */
const touchAt = (el: Element, init: TouchInit): Touch | undefined => {
  const view = windowOf(el);
  // No engine works out where on the page that is.
  const { clientX = 0, clientY = 0 } = init;
  try {
    return new view.Touch({ ...init, pageX: clientX + view.scrollX, pageY: clientY + view.scrollY });
  } catch {
    return undefined;
  }
};

/** Whether this screen hears fingers. */
export const isTouched = (): boolean => 'ontouchstart' in window;

/** What a mouse has drawn there is not seen: it is not drawn a second time. */
export const isDrawnOn = (el: Element): boolean => /^(?:video|canvas|svg)$/.test(tagOf(el));

/**
 * A finger on an element: what it sends, with the point and the state of the finger filled in. All of it goes to the
 * element that it was put on, wherever it is moved to.
 */
const finger = (agent: Agent, el: Element, start: Point | undefined) => {
  let point = start;
  const captured = watchCapture(agent, el, FINGER);
  const at = (): Record<string, unknown> => place(el, point);
  const pointer = (type: string, more = {}): boolean =>
    send(agent, captured.holder() || el, `pointer${type}`, { ...FINGER, ...at(), ...more });
  const around = (type: 'pointerenter' | 'pointerleave' | 'mouseenter', init: object): void => {
    const path = ancestors(el);
    if (type !== 'pointerleave') path.reverse();
    sendAlong(agent, path, type, { ...init, ...at() });
  };
  const touch = (type: 'start' | 'move' | 'end', cancelable = true): boolean => {
    const own = touchAt(el, { identifier: 0, target: el, ...at(), radiusX: 1, radiusY: 1, force: 1 });
    if (!own) return true;
    const touches = [own];
    const now = type === 'end' ? [] : touches;
    const lists = { touches: now, targetTouches: now, changedTouches: touches };
    return send(agent, el, `touch${type}`, { ...lists, cancelable }, {}, 'TouchEvent');
  };
  const capture = (what: 'got' | 'lost', more = {}): void => {
    const init = { ...FINGER, ...at(), ...more, cancelable: false };
    send(agent, el, `${what}pointercapture`, init);
  };
  /** An element has a touch for its own before it hears more of it, unless another one has asked for it. */
  const hold = (more = {}): void => {
    if (!captured.holder()) capture('got', more);
  };
  const release = (): void => {
    if (captured.holder()) captured.release();
    else capture('lost');
  };
  const moveTo = (to: Point): void => {
    point = to;
  };
  return { el, at, pointer, around, touch, hold, release, moveTo, end: captured.end };
};

export type Finger = ReturnType<typeof finger>;

/** Uses a finger for a gesture. */
export function* withFinger(
  agent: Agent,
  el: Element,
  point: Point | undefined,
  use: (hand: Finger) => Script<boolean>,
): Script<boolean> {
  const hand = finger(agent, el, point);
  try {
    return yield* use(hand);
  } finally {
    hand.end();
  }
}

/** Puts it down. False if a handler prevented what a touch begins. */
export function* down({ pointer, around, touch }: Finger): Script<boolean> {
  pointer('over', { buttons: 1 });
  around('pointerenter', { ...FINGER, buttons: 1 });
  pointer('down', { button: 0, buttons: 1, pressure: 1 });
  yield NEXT_TASK;
  return touch('start');
}

const leave = ({ pointer, around, release }: Finger): void => {
  release();
  pointer('out', { button: 0 });
  around('pointerleave', FINGER);
};

/** Lifts it. False if a handler prevented what a touch ends in. */
export function* up(hand: Finger, cancelable = true): Script<boolean> {
  hand.pointer('up', { button: 0 });
  leave(hand);
  yield NEXT_TASK;
  return hand.touch('end', cancelable);
}

/** The engine takes the pointer for its own scrolling; the touch goes on, and can't be prevented any more. */
const cancel = (hand: Finger): void => {
  hand.pointer('cancel', { button: 0, cancelable: false });
  leave(hand);
};

/** Moves on the way: enough for the thresholds of gestures. */
const STEPS = 8;

/**
 * Puts a finger down, moves it by an offset within so many ms, and lifts it.
 *
 * @param pan scrolls as far as the engine has by a part of the way, if it may scroll that way at all
 * @returns true if a handler prevented that
 */
export const stroke = (
  agent: Agent,
  el: Element,
  from: Point,
  way: Point,
  ms: number,
  pan?: (part: number) => void,
): Script<boolean> =>
  withFinger(agent, el, from, function* (hand) {
    const allowed = yield* down(hand);
    let pans = false;
    let prevented = !allowed;
    for (let i = 1; i <= STEPS && isLive(el); i++) {
      yield ms / STEPS;
      hand.moveTo({ x: from.x + (way.x * i) / STEPS, y: from.y + (way.y * i) / STEPS });
      if (i === 1) hand.hold({ button: -1, buttons: 1 });
      if (!pans) hand.pointer('move', { button: -1, buttons: 1, pressure: 1 });
      // Engines wait for no answer any more where the first one was no.
      const went = hand.touch('move', i === 1 || prevented);
      if (i === 1) {
        prevented ||= !went;
        pans = !!pan && !prevented;
        if (pans) cancel(hand);
      }
      if (pans) pan?.(i / STEPS);
    }
    if (!isLive(el)) return prevented;
    if (pans) hand.touch('end', false);
    else yield* up(hand, prevented);
    return prevented;
  });
