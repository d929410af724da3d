import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { boundOf } from '../aria/value.ts';
import { elementAt } from '../dom/hit-test.ts';
import type { Field } from '../dom/input-type.ts';
import { computedStyle, inputTypeOf, matches, rectOf } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { inOwnDocument } from './checks.ts';
import { eventDuring, sendChange, sendInput } from './send.ts';
import { setValue, valueIn } from './text-target.ts';

/** The size of the thumb of a range, as engines draw it (CSS px). */
const THUMB_PX = 16;

/** Sets a range to the value at a point, as engines do. At a press (`isPressed`) on its thumb it stays as it is. */
export const slideTo = (agent: Agent, range: Element, point: Point, isPressed = false): void => {
  const el = range as Field;
  const { left, top, width, height } = rectOf(el);
  const { x, y } = inOwnDocument(point, el);
  const { direction, writingMode } = computedStyle(el);
  const isTall = height > width;
  const trackLength = Math.max(1, (isTall ? height : width) - THUMB_PX);
  const part = ((isTall ? y - top : x - left) - THUMB_PX / 2) / trackLength;
  // A vertical range whose writing mode is not vertical grows upwards.
  const isReversed = (direction === 'rtl') !== (isTall && !/^[vs]/.test(writingMode));
  const min = boundOf(el, 'min') as number;
  const span = Math.max(0, (boundOf(el, 'max') as number) - min);
  const to = min + span * (isReversed ? 1 - part : part);
  const before = valueIn(el);
  if (isPressed && Math.abs(to - Number(before)) * trackLength <= (span * THUMB_PX) / 2) return;
  // The engine takes the nearest valid value.
  setValue(el, String(to));
  if (valueIn(el) !== before) sendInput(agent, el);
};

/** Releases something that was pressed; `up` sends its mouseup. */
type Lift = (up: () => void) => void;

/**
 * The release of a range that is about to be pressed: it also sends the `change`, which no engine but Firefox does
 * for the events of a script. Undefined if `el` is no range, or not hit at the point: pages lay invisible ranges into
 * thumbs of their own.
 */
export const liftOf = (agent: Agent, el: Element, point: Point | undefined): Lift | undefined => {
  if (inputTypeOf(el) !== 'range' || matches(el, ':disabled')) return undefined;
  if (!point || elementAt(point) !== el) return undefined;
  const before = valueIn(el as Field);
  return (up) => {
    const changeEvent = eventDuring(agent, el, 'change', up);
    if (!changeEvent && isLive(el) && valueIn(el as Field) !== before) sendChange(agent, el);
  };
};
