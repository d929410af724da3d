import { type DomCache, styleInfoOf } from './dom-cache.ts';
import { firstChildElement, flatParentAcrossFrames } from './flat-tree.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import { imageOf } from './image-map.ts';
import {
  attr,
  contentsOf,
  documentOf,
  hasAttr,
  isSvg,
  keyword,
  parentNodeOf,
  prop,
  rootElement,
  tagOf,
} from './read.ts';

/** Elements that never have a box and whose text is not content. */
const NEVER_RENDERED =
  /^(?:script|style|template|noscript|head|meta|link|title|base|param|source|track|noframes|datalist)$/;

/** Whether a rendered parent does not render this child: those of a closed `details` but its summary, and skipped content. */
const skipsChild = (parent: Element, child: Element, cache: DomCache): boolean => {
  if (tagOf(parent) === 'details' && !prop(parent as HTMLDetailsElement, 'open')) {
    return !(tagOf(child) === 'summary' && firstChildElement(parent, 'summary') === child);
  }
  return skipsContent(parent, cache);
};

/**
 * `display` values to which `content-visibility` does not apply: size containment needs a block or inline-block box
 * (https://www.w3.org/TR/css-contain-2/#containment-size).
 */
const UNCONTAINED = /^(?:inline|contents|ruby.*|(?:inline-)?table|table-(?:row|column|header|footer).*)$/;

/** Elements whose children are fallback for browsers that do not support them. */
const DRAWN_BY_ENGINE = /^(?:video|audio|progress|meter)$/;

/** Whether the children of an `object` have boxes: not where it has loaded, and they are an unused fallback. */
const hasBoxesInside = (el: Element): boolean => contentsOf(el).getClientRects().length > 0;

/** Whether an element renders none of its children; read once for all of them. */
const skipsContent = (el: Element, cache: DomCache): boolean =>
  getOrInsertComputed(cache.skipping, el, readSkipping, cache);

const readSkipping = (el: Element, cache: DomCache): boolean => {
  const { style, display } = styleInfoOf(el, cache);
  return (
    DRAWN_BY_ENGINE.test(tagOf(el)) ||
    (tagOf(el) === 'object' && cache.hasLayout && !hasBoxesInside(el)) ||
    (!UNCONTAINED.test(display) && style.getPropertyValue('content-visibility') === 'hidden')
  );
};

/** SVG elements whose text is drawn or read; text in others is not rendered (https://www.w3.org/TR/SVG2/text.html). */
const DRAWS_TEXT = /^(?:text|tspan|textpath|a|foreignobject|title|desc)$/i;

/** Whether the text children of `el` are not rendered although `el` is. */
export const skipsOwnText = (el: Element, cache: DomCache): boolean => {
  const tag = tagOf(el);
  return (
    (tag === 'details' && !hasAttr(el, 'open')) ||
    tag === 'iframe' ||
    (isSvg(el) && !DRAWS_TEXT.test(tag)) ||
    skipsContent(el, cache)
  );
};

/** What the style sheet of a browser hides: happy-dom and jsdom have only a part of it. */
const isHiddenByMarkup = (el: Element): boolean => {
  const tag = tagOf(el);
  if (tag === 'dialog') return !hasAttr(el, 'open');
  return hasAttr(el, 'hidden') || (tag === 'input' && keyword(el, 'type') === 'hidden');
};

/**
 * Whether `child` of a rendered parent is rendered too. A child by `aria-owns` may be elsewhere, below an element that
 * is not rendered.
 */
export const isRenderedBelow = (child: Element, parent: Element | null, cache: DomCache): boolean => {
  if (cache.rendered.get(child)) return true;
  if (styleInfoOf(child, cache).display === 'none') {
    const image = tagOf(child) === 'area' ? imageOf(child, cache.imagesOfMaps) : undefined;
    return !!image && isRendered(image, cache);
  }
  if (!cache.hasLayout && isHiddenByMarkup(child)) return false;
  if (!parent) return true;
  const isChild = parentNodeOf(child) === parent;
  if (!isChild && flatParentAcrossFrames(child) !== parent) return isRendered(child, cache);
  if (skipsChild(parent, child, cache)) return false;
  // Callers that walk down pass a rendered parent, or walk through hidden elements on purpose.
  if (isChild && isRendered(parent, cache)) cache.rendered.set(child, true);
  return true;
};

