import { isBlock } from './content.ts';
import { type DomCache, type StyleInfo, styleInfoOf } from './dom-cache.ts';
import { flatParentAcrossFrames } from './flat-tree.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import { isClickedInput, isField } from './input-type.ts';
import {
  attr,
  CONTROLS,
  documentOf,
  firstElementOf,
  hasAttr,
  hasAttributes,
  holds,
  isOrHolds,
  isSvg,
  measure,
  parentElementOf,
  prop,
  rectOf,
  rootElement,
  tagOf,
  viewOf,
  windowOf,
} from './read.ts';
import { isDrawnByEngine, isRenderedBelow, OPAQUE } from './rendered.ts';
import { runsBackwards } from './scroll-origin.ts';

/** Why an element can't be seen although the one above it can. */
export type HiddenReason =
  | 'not_rendered'
  | 'aria_hidden'
  | 'inert'
  | 'transparent'
  | 'clipped'
  | 'unreachable';

/** What hides an element and all that is below it, for good. */
const HIDES_SUBTREE = /^(?:not_rendered|aria_hidden|inert)$/;

export const hidesSubtree = (reason: HiddenReason): boolean => HIDES_SUBTREE.test(reason);

/** What the walk knows from above an element. */
export interface ClipContext {
  /** Something above is transparent, clips to nothing or lies out of reach. */
  hiddenBy?: HiddenReason;
  /** The veil is a box that does not contain absolutely positioned descendants. */
  hiddenByIsStatic?: boolean;
  /** The nearest ancestor that scrolls or clips; none: the document. */
  scroller?: Element;
  /** In a fixed box that neither scrolls nor clips: nothing brings what lies outside of the viewport into it. */
  isFixed?: boolean;
}

export interface MinSize {
  width: number;
  height: number;
}

const isOutOfFlow = (position: string): boolean => position === 'absolute' || position === 'fixed';

/** Overflow of the root and the body belongs to the viewport. */
const clips = (el: Element, { style, display }: StyleInfo): boolean => {
  if (display === 'inline' || display === 'contents' || style.overflow === 'visible') return false;
  const tag = tagOf(el);
  return tag !== 'body' && tag !== 'html';
};

/** Elements that are a box also where they stand in a line. */
const REPLACED = /^(?:img|input|video|canvas|iframe|embed|audio|object|math)$/;

/** Drawn at no size: `scale(0)`. The boxes of a line can't be (https://www.w3.org/TR/css-transforms-1/#transformable-element). */
const isShrunkToNothing = (el: Element, { style, display }: StyleInfo): boolean => {
  if (display === 'inline' && !isSvg(el) && !REPLACED.test(tagOf(el))) return false;
  const { transform, scale } = style;
  if ((!transform || transform === 'none') && (!scale || scale === 'none')) return false;
  const { width, height } = rectOf(el);
  return width * height === 0 && measure(el, 'clientWidth') > 0 && measure(el, 'clientHeight') > 0;
};

/**
 * Not so a box that something transformed holds: it scrolls with that
 * (https://www.w3.org/TR/css-transforms-1/#containing-block-for-all-descendants).
 */
const isFixedToViewport = (el: Element, style: CSSStyleDeclaration): boolean =>
  style.position === 'fixed' && !prop(el as HTMLElement, 'offsetParent');

/** Whether a box lies before the edges that nothing is shown before, however far is scrolled; by more than `slack`, px. */
export type IsBeforeStart = (rect: DOMRect, slack?: number) => boolean;

/** `scroller`: none, it is the document. */
const isBeforeStartOf = (root: Element, scroller: Element | undefined, cache: DomCache): IsBeforeStart => {
  return getOrInsertComputed(cache.scrollStarts, scroller || root, findStart, scroller);
};

const findStart = (box: Element, scroller: Element | undefined): IsBeforeStart => {
  const rect = rectOf(box);
  const [isLeftwards, isUpwards] = runsBackwards(box);
  const x = (isLeftwards ? rect.right : rect.left) - (scroller ? measure(scroller, 'scrollLeft') : 0);
  const y = (isUpwards ? rect.bottom : rect.top) - (scroller ? measure(scroller, 'scrollTop') : 0);
  return ({ left, right, top, bottom }, slack = 0) =>
    (isLeftwards ? left - slack >= x : right + slack <= x) || (isUpwards ? top >= y : bottom + slack <= y);
};

