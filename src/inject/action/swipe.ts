import type { Box, Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { ancestors, flatContains } from '../dom/flat-tree.ts';
import { elementAt } from '../dom/hit-test.ts';
import { computedStyle } from '../dom/read.ts';
import { createViewport, ORIGIN, viewBoxOf } from '../dom/view-box.ts';
import { ONE_PIXEL } from '../dom/visibility.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';
import type { Aim } from './checks.ts';
import { checkNotBehindModal, checkVisible } from './checks.ts';
import { stroke } from './finger.ts';
import { gesture } from './gesture.ts';
import type { Given, Outcome } from './outcome.ts';

import type { Script } from './script.ts';
import { DIRECTIONS, givenOffset, positionOf, scrollableAt, scrollBy } from './scroll.ts';

export const SWIPE = {
  direction: 'left|right|up|down',
  amount: 'number',
  dx: 'number',
  dy: 'number',
  from: 'object',
  ms: 'number',
};

/** As quick as a flick of a thumb (ms). */
const SWIPE_MS = 160;

/** From a fifth of what is seen to the fifth before its end; small things are swiped as far as a thumb goes (px). */
const MARGIN = 0.2;
const LEAST = 120;

/** What is seen of an element. */
const seenOf = (el: Element): Box | undefined => {
  const viewport = createViewport();
  const box = viewBoxOf(el, viewport, ONE_PIXEL);
  if (!box) return undefined;
  const x = Math.max(box.x, 0);
  const y = Math.max(box.y, 0);
  const width = Math.min(box.x + box.width, viewport.width) - x;
  const height = Math.min(box.y + box.height, viewport.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
};

/** Where a swipe in a direction begins: with the whole element before it, if a finger comes to it there. */
const startOf = (el: Element, seen: Box, unit: Point, aim: Aim): Aim => {
  const along = (way: number): number => 0.5 - way * (0.5 - MARGIN);
  const point = { x: seen.x + seen.width * along(unit.x), y: seen.y + seen.height * along(unit.y) };
  const hit = elementAt(point);
  return hit && flatContains(el, hit) ? { point, target: hit } : aim;
};

/** A finger does not leave the screen. */
const inView = (from: Point, way: Point): Point => {
  const { width, height } = createViewport();
  const held = (at: number, by: number, size: number): number =>
    size > 2 ? Math.min(Math.max(at + by, 1), size - 2) - at : by;
  return { x: held(from.x, way.x, width), y: held(from.y, way.y, height) };
};

const canPan = (touchAction: string | undefined, axis: 'x' | 'y', way: number): boolean => {
  const words = (touchAction || 'auto').split(' ');
  const towards = axis === 'x' ? (way < 0 ? 'pan-right' : 'pan-left') : way < 0 ? 'pan-down' : 'pan-up';
  return ['auto', 'manipulation', `pan-${axis}`, towards].some((word) => words.includes(word));
};

/**
 * What a finger that moves so scrolls: undefined where the page keeps such moves for itself
 * (https://w3c.github.io/pointerevents/#determining-supported-touch-behavior).
 */
const panOf = (
  agent: Agent,
  el: Element,
  way: Point,
  box: Element | undefined,
): ((part: number) => void) | undefined => {
  const axis = Math.abs(way.x) > Math.abs(way.y) ? 'x' : 'y';
  for (const at of ancestors(el)) {
    if (!canPan(computedStyle(at)?.touchAction, axis, way[axis])) return undefined;
    if (at === box) break;
  }
  const start = box && positionOf(box);
  return (part) => {
    // From where it began: a box that snaps takes each way from where it is to the next place, however short that way is.
    if (start) scrollBy(agent, box, start.x - way.x * part, start.y - way.y * part, 'scrollTo');
  };
};

/** A finger that is moved over an element: by direction across most of what is seen of it, or by an offset. */
export function* swipe(agent: Agent, el: Element, given: Given): Script<Outcome> {
  const unit = DIRECTIONS[String(given.direction)];
  const offset = givenOffset(given);
  if (!unit && !offset) {
    return wrongArgument(
      'direction',
      'swipe takes {direction: left, right, up or down} or {dx, dy} in px.',
      Object.keys(SWIPE),
    );
  }
  let scrolled: Element | undefined;
  let before = ORIGIN;
  const perform = function* (aim: Aim): Script<boolean> {
    const seen = aim.point && seenOf(el);
    const { target, point } = unit && seen && !given.from ? startOf(el, seen, unit, aim) : aim;
    const across = (unit?.x ? seen?.width : seen?.height) || 0;
    const amount = (given.amount as number) ?? Math.max(across * (1 - 2 * MARGIN), LEAST);
    const wanted = unit ? { x: unit.x * amount, y: unit.y * amount } : (offset as Point);
    const from = point || ORIGIN;
    const way = point ? inView(from, wanted) : wanted;
    scrolled = scrollableAt(target, -way.x, -way.y);
    if (scrolled) before = positionOf(scrolled);
    const pan = panOf(agent, target, way, scrolled);
    return yield* stroke(agent, target, from, way, (given.ms as number) ?? SWIPE_MS, pan);
  };
  const check = (...args: Parameters<typeof checkVisible>): Failure | undefined =>
    checkVisible(...args) || checkNotBehindModal(...args);
  const outcome = yield* gesture(agent, el, check, perform, given.from);
  if (isFailure(outcome) || !scrolled) return outcome;
  const now = positionOf(scrolled);
  if (now.x === before.x && now.y === before.y) return outcome;
  outcome.effect.scroll = now;
  return { ...outcome, verified: true };
}
