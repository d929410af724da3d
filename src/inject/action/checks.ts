import type { Box, ElementLabel, ErrorInfo, Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { roleOf } from '../aria/role.ts';
import { createDomCache, type DomCache, styleInfoOf, styleOf } from '../dom/dom-cache.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import { ancestors, flatContains, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { deepActiveElement, elementAt, findHit, isHit } from '../dom/hit-test.ts';
import { isTextField } from '../dom/input-type.ts';
import {
  CONTROLS,
  closestTo,
  documentOf,
  elementsIn,
  findAll,
  firstChildOf,
  firstElementOf,
  hasAttr,
  holds,
  isNativeModal,
  matches,
  measure,
  rectOf,
  scrollToElement,
  setProp,
  withRole,
} from '../dom/read.ts';
import { soleOf } from '../dom/sole-of.ts';
import {
  boxedElementOf,
  createViewport,
  frameOrigin,
  isInView,
  middleOf,
  originOf,
  viewBoxOf,
} from '../dom/view-box.ts';
import { type HiddenReason, hiddenReasonOf, ONE_PIXEL } from '../dom/visibility.ts';
import { CLICKED_WHOLE, LINK_OR_BUTTON } from '../element/content-roles.ts';
import { layerOver, openDialogs } from '../element/dialogs.ts';
import { hasPlace, isEnabled, isStandIn, isVisible, STILL_SEEN } from '../element/element-state.ts';
import { handlesClick } from '../element/handlers.ts';
import { fingerprintNow, inWords, labelWithRef, lookUp } from '../element/lookup.ts';
import { isLive, knownRef, refFor } from '../element/refs.ts';
import { CONTROL, isOnOtherControl, mayHaveStandIn, standInOf, styledBox } from '../element/stand-in.ts';
import { msInPlace } from '../element/standing.ts';
import { type Failure, fail, isFailure, NEW_SNAPSHOT, nameInWords } from '../result.ts';
import { FRAME_MS, nextFrame } from '../timing/frames.ts';
import { isOwnPart, pathBelow } from './own-part.ts';
import type { Script } from './script.ts';

/** Where a click on an element would land. */
export interface Aim {
  /** Absent where there is no layout engine. */
  point?: Point;
  /** The innermost element at the point: what a real pointer would hit. */
  target: Element;
  /**
   * The element that was aimed at, or its stand-in. `target` may be an icon in it that changes once the pointer is
   * over it.
   */
  surface?: Element;
  /** The element keeps moving: a click is sent to it wherever it is by then. */
  moves?: boolean;
}

const HIDDEN_WORDS: Readonly<Record<HiddenReason, string>> = {
  not_rendered: 'is not displayed',
  aria_hidden: 'is in an aria-hidden part of the page',
  inert: 'is in an inert part of the page',
  transparent: 'is transparent (it may show on hover)',
  clipped: 'is clipped to nothing',
  unreachable: 'lies where scrolling can not reach',
};

const OPEN_IT = 'Open what holds it, then take a new snapshot.';

/** `not_visible` (`not_enabled` for inert parts), unless a person could see the element. */
export const checkVisible = (agent: Agent, el: Element, cache: DomCache): Failure | undefined => {
  // A focused text field takes keys even if it is not visible.
  if (isTextField(el) && deepActiveElement() === el) return undefined;
  const label = inWords(agent, el, cache);
  const hidden = hiddenReasonOf(el, cache, ONE_PIXEL);
  if (hidden && !isStandIn(el, hidden.reason, cache)) {
    const layer = STILL_SEEN.test(hidden.reason) && layerOver(el, cache);
    if (layer) return blocked(agent, label, layer, cache);
    // What is hidden from the accessibility tree without controls in it is seen and clicked: a backdrop, the number of a
    // day. A part of the page with controls is hidden because something else is to be used.
    const isPressed = hidden.at === el && handlesClick(el);
    if (hidden.reason !== 'aria_hidden' || (!isPressed && holds(hidden.at, CONTROLS))) {
      const code = hidden.reason === 'inert' ? 'not_enabled' : 'not_visible';
      return fail(code, `${label} ${HIDDEN_WORDS[hidden.reason]}. ${OPEN_IT}`);
    }
  }
  if (styleInfoOf(el, cache).isInvisible) return fail('not_visible', `${label} is invisible. ${OPEN_IT}`);
  return hasPlace(el, cache)
    ? undefined
    : fail('not_visible', `${label} has no size on the page. ${NEW_SNAPSHOT}`);
};

const LINKS_AND_BUTTONS = `a[href], button, ${withRole('button link')}`;

/** The only link or button in an item that handles no clicks itself: the item is used by it. */
const soleControlIn = (el: Element, cache: DomCache): Element | undefined => {
  if (!CLICKED_WHOLE.test(roleOf(el, cache)) || handlesClick(el)) return undefined;
  return soleOf(findAll(el, LINKS_AND_BUTTONS));
};

export const disabled = (what: string): Failure =>
  fail('not_enabled', `${what} is disabled. Do something else first.`);

export const checkEnabled = (agent: Agent, el: Element, cache: DomCache): Failure | undefined => {
  const disabledElement = [el, soleControlIn(el, cache)].find((at) => at && !isEnabled(at, cache));
  return disabledElement && disabled(inWords(agent, disabledElement, cache));
};

/** `element_blocked` behind a modal `<dialog>`: the engine gives no focus and no clicks to what is behind it. */
export const checkNotBehindModal = (agent: Agent, el: Element, cache: DomCache): Failure | undefined => {
  const modals = openDialogs(cache).filter(isNativeModal);
  const top = modals[modals.length - 1];
  if (!top || modals.some((modal) => flatContains(modal, el))) return undefined;
  return blocked(agent, inWords(agent, el, cache), top, cache);
};

/**
 * Remembers the scroll offsets of an element and its ancestors; the returned function restores them. The element may
 * be the scrolling element of its document, so its own offsets count.
 */
export const rememberScroll = (el: Element): (() => void) => {
  const offsets = ancestors(el).map(
    (at) => [at, measure(at, 'scrollLeft'), measure(at, 'scrollTop')] as const,
  );
  return () => {
    for (const [at, left, top] of offsets) {
      if (measure(at, 'scrollLeft') !== left) setProp(at, 'scrollLeft', left);
      if (measure(at, 'scrollTop') !== top) setProp(at, 'scrollTop', top);
    }
  };
};

/** Different places in the window, so that a sticky bar covers the element in one of them at most. */
const PLACES: readonly (readonly [block: ScrollLogicalPosition, inline: ScrollLogicalPosition])[] = [
  ['center', 'nearest'],
  ['end', 'center'],
  ['start', 'start'],
];

/** How many frames to wait for an element to stop moving. */
const MAX_FRAMES = 50;

/**
 * How many frames to wait after scrolling: listeners and observers are told in the first one, what they change is drawn in
 * the second one, and a transition has advanced in the third one.
 */
const FRAMES_AFTER_SCROLL = 3;

/**
 * Waits until an element stops moving or growing, so that it is still under the pointer when the click ends. False if
 * it does not stop.
 *
 * @param read the element whose box was read before: `el`, or what `el` stands in for
 */
function* waitUntilStill({ standing }: Agent, el: Element, read: Element): Script<boolean> {
  for (let i = 0; i < MAX_FRAMES; i++) {
    const stillMs = msInPlace(standing, read, viewBoxOf(el) as Box);
    if (stillMs !== undefined && (i > 0 || stillMs >= FRAME_MS)) return true;
    yield FRAME_MS - (stillMs || 0);
    // A busy page draws no frame in this time, so that a moving element seems to stand still.
    if (stillMs === undefined) yield nextFrame;
  }
  return false;
}

/**
 * `ref_not_found` if scrolling has made the element something else: virtual lists reuse their rows, or create new
 * ones.
 */
export const checkStillSame = (agent: Agent, el: Element): Failure | undefined => {
  const { refs } = agent.state;
  const ref = knownRef(refs, el) ?? (isLive(el) ? '' : refFor(refs, el, fingerprintNow(el)));
  const found = ref && lookUp(agent, ref);
  return found && isFailure(found) ? found : undefined;
};

/**
 * Whether a click on `hit` is one on the element itself, and not on a smaller control in it, such as the button of a
 * tag.
 */
const isOnElementItself = (hit: Element, el: Element): boolean => {
  const { width, height } = rectOf(el);
  const isSmall = (at: Element): boolean => rectOf(at).width * rectOf(at).height < (width * height) / 2;
  return (
    flatContains(el, hit) &&
    !pathBelow(hit, el).some((at) => (matches(at, CONTROL) || handlesClick(at)) && isSmall(at))
  );
};

/**
 * Waits until `el` stands still and finds its hit point, scrolling if needed. `element_blocked` names the element
 * that covers it; the scroll offsets are restored then.
 *
 * @param read as for {@link waitUntilStill}
 */
export function* aimAt(agent: Agent, el: Element, cache: DomCache, read = el): Script<Aim | Failure> {
  if (!cache.hasLayout) return { target: el };
  const drawn = drawingSurface(el);
  if (drawn && drawn !== el) return yield* aimAt(agent, drawn, cache, read);
  const standIn = standInOf(el, cache);
  if (standIn) {
    const aim = yield* aimAt(agent, standIn, cache, read);
    return isFailure(aim) || !isOnOtherControl(aim.target, standIn) ? aim : { target: el };
  }
  const moves = !(yield* waitUntilStill(agent, el, read));
  const shownElement = boxedElementOf(el);
  const restore = rememberScroll(shownElement);
  // A column header sorts by a click on it, even if an ancestor handles that.
  const handles = handlesClick(el) || hasAttr(el, 'aria-sort');
  const find = (): ReturnType<typeof findHit> => {
    const ownHit = handles ? findHit(el, isOnElementItself) : {};
    const found = ownHit.point ? ownHit : findHit(el);
    return found.point ? found : { ...found, ...findHit(el, isPart) };
  };
  const isPart = (hit: Element): boolean => isOwnPart(hit, el, cache);
  let { point, blocker } = find();
  for (let i = 0; !point && i < PLACES.length; i++) {
    const [block, inline] = PLACES[i] as (typeof PLACES)[number];
    // A scroll container that snaps takes an element out of view again if only its edge was brought into view.
    scrollToElement(shownElement, block, inline);
    for (let frames = 0; frames < FRAMES_AFTER_SCROLL; frames++) yield nextFrame;
    // The scroll offsets are kept: the next snapshot shows from here what the ref was about.
    const gone = checkStillSame(agent, el);
    if (gone) return gone;
    const found = find();
    point = found.point;
    // While the element is scrolled out of view its own container is hit, which does not cover it.
    if (!blocker || flatContains(blocker, el)) blocker = found.blocker || blocker;
  }
  if (point) {
    const hit = elementAt(point);
    const label = hit && mayHaveStandIn(el, cache) && closestTo(hit, 'label');
    const isInside =
      hit &&
      (flatContains(el, hit) || (label ? !isOnOtherControl(hit, label) : !isHit(hit, el) && isPart(hit)));
    return { point: toPoint(point), target: isInside ? hit : el, surface: el, moves };
  }
  restore();
  const styled = blocker && mayHaveStandIn(el, cache) ? styledBox(el, cache) : undefined;
  if (styled && flatContains(styled, blocker as Element)) return yield* aimAt(agent, styled, cache);
  const label = inWords(agent, el, cache);
  if (!blocker) return fail('not_visible', `No point of ${label} can be brought into view. ${NEW_SNAPSHOT}`);
  return flatContains(blocker, el)
    ? letsClicksThrough(label)
    : blocked(agent, label, overlayOf(blocker, el, createDomCache()), cache);
}

/** The error for an element that a hit test passes through: `pointer-events: none`, or a hole in its shape. */
const letsClicksThrough = (label: string): Failure =>
  fail('element_blocked', `${label} lets presses through to what is behind it. Press what is in it.`);

const toPoint = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });

