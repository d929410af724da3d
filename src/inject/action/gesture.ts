import type { Effect } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { ancestors, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { isTextField } from '../dom/input-type.ts';
import { tagOf } from '../dom/read.ts';
import { handlesClick } from '../element/handlers.ts';
import { type Failure, isFailure } from '../result.ts';
import { aimWithin } from './aim-within.ts';
import { type Aim, aimAt, checkVisible, rememberScroll } from './checks.ts';
import { isObservable, watch } from './effects.ts';
import { applyHover, hoverForNow } from './hover-style.ts';
import { asObserved, checkReady, type Outcome } from './outcome.ts';
import { type Script, SEEN } from './script.ts';

type Check = (agent: Agent, el: Element, cache: DomCache) => Failure | undefined;

function* checkAndAim(agent: Agent, el: Element, check: Check, place?: unknown): Script<Aim | Failure> {
  const cache = createDomCache();
  const aim = check(agent, el, cache) || (yield* aimAt(agent, el, cache));
  return isFailure(aim) || place === undefined ? aim : aimWithin(agent, el, place, 'position');
}

/** How many ancestors are aimed at: each of them may be scrolled to. */
const MAX_AIMED = 3;

/** The nearest ancestor of an element that is visible and has a hit point. */
function* reachableAncestor(agent: Agent, el: Element): Script<Element | undefined> {
  const cache = createDomCache();
  let aimed = 0;
  let at = flatParentAcrossFrames(el);
  for (; at && tagOf(at) !== 'body' && aimed < MAX_AIMED; at = flatParentAcrossFrames(at)) {
    if (checkVisible(agent, at, cache)) continue;
    aimed++;
    if (!isFailure(yield* aimAt(agent, at, cache))) return at;
  }
  return undefined;
}

/** Wait after hovering (ms), for what fades in. */
const SHOWN_MS = 50;

/**
 * Aims at an element. If it is not visible an ancestor is hovered first, because style sheets show some elements,
 * such as the buttons of a row, only then. If that does not help the first failure is returned.
 */
function* aimWithHover(agent: Agent, el: Element, check: Check, place: unknown): Script<Aim | Failure> {
  const aim = yield* checkAndAim(agent, el, check, place);
  if (!isFailure(aim) || aim.error.code !== 'not_visible') return aim;
  const scrollBack = rememberScroll(el);
  const ancestor = yield* reachableAncestor(agent, el);
  if (!ancestor) return aim;
  const unhover = hoverForNow(ancestor);
  yield SHOWN_MS;
  const shown = yield* checkAndAim(agent, el, check, place);
  unhover();
  if (!isFailure(shown)) {
    applyHover(agent, ancestor);
    return shown;
  }
  scrollBack();
  return aim;
}

/**
 * How long (ms) to wait for what cannot be observed while it is pending: a module that the page loads (`import()`),
 * the answer of a worker.
 */
const NOTHING_YET_MS = 500;

const MAX_HANDLER_LEVELS = 5;

/** Whether an element, or one of its nearest ancestors, is known to handle clicks. */
const isClickHandled = (el: Element): boolean => ancestors(el, MAX_HANDLER_LEVELS).some(handlesClick);

/**
 * Waits for a late effect of a click that the page handles and that has shown none. Not if a text field has the
 * focus: the click has put its caret.
 */
function* awaitLateEffect(agent: Agent, el: Element, effect: Effect): Script<Effect> {
  const active = deepActiveElement();
  if (!agent.action || isObservable(effect) || (active && isTextField(active)) || !isClickHandled(el))
    return effect;
  const effectNow = watch(agent, el);
  if (yield* agent.action.awaitPage(NOTHING_YET_MS)) yield SEEN;
  return { ...effect, ...effectNow() };
}

/**
 * A gesture at the hit point of an element: checked, aimed, performed and observed.
 *
 * @param perform true if a handler prevented the default of what the gesture ends in
 * @param place `{x, y}` px from the top left corner of the element; by default any hit point
 * @param isKeyed keys are sent as well: an element that is covered has no point, which is no failure then
 */
export function* gesture(
  agent: Agent,
  el: Element,
  check: Check,
  perform: (aim: Aim) => Script<boolean | Failure>,
  place?: unknown,
  isKeyed?: boolean,
): Script<Outcome> {
  const reached = yield* aimWithHover(agent, el, check, place);
  if (isFailure(reached) && !(isKeyed && !check(agent, el, createDomCache()))) return reached;
  const aim = isFailure(reached) ? { target: el } : reached;
  const effectNow = watch(agent, el);
  const prevented = yield* perform(aim);
  yield SEEN;
  const effectSoFar = effectNow();
  if (isFailure(prevented)) return prevented;
  // A gesture that needs an enabled element is a click or a touch: it may have a late effect.
  const effect = check === checkReady ? yield* awaitLateEffect(agent, el, effectSoFar) : effectSoFar;
  return asObserved(effect, aim.point, prevented);
}
