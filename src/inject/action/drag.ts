import type { AwaitedInput, Effect, Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache, styleOf } from '../dom/dom-cache.ts';
import { ancestors, flatContains } from '../dom/flat-tree.ts';
import { elementAt } from '../dom/hit-test.ts';
import { attr, matches, prop, showAt, tagOf } from '../dom/read.ts';
import { isInView, middleOf, ORIGIN, viewBoxOf } from '../dom/view-box.ts';
import { lookUp } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, fail, isFailure } from '../result.ts';
import { aimWithin } from './aim-within.ts';
import { aimAt, checkVisible, rememberScroll } from './checks.ts';
import { isObservable, watch } from './effects.ts';
import { agreedEffect, newTransfer, takesNoDrop, usualEffect } from './files.ts';
import { isDrawnOn, isTouched, stroke } from './finger.ts';
import { asObserved, type Given, type Outcome } from './outcome.ts';
import { cancelPointer, moveTo, type Press, place, press, STEPS_OF_DOWN } from './pointer.ts';
import { resizerAt } from './resize-corner.ts';
import { NEXT_TASK, type Pause, type Script, SEEN } from './script.ts';
import { send } from './send.ts';

/** Moves on the way: enough for the thresholds that drag libraries have. */
const STEPS = 8;

/** Engines begin a drag after 3 px; a page that takes the first move for its start loses no more of the way (CSS px). */
const FIRST_MOVE_PX = 4;

/** Many pages look where the pointer is once a frame, or 20 times a second. */
const LAST_MOVE_MS = 80;

/** Maps let go in motion what has moved in the last 100 or 160 ms, and it comes to rest far from where it was dragged to. */
const AT_REST_MS = 170;

/** What a drag that begins at `el` drags natively. */
const draggableAt = (el: Element): Element | undefined =>
  ancestors(el).find(
    (at) =>
      attr(at, 'draggable') === 'true' ||
      (attr(at, 'draggable') !== 'false' && (tagOf(at) === 'img' || matches(at, 'a[href]'))),
  );

interface Ends {
  source: Element;
  from: Point;
  to: Point;
  /** Where the press ends. */
  at: Point;
  press: Script<unknown>;
}

/** The element that a drag goes to, if it goes to one. */
const targetOf = (agent: Agent, given: Given): { element?: Element } | Failure => {
  if (given.to === undefined) return {};
  const found = lookUp(agent, given.to, given);
  if (isFailure(found)) return found;
  return checkVisible(agent, found.element, createDomCache()) || found;
};

/** A list that is sorted moves an item on when what is dragged is past its middle: a hand goes some px further (CSS px). */
const PAST_MIDDLE_PX = 6;

/** How far past the middle of an element of that size a hand goes that comes from so far away. */
const pastMiddle = (way: number, size: number): number =>
  Math.abs(way) < size / 2 ? 0 : Math.sign(way) * Math.min(PAST_MIDDLE_PX, size / 8);

/** Where the drag ends: at a point of another element, or so far away. */
const endOf = (el: Element | undefined, from: Point, given: Given): Point => {
  const dx = (given.dx as number) || 0;
  const dy = (given.dy as number) || 0;
  if (!el) return { x: from.x + dx, y: from.y + dy };
  const box = viewBoxOf(el) || { x: 0, y: 0, width: 0, height: 0 };
  const { x, y } = (given.position || {}) as { x?: unknown; y?: unknown };
  const middle = middleOf(box);
  return {
    x: typeof x === 'number' ? box.x + x : middle.x + pastMiddle(middle.x - from.x, box.width),
    y: typeof y === 'number' ? box.y + y : middle.y + pastMiddle(middle.y - from.y, box.height),
  };
};

const under = (point: Point, otherwise: Element): Element => elementAt(point) || otherwise;

