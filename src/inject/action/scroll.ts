import type { Point, ScrollState } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { flatContains, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { findHit } from '../dom/hit-test.ts';
import {
  computedStyle,
  documentOf,
  measure,
  prop,
  rectOf,
  rootElement,
  scrollToElement,
  tagOf,
} from '../dom/read.ts';
import { runsBackwards, scrollRange } from '../dom/scroll-origin.ts';
import { createViewport, isNearViewport, middleOf, viewBoxOf } from '../dom/view-box.ts';
import { labelWithRef } from '../element/lookup.ts';
import { fail } from '../result.ts';
import { elementsReading } from '../snapshot/page-text.ts';
import { waitForChange, watchChanges } from './changes.ts';
import { checkStillSame, checkVisible } from './checks.ts';
import { watch } from './effects.ts';
import type { Given, Outcome } from './outcome.ts';
import { type Script, SETTLED } from './script.ts';
import { send } from './send.ts';

const roomFor = (offset: number, range: number, by: number): boolean =>
  by > 0 ? range - offset > 1 : by < 0 && offset > 0;

const isScrollable = (el: Element, dx: number, dy: number): boolean => {
  const doc = documentOf(el);
  const style = computedStyle(el);
  const root = prop(doc, 'scrollingElement') === el;
  const scrolls = (overflow = ''): boolean => (root ? overflow !== 'hidden' : /auto|scroll/.test(overflow));
  const { x: across, y: down } = scrollRange(el);
  const [isLeftwards, isUpwards] = runsBackwards(el);
  const x = measure(el, 'scrollLeft') + (isLeftwards ? across : 0);
  const y = measure(el, 'scrollTop') + (isUpwards ? down : 0);
  return (
    (dx !== 0 && scrolls(style?.overflowX) && roomFor(x, across, dx)) ||
    (dy !== 0 && scrolls(style?.overflowY) && roomFor(y, down, dy))
  );
};

/**
 * Whether the body scrolls itself: its `overflow` is that of the viewport, unless the root has one of its own
 * (https://drafts.csswg.org/css-overflow/#overflow-propagation).
 */
const scrollsItself = (body: Element): boolean => {
  const root = rootElement(documentOf(body));
  return !!root && (computedStyle(root)?.overflowX || 'visible') !== 'visible';
};

/** What scrolls when the wheel turns over `el`: the nearest container with room left in that direction. */
export const scrollableAt = (el: Element, dx: number, dy: number): Element | undefined => {
  for (let at: Element | null = el; at; at = flatParentAcrossFrames(at)) {
    if ((tagOf(at) !== 'body' || scrollsItself(at)) && isScrollable(at, dx, dy)) return at;
    const page = prop(documentOf(at), 'scrollingElement');
    if (tagOf(at) === 'html' && page && page !== at && isScrollable(page, dx, dy)) return page;
  }
  return undefined;
};

/**
 * Turns the wheel over `el`, the last item of a list that is rendered in a direction (`way`: 1 is down, -1 up): by a
 * step, or so far that `el` comes to the other end of the view. A page may prevent the wheel and scroll by itself. A
 * container of `beside` is not scrolled. Returns whether the container has moved.
 */
export const wheelBeyond = (agent: Agent, el: Element, way: number, beside: Element): boolean => {
  const at = scrollableAt(el, 0, way);
  const box = at && at !== beside && flatContains(at, beside) ? undefined : at;
  const view = box?.clientHeight || 200;
  const top = !box || tagOf(box) === 'html' ? 0 : rectOf(box).top;
  const own = rectOf(el);
  const beyond = !box ? 0 : way > 0 ? own.top - top : top + view - own.bottom;
  const deltaY = way * Math.max(STEP_SHARE * view, beyond - (1 - STEP_SHARE) * view);
  if (!send(agent, el, 'wheel', { deltaX: 0, deltaY }) || !box) return false;
  const { scrollTop } = box;
  scrollBy(agent, box, 0, deltaY);
  return box.scrollTop !== scrollTop;
};

/** Scrolls at once, whatever `scroll-behavior` says. */
export const scrollBy = (
  agent: Agent,
  box: Element,
  left: number,
  top: number,
  how: 'scrollBy' | 'scrollTo' = 'scrollBy',
): void => agent.guard.page(() => box[how]({ left, top, behavior: 'instant' as ScrollBehavior }));

export const DIRECTIONS: Readonly<Record<string, Point>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1e7 },
  bottom: { x: 0, y: 1e7 },
};

/** `{dx, dy}`, where either may be left out; undefined where both are. */
export const givenOffset = ({ dx, dy }: Given): Point | undefined =>
  dx === undefined && dy === undefined ? undefined : { x: (dx as number) || 0, y: (dy as number) || 0 };

export const SCROLL = {
  direction: 'up|down|left|right|top|bottom',
  amount: 'number',
  dx: 'number',
  dy: 'number',
  text: 'string',
};

/** The part of the view that a step scrolls: a tenth of what was seen stays in view. */
const STEP_SHARE = 0.9;

