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

/** The duration of a swipe (ms), that of a flick of a thumb. */
const SWIPE_MS = 160;

/**
 * A swipe leaves out a fifth of the visible part at each end; on small elements it is as long as a thumb goes (px).
 */
const MARGIN = 0.2;
const MIN_PX = 120;

/** The visible part of an element. */
const visiblePartOf = (el: Element): Box | undefined => {
  const viewport = createViewport();
  const box = viewBoxOf(el, viewport, ONE_PIXEL);
  if (!box) return undefined;
  const x = Math.max(box.x, 0);
  const y = Math.max(box.y, 0);
  const width = Math.min(box.x + box.width, viewport.width) - x;
  const height = Math.min(box.y + box.height, viewport.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
};

/** Where a swipe in a direction begins: near the end that it goes away from, if the element is hit there. */
const startOf = (el: Element, seen: Box, unit: Point, aim: Aim): Aim => {
  const along = (movement: number): number => 0.5 - movement * (0.5 - MARGIN);
  const point = { x: seen.x + seen.width * along(unit.x), y: seen.y + seen.height * along(unit.y) };
  const hit = elementAt(point);
  return hit && flatContains(el, hit) ? { point, target: hit } : aim;
};

/** Limits a movement to the viewport: a finger does not leave the screen. */
const limitedToView = (from: Point, movement: Point): Point => {
  const { width, height } = createViewport();
  const limited = (at: number, by: number, size: number): number =>
    size > 2 ? Math.min(Math.max(at + by, 1), size - 2) - at : by;
  return { x: limited(from.x, movement.x, width), y: limited(from.y, movement.y, height) };
};

const canPan = (touchAction: string | undefined, axis: 'x' | 'y', movement: number): boolean => {
  const words = (touchAction || 'auto').split(' ');
  const towards =
    axis === 'x' ? (movement < 0 ? 'pan-right' : 'pan-left') : movement < 0 ? 'pan-down' : 'pan-up';
  return ['auto', 'manipulation', `pan-${axis}`, towards].some((word) => words.includes(word));
};

/**
 * How a finger that is moved scrolls `box`; undefined if the page keeps such moves for itself by `touch-action`
 * (https://w3c.github.io/pointerevents/#determining-supported-touch-behavior).
 */
const panOf = (
  agent: Agent,
  el: Element,
  movement: Point,
  box: Element | undefined,
): ((part: number) => void) | undefined => {
  const axis = Math.abs(movement.x) > Math.abs(movement.y) ? 'x' : 'y';
  for (const at of ancestors(el)) {
    if (!canPan(computedStyle(at)?.touchAction, axis, movement[axis])) return undefined;
    if (at === box) break;
  }
  const start = box && positionOf(box);
  return (part) => {
    // Scrolled from where the swipe began: a box that snaps would go on to its next snap point at each step, however
    // short.
    if (start) scrollBy(agent, box, start.x - movement.x * part, start.y - movement.y * part, 'scrollTo');
  };
};

/** Moves a finger over an element: in a direction across most of its visible part, or by an offset. */
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
    const seen = aim.point && visiblePartOf(el);
    const { target, point } = unit && seen && !given.from ? startOf(el, seen, unit, aim) : aim;
    const across = (unit?.x ? seen?.width : seen?.height) || 0;
    const amount = (given.amount as number) ?? Math.max(across * (1 - 2 * MARGIN), MIN_PX);
    const wanted = unit ? { x: unit.x * amount, y: unit.y * amount } : (offset as Point);
    const from = point || ORIGIN;
    const movement = point ? limitedToView(from, wanted) : wanted;
    scrolled = scrollableAt(target, -movement.x, -movement.y);
    if (scrolled) before = positionOf(scrolled);
    const pan = panOf(agent, target, movement, scrolled);
    return yield* stroke(agent, target, from, movement, (given.ms as number) ?? SWIPE_MS, pan);
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