/** Out of anything that scrolling can reach: before the start of what scrolls, or a fixed box outside of the viewport. */
const isUnreachable = (
  el: Element,
  style: CSSStyleDeclaration,
  { scroller, isFixed }: ClipContext,
  cache: DomCache,
): boolean => {
  const doc = documentOf(el);
  const root = rootElement(doc);
  const rect = rectOf(el);
  if (!root || (rect.width === 0 && rect.height === 0)) return false;
  // What is for readers alone is a pixel with a margin of -1px, which at an edge is right outside of it: news most of all.
  // No pointer comes to a control there.
  const isPixel = rect.width <= 1 && rect.height <= 1;
  const slack = isPixel && !isOrHolds(el, CONTROLS) ? 1 : 0;
  if (isFixed || isFixedToViewport(el, style)) {
    const width = measure(root, 'clientWidth');
    const height = viewOf(doc)?.innerHeight ?? measure(root, 'clientHeight');
    return (
      rect.right + slack <= 0 ||
      rect.bottom + slack <= 0 ||
      (width > 0 && rect.left >= width) ||
      (height > 0 && rect.top >= height)
    );
  }
  return isBeforeStartOf(root, scroller, cache)(rect, slack);
};

/**
 * A select or a field of a pixel, out of the flow and where Tab does not go: a control that is drawn beside it has taken its
 * place, and hears nothing of what is done to it.
 */
export const isReplaced = (el: Element): boolean => {
  if (attr(el, 'tabindex') !== '-1') return false;
  if (!isField(el) || isClickedInput(el)) return false;
  const { width, height } = rectOf(el);
  // Its border alone may be left of it.
  return width <= 1 || height <= 1 || measure(el, 'clientWidth') <= 1;
};

const hasRole = (el: Element): boolean => hasAttr(el, 'role') || holds(el, '[role]');

/** It has so few parts at most, and stands so far above what is pressed. */
const MOST_STAND_IN_PARTS = 8;
const STAND_IN_DISTANCE = 3;

/**
 * What is drawn for eyes alone, beside a transparent copy for readers: a wheel to pick from. As nobody sees the copy,
 * this is what the page shows.
 */
const isSeenInstead = (el: Element, cache: DomCache): boolean => {
  // An icon.
  if (isSvg(el)) return false;
  let at: Element | null = el;
  for (let i = 0; at && i < STAND_IN_DISTANCE && attr(at, 'aria-hidden') !== null; i++) {
    const parent: Element | null = parentElementOf(at);
    const parts = parent && firstElementOf(at) ? prop(parent, 'children') : [];
    for (let k = 0; k < parts.length && parts.length <= MOST_STAND_IN_PARTS; k++) {
      const copy = parts[k] as Element;
      if (copy !== at && styleInfoOf(copy, cache).style.opacity === '0' && hasRole(copy)) return true;
    }
    at = parent;
  }
  return false;
};

/**
 * A button that is there for the pointer alone (the keyboard has another way), or an icon that is pressed by itself,
 * whatever its ARIA says: it has a pointer that it does not have from above.
 */
const isForPointer = (el: Element, parent: Element | null, cache: DomCache): boolean =>
  tagOf(el) === 'button' ||
  (/^(?:i|span|svg|img)$/.test(tagOf(el)) &&
    !!parent &&
    (hasAttr(el, 'onclick') || styleInfoOf(el, cache).style.cursor === 'pointer') &&
    styleInfoOf(parent, cache).style.cursor !== 'pointer');

/** The picture of a formula that readers are given as MathML which is not seen. */
const isFormula = (el: Element, parent: Element | null): boolean =>
  tagOf(el) === 'img' && !!parent && holds(parent, 'math');

/** What hides all that is below, whatever styles say. */
const hiddenByMarkup = (el: Element, parent: Element | null, cache: DomCache): HiddenReason | undefined => {
  if (!hasAttributes(el)) return undefined;
  if (
    attr(el, 'aria-hidden') === 'true' &&
    !isSeenInstead(el, cache) &&
    !isForPointer(el, parent, cache) &&
    !isFormula(el, parent)
  )
    return 'aria_hidden';
  return hasAttr(el, 'inert') ? 'inert' : undefined;
};

/** Of the window's width: what is narrower shows up under the pointer, as the buttons of a row do. */
const LEAST_PART = 0.2;

/** A part of the page below what is seen that is moved, or to be shown by and by: it appears once it is scrolled to. */
const comesByScrolling = (el: Element, { display, style }: StyleInfo): boolean => {
  const { innerWidth, innerHeight } = windowOf(el);
  const { top, width } = rectOf(el);
  const { transform, animationName, transitionDuration } = style;
  const moves = animationName !== 'none' || /[1-9]/.test(transform + transitionDuration);
  return moves && isBlock(display) && top >= innerHeight && width > innerWidth * LEAST_PART;
};

