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

/** Animations that last longer are there to be looked at (ms). */
export const LONGEST_MOVE = 1000;

/** They change what a thing looks like, not whether it is there. */
const COSMETIC = /color|shadow|filter|outline|fill|stroke|decoration|background/;

/** Icons to press and fields have no text, and are there once they can be seen. */
const USED = `${CONTROLS}, ${withRole('button link')}`;

const NO_TEXT = /^(?:script|style|template)$/;
const MOST_NODES = 1000;

/** Whether a text stands in an element as it is laid out: through slots, and what shadow roots bring. */
const showsText = (el: Element): boolean => {
  const stack: Node[] = [el];
  for (let steps = 0, node = stack.pop(); node && steps < MOST_NODES; node = stack.pop(), steps++) {
    if (isText(node)) {
      if (/\S/.test(node.data)) return true;
    } else if (isElement(node) && !NO_TEXT.test(tagOf(node))) {
      const children = flatChildren(node);
      for (let i = 0; i < children.length; i++) stack.push(children[i] as Node);
    }
  }
  return false;
};

/** A box that lies over most of the view, as the backdrop of a dialog does: pages go on when it has come. */
const coversView = (el: Element): boolean => {
  if (computedStyle(el).position !== 'fixed') return false;
  const { width, height } = rectOf(el);
  const view = rootElement(documentOf(el));
  return width * 2 > measure(view, 'clientWidth') && height * 2 > measure(view, 'clientHeight');
};

/** Ripples, thumbs, lines and the like may move on: nobody reads them, and nothing waits for them. */
export const isWaitedFor = (el: Element): boolean =>
  showsText(el) || coversView(prop(el as SVGElement, 'ownerSVGElement') || el);

const longestOf = (times: string): number =>
  times.split(',').reduce((longest, time) => Math.max(longest, parseFloat(time) * 1000), 0);

/** How long (ms) the transition would last that makes an element seen which is displayed and stands at nothing. */
const fadeInOf = (el: Element): number => {
  const { opacity, visibility, transitionProperty, transitionDuration, transitionDelay } = computedStyle(el);
  if (opacity !== '0' || visibility !== 'visible' || !/\b(?:all|opacity)\b/.test(transitionProperty))
    return 0;
  const { width, height } = rectOf(el);
  const lasts = width * height > 0 ? longestOf(transitionDuration) + longestOf(transitionDelay) : 0;
  return lasts > 0 && lasts <= LONGEST_MOVE && isWaitedFor(el) ? lasts : 0;
};

const animationsOf = (root: Node): Animation[] => {
  const { getAnimations } = (typeOfNode(root) === 9 ? Document : ShadowRoot).prototype;
  // Absent in engines without the Web Animations API.
  return (getAnimations as typeof getAnimations | undefined)?.call(root as Document) || [];
};

/** Two readings of one frame's time may differ by so much (ms): each is rounded in its own way. */
const SAME_FRAME_MS = 1;

/** Whether an animation was there before the action; where a document has another clock nobody knows. */
const isOlder = ({ startTime, timeline }: Animation, since: number): boolean =>
  timeline === document.timeline && typeof startTime === 'number' && startTime < since - SAME_FRAME_MS;

/**
 * Ms until what appears or goes away by animation is there or gone. What has come into the page and stands at opacity
 * 0 is about to appear, too: libraries begin its transition when so much time is over as one takes.
 *
 * @param touched what was added or given other attributes
 * @param since when the action began, on the clock of the page's animations: what moves for longer is not awaited
 * @param due when (ms) what stands at opacity 0 is no longer waited for, from one call to the next; 0 after it has moved
 */
export const moveLeft = (
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
      if (!(left <= LONGEST_MOVE) || !target) continue;
      due.set(target, 0);
      const isShown = transitionProperty === 'opacity' && isOrHolds(target, USED);
      if (left > longest && (isShown || isWaitedFor(target))) longest = left;
    }
    const now = Date.now();
    for (const el of touched) {
      const until = due.get(el) ?? (isConnected(el) ? now + fadeInOf(el) : 0);
      if (until > now) due.set(el, until);
      longest = Math.max(longest, until - now);
    }
  } catch {
    // Something in the place of the Web Animations API.
  }
  return longest;
};

/** Of more the first ones are looked at. */
const MOST_TOUCHED = 200;

/** Notes the elements that were added or given other attributes. */
export const noteTouched = (
  records: readonly MutationRecord[],
  touched: Set<Element>,
  added: (el: Element) => void,
): void => {
  for (const { type, target, addedNodes } of records) {
    if (touched.size >= MOST_TOUCHED) return;
    if (type === 'attributes') touched.add(target as Element);
    for (let i = 0; i < addedNodes.length; i++) {
      const node = addedNodes[i] as Node;
      if (!isElement(node)) continue;
      touched.add(node);
      added(node);
    }
  }
};

/** Now, on the clock of the page's animations. */
export const animationClock = (): number =>
  Number((document.timeline as DocumentTimeline | undefined)?.currentTime || 0);