const between = ({ from, to }: Ends, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

const moveOn = (agent: Agent, ends: Ends, step: number): void => {
  Object.assign(ends.at, between(ends, step / STEPS));
  moveTo(agent, under(ends.at, ends.source), ends.at, { buttons: 1 });
};

/** The path of moves after the first one, and up: for pages that drag by pointer or mouse. */
function* dragByPointer(agent: Agent, ends: Ends): Script<boolean> {
  // Once more at its end: many pages pass over what comes soon after the move before it.
  for (let i = 1; i <= STEPS + 1; i++) {
    yield i > STEPS ? AT_REST_MS : NEXT_TASK;
    moveOn(agent, ends, Math.min(i, STEPS));
  }
  yield NEXT_TASK;
  yield* ends.press;
  return true;
}

/** What a browser itself puts into a drag of a link or a picture. */
const giveAddress = (dragged: Element, dataTransfer: DataTransfer): void => {
  const isLink = matches(dragged, 'a[href]');
  if (!isLink && tagOf(dragged) !== 'img') return;
  const address = isLink
    ? prop(dragged as HTMLAnchorElement, 'href')
    : prop(dragged as HTMLImageElement, 'src');
  if (isLink) dataTransfer.setData('text/plain', address);
  dataTransfer.setData('text/uri-list', address);
  dataTransfer.setData('text/html', prop(dragged, 'outerHTML'));
};

/** Drag and drop of HTML: one DataTransfer for all of its events. True if the target took the drop. */
function* dragByData(
  agent: Agent,
  dragged: Element,
  dataTransfer: DataTransfer,
  ends: Ends,
): Script<boolean> {
  const { source, from, to } = ends;
  let effect: DataTransfer['dropEffect'] = 'none';
  const dispatchDrag = (el: Element, type: string, point: Point, more = {}): boolean => {
    const isAsked = /^drag(?:enter|over)$/.test(type);
    dataTransfer.dropEffect = isAsked
      ? usualEffect(dataTransfer)
      : /^drop$|end$/.test(type)
        ? effect
        : 'none';
    return isLive(el) && send(agent, el, type, { ...place(el, point), dataTransfer, buttons: 1, ...more });
  };
  giveAddress(dragged, dataTransfer);
  if (!dispatchDrag(dragged, 'dragstart', from)) return yield* dragByPointer(agent, ends);
  if (dataTransfer.effectAllowed === 'uninitialized') dataTransfer.effectAllowed = 'all';
  cancelPointer(agent, between(ends, 1 / STEPS));
  yield NEXT_TASK;
  let over: Element | undefined;
  let taken = false;
  // Once more at its end, as the engine does as long as something is held there.
  for (let i = 0; i <= STEPS + 1; i++) {
    if (i > STEPS) yield LAST_MOVE_MS;
    const point = between(ends, Math.min(i / STEPS, 1));
    dispatchDrag(dragged, 'drag', point);
    const at = under(point, source);
    if (at !== over) {
      dispatchDrag(at, 'dragenter', point, { relatedTarget: over || null });
      if (over) dispatchDrag(over, 'dragleave', point, { relatedTarget: at, cancelable: false });
      over = at;
      yield NEXT_TASK;
    }
    effect = dispatchDrag(at, 'dragover', point) ? 'none' : agreedEffect(dataTransfer);
    taken = effect !== 'none' && isLive(at);
    yield NEXT_TASK;
  }
  const end = { buttons: 0 };
  if (over) dispatchDrag(over, taken ? 'drop' : 'dragleave', to, { ...end, cancelable: taken });
  yield NEXT_TASK;
  dispatchDrag(dragged, 'dragend', to, { ...end, cancelable: false });
  return taken;
}

/** Longer timers are of menus that open where something is held. */
const HOLD_MS = 450;

/** How long the page wants it held that is pressed. */
const pressDelayOf = (agent: Agent): number => agent.action?.timersLeft(HOLD_MS) || 0;

/** As quick as a hand that aims (ms). */
const FINGER_MS = 300;

/** Pages for phones listen to a finger alone. */
function* againByFinger(agent: Agent, el: Element, { source, from, to }: Ends): Script<Effect> {
  const effectNow = watch(agent, el);
  const way = { x: to.x - from.x, y: to.y - from.y };
  yield* stroke(agent, source, from, way, FINGER_MS);
  yield SEEN;
  return effectNow();
}

export const DRAG = {
  to: 'string',
  dx: 'number',
  dy: 'number',
  position: 'object',
  from: 'object',
  holdMs: 'number',
};

/**
 * Drags an element by its middle (or by `from`, px from its top left corner) to another one (at `position`, else to its
 * middle) or by an offset.
 *
 * @param hand presses and releases in the place of the script
 */
export function* drag(
  agent: Agent,
  el: Element,
  given: Given,
  hand?: (input: AwaitedInput) => Script<unknown>,
): Script<Outcome> {
  if ((given.to ?? given.dx ?? given.dy) === undefined) {
    return wrongArgument('to', 'drag takes {to: ref} or {dx, dy} in px.', Object.keys(DRAG));
  }
  const cache = createDomCache();
  const refusal = checkVisible(agent, el, cache);
  if (refusal) return refusal;
  const found = targetOf(agent, given);
  if (isFailure(found)) return found;
  const { element: target } = found;
  const restore = rememberScroll(target || el);
  // Both ends have to be in view. At an edge of the window lists scroll on under what is dragged.
  if (target && cache.hasLayout && !isInView(endOf(target, ORIGIN, given))) {
    showAt(target, 'center');
    if (!isInView(endOf(el, ORIGIN, {}))) {
      restore();
      showAt(target, 'nearest');
    }
  }
  // A handle that lets presses through is drawn on what is dragged by it.
  const isDrawing = styleOf(el, cache).pointerEvents === 'none';
  const reached = yield* aimAt(agent, (isDrawing && draggableAt(el)) || el, cache);
  const aim =
    isFailure(reached) || given.from === undefined ? reached : aimWithin(agent, el, given.from, 'from');
  if (isFailure(aim)) {
    restore();
    return aim;
  }
  const source = aim.target;
  const from = aim.point || ORIGIN;
  const to = endOf(target, from, given);
  if (cache.hasLayout && !isInView(to)) {
    restore();
    return fail('not_visible', 'The drag would end outside the viewport. Scroll both ends into view.');
  }
  const transfer = newTransfer();
  if (!hand && isFailure(transfer) && draggableAt(source)) {
    restore();
    return transfer;
  }
  let isPress = true;
  // What is pressed looks so, and a handle makes its row draggable: nothing has been dragged by that.
  const effectNow = watch(
    agent,
    el,
    ({ type, target: at, attributeName }) =>
      type === 'attributes' &&
      (attributeName === 'draggable' || (isPress && flatContains(at as Element, source))),
  );
  const observed = (effect: Effect): Outcome => {
    const outcome = asObserved(effect, from);
    // What was drawn on the way and is as it was before has come to nothing.
    if (!isFailure(outcome) && outcome.verified === true && !effectNow.remains())
      outcome.verified = 'unknown';
    return outcome;
  };
  if (hand) {
    yield* hand({ ...from, step: 'press', draggable: !!draggableAt(source) });
    yield (given.holdMs as number | undefined) ?? pressDelayOf(agent);
    effectNow.hear();
    isPress = false;
    yield* hand({ ...to, step: 'release', draggable: !!draggableAt(source) });
    yield SEEN;
    return observed(effectNow());
  }
  moveTo(agent, source, from);
  yield NEXT_TASK;
  const at = { ...from };
  const pressing: Press = {};
  const held = press(agent, source, at, () => under(at, source), pressing);
  // The page may set its timer a task after the press, which the last step gives.
  for (let i = 0; i < STEPS_OF_DOWN; i++) yield held.next().value as Pause;
  yield (given.holdMs as number | undefined) ?? pressDelayOf(agent);
  effectNow.hear();
  isPress = false;
  const ends = { source, from, to, at, press: held };
  if (pressing.isPressed) resizerAt(source, from)?.(to.x - from.x, to.y - from.y);
  // A move is what begins a drag, of what is draggable by then.
  moveOn(agent, ends, Math.min(1, (FIRST_MOVE_PX * STEPS) / Math.hypot(to.x - from.x, to.y - from.y)));
  const native = pressing.isPressed && draggableAt(source);
  const taken = yield* native && !isFailure(transfer)
    ? dragByData(agent, native, transfer, ends)
    : dragByPointer(agent, ends);
  // What is dragged by its data is not let go.
  held.return(false);
  yield SEEN;
  const effect = effectNow();
  if (!native && !isObservable(effect) && isTouched() && !isDrawnOn(el)) {
    return asObserved(yield* againByFinger(agent, el, ends), from);
  }
  if (!taken && effect.mutations === 0) return takesNoDrop('What is there', 'Choose another target.');
  return observed(effect);
}