/**
 * Whether an element is rendered at all: no `display: none`, closed `details` or `content-visibility: hidden`
 * on it or above it, and a place in the flat tree. Own `visibility` does not count here.
 */
export const isRendered = (el: Element, cache: DomCache): boolean => {
  if (cache.rendered.get(el) ?? isDrawnByEngine(el, RENDERED, cache)) return true;
  const path: Element[] = [];
  let known: boolean | undefined;
  for (let at: Element | null = el; at; at = flatParentAcrossFrames(at)) {
    known = cache.rendered.get(at);
    if (known !== undefined) break;
    path[path.length] = at;
  }
  let rendered = known ?? true;
  for (let i = path.length - 1; i >= 0; i--) {
    const at = path[i] as Element;
    rendered = rendered && isInFlatTree(at) && isRenderedBelow(at, flatParentAcrossFrames(at), cache);
    cache.rendered.set(at, rendered);
  }
  return rendered;
};

type Drawn = CheckVisibilityOptions & { checkVisibilityCSS?: boolean };

const RENDERED: Drawn = {};
/** Chromium supported each first name of the pair before the second. */
const VISIBLE: Drawn = { checkVisibilityCSS: true, visibilityProperty: true };
export const OPAQUE: Drawn = { checkOpacity: true, opacityProperty: true };
const OPAQUE_AND_VISIBLE: Drawn = { ...OPAQUE, ...VISIBLE };

/**
 * Whether `checkVisibility` says that an element is visible, which saves reading the styles of all ancestors
 * (https://drafts.csswg.org/cssom-view/#dom-element-checkvisibility). False is inconclusive: the engine may be too old, the
 * element have no box of its own (`display: contents`), or be in a frame, whose ancestors `checkVisibility` ignores.
 * Always false without layout, where jsdom and happy-dom answer true for everything.
 */
export const isDrawnByEngine = (el: Element, how: Drawn, cache: DomCache): boolean => {
  if (!cache.hasLayout) return false;
  // The walk of a snapshot checks with OPAQUE, which is stricter than RENDERED.
  const known = cache.opaque.get(el);
  if (known !== undefined) return known || how !== VISIBLE;
  const { checkVisibility } = Element.prototype as Partial<Element>;
  if (!checkVisibility || documentOf(el) !== document) return false;
  if (how !== OPAQUE) return checkVisibility.call(el, how);
  // Most elements are visible too: one stricter call costs less than reading `visibility` from the style.
  const isVisible = checkVisibility.call(el, OPAQUE_AND_VISIBLE);
  const isDrawn = isVisible || checkVisibility.call(el, OPAQUE);
  if (isDrawn) cache.opaque.set(el, isVisible);
  return isDrawn;
};

/** Whether an element is in the flat tree: a light child of a shadow host without a slot is not. */
const isInFlatTree = (el: Element): boolean =>
  !!flatParentAcrossFrames(el) || el === rootElement(documentOf(el));

/** Whether elements of this tag are never rendered: their text is code or metadata, whatever their style. */
export const isNeverRendered = (tag: string): boolean => NEVER_RENDERED.test(tag);

/** Whether an element is rendered and its own `visibility` is `visible`. */
export const isVisibleByStyle = (el: Element, cache: DomCache): boolean =>
  isDrawnByEngine(el, VISIBLE, cache) || (isRendered(el, cache) && !styleInfoOf(el, cache).isInvisible);

/** Whether the element or an ancestor in the flat tree has `aria-hidden=true`. */
export const isAriaHidden = (el: Element): boolean => {
  for (let at: Element | null = el; at; at = flatParentAcrossFrames(at)) {
    if (attr(at, 'aria-hidden') === 'true') return true;
  }
  return false;
};
