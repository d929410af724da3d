import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { ancestors, flatContains } from '../dom/flat-tree.ts';
import { matches, rootElement } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { nextFrame } from '../timing/frames.ts';
import { inOwnDocument } from './checks.ts';
import { focusByPress, selectWord } from './focus-by-press.ts';
import { applyHover } from './hover-style.ts';
import { lightDismiss } from './light-dismiss.ts';
import { watchCapture } from './pointer-capture.ts';
import { NEXT_TASK, SAME_TASK, type Script } from './script.ts';
import { send } from './send.ts';
import { liftOf, slideTo } from './slide.ts';

/** The properties of an event on `el` that say where it is. */
export const place = (el: Element, point: Point | undefined): Record<string, unknown> => {
  if (!point) return {};
  const { x, y } = inOwnDocument(point, el);
  return {
    clientX: x,
    clientY: y,
    screenX: point.x + (window.screenX || 0),
    screenY: point.y + (window.screenY || 0),
  };
};

export const POINTER = { pointerId: 1, pointerType: 'mouse', isPrimary: true, width: 1, height: 1 };

export const sendBoth = (agent: Agent, el: Element, type: string, init: Record<string, unknown>): void => {
  const move = type === 'move' ? { button: -1 } : {};
  send(agent, el, `pointer${type}`, { ...POINTER, ...init, ...move });
  send(agent, el, `mouse${type}`, init);
};

/**
 * Sends a mouse event. A disabled control gets none; in one it does not bubble, because in Blink the path of a
 * trusted event ends before the disabled control
 * (https://html.spec.whatwg.org/#enabling-and-disabling-form-controls:-the-disabled-attribute).
 */
export const sendPress = (
  agent: Agent,
  el: Element,
  type: 'mousedown' | 'mouseup' | 'click' | 'dblclick',
  init: Record<string, unknown>,
): boolean => {
  const disabled = ancestors(el).find((at) => matches(at, ':disabled:not(fieldset)'));
  return disabled === el || send(agent, el, type, disabled ? { ...init, bubbles: false } : init);
};

const NOT_BUBBLING = { bubbles: false, cancelable: false, composed: false };

/** Sends an event that does not bubble to each element of a path. */
export const sendAlong = (agent: Agent, path: readonly Element[], type: string, init: object): void => {
  for (const at of path) send(agent, at, type, { ...init, ...NOT_BUBBLING });
};

/** The element under the pointer, if it is still on the page. */
export const underPointer = ({ pointer }: Agent): Element | null => {
  const over = pointer.over?.deref();
  return over && isLive(over) ? over : null;
};

/**
 * Moves the pointer to `to`, or to the element that has captured it, with the events of a mouse that leaves one
 * element and enters another.
 */
export function moveTo(agent: Agent, to: Element, point: Point | undefined, state = {}): void {
  const { capture } = agent.pointer;
  const holder = capture?.holder();
  const el = holder || to;
  const from = underPointer(agent);
  const at = { ...place(el, point), ...state };
  if (from !== el) {
    for (const prefix of ['pointer', 'mouse']) {
      const init = prefix === 'pointer' ? { ...POINTER, button: -1 } : {};
      if (from) {
        send(agent, from, `${prefix}out`, { ...init, ...at, relatedTarget: el });
        const left = ancestors(from).filter((ancestor) => !flatContains(ancestor, el));
        sendAlong(agent, left, `${prefix}leave`, { ...init, ...at, relatedTarget: el });
      }
      send(agent, el, `${prefix}over`, { ...init, ...at, relatedTarget: from });
      const entered = ancestors(el).filter((ancestor) => !flatContains(ancestor, from));
      sendAlong(agent, entered.reverse(), `${prefix}enter`, { ...init, ...at, relatedTarget: from });
    }
    if (typeof WeakRef === 'function') agent.pointer.over = new WeakRef(el);
    applyHover(agent, el);
  }
  Object.assign(agent.pointer, point);
  sendBoth(agent, el, 'move', at);
  if (point && holder && capture?.slides) slideTo(agent, holder, point);
}

