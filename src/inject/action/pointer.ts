import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { flatContains, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { isLive } from '../snapshot/refs.ts';
import { inOwnDocument } from './checks.ts';
import { focusableAt, moveFocus } from './focus.ts';
import { NEXT_TASK, type Script } from './script.ts';
import { send } from './send.ts';

const place = (el: Element, point: Point | undefined): Record<string, unknown> => {
  if (!point) return {};
  const { x, y } = inOwnDocument(point, el);
  return {
    clientX: x,
    clientY: y,
    screenX: point.x + (window.screenX || 0),
    screenY: point.y + (window.screenY || 0),
  };
};

const POINTER = { pointerId: 1, pointerType: 'mouse', isPrimary: true, width: 1, height: 1 };

const sendBoth = (agent: Agent, el: Element, type: string, init: Record<string, unknown>): void => {
  const move = type === 'move' ? { button: -1 } : {};
  send(agent, el, 'PointerEvent', `pointer${type}`, { ...POINTER, ...init, ...move });
  send(agent, el, 'MouseEvent', `mouse${type}`, init);
};

const ancestors = (el: Element | null): Element[] => {
  const path: Element[] = [];
  for (let at = el; at; at = flatParentAcrossFrames(at)) path.push(at);
  return path;
};

const QUIET = { bubbles: false, cancelable: false, composed: false };

/** Leaves the element under the pointer and enters `el`, as a moved mouse does. */
export function moveTo(agent: Agent, el: Element, point: Point | undefined): void {
  const over = agent.pointer.over?.deref();
  const from = over && isLive(over) ? over : null;
  const at = place(el, point);
  if (from !== el) {
    for (const kind of ['PointerEvent', 'MouseEvent'] as const) {
      const prefix = kind === 'PointerEvent' ? 'pointer' : 'mouse';
      const init = kind === 'PointerEvent' ? { ...POINTER, button: -1 } : {};
      if (from) {
        send(agent, from, kind, `${prefix}out`, { ...init, ...at, relatedTarget: el });
        for (const left of ancestors(from)) {
          if (!flatContains(left, el))
            send(agent, left, kind, `${prefix}leave`, { ...init, ...at, ...QUIET, relatedTarget: el });
        }
      }
      send(agent, el, kind, `${prefix}over`, { ...init, ...at, relatedTarget: from });
      for (const entered of ancestors(el).reverse()) {
        if (!from || !flatContains(entered, from)) {
          send(agent, entered, kind, `${prefix}enter`, { ...init, ...at, ...QUIET, relatedTarget: from });
        }
      }
    }
    if (typeof WeakRef === 'function') agent.pointer.over = new WeakRef(el);
  }
  sendBoth(agent, el, 'move', at);
}

const commonAncestor = (a: Element, b: Element): Element | null =>
  ancestors(a).find((at) => flatContains(at, b)) ?? null;

/**
 * One press with the main button: down, focus, up, click, in Chromium's order. True if a handler prevented the
 * click's default.
 */
export function* press(
  agent: Agent,
  el: Element,
  point: Point | undefined,
  upTarget: () => Element | null,
): Script<boolean> {
  const at = place(el, point);
  const down = { ...at, button: 0, buttons: 1 };
  const allowed = send(agent, el, 'PointerEvent', 'pointerdown', { ...POINTER, ...down, pressure: 0.5 });
  yield NEXT_TASK;
  if (allowed && isLive(el) && send(agent, el, 'MouseEvent', 'mousedown', { ...down, detail: 1 })) {
    if (isLive(el)) moveFocus(agent, focusableAt(el));
  }
  yield NEXT_TASK;
  const lifted = isLive(el) ? (upTarget() ?? el) : upTarget();
  if (!lifted) return false;
  send(agent, lifted, 'PointerEvent', 'pointerup', { ...POINTER, ...at, button: 0 });
  if (allowed && isLive(lifted))
    send(agent, lifted, 'MouseEvent', 'mouseup', { ...at, button: 0, detail: 1 });
  yield NEXT_TASK;
  const clicked = isLive(el) && isLive(lifted) ? commonAncestor(el, lifted) : null;
  return (
    clicked !== null &&
    !send(agent, clicked, 'PointerEvent', 'click', { ...POINTER, ...at, button: 0, detail: 1 })
  );
}
