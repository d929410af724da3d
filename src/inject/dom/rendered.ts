import { flatParentAcrossFrames, isElement } from './flat-tree.ts';
import { imageOf } from './image-map.ts';
import { lookOf, type Pass } from './pass.ts';
import {
  attr,
  documentOf,
  firstChildOf,
  fromDocument,
  hasAttr,
  isSvg,
  keyword,
  nextSiblingOf,
  parentNodeOf,
  prop,
  tagOf,
} from './read.ts';

/** Elements that never have a box and whose text is not content. */
const NEVER_RENDERED =
  /^(?:script|style|template|noscript|head|meta|link|title|base|param|source|track|noframes|datalist)$/;

/** Whether the children of `el` are skipped although `el` itself is rendered. */
const skipsChild = (parent: Element, child: Element, pass: Pass): boolean => {
  if (tagOf(parent) === 'details' && !prop(parent as HTMLDetailsElement, 'open')) {
    return !(tagOf(child) === 'summary' && firstSummary(parent) === child);
  }
  return skipsContent(parent, pass);
};

/** Boxes of a line, tables and what they are made of: it means nothing to them (https://www.w3.org/TR/css-contain-2/#containment-size). */
const UNCONTAINED = /^(?:inline|contents|ruby.*|(?:inline-)?table|table-(?:row|column|header|footer).*)$/;

/** What stands in them is for browsers that do not know them. */
const DRAWN_BY_ENGINE = /^(?:video|audio|progress|meter)$/;

/** Read once for all children. */
const skipsContent = (el: Element, pass: Pass): boolean => {
  let skips = pass.skipping.get(el);
  if (skips === undefined) {
    const { style, display } = lookOf(el, pass);
    skips =
      DRAWN_BY_ENGINE.test(tagOf(el)) ||
      (!UNCONTAINED.test(display) && style.getPropertyValue('content-visibility') === 'hidden');
    pass.skipping.set(el, skips);
  }
  return skips;
};

/** What draws the text in it; in other parts of a drawing it is none (https://www.w3.org/TR/SVG2/text.html). */
const DRAWS_TEXT = /^(?:text|tspan|textpath|a|foreignobject|title|desc)$/i;

/** Whether text right inside of `el` is not drawn although `el` is rendered. */
export const skipsOwnText = (el: Element, pass: Pass): boolean =>
  (tagOf(el) === 'details' && !hasAttr(el, 'open')) ||
  tagOf(el) === 'iframe' ||
  (isSvg(el) && !DRAWS_TEXT.test(tagOf(el))) ||
  skipsContent(el, pass);

const firstSummary = (details: Element): Element | null => {
  for (let at = firstChildOf(details); at; at = nextSiblingOf(at)) {
    if (isElement(at) && tagOf(at) === 'summary') return at;
  }
  return null;
};

/** What the engine's own style sheet hides; happy-dom and jsdom have but a part of it. */
const isHiddenByMarkup = (el: Element): boolean => {
  const tag = tagOf(el);
  if (tag === 'dialog') return !hasAttr(el, 'open');
  return hasAttr(el, 'hidden') || (tag === 'input' && keyword(el, 'type') === 'hidden');
};

/** Whether `child`, below a rendered parent, is rendered too; one by `aria-owns` may stand in what is not. */
export const isRenderedBelow = (child: Element, parent: Element | null, pass: Pass): boolean => {
  if (pass.rendered.get(child)) return true;
  if (lookOf(child, pass).display === 'none') {
    const image = tagOf(child) === 'area' ? imageOf(child) : undefined;
    return image !== undefined && isRendered(image, pass);
  }
  if (!pass.hasLayout && isHiddenByMarkup(child)) return false;
  if (parent === null) return true;
  const isChild = parentNodeOf(child) === parent;
  if (!isChild && flatParentAcrossFrames(child) !== parent) return isRendered(child, pass);
  if (skipsChild(parent, child, pass)) return false;
  // Who walks down has seen to it that the parent is rendered, or walks through what is hidden on purpose.
  if (isChild && isRendered(parent, pass)) pass.rendered.set(child, true);
  return true;
};

/**
 * Whether an element is rendered at all: no `display: none`, closed `details` or `content-visibility: hidden`
 * on it or above it, and a place in the flat tree. Own `visibility` does not count here.
 */
export const isRendered = (el: Element, pass: Pass): boolean => {
  const path: Element[] = [];
  let known: boolean | undefined;
  for (let at: Element | null = el; at; at = flatParentAcrossFrames(at)) {
    known = pass.rendered.get(at);
    if (known !== undefined) break;
    path[path.length] = at;
  }
  let rendered = known ?? true;
  for (let i = path.length - 1; i >= 0; i--) {
    const at = path[i] as Element;
    rendered = rendered && isInFlatTree(at) && isRenderedBelow(at, flatParentAcrossFrames(at), pass);
    pass.rendered.set(at, rendered);
  }
  return rendered;
};

/** A light child of a shadow host that no slot shows has no parent in the flat tree. */
const isInFlatTree = (el: Element): boolean =>
  flatParentAcrossFrames(el) !== null || el === fromDocument(documentOf(el), 'documentElement');

/** Text of these is code or metadata, whatever their style says. */
export const isNeverRendered = (tag: string): boolean => NEVER_RENDERED.test(tag);

/** Rendered, own visibility `visible`. */
export const isVisibleByStyle = (el: Element, pass: Pass): boolean =>
  isRendered(el, pass) && !lookOf(el, pass).isInvisible;

/** `aria-hidden=true` on the element or above it in the flat tree. */
export const isAriaHidden = (el: Element): boolean => {
  for (let at: Element | null = el; at; at = flatParentAcrossFrames(at)) {
    if (attr(at, 'aria-hidden') === 'true') return true;
  }
  return false;
};
