import type { GeneratedContentIndex } from './generated-content-index.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import type { ImagesOfMaps } from './image-map.ts';
import type { Labels } from './labels.ts';
import { computedStyle, rectOf, rootElement } from './read.ts';
import type { HiddenInfo, IsBeforeStart, MinSize } from './visibility.ts';

/**
 * The caches of one synchronous pass over a page, dropped after it. Nothing may write to the DOM while one is in use:
 * the caches would be stale, and the next read would force a second layout.
 */
export interface DomCache {
  /** The longest name or text that the caller prints, characters; a computation may stop beyond it. */
  readonly maxText: number;
  /** False where boxes have no size (jsdom, happy-dom, a viewport of no size): geometry rules are skipped. */
  readonly hasLayout: boolean;
  readonly styles: Map<Element, StyleInfo>;
  readonly rendered: Map<Element, boolean>;
  /** Elements that are rendered with no `opacity: 0` on them or above; the value: whether `visibility` shows them too. */
  readonly opaque: Map<Element, boolean>;
  /** Whether an element renders none of its children (`content-visibility: hidden`, media, a loaded `object`). */
  readonly skipping: Map<Element, boolean>;
  /**
   * By minimum size: why elements are hidden, for checks of single elements. The walk of a snapshot carries a
   * {@link ClipContext} down instead.
   */
  readonly hiddenInfos: Map<MinSize, Map<Element, HiddenInfo>>;
  /** For each scroll container or root: whether a box lies before its scroll origin. */
  readonly scrollStarts: Map<Element, IsBeforeStart>;
  readonly roles: Map<Element, string>;
  readonly names: Map<Element, string>;
  /** The text that the subtree of an element adds to a name; kept for roles that are named from content. */
  readonly contents: Map<Element, string>;
  /** The text of elements as targets of `aria-labelledby` or `aria-describedby`. */
  readonly references: Map<Element, string>;
  /** By document or shadow root. */
  readonly generatedContent: Map<Node, GeneratedContentIndex>;
  readonly labels: Map<Node, Labels>;
  readonly sites: Map<Document, Site>;
  /** The column headers that begin a box, or null. */
  readonly heads: Map<Element, ColumnHeads | null>;
  readonly imagesOfMaps: ImagesOfMaps;
  /** Whether a grid has a roving tabindex: arrow keys move between its cells, and one of them has `tabindex=0`. */
  readonly rovingGrids: Map<Element, boolean>;
  /** Answers of {@link computeOnce}, by element and question. */
  readonly judged: Map<Element, Map<string, boolean>>;
}

/** The computed style of an element, with its most used properties already read: each read takes 0.3 µs or more. */
export interface StyleInfo {
  readonly style: CSSStyleDeclaration;
  readonly display: string;
  /** `visibility: hidden` or `collapse`. */
  readonly isInvisible: boolean;
}

/** The cells above the columns of the rows that follow, and the text of each. */
export interface ColumnHeads {
  readonly cells: readonly Element[];
  readonly said: readonly (string | undefined)[];
  /** The markup makes them headers (`th`, `thead`, `columnheader`); others are recognised by their place above the rows. */
  readonly isFormal: boolean;
}

/** What the links of a document are resolved against, and shortened by. */
export interface Site {
  /** The document's origin and a slash; empty where the origin is opaque. */
  root: string;
  /** The base URL without its fragment. */
  base: string;
  /** The base URL has the document's origin, so that paths lead to it: no `base` element changes that. */
  isBase: boolean;
}

const newMap = (): Map<string, boolean> => new Map();

/** The answer to a question about an element, computed once a pass: many descendants may need it. `question` is the key. */
export const computeOnce = (
  el: Element,
  question: string,
  cache: DomCache,
  compute: () => boolean,
): boolean => getOrInsertComputed(getOrInsertComputed(cache.judged, el, newMap), question, compute);

/** The longest name in a message, characters. */
const MAX_NAME_CHARS = 200;

export const createDomCache = (maxText = MAX_NAME_CHARS): DomCache => {
  const el = rootElement();
  const root = el ? rectOf(el) : undefined;
  return {
    maxText,
    hasLayout: !!root && (root.width > 0 || root.height > 0),
    styles: new Map(),
    rendered: new Map(),
    opaque: new Map(),
    skipping: new Map(),
    hiddenInfos: new Map(),
    scrollStarts: new Map(),
    roles: new Map(),
    names: new Map(),
    contents: new Map(),
    references: new Map(),
    generatedContent: new Map(),
    labels: new Map(),
    judged: new Map(),
    sites: new Map(),
    heads: new Map(),
    imagesOfMaps: new Map(),
    rovingGrids: new Map(),
  };
};

/** The computed style of an element, read once a pass. */
export const styleInfoOf = (el: Element, cache: DomCache): StyleInfo =>
  getOrInsertComputed(cache.styles, el, readStyleInfo, cache);

const readStyleInfo = (el: Element, { opaque }: DomCache): StyleInfo => {
  const style = computedStyle(el);
  return { style, display: style.display, isInvisible: !opaque.get(el) && isInvisible(style) };
};

export const styleOf = (el: Element, cache: DomCache): CSSStyleDeclaration => styleInfoOf(el, cache).style;

/** Whether `visibility` hides an element. Engines without inheritance (happy-dom) report `''`, which counts as visible. */
export const isInvisible = ({ visibility }: CSSStyleDeclaration): boolean =>
  visibility === 'hidden' || visibility === 'collapse';