const MAX_ACTIONS = 5;
const OVERLAY = /^(?:dialog|alertdialog)$/;

/**
 * What could be dismissed to uncover `el`: the dialog that the blocker is in (or whose backdrop it is), else the
 * outermost fixed or sticky element around the blocker. Ancestors of `el` do not cover it: some pages fix their body
 * so that it does not scroll behind a layer.
 */
const overlayOf = (blocker: Element, el: Element, cache: DomCache): Element => {
  let overlay = blocker;
  let outermost = blocker;
  for (let at: Element | null = blocker; at && !flatContains(at, el); at = flatParentAcrossFrames(at)) {
    if (OVERLAY.test(roleOf(at, cache))) return at;
    outermost = at;
    const { position } = styleOf(at, cache);
    if (/^(?:fixed|sticky)$/.test(position)) overlay = at;
  }
  // An empty backdrop belongs to the open dialog, wherever it is in the DOM.
  const isBackdropOf = (dialog: Element): boolean =>
    flatContains(outermost, dialog) || (!firstChildOf(outermost) && !flatContains(dialog, el));
  return openDialogs(cache).reverse().find(isBackdropOf) || overlay;
};

const blocked = (agent: Agent, label: string, blocker: Element, before: DomCache): Failure => {
  const cache = createDomCache(before.maxText);
  const isButton = (el: Element): boolean =>
    LINK_OR_BUTTON.test(roleOf(el, cache)) ||
    // Of what only its cursor tells, not the wrappers.
    (!firstElementOf(el) && styleOf(el, cache).cursor === 'pointer');
  const buttons: Element[] = [];
  for (const el of elementsIn(blocker, '*'))
    if (
      buttons.length < MAX_ACTIONS &&
      isButton(el) &&
      isVisible(el, cache) &&
      !buttons.some((button) => flatContains(button, el))
    )
      buttons.push(el);
  const details: Partial<ErrorInfo> = { blocker: labelWithRef(agent, blocker, cache) };
  let way = '';
  if (buttons[0]) {
    details.blockerActions = buttons.map((el) => labelWithRef(agent, el, cache));
    way = ` It has ${details.blockerActions.map(nameInWords).join(', ')}.`;
  }
  return fail(
    'element_blocked',
    `${label} is covered by ${nameInWords(details.blocker as ElementLabel)}; a press would land there.${way} Dismiss it (Escape closes most) or scroll.`,
    details,
  );
};

