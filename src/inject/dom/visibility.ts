import { isBlock } from './content.ts';
import { type DomCache, type StyleInfo, styleInfoOf } from './dom-cache.ts';
import { flatParentAcrossFrames } from './flat-tree.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import { isClickOnlyInput, isField } from './input-type.ts';
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

/** Why an element can't be seen. */
export type HiddenReason =
  | 'not_rendered'
  | 'aria_hidden'
  | 'inert'
  | 'transparent'
  | 'clipped'
  | 'unreachable';

/** Reasons that no descendant can escape from. */
const HIDES_SUBTREE = /^(?:not_rendered|aria_hidden|inert)$/;

export const hidesSubtree = (reason: HiddenReason): boolean => HIDES_SUBTREE.test(reason);

/** What the ancestors of an element tell about its visibility; the walk hands it down. */
export interface ClipContext {
  /** An ancestor is transparent, clips its content to nothing or lies out of reach. */
  hiddenBy?: HiddenReason;
  /** The clipping ancestor is `position: static`: absolutely positioned descendants escape it. */
  hiddenByIsStatic?: boolean;
  /** The nearest ancestor that scrolls or clips; absent: the document. */
  scroller?: Element;
  /** Inside of a fixed box that neither scrolls nor clips: no scrolling brings what is outside of the viewport into it. */
  isFixed?: boolean;
}

export interface MinSize {
  width: number;
  height: number;
}

const isOutOfFlow = (position: string): boolean => position === 'absolute' || position === 'fixed';

/** Whether an element clips its overflow. That of the root and the body applies to the viewport instead. */
const clips = (el: Element, { style, display }: StyleInfo): boolean => {
  if (display === 'inline' || display === 'contents' || style.overflow === 'visible') return false;
  const tag = tagOf(el);
  return tag !== 'body' && tag !== 'html';
};

/** Replaced elements: they are transformable boxes also where `display` is `inline`. */
const REPLACED = /^(?:img|input|video|canvas|iframe|embed|audio|object|math)$/;

/**
 * Whether a transform shrinks a box to no size: `scale(0)`. It does not apply to inline boxes
 * (https://www.w3.org/TR/css-transforms-1/#transformable-element).
 */
const isShrunkToNothing = (el: Element, { style, display }: StyleInfo): boolean => {
  if (display === 'inline' && !isSvg(el) && !REPLACED.test(tagOf(el))) return false;
  const { transform, scale } = style;
  if ((!transform || transform === 'none') && (!scale || scale === 'none')) return false;
  const { width, height } = rectOf(el);
  return width * height === 0 && measure(el, 'clientWidth') > 0 && measure(el, 'clientHeight') > 0;
};

/**
 * Whether a fixed box is fixed to the viewport. Inside of a transformed ancestor it scrolls with that
 * (https://www.w3.org/TR/css-transforms-1/#containing-block-for-all-descendants).
 */
const isFixedToViewport = (el: Element, style: CSSStyleDeclaration): boolean =>
  style.position === 'fixed' && !prop(el as HTMLElement, 'offsetParent');

/** Whether a box lies before the scroll origin by `slack` CSS px or more: no scrolling brings it into view. */
export type IsBeforeStart = (rect: DOMRect, slack?: number) => boolean;

/** The test for a scroll container; without `scroller` for the document. */
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

/** Whether no scrolling can reach a box: it lies before the scroll origin, or is fixed outside of the viewport. */
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
  // Text for screen readers, such as a live region, is a box of one pixel with a margin of -1px: right outside of the edge
  // where it is first. It counts as reachable, unless it is a control, which no pointer reaches there.
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
 * Whether a native field is a leftover behind a custom control: at most a pixel wide or high and outside of the tab order.
 * The control drawn beside it does not notice what is done to the field.
 */
export const isReplaced = (el: Element): boolean => {
  if (attr(el, 'tabindex') !== '-1') return false;
  if (!isField(el) || isClickOnlyInput(el)) return false;
  const { width, height } = rectOf(el);
  // Its border alone may be left: a content width of at most one pixel.
  return width <= 1 || height <= 1 || measure(el, 'clientWidth') <= 1;
};

/** A drawn stand-in with its copy: how many children their parent has, and how many ancestors are searched for it. */
const MAX_STAND_IN_PARTS = 8;
const MAX_STAND_IN_DISTANCE = 3;

/**
 * Whether an `aria-hidden` element is drawn beside a transparent copy for screen readers, such as a wheel to pick from:
 * it is what the page shows, as nobody sees the copy.
 */