/** Moves the pointer to the root element, so that what shows only on hover may go. */
export const moveAway = (agent: Agent): void => {
  if (underPointer(agent)) moveTo(agent, rootElement(), undefined);
};

/** Takes the pointer off the page, as the browser does when a native drag begins. */
export const cancelPointer = (agent: Agent, point: Point): void => {
  const over = underPointer(agent);
  delete agent.pointer.over;
  if (!over) return;
  const init = { ...POINTER, ...place(over, point) };
  send(agent, over, 'pointercancel', { ...init, cancelable: false });
  send(agent, over, 'pointerout', init);
  sendAlong(agent, ancestors(over), 'pointerleave', init);
};

/** The nearest common ancestor, which gets the click of a press that ends on another element. */
const commonAncestor = (a: Element, b: Element): Element | null =>
  ancestors(a).find((at) => flatContains(at, b)) || null;

/** How to press: the main button once by default. */
export interface Press {
  button?: number;
  detail?: number;
  flags?: Readonly<Record<string, boolean>>;
  /** Set by the press: no handler has prevented pointerdown or mousedown. */
  isPressed?: boolean;
}

/**
 * How many frames the button stays down while the page has timers of at most HELD_MS (ms) running: a person presses
 * that long, so these have run when the button is released.
 */
const MAX_FRAMES_HELD = 4;
const HELD_MS = 50;

/** How many steps of a press come before its release: the down events, and what the engine does on them. */
export const STEPS_OF_DOWN = 3;

/**
 * Presses and releases a button in the order of Chromium: down, focus, up, click; with the right button a context
 * menu and no click. True if a handler prevented the default of what it ends in.
 */
export function* press(
  agent: Agent,
  el: Element,
  point: Point | undefined,
  upTarget: () => Element | null,
  how: Press = {},
): Script<boolean> {
  const { button = 0, detail = 1, flags = {} } = how;
  const capture = watchCapture(agent, el, POINTER);
  try {
    const at = { ...place(el, point), button, ...flags };
    const down = { ...at, buttons: button === 2 ? 2 : 1 };
    const dismiss = lightDismiss(agent, el, point);
    const lift = liftOf(agent, el, point);
    const allowed = send(agent, el, 'pointerdown', { ...POINTER, ...down, pressure: 0.5 });
    yield SAME_TASK;
    how.isPressed = allowed && isLive(el) && sendPress(agent, el, 'mousedown', { ...down, detail });
    // What a framework has put off until then is shown before the focus moves.
    yield SAME_TASK;
    if (how.isPressed) {
      capture.slides = lift && button === 0 && isLive(el);
      if (capture.slides) slideTo(agent, el, point as Point, true);
      if (isLive(el)) focusByPress(agent, el, point, button === 0 && !flags.shiftKey);
      if (capture.slides) capture.take(el);
      if (detail === 2 && point && button === 0 && isLive(el)) selectWord(agent, el, point);
    }
    yield NEXT_TASK;
    for (let i = 0; i < MAX_FRAMES_HELD && agent.action?.timersLeft(HELD_MS); i++) yield nextFrame;
    const menuPrevented =
      button === 2 && isLive(el) && !send(agent, el, 'contextmenu', { ...POINTER, ...down });
    const captured = capture.holder();
    const upElement = captured || upTarget() || (isLive(el) ? el : null);
    if (!upElement) return menuPrevented;
    // The pointer may have been moved since.
    const end = { ...place(upElement, point), button, ...flags };
    send(agent, upElement, 'pointerup', { ...POINTER, ...end });
    dismiss(upElement, point);
    const mouseUp = (): void => {
      if (allowed && isLive(upElement)) sendPress(agent, upElement, 'mouseup', { ...end, detail });
    };
    if (lift) lift(mouseUp);
    else mouseUp();
    capture.release();
    yield SAME_TASK;
    const clicked = isLive(el) && isLive(upElement) ? captured || commonAncestor(el, upElement) : null;
    if (!clicked) return menuPrevented;
    const last = { ...POINTER, ...end, detail };
    if (button === 2) return !send(agent, clicked, 'auxclick', last) || menuPrevented;
    return !sendPress(agent, clicked, 'click', last);
  } finally {
    capture.end();
  }
}
