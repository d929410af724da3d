import { flatChildren, isElement, isText } from '../dom/flat-tree.ts';
import {
  CONTROLS,
  computedStyle,
  documentOf,
  isConnected,
  isOrHolds,
  measure,
  prop,
  rectOf,
  rootElement,
  tagOf,
  typeOfNode,
  withRole,
} from '../dom/read.ts';

/** Animations with more than this left, ms, are not awaited: they are there to be looked at. */
export const MAX_ANIMATION_MS = 1000;

/** Transitions of these properties change the look of an element, not whether it is there. */
const COSMETIC = /color|shadow|filter|outline|fill|stroke|decoration|background/;

/** Controls are awaited even without text (icons, fields): they can be used once they are visible. */
const USABLE = `${CONTROLS}, ${withRole('button link')}`;

const NO_TEXT = /^(?:script|style|template)$/;
/** How many nodes of an element are searched for text. */
const MAX_NODES = 1000;

/** Whether an element contains text in the flat tree. */
const showsText = (el: Element): boolean => {
  const stack: Node[] = [el];
  for (let steps = 0, node = stack.pop(); node && steps < MAX_NODES; node = stack.pop(), steps++) {
    if (isText(node)) {
      if (/\S/.test(node.data)) return true;
    } else if (isElement(node) && !NO_TEXT.test(tagOf(node))) {
      const children = flatChildren(node);
      for (let i = 0; i < children.length; i++) stack.push(children[i] as Node);
    }
  }
  return false;
};

/** Whether a fixed box covers most of the viewport, as the backdrop of a dialog: pages often continue when it has appeared. */
const coversView = (el: Element): boolean => {
  if (computedStyle(el).position !== 'fixed') return false;
  const { width, height } = rectOf(el);
  const view = rootElement(documentOf(el));
  return width * 2 > measure(view, 'clientWidth') && height * 2 > measure(view, 'clientHeight');
};

/** Whether the animation of an element is awaited: ripples, thumbs and lines have no text and may move on. */
export const isAwaited = (el: Element): boolean =>
  showsText(el) || coversView(prop(el as SVGElement, 'ownerSVGElement') || el);

/** The longest of several CSS times in seconds (`0.2s, 1s`), ms. */
const longestOf = (times: string): number =>
  times.split(',').reduce((longest, time) => Math.max(longest, parseFloat(time) * 1000), 0);

/** The duration, ms, of the transition that would fade in an element of opacity 0; 0 where none is to be awaited. */
const fadeInOf = (el: Element): number => {
  const { opacity, visibility, transitionProperty, transitionDuration, transitionDelay } = computedStyle(el);
  if (opacity !== '0' || visibility !== 'visible' || !/\b(?:all|opacity)\b/.test(transitionProperty))
    return 0;
  const { width, height } = rectOf(el);
  const duration = width * height > 0 ? longestOf(transitionDuration) + longestOf(transitionDelay) : 0;
  return duration > 0 && duration <= MAX_ANIMATION_MS && isAwaited(el) ? duration : 0;
};

const animationsOf = (root: Node): Animation[] => {
  const { getAnimations } = (typeOfNode(root) === 9 ? Document : ShadowRoot).prototype;
  // Absent in engines without the Web Animations API.
  return (getAnimations as typeof getAnimations | undefined)?.call(root as Document) || [];
};

/** Two times of the same frame may differ by this much, ms, as they are rounded differently. */
const SAME_FRAME_MS = 1;

/** Whether an animation began before the action; false in other documents, whose timeline has another clock. */
const isOlder = ({ startTime, timeline }: Animation, since: number): boolean =>
  timeline === prop(document, 'timeline') &&
  typeof startTime === 'number' &&
  startTime < since - SAME_FRAME_MS;

/**
 * How long, ms, until the awaited animations have ended. An element of opacity 0 that the action has touched counts as
 * about to fade in: libraries may begin the transition as late as its own duration.
 *
 * @param touched elements that were added, or whose attributes changed
 * @param since when the action began, on the clock of the page's animations: older animations are not awaited
 * @param due until when (ms since the epoch) an element of opacity 0 is awaited; kept between calls; 0 once it was animated
 */
export const animationMsLeft = (
  roots: readonly Node[],
  touched: Iterable<Element>,
  due: Map<Element, number>,
  since = 0,
): number => {
  let longest = 0;
  try {
    for (const animation of roots.flatMap(animationsOf) as CSSTransition[]) {
      const { effect, currentTime, playState, transitionProperty = '' } = animation;
      if (playState !== 'running' || COSMETIC.test(transitionProperty) || isOlder(animation, since)) continue;
      const left = Number(effect?.getComputedTiming().endTime) - Number(currentTime);
      const target = (effect as KeyframeEffect).target;
      if (!(left <= MAX_ANIMATION_MS) || !target) continue;
      due.set(target, 0);
      const isShown = transitionProperty === 'opacity' && isOrHolds(target, USABLE);
      if (left > longest && (isShown || isAwaited(target))) longest = left;
    }
    const now = Date.now();
    for (const el of touched) {
      const until = due.get(el) ?? (isConnected(el) ? now + fadeInOf(el) : 0);
      if (until > now) due.set(el, until);
      longest = Math.max(longest, until - now);
    }
  } catch {
    // The page has replaced the Web Animations API.
  }
  return longest;
};

/** How many touched elements are kept. */
const MAX_TOUCHED = 200;

/** Adds the elements that were added or whose attributes changed to `touched`; calls `added` for each added one. */
export const noteTouched = (
  records: readonly MutationRecord[],
  touched: Set<Element>,
  added: (el: Element) => void,
): void => {
  for (const { type, target, addedNodes } of records) {
    if (touched.size >= MAX_TOUCHED) return;
    if (type === 'attributes') touched.add(target as Element);
    for (let i = 0; i < addedNodes.length; i++) {
      const node = addedNodes[i] as Node;
      if (!isElement(node)) continue;
      touched.add(node);
      added(node);
    }
  }
};

/** The current time on the clock of the page's animations, ms. */
export const animationClock = (): number =>
  Number((prop(document, 'timeline') as DocumentTimeline | undefined)?.currentTime || 0);
