import type { AwaitedInput, Effect, Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache, type DomCache, styleOf } from '../dom/dom-cache.ts';
import { ancestors, flatContains } from '../dom/flat-tree.ts';
import { elementAt } from '../dom/hit-test.ts';
import { attr, matches, prop, scrollToElement, tagOf } from '../dom/read.ts';
import { isInView, middleOf, ORIGIN, viewBoxOf } from '../dom/view-box.ts';
import { lookUp } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, fail, isFailure } from '../result.ts';
import { aimWithin } from './aim-within.ts';
import { aimAt, checkVisible, rememberScroll } from './checks.ts';
import { isObservable, watch } from './effects.ts';
import { agreedEffect, newTransfer, takesNoDrop, usualEffect } from './files.ts';
import { mayRetryByTouch, stroke } from './finger.ts';
import { asObserved, type Given, type Outcome } from './outcome.ts';
import { cancelPointer, moveTo, type Press, place, press, STEPS_OF_DOWN } from './pointer.ts';
import { resizerAt } from './resize-corner.ts';
import { NEXT_TASK, type Pause, type Script, SEEN } from './script.ts';
import { send } from './send.ts';

/** How many moves a drag is sent in: enough for the thresholds of drag libraries. */
const STEPS = 8;

/**
 * The length of the first move (CSS px): engines begin a drag after 3 px, and a page that takes the first move for
 * the start loses no more than this.
 */
const FIRST_MOVE_PX = 4;

/** Pause before the last dragover (ms): many pages read the pointer once a frame, or 20 times a second. */
const LAST_MOVE_MS = 80;

/**
 * Pause before the last move (ms): maps that moved in the last 100 or 160 ms go on by inertia, far from where they
 * were dragged to.
 */
const AT_REST_MS = 170;

/** The element that a native drag from `el` drags: one with `draggable=true`, a link or an image. */
const draggableAt = (el: Element): Element | undefined =>
  ancestors(el).find(
    (at) =>
      attr(at, 'draggable') === 'true' ||
      (attr(at, 'draggable') !== 'false' && (tagOf(at) === 'img' || matches(at, 'a[href]'))),
  );

/** The ends of a drag. */
interface Ends {
  /** The innermost element at the start. */
  readonly source: Element;
  readonly from: Point;
  readonly to: Point;
}

interface DragPoints extends Ends {
  /** Where the pointer is now, and where its button is released. */
  at: Point;
  press: Script<unknown>;
}

/** The element that a drag goes to, empty if it goes by an offset. */
const targetOf = (agent: Agent, given: Given): { element?: Element } | Failure => {
  if (given.to === undefined) return {};
  const found = lookUp(agent, given.to, given);
  if (isFailure(found)) return found;
  return checkVisible(agent, found.element, createDomCache()) || found;
};

/**
 * How far a drag goes past the middle of its target (CSS px): a sortable list moves an item only when the dragged one
 * is past its middle.
 */
const PAST_MIDDLE_PX = 6;

/** How far past the middle of a target of a size a drag of a distance goes (CSS px). */
const pastMiddle = (distance: number, size: number): number =>
  Math.abs(distance) < size / 2 ? 0 : Math.sign(distance) * Math.min(PAST_MIDDLE_PX, size / 8);

/** The end of a drag: in its target, else by an offset from its start. */
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

const elementUnder = (point: Point, otherwise: Element): Element => elementAt(point) || otherwise;