const findText = (root: Element, text: string): Element | undefined =>
  elementsReading(text, false, createDomCache(), root)[0];

export const positionOf = (box: Element): ScrollState => ({
  x: Math.round(measure(box, 'scrollLeft')),
  y: Math.round(measure(box, 'scrollTop')),
});

/** How long a text is looked for (ms): endless lists have no end. */
const MAX_SEARCH_MS = 20_000;

/** How often, and after which pause (ms), it is checked whether a list loads more at its end. */
const CHECKS_AT_END = 10;
const PAUSE_AT_END = 150;

/** Scrolls by steps until a text is there. Undefined if the end is reached or the time is over. */
function* search(root: Element, text: string, step: () => boolean): Script<Element | undefined> {
  const changes = watchChanges();
  const started = Date.now();
  let found: Element | undefined;
  let atEnd = 0;
  // Lists that load more at their end get another chance.
  while (!found && atEnd < CHECKS_AT_END && Date.now() - started < MAX_SEARCH_MS) {
    atEnd = step() ? 0 : atEnd + 1;
    if (atEnd > 0) {
      yield SETTLED;
      yield PAUSE_AT_END;
    }
    // What was in the DOM has been searched: something new has to come.
    else yield* waitForChange(changes);
    found = findText(root, text);
  }
  changes.stop();
  return found;
}

/** Scrolls an element's container, or the page, by an amount, to an end, or until a text is in view. */
export function* scroll(agent: Agent, el: Element, given: Given): Script<Outcome> {
  const direction = (given.direction as string) || 'down';
  const offset = givenOffset(given);
  const { x: ux, y: uy } = offset || (DIRECTIONS[direction] as Point);
  const text = given.text as string | undefined;
  const box = scrollableAt(el, ux, uy);
  const root = box || rootElement(documentOf(el)) || el;
  const foundBefore = text === undefined ? undefined : findText(root, text);
  if (!box && !foundBefore) {
    const way = offset ? '' : ` ${direction}`;
    const end = text === undefined ? '' : ' The text is not there.';
    return fail('no_effect', `There is nothing more to scroll${way}.${end}`);
  }
  const effectNow = watch(agent, el);
  const start = positionOf(root);
  const amount = given.amount as number | undefined;
  const step = (): boolean => {
    const before = positionOf(root);
    const distance = (view: number, way: number): number =>
      offset || Math.abs(way) > 1 ? way : way * (amount ?? view * STEP_SHARE);
    const left = distance(measure(root, 'clientWidth'), ux);
    const top = distance(measure(root, 'clientHeight'), uy);
    if (send(agent, el, 'wheel', { deltaX: left, deltaY: top })) scrollBy(agent, root, left, top);
    const after = positionOf(root);
    return after.x !== before.x || after.y !== before.y;
  };
  if (text === undefined) step();
  let found = foundBefore || (text === undefined ? undefined : yield* search(root, text, step));
  if (found) bringIntoView(found, 'center');
  yield SETTLED;
  // A virtual list may have reused the element for another row.
  if (found && text !== undefined) found = findText(root, text) || found;
  const effect = effectNow();
  const now = positionOf(root);
  effect.scroll = now;
  if (found) effect.found = labelWithRef(agent, found);
  const moved = now.x !== start.x || now.y !== start.y;
  if (text !== undefined && !found) {
    const more = scrollableAt(root, ux, uy) === root;
    const how = more ? `Scrolled to ${now.y} px, not yet to the end` : 'Scrolled as far as it goes';
    const above = uy > 0 && start.y > 0 ? ' It may be above: direction "up".' : '';
    const then = more ? ' Scroll on from here.' : above;
    return fail('no_effect', `${how}, and "${text.slice(0, 60)}" did not appear.${then}`);
  }
  // A page that prevents the wheel moves its content by itself.
  return { effect, verified: moved || !!found || (effect.mutations > 0 && 'unknown') };
}

/**
 * Brings an element into view. A scroll container that snaps takes it out of view again if only its edge was brought
 * into view: then it is centered.
 */
const bringIntoView = (el: Element, block: ScrollLogicalPosition): void => {
  scrollToElement(el, block);
  if (!findHit(el).point) scrollToElement(el, block, 'center');
};

/** Brings an element into view. */
export function* scrollIntoView(agent: Agent, el: Element, given: Given): Script<Outcome> {
  const block = (given.block as string) || 'center';
  const cache = createDomCache();
  const refusal = checkVisible(agent, el, cache);
  if (refusal) return refusal;
  const effectNow = watch(agent, el);
  bringIntoView(el, block as ScrollLogicalPosition);
  yield SETTLED;
  const effect = effectNow();
  const gone = checkStillSame(agent, el);
  if (gone) return gone;
  const viewport = createViewport();
  const box = cache.hasLayout ? viewBoxOf(el, viewport) : undefined;
  const point = box && middleOf(box);
  const seen = box ? isNearViewport(box, viewport, 0) : 'unknown';
  return { effect, verified: seen, ...(point && { point }) };
}
