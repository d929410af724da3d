import type { Box } from '../../../contract.ts';
import type { Agent } from '../../agent.ts';
import { ancestors, flatContains } from '../../dom/flat-tree.ts';
import { elementAt } from '../../dom/hit-test.ts';
import { attr, computedStyle, elementsIn, findAll, keyword } from '../../dom/read.ts';
import { createViewport, viewBoxOf } from '../../dom/view-box.ts';
import { isLive } from '../../element/refs.ts';
import { sliderValue } from '../aria-slider.ts';
import { drag } from '../drag.ts';
import { press } from '../pointer.ts';
import type { Script } from '../script.ts';

/** The range of values that a slider declares. */
export interface Scale {
  min: number;
  max: number;
}

/** The track that a handle is moved along. */
interface Track {
  root: Element;
  box: Box;
  axis: 'x' | 'y';
  /** The middle of the handle, px from the left or top of the viewport. */
  at: number;
  /** 1: the value grows to the right, or down; -1: to the left, or up. */
  grows: 1 | -1;
  /** The difference of the values at its two ends. */
  span: number;
}

const HANDLES = '[role=slider]';
const MAX_TRACK_LEVELS = 5;
/** How many times longer a track is at least than it is wide, and than its handle. */
const MIN_RATIO = 3;

const lengthOf = (box: Box, axis: 'x' | 'y'): number => (axis === 'x' ? box.width : box.height);

const middleOf = (box: Box, axis: 'x' | 'y'): number => box[axis] + lengthOf(box, axis) / 2;

/** The values at the ends of a track: of two handles on it, each may declare the value of the other as its bound. */
const endsIn = (root: Element, { min, max }: Scale): { min: number; max: number } => {
  const handles = elementsIn(root, HANDLES);
  const declared = (name: string, own: number): number[] => [
    own,
    ...handles.map((at) => Number(attr(at, name) ?? own)).filter(Number.isFinite),
  ];
  return {
    min: Math.min(...declared('aria-valuemin', min)),
    max: Math.max(...declared('aria-valuemax', max)),
  };
};

/**
 * The track of a slider: the long box in which the handle is where its value is, or the slider itself if that is
 * long.
 */
const trackOf = (el: Element, scale: Scale): Track | undefined => {
  const viewport = createViewport();
  const boxOf = (at: Element): Box | undefined => viewBoxOf(at, viewport, { width: 1, height: 1 });
  const handle = boxOf(el);
  if (!handle || !(scale.max > scale.min)) return undefined;
  let found: Track | undefined;
  let leastDistance = Infinity;
  for (const root of ancestors(el, MAX_TRACK_LEVELS)) {
    const box = boxOf(root);
    if (!box) continue;
    const axis = keyword(el, 'aria-orientation') === 'vertical' || box.height > box.width ? 'y' : 'x';
    const length = lengthOf(box, axis);
    const { min, max } = endsIn(root, scale);
    const span = max - min;
    const part = (sliderValue(el) - min) / span;
    const grows = axis === 'y' || computedStyle(el).direction === 'rtl' ? -1 : 1;
    const expected = (way: number): number => box[axis] + (way > 0 ? part : 1 - part) * length;
    if (root === el) {
      const isTrack = length >= MIN_RATIO * lengthOf(box, axis === 'x' ? 'y' : 'x');
      if (isTrack) return { root, box, axis, at: expected(grows), grows, span };
    }
    const size = lengthOf(handle, axis);
    if (length < MIN_RATIO * size) continue;
    const at = middleOf(handle, axis);
    for (const way of [grows, -grows] as (1 | -1)[]) {
      const distance = Math.abs(expected(way) - at);
      if (distance > Math.max(size / 2, 4) || distance >= leastDistance - 0.5) continue;
      leastDistance = distance;
      found = { root, box, axis, at, grows: way, span };
    }
  }
  return found;
};

/**
 * How often, and with which pause (ms), it is checked whether the value has changed: frameworks show it in a later
 * task or frame.
 */
const MAX_POLLS = 30;
const POLL_MS = 10;

const MAX_MOVES = 4;

type Way = (track: Track, to: number) => Script<unknown>;

/** Clicks on the track: the nearest handle goes there. */
const byPress = (agent: Agent): Way =>
  function* ({ root, box, axis }, to) {
    const point = axis === 'x' ? { x: to, y: middleOf(box, 'y') } : { x: middleOf(box, 'x'), y: to };
    const target = elementAt(point);
    if (target && flatContains(root, target)) yield* press(agent, target, point, () => elementAt(point));
  };

const byDrag = (agent: Agent, el: Element): Way =>
  function* ({ root, box, axis, at }, to) {
    const way = axis === 'x' ? { dx: to - at } : { dy: to - at };
    // The slider is the whole track: it is dragged where its handle is.
    const from = axis === 'x' ? { x: at - box.x, y: box.height / 2 } : { x: box.width / 2, y: at - box.y };
    yield* drag(agent, el, root === el ? { ...way, from } : way);
  };

/**
 * Moves a slider by pointer: by a click on its track, else by a drag of its handle. What a move has changed tells how
 * far the rest is. Returns whether the value is nearer than that of one px.
 */
export function* slideByPointer(agent: Agent, el: Element, to: number, scale: Scale): Script<boolean> {
  const first = trackOf(el, scale);
  if (!first) return false;
  const isAlone = findAll(first.root, HANDLES).length <= 1;
  const ways = isAlone ? [byPress(agent), byDrag(agent, el)] : [byDrag(agent, el)];
  const valuePerPx = first.span / lengthOf(first.box, first.axis);
  for (const way of ways) {
    const start = sliderValue(el);
    let perUnit = first.grows / valuePerPx;
    for (let i = 0; i < MAX_MOVES; i++) {
      const track = isLive(el) ? trackOf(el, scale) || first : undefined;
      const was = sliderValue(el);
      if (!track || was === to) break;
      const { box, axis, at } = track;
      const trackEnd = box[axis] + lengthOf(box, axis);
      const place = Math.min(Math.max(at + (to - was) * perUnit, box[axis]), trackEnd);
      yield* way(track, place);
      for (let poll = 0; poll < MAX_POLLS && isLive(el) && sliderValue(el) === was; poll++) yield POLL_MS;
      const moved = sliderValue(el) - was;
      // This way comes no nearer. The first move may go wrong: in the middle of a track nothing tells which of its
      // ends is the lower one.
      if (moved === 0 || (i > 0 && Math.abs(to - sliderValue(el)) >= Math.abs(to - was))) break;
      if (Math.abs(place - at) >= 1) perUnit = (place - at) / moved;
    }
    if (sliderValue(el) !== start) break;
  }
  return Math.abs(to - sliderValue(el)) < valuePerPx;
}
