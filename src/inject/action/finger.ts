import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { ancestors } from '../dom/flat-tree.ts';
import { matches, windowOf } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { place, sendAlong } from './pointer.ts';
import { watchCapture } from './pointer-capture.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { send } from './send.ts';

export const FINGER = { pointerId: 2, pointerType: 'touch', isPrimary: true, width: 1, height: 1 };

/** A Touch; undefined if a script cannot make one: Firefox on a desktop has no touch, WebKitGTK none for scripts. */
const touchAt = (el: Element, init: TouchInit): Touch | undefined => {
  const view = windowOf(el);
  // Engines do not compute the place on the page of a Touch that a script makes.
  const { clientX = 0, clientY = 0 } = init;
  try {
    return new view.Touch({ ...init, pageX: clientX + view.scrollX, pageY: clientY + view.scrollY });
  } catch {
    return undefined;
  }
};

/**
 * Whether what a mouse did without effect is done again by touch, to which mobile pages may listen alone. Not where an
 * effect may still come: that of a request, and in a call that does not wait what a framework draws later. Not where
 * what a mouse has drawn can't be read.
 */
export const mayRetryByTouch = ({ action }: Agent, el: Element): boolean | undefined =>
  action &&
  !action.cause.requests &&
  'ontouchstart' in window &&
  isLive(el) &&
  !matches(el, 'canvas, video, svg');

/**
 * The events of a finger on an element, with its point and state filled in. All of them go to the element that it was
 * put on, wherever it moves.
 */
const createFinger = (agent: Agent, el: Element, start: Point | undefined) => {
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
    const ownTouch = touchAt(el, { identifier: 0, target: el, ...at(), radiusX: 1, radiusY: 1, force: 1 });
    if (!ownTouch) return true;
    const touches = [ownTouch];
    const now = type === 'end' ? [] : touches;
    const lists = { touches: now, targetTouches: now, changedTouches: touches };
    return send(agent, el, `touch${type}`, { ...lists, cancelable }, {}, 'TouchEvent');
  };
  const capture = (what: 'got' | 'lost', more = {}): void => {
    const init = { ...FINGER, ...at(), ...more, cancelable: false };
    send(agent, el, `${what}pointercapture`, init);
  };
  /**
   * Sends `gotpointercapture`: an element captures a touch before it gets more of it, unless another one has captured
   * it.
   */
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

export type Finger = ReturnType<typeof createFinger>;

/** Uses a finger for a gesture. */
export function* withFinger(
  agent: Agent,
  el: Element,
  point: Point | undefined,
  use: (finger: Finger) => Script<boolean>,
): Script<boolean> {
  const finger = createFinger(agent, el, point);
  try {
    return yield* use(finger);
  } finally {
    finger.end();
  }
}

/** Puts the finger down. False if a handler prevented `touchstart`. */
export function* putDown({ pointer, around, touch }: Finger): Script<boolean> {
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

/** Lifts the finger. False if a handler prevented `touchend`. */
export function* liftFinger(finger: Finger, cancelable = true): Script<boolean> {
  finger.pointer('up', { button: 0 });
  leave(finger);
  yield NEXT_TASK;
  return finger.touch('end', cancelable);
}

/** The engine takes the pointer for its own scrolling: touch events go on, but cannot be prevented any more. */
const cancel = (finger: Finger): void => {
  finger.pointer('cancel', { button: 0, cancelable: false });
  leave(finger);
};

/** How many moves a stroke is sent in: enough for the thresholds of gestures. */
const STEPS = 8;

/**
 * Puts a finger down, moves it by an offset in `ms`, and lifts it.
 *
 * @param pan scrolls by a part (0 to 1) of the offset, as the engine would; left out if the engine may not scroll
 * that way
 * @returns true if a handler prevented the scrolling
 */
export const stroke = (
  agent: Agent,
  el: Element,
  from: Point,
  offset: Point,
  ms: number,
  pan?: (part: number) => void,
): Script<boolean> =>
  withFinger(agent, el, from, function* (finger) {
    const allowed = yield* putDown(finger);
    let isPanning = false;
    let prevented = !allowed;
    for (let i = 1; i <= STEPS && isLive(el); i++) {
      yield ms / STEPS;
      finger.moveTo({ x: from.x + (offset.x * i) / STEPS, y: from.y + (offset.y * i) / STEPS });
      if (i === 1) finger.hold({ button: -1, buttons: 1 });
      if (!isPanning) finger.pointer('move', { button: -1, buttons: 1, pressure: 1 });
      // Once the first touchmove was not prevented, the later ones cannot be.
      const moveAllowed = finger.touch('move', i === 1 || prevented);
      if (i === 1) {
        prevented ||= !moveAllowed;
        isPanning = !!pan && !prevented;
        if (isPanning) cancel(finger);
      }
      if (isPanning) pan?.(i / STEPS);
    }
    if (!isLive(el)) return prevented;
    if (isPanning) finger.touch('end', false);
    else yield* liftFinger(finger, prevented);
    return prevented;
  });