const between = ({ from, to }: Ends, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

const moveOn = (agent: Agent, ends: DragPoints, step: number): void => {
  Object.assign(ends.at, between(ends, step / STEPS));
  moveTo(agent, elementUnder(ends.at, ends.source), ends.at, { buttons: 1 });
};

/** Sends the moves after the first one, and the release: for pages that drag by pointer or mouse events. */
function* dragByPointer(agent: Agent, ends: DragPoints): Script<undefined> {
  // The last move is sent twice: many pages skip one that comes soon after another.
  for (let i = 1; i <= STEPS + 1; i++) {
    yield i > STEPS ? AT_REST_MS : NEXT_TASK;
    moveOn(agent, ends, Math.min(i, STEPS));
  }
  yield NEXT_TASK;
  yield* ends.press;
  return undefined;
}

/** Sets the data that browsers put into the drag of a link or an image. */
const setDragData = (dragged: Element, dataTransfer: DataTransfer): void => {
  const isLink = matches(dragged, 'a[href]');
  if (!isLink && tagOf(dragged) !== 'img') return;
  const address = isLink
    ? prop(dragged as HTMLAnchorElement, 'href')
    : prop(dragged as HTMLImageElement, 'src');
  if (isLink) dataTransfer.setData('text/plain', address);
  dataTransfer.setData('text/uri-list', address);
  dataTransfer.setData('text/html', prop(dragged, 'outerHTML'));
};

/** HTML drag and drop, with one DataTransfer for all events. True if the target took the drop. */
function* dragByData(
  agent: Agent,
  dragged: Element,
  dataTransfer: DataTransfer,
  ends: DragPoints,
): Script<boolean> {
  const { source, from, to } = ends;
  let effect: DataTransfer['dropEffect'] = 'none';
  const dispatchDrag = (el: Element, type: string, point: Point, more = {}): boolean => {
    const asksForEffect = /^drag(?:enter|over)$/.test(type);
    dataTransfer.dropEffect = asksForEffect
      ? usualEffect(dataTransfer)
      : /^drop$|end$/.test(type)
        ? effect
        : 'none';
    return isLive(el) && send(agent, el, type, { ...place(el, point), dataTransfer, buttons: 1, ...more });
  };
  setDragData(dragged, dataTransfer);
  if (!dispatchDrag(dragged, 'dragstart', from)) {
    yield* dragByPointer(agent, ends);
    return true;
  }
  if (dataTransfer.effectAllowed === 'uninitialized') dataTransfer.effectAllowed = 'all';
  cancelPointer(agent, between(ends, 1 / STEPS));
  yield NEXT_TASK;
  let over: Element | undefined;
  let taken = false;
  // The last point gets a second dragover, as engines repeat it while something is held there.
  for (let i = 0; i <= STEPS + 1; i++) {
    if (i > STEPS) yield LAST_MOVE_MS;
    const point = between(ends, Math.min(i / STEPS, 1));
    dispatchDrag(dragged, 'drag', point);
    const at = elementUnder(point, source);
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

/**
 * The longest timer that is waited for before something pressed is moved (ms): longer ones open menus on a long
 * press.
 */
const HOLD_MS = 450;

/** How long (ms) the pointer stays before the drag: until the timers of the page have run. */
const pressDelayOf = (agent: Agent): number => agent.action?.timersLeft(HOLD_MS) || 0;

/** The duration of a drag by touch (ms), that of a person who aims. */
const TOUCH_DRAG_MS = 300;

/** Drags again by touch. */
function* dragByTouch(agent: Agent, el: Element, { source, from, to }: Ends): Script<Effect> {
  const effectNow = watch(agent, el);
  const offset = { x: to.x - from.x, y: to.y - from.y };
  yield* stroke(agent, source, from, offset, TOUCH_DRAG_MS);
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

/** Brings both ends of a drag into view, and finds its points. `restore` takes the scrolling back. */
function* findEnds(
  agent: Agent,
  el: Element,
  target: Element | undefined,
  given: Given,
  cache: DomCache,
  restore: () => void,
): Script<Ends | Failure> {
  // The target is brought to the middle, because lists scroll when something is dragged to an edge of the window.
  if (target && cache.hasLayout && !isInView(endOf(target, ORIGIN, given))) {
    scrollToElement(target, 'center');
    if (!isInView(endOf(el, ORIGIN, {}))) {
      restore();
      scrollToElement(target, 'nearest');
    }
  }
  // A handle that lets clicks through is a drawing on the draggable element: that is aimed at.
  const isPassThrough = styleOf(el, cache).pointerEvents === 'none';
  const reached = yield* aimAt(agent, (isPassThrough && draggableAt(el)) || el, cache);
  const aim =
    isFailure(reached) || given.from === undefined ? reached : aimWithin(agent, el, given.from, 'from');
  if (isFailure(aim)) return aim;
  const { target: source, point: from = ORIGIN } = aim;
  const to = endOf(target, from, given);
  return cache.hasLayout && !isInView(to)
    ? fail('not_visible', 'The drag would end outside the viewport. Scroll both ends into view.')
    : { source, from, to };
}

/**
 * Presses, moves and releases; `hold` waits after the press. Returns whether what is there took what was dragged;
 * undefined where the page drags by pointer events.
 */
function* dragByScript(
  agent: Agent,
  ends: Ends,
  transfer: DataTransfer | Failure,
  hold: () => Script<void>,
): Script<boolean | undefined> {
  const { source, from, to } = ends;
  moveTo(agent, source, from);
  yield NEXT_TASK;
  const at = { ...from };
  const pressInit: Press = {};
  const pressScript = press(agent, source, at, () => elementUnder(at, source), pressInit);
  // The last step is a task of its own: the page may set its timer a task after the press.
  for (let i = 0; i < STEPS_OF_DOWN; i++) yield pressScript.next().value as Pause;
  yield* hold();
  const points = { ...ends, at, press: pressScript };
  if (pressInit.isPressed) resizerAt(source, from)?.(to.x - from.x, to.y - from.y);
  // The first move begins the drag, of what is draggable by then.
  moveOn(agent, points, Math.min(1, (FIRST_MOVE_PX * STEPS) / Math.hypot(to.x - from.x, to.y - from.y)));
  const dragged = pressInit.isPressed && draggableAt(source);
  if (!dragged || isFailure(transfer)) return yield* dragByPointer(agent, points);
  const taken = yield* dragByData(agent, dragged, transfer, points);
  // A native drag sends no pointerup: the rest of the press is dropped.
  pressScript.return(false);
  return taken;
}

/**
 * Drags an element by its middle (or by `from`, px from its top left corner) to another one (at `position`, else to
 * its middle) or by an offset.
 *
 * @param askHost has a host press and release in place of the script
 */
export function* drag(
  agent: Agent,
  el: Element,
  given: Given,
  askHost?: (input: AwaitedInput) => Script<unknown>,
): Script<Outcome> {
  if ((given.to ?? given.dx ?? given.dy) === undefined) {
    return wrongArgument('to', 'drag takes {to: ref} or {dx, dy} in px.', Object.keys(DRAG));
  }
  const cache = createDomCache();
  const refusal = checkVisible(agent, el, cache);
  if (refusal) return refusal;
  const found = targetOf(agent, given);
  if (isFailure(found)) return found;
  const restore = rememberScroll(found.element || el);
  const ends = yield* findEnds(agent, el, found.element, given, cache, restore);
  const transfer = newTransfer();
  const isDataLacking = !askHost && isFailure(transfer) && !isFailure(ends) && draggableAt(ends.source);
  const aimed = isDataLacking ? transfer : ends;
  if (isFailure(aimed)) {
    restore();
    return aimed;
  }
  const { source, from, to } = aimed;
  let isPressing = true;
  // Feedback of the press is no effect: a pressed look, or a row that its handle makes draggable.
  const effectNow = watch(
    agent,
    el,
    ({ type, target: at, attributeName }) =>
      type === 'attributes' &&
      (attributeName === 'draggable' || (isPressing && flatContains(at as Element, source))),
  );
  const observed = (effect: Effect): Outcome => {
    const outcome = asObserved(effect, from);
    // Verified only if something that changed on the way has not changed back.
    if (!isFailure(outcome) && outcome.verified === true && !effectNow.remains())
      outcome.verified = 'unknown';
    return outcome;
  };
  const hold = function* (): Script<void> {
    yield (given.holdMs as number | undefined) ?? pressDelayOf(agent);
    effectNow.hear();
    isPressing = false;
  };
  if (askHost) {
    yield* askHost({ ...from, step: 'press', draggable: !!draggableAt(source) });
    yield* hold();
    yield* askHost({ ...to, step: 'release', draggable: !!draggableAt(source) });
    yield SEEN;
    return observed(effectNow());
  }
  const taken = yield* dragByScript(agent, aimed, transfer, hold);
  yield SEEN;
  const effect = effectNow();
  if (taken === undefined && !isObservable(effect) && mayRetryByTouch(agent, el)) {
    return asObserved(yield* dragByTouch(agent, el, aimed), from);
  }
  if (taken === false && effect.mutations === 0)
    return takesNoDrop('What is there', 'Choose another target.');
  return observed(effect);
}