const isSeenInstead = (el: Element, cache: DomCache): boolean => {
  // An `svg` is an icon, not a stand-in for a copy.
  if (isSvg(el)) return false;
  let at: Element | null = el;
  for (let i = 0; at && i < MAX_STAND_IN_DISTANCE && attr(at, 'aria-hidden') !== null; i++) {
    const parent: Element | null = parentElementOf(at);
    const parts = parent && firstElementOf(at) ? prop(parent, 'children') : [];
    for (let k = 0; k < parts.length && parts.length <= MAX_STAND_IN_PARTS; k++) {
      const copy = parts[k] as Element;
      if (copy !== at && styleInfoOf(copy, cache).style.opacity === '0' && isOrHolds(copy, '[role]'))
        return true;
    }
    at = parent;
  }
  return false;
};

/**
 * Whether an `aria-hidden` element is a control for the pointer alone (the keyboard has another way): a button, or an icon
 * with a click handler or a `cursor: pointer` that it does not inherit.
 */
const isForPointer = (el: Element, parent: Element | null, cache: DomCache): boolean =>
  tagOf(el) === 'button' ||
  (/^(?:i|span|svg|img)$/.test(tagOf(el)) &&
    !!parent &&
    (hasAttr(el, 'onclick') || styleInfoOf(el, cache).style.cursor === 'pointer') &&
    styleInfoOf(parent, cache).style.cursor !== 'pointer');

/** Whether an `aria-hidden` image is the picture of a formula that screen readers get as invisible MathML. */
const isFormula = (el: Element, parent: Element | null): boolean =>
  tagOf(el) === 'img' && !!parent && holds(parent, 'math');

/** Why an attribute hides an element with its subtree, whatever the styles; undefined: none does. */
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

/**
 * The least width, as a share of the window's, of a part that appears by scrolling: narrower ones appear on hover, as
 * the buttons of a row.
 */
const MIN_PART_WIDTH = 0.2;

/**
 * Whether a transparent block below the viewport appears once it is scrolled to: it has a transform, an animation or a
 * transition.
 */
const appearsByScrolling = (el: Element, { display, style }: StyleInfo): boolean => {
  const { innerWidth, innerHeight } = windowOf(el);
  const { top, width } = rectOf(el);
  const { transform, animationName, transitionDuration } = style;
  const animates = animationName !== 'none' || /[1-9]/.test(transform + transitionDuration);
  return animates && isBlock(display) && top >= innerHeight && width > innerWidth * MIN_PART_WIDTH;
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
  // `display: inline` computes to `block` out of the flow, so a box that is inline is in the flow
  // (https://www.w3.org/TR/css-display-3/#transformations).
  const position = display === 'inline' ? 'static' : style.position;
  const outOfFlow = isOutOfFlow(position);
  if (!isDrawn && style.opacity === '0' && (outOfFlow || !appearsByScrolling(el, info))) {
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
  // Pages fix their body behind a modal layer: all of it can be reached again once that closes.
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

/** Whether an element is hidden, by itself or by an ancestor. */
export interface HiddenInfo {
  /** The outermost element, from the root down, that hides it with a whole subtree. */
  hides?: { reason: HiddenReason; at: Element };
  /** Its own reason. */
  reason?: HiddenReason | undefined;
  below: ClipContext;
}

/** The default minimum size: smaller is not visible. */
export const ONE_PIXEL: MinSize = { width: 1, height: 1 };

const hiddenInfoOf = (el: Element, cache: DomCache, min: MinSize): HiddenInfo => {
  const hiddenInfos = getOrInsertComputed(cache.hiddenInfos, min, () => new Map<Element, HiddenInfo>());
  const path: Element[] = [];
  let info: HiddenInfo = { below: {} };
  let parent: Element | null = el;
  for (; parent; parent = flatParentAcrossFrames(parent)) {
    const known = hiddenInfos.get(parent);
    if (known) {
      info = known;
      break;
    }
    path[path.length] = parent;
  }
  for (let i = path.length - 1; i >= 0; i--) {
    const at = path[i] as Element;
    if (!info.hides) {
      const { reason, below } = hiddenBelow(at, parent, info.below, cache, min);
      info = { reason, below };
      if (reason && hidesSubtree(reason)) info.hides = { reason, at };
    }
    hiddenInfos.set(at, info);
    parent = at;
  }
  return info;
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
