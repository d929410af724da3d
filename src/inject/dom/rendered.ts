import { type DomCache, styleInfoOf } from './dom-cache.ts';
import { firstChildElement, flatParentAcrossFrames } from './flat-tree.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import { imageOf } from './image-map.ts';
import {
  attr,
  call,
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

/** Whether the children of `el` are skipped although `el` itself is rendered. */
const skipsChild = (parent: Element, child: Element, cache: DomCache): boolean => {
  if (tagOf(parent) === 'details' && !prop(parent as HTMLDetailsElement, 'open')) {
    return !(tagOf(child) === 'summary' && firstChildElement(parent, 'summary') === child);
  }
  return skipsContent(parent, cache);
};

/** Boxes of a line, tables and what they are made of: it means nothing to them (https://www.w3.org/TR/css-contain-2/#containment-size). */
const UNCONTAINED = /^(?:inline|contents|ruby.*|(?:inline-)?table|table-(?:row|column|header|footer).*)$/;

/** What stands in them is for browsers that do not know them. */
const DRAWN_BY_ENGINE = /^(?:video|audio|progress|meter)$/;

/** What stands in an `object` has none where that has loaded. */
const hasBoxesInside = (el: Element): boolean => {
  const range = call(documentOf(el), 'createRange') as Range;
  range.selectNodeContents(el);
  return range.getClientRects().length > 0;
};

/** Read once for all children. */
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

/** What draws the text in it; in other parts of a drawing it is none (https://www.w3.org/TR/SVG2/text.html). */
const DRAWS_TEXT = /^(?:text|tspan|textpath|a|foreignobject|title|desc)$/i;

/** Whether text right inside of `el` is not drawn although `el` is rendered. */
export const skipsOwnText = (el: Element, cache: DomCache): boolean => {
  const tag = tagOf(el);
  return (
    (tag === 'details' && !hasAttr(el, 'open')) ||
    tag === 'iframe' ||
    (isSvg(el) && !DRAWS_TEXT.test(tag)) ||
    skipsContent(el, cache)
  );
};

/** What the engine's own style sheet hides; happy-dom and jsdom have but a part of it. */
const isHiddenByMarkup = (el: Element): boolean => {
  const tag = tagOf(el);
  if (tag === 'dialog') return !hasAttr(el, 'open');
  return hasAttr(el, 'hidden') || (tag === 'input' && keyword(el, 'type') === 'hidden');
};

/** Whether `child`, below a rendered parent, is rendered too; one by `aria-owns` may stand in what is not. */
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
  // Who walks down has seen to it that the parent is rendered, or walks through what is hidden on purpose.
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
/** Chromium knew them under the first names before the others. */
const VISIBLE: Drawn = { checkVisibilityCSS: true, visibilityProperty: true };
export const OPAQUE: Drawn = { checkOpacity: true, opacityProperty: true };
const OPAQUE_AND_VISIBLE: Drawn = { ...OPAQUE, ...VISIBLE };

/**
 * One question to the engine in place of styles up the chain
 * (https://drafts.csswg.org/cssom-view/#dom-element-checkvisibility). False says nothing: the engine may be too old, the
 * element have no box of its own (`display: contents`), or stand in a frame, which it does not look out of. Without layout
 * nothing is drawn, and jsdom and happy-dom say yes to everything.
 */
export const isDrawnByEngine = (el: Element, how: Drawn, cache: DomCache): boolean => {
  if (!cache.hasLayout) return false;
  // Who walks down a page has asked for more than the others need.
  const known = cache.opaque.get(el);
  if (known !== undefined) return known || how !== VISIBLE;
  const { checkVisibility } = Element.prototype as Partial<Element>;
  if (!checkVisibility || documentOf(el) !== document) return false;
  if (how !== OPAQUE) return checkVisibility.call(el, how);
  // Most is visible too: to ask for it at once takes less than to read the style.
  const isVisible = checkVisibility.call(el, OPAQUE_AND_VISIBLE);
  const isDrawn = isVisible || checkVisibility.call(el, OPAQUE);
  if (isDrawn) cache.opaque.set(el, isVisible);
  return isDrawn;
};

/** A light child of a shadow host that no slot shows has no parent in the flat tree. */
const isInFlatTree = (el: Element): boolean =>
  !!flatParentAcrossFrames(el) || el === rootElement(documentOf(el));

/** Text of these is code or metadata, whatever their style says. */
export const isNeverRendered = (tag: string): boolean => NEVER_RENDERED.test(tag);

/** Rendered, own visibility `visible`. */
export const isVisibleByStyle = (el: Element, cache: DomCache): boolean =>
  isDrawnByEngine(el, VISIBLE, cache) || (isRendered(el, cache) && !styleInfoOf(el, cache).isInvisible);

/** `aria-hidden=true` on the element or above it in the flat tree. */
export const isAriaHidden = (el: Element): boolean => {
  for (let at: Element | null = el; at; at = flatParentAcrossFrames(at)) {
    if (attr(at, 'aria-hidden') === 'true') return true;
  }
  return false;
};