/** The point in the coordinates of the element's own document, as its events carry them. */
export const inOwnDocument = (point: Point, el: Element): Point => {
  const origin = originOf(documentOf(el));
  return { x: point.x - origin.x, y: point.y - origin.y };
};

/** The middle of a box in the content of a frame, in the viewport, at most at the edge of the frame. */
const middleIn = (box: Box, frame: Box): Point => {
  const { x, y } = middleOf(box);
  return {
    x: frame.x + Math.min(Math.max(x, 0), frame.width - 1),
    y: frame.y + Math.min(Math.max(y, 0), frame.height - 1),
  };
};

/** The box of the content of a frame, in the viewport. */
const contentBox = (frame: Element): Box => {
  const { x, y } = frameOrigin(frame);
  return { x, y, width: measure(frame, 'clientWidth'), height: measure(frame, 'clientHeight') };
};

/**
 * Brings the middle of a box in the content of a frame into view, as far as the ancestors of the frame scroll.
 * Returns where it is in the viewport then.
 */
const bringIntoView = (frame: Element, box: Box): Point => {
  const point = (): Point => middleIn(box, contentBox(frame));
  const viewport = createViewport();
  if (isInView(point(), viewport)) return point();
  scrollToElement(frame, 'center');
  const { x, y } = point();
  const page = documentOf(frame).scrollingElement;
  // A frame that is larger than the window.
  if (page && !isInView({ x, y }, viewport)) {
    page.scrollLeft += x < 0 || x >= viewport.width ? x - viewport.width / 2 : 0;
    page.scrollTop += y < 0 || y >= viewport.height ? y - viewport.height / 2 : 0;
  }
  return point();
};

/**
 * Why an element in a cross-origin frame cannot be acted on, as far as this page can tell. `box` is the box of the
 * element in the frame, which is brought into view; `pressed`: nothing may cover it.
 */
export const checkFrame = (
  agent: Agent,
  frame: Element,
  box: Box | undefined,
  pressed: boolean,
): Failure | undefined => {
  const cache = createDomCache();
  const failure = checkVisible(agent, frame, cache) || checkNotBehindModal(agent, frame, cache);
  if (failure || !cache.hasLayout || !box) return failure;
  const point = bringIntoView(frame, box);
  const hit = pressed ? elementAt(point) : null;
  return hit && !flatContains(frame, hit)
    ? blocked(agent, inWords(agent, frame, cache), overlayOf(hit, frame, createDomCache()), cache)
    : undefined;
};