/**
 * Why `el` can't be seen, given its flat-tree parent and what is known from above. Own `visibility` does not
 * count: a visible element may be inside an invisible one.
 */
export const hiddenBelow = (
  el: Element,
  parent: Element | null,
  above: ClipContext,
  cache: DomCache,
  min: MinSize,
): { reason?: HiddenReason; below: ClipContext } => {
  const isDrawn = above.hiddenBy === undefined && isDrawnByEngine(el, OPAQUE, cache);
  const reason =
    !isDrawn && !isRenderedBelow(el, parent, cache) ? 'not_rendered' : hiddenByMarkup(el, parent, cache);
  if (reason) return { reason, below: above };
  const info = styleInfoOf(el, cache);
  const { style, display } = info;
  // What is out of the flow is no box of a line (https://www.w3.org/TR/css-display-3/#transformations).
  const position = display === 'inline' ? 'static' : style.position;
  const outOfFlow = isOutOfFlow(position);
  if (!isDrawn && style.opacity === '0' && (outOfFlow || !comesByScrolling(el, info))) {
    const isAway = cache.hasLayout && outOfFlow && isUnreachable(el, style, above, cache);
    const below = { ...above, hiddenBy: 'transparent' as const, hiddenByIsStatic: false };
    return { reason: isAway ? 'unreachable' : 'transparent', below };
  }
  if (!cache.hasLayout) return above.hiddenBy ? { reason: above.hiddenBy, below: above } : { below: above };
  let below = above;
  if (above.hiddenBy) {
    const escapes =
      above.hiddenBy !== 'transparent' &&
      (position === 'fixed' || (outOfFlow && (above.hiddenByIsStatic || above.hiddenBy === 'unreachable')));
    if (!escapes) return { reason: above.hiddenBy, below: above };
    below = {};
  }
  // Behind a layer some pages fix their body: all of it comes back to where it was.
  if (position === 'fixed' && tagOf(el) === 'body') return { below: { scroller: el } };
  if (outOfFlow && isUnreachable(el, style, below, cache)) {
    return { reason: 'unreachable', below: { ...below, hiddenBy: 'unreachable' } };
  }
  if ((outOfFlow && isReplaced(el)) || isShrunkToNothing(el, info))
    return { reason: 'clipped', below: { hiddenBy: 'clipped' } };
  if (!clips(el, info)) {
    const isFixed = position === 'fixed' && isFixedToViewport(el, style);
    return { below: isFixed ? { ...below, isFixed: true } : below };
  }
  const rect = rectOf(el);
  if (rect.width < min.width || rect.height < min.height) {
    return {
      reason: 'clipped',
      below: { hiddenBy: 'clipped', hiddenByIsStatic: position === 'static', scroller: el },
    };
  }
  return { below: { scroller: el } };
};

/** What is known of an element and all that is above it. */
export interface HiddenInfo {
  /** What hides it and all that is below it: the first from the root down. */
  hides?: { reason: HiddenReason; at: Element };
  /** Its own. */
  reason?: HiddenReason | undefined;
  below: ClipContext;
}

/** Smaller is not seen. */
export const ONE_PIXEL: MinSize = { width: 1, height: 1 };

const hiddenInfoOf = (el: Element, cache: DomCache, min: MinSize): HiddenInfo => {
  const hiddenInfos = getOrInsertComputed(cache.hiddenInfos, min, () => new Map<Element, HiddenInfo>());
  const path: Element[] = [];
  let sight: HiddenInfo = { below: {} };
  let parent: Element | null = el;
  for (; parent; parent = flatParentAcrossFrames(parent)) {
    const known = hiddenInfos.get(parent);
    if (known) {
      sight = known;
      break;
    }
    path[path.length] = parent;
  }
  for (let i = path.length - 1; i >= 0; i--) {
    const at = path[i] as Element;
    if (!sight.hides) {
      const { reason, below } = hiddenBelow(at, parent, sight.below, cache, min);
      sight = { reason, below };
      if (reason && hidesSubtree(reason)) sight.hides = { reason, at };
    }
    hiddenInfos.set(at, sight);
    parent = at;
  }
  return sight;
};

/** The first reason, from the root down, why an element can't be seen. */
export const hiddenReasonOf = (
  el: Element,
  cache: DomCache,
  min: MinSize,
): { reason: HiddenReason; at: Element } | undefined => {
  const { hides, reason } = hiddenInfoOf(el, cache, min);
  return hides || (reason && { reason, at: el });
};
