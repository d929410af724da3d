import type { Effect } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
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

function* reach(agent: Agent, el: Element, check: Check, place?: unknown): Script<Aim | Failure> {
  const cache = createDomCache();
  const aim = check(agent, el, cache) || (yield* aimAt(agent, el, cache));
  return isFailure(aim) || place === undefined ? aim : aimWithin(agent, el, place, 'position');
}

/** Each one is scrolled to. */
const MOST_AIMED = 3;

/** What is around an element and can be seen itself. */
function* seenAround(agent: Agent, el: Element): Script<Element | undefined> {
  const cache = createDomCache();
  let aimed = 0;
  let at = flatParentAcrossFrames(el);
  for (; at && tagOf(at) !== 'body' && aimed < MOST_AIMED; at = flatParentAcrossFrames(at)) {
    if (checkVisible(agent, at, cache)) continue;
    aimed++;
    if (!isFailure(yield* aimAt(agent, at, cache))) return at;
  }
  return undefined;
}

/** What fades in is seen by then. */
const SHOWN_MS = 50;

/**
 * Where a style sheet shows something only to a pointer that is over what is around it, as the buttons of a row, a hand
 * goes there first. What is not shown by that is refused as before.
 */
function* reachByHover(agent: Agent, el: Element, check: Check, place: unknown): Script<Aim | Failure> {
  const aim = yield* reach(agent, el, check, place);
  if (!isFailure(aim) || aim.error.code !== 'not_visible') return aim;
  const scrollBack = rememberScroll(el);
  const around = yield* seenAround(agent, el);
  if (!around) return aim;
  const unhover = hoverForNow(around);
  yield SHOWN_MS;
  const shown = yield* reach(agent, el, check, place);
  unhover();
  if (!isFailure(shown)) {
    applyHover(agent, around);
    return shown;
  }
  scrollBack();
  return aim;
}

/** So long (ms) something is waited for that nobody hears of: a module that the page loads (`import()`), a worker's answer. */
const NOTHING_YET_MS = 500;

const MOST_AROUND = 5;

/** Whether the page shows that it hears a press on an element, or on what is around it. */
const isHeard = (el: Element): boolean => {
  let at: Element | null = el;
  for (let i = 0; at && i < MOST_AROUND; i++, at = flatParentAcrossFrames(at))
    if (handlesClick(at)) return true;
  return false;
};

/** What comes late of a press that the page hears and of which nothing has come yet; in a field it has put the caret. */
function* late(agent: Agent, el: Element, effect: Effect): Script<Effect> {
  const active = deepActiveElement();
  if (!agent.action || isObservable(effect) || (active && isTextField(active)) || !isHeard(el)) return effect;
  const effectNow = watch(agent, el);
  if (yield* agent.action.awaitPage(NOTHING_YET_MS)) yield SEEN;
  return { ...effect, ...effectNow() };
}

/**
 * What a hand does at a point of an element that it can reach: checked, aimed at, done, and observed.
 *
 * @param perform true if a handler prevented the default of what the gesture ends in
 * @param place `{x, y}` in the element, if not anywhere
 * @param isKeyed keys will do: where something covers it there is no point
 */
export function* gesture(
  agent: Agent,
  el: Element,
  check: Check,
  perform: (aim: Aim) => Script<boolean | Failure>,
  place?: unknown,
  isKeyed?: boolean,
): Script<Outcome> {
  const reached = yield* reachByHover(agent, el, check, place);
  if (isFailure(reached) && !(isKeyed && !check(agent, el, createDomCache()))) return reached;
  const aim = isFailure(reached) ? { target: el } : reached;
  const effectNow = watch(agent, el);
  const prevented = yield* perform(aim);
  yield SEEN;
  const seen = effectNow();
  if (isFailure(prevented)) return prevented;
  // What is pressed has to be enabled.
  const effect = check === checkReady ? yield* late(agent, el, seen) : seen;
  return asObserved(effect, aim.point, prevented);
}
