import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { boundOf } from '../aria/value.ts';
import { elementAt } from '../dom/hit-test.ts';
import type { Field } from '../dom/input-type.ts';
import { computedStyle, inputTypeOf, matches, rectOf } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { inOwnDocument } from './checks.ts';
import { heardDuring, sendChange, sendInput } from './send.ts';
import { setValue, valueIn } from './text-target.ts';

/** As large as engines draw a thumb (CSS px). */
const THUMB = 16;

/** Has a range take the value at a point, as engines do; not where its thumb `isPressed` there already. */
export const slideTo = (agent: Agent, range: Element, point: Point, isPressed = false): void => {
  const el = range as Field;
  const { left, top, width, height } = rectOf(el);
  const { x, y } = inOwnDocument(point, el);
  const { direction, writingMode } = computedStyle(el);
  const isTall = height > width;
  const way = Math.max(1, (isTall ? height : width) - THUMB);
  const gone = ((isTall ? y - top : x - left) - THUMB / 2) / way;
  // Upright by another way than that of its text: up is more.
  const isTurned = (direction === 'rtl') !== (isTall && !/^[vs]/.test(writingMode));
  const min = boundOf(el, 'min') as number;
  const span = Math.max(0, (boundOf(el, 'max') as number) - min);
  const to = min + span * (isTurned ? 1 - gone : gone);
  const before = valueIn(el);
  if (isPressed && Math.abs(to - Number(before)) * way <= (span * THUMB) / 2) return;
  // Beyond its ends, and between two steps, the engine finds the nearest one.
  setValue(el, String(to));
  if (valueIn(el) !== before) sendInput(agent, el);
};

/** Lifts what has been pressed. */
type Lift = (up: () => void) => void;

/**
 * To be asked before something is pressed: if that is a range, lifts it and tells its change, which no engine but Firefox
 * does for the events of a script. Pages lay ranges that can't be seen into thumbs of their own.
 */
export const liftOf = (agent: Agent, el: Element, point: Point | undefined): Lift | undefined => {
  if (inputTypeOf(el) !== 'range' || matches(el, ':disabled')) return undefined;
  if (!point || elementAt(point) !== el) return undefined;
  const before = valueIn(el as Field);
  return (up) => {
    const heard = heardDuring(agent, el, 'change', up);
    if (!heard && isLive(el) && valueIn(el as Field) !== before) sendChange(agent, el);
  };
};
