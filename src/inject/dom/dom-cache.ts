import type { GeneratedContentIndex } from './generated-content-index.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import type { ImagesOfMaps } from './image-map.ts';
import type { Labels } from './labels.ts';
import { computedStyle, rectOf, rootElement } from './read.ts';
import type { HiddenInfo, IsBeforeStart, MinSize } from './visibility.ts';

/**
 * One synchronous pass over a page: what was read once is kept until the pass is dropped. Nothing may write to
 * the DOM while a pass is in use, so that no read forces a second layout.
 */
export interface DomCache {
  /** Longest name or text that is wanted; a computation may stop once it has more. */
  readonly maxText: number;
  /** False where boxes say nothing: jsdom, happy-dom, a view of no size. Geometry rules are skipped then. */
  readonly hasLayout: boolean;
  readonly styles: Map<Element, StyleInfo>;
  readonly rendered: Map<Element, boolean>;
  /** What the engine draws, neither it nor anything above it transparent; true: it is visible too. */
  readonly opaque: Map<Element, boolean>;
  /** Elements that do not show their content (`content-visibility: hidden`). */
  readonly skipping: Map<Element, boolean>;
  /** Who asks by itself, not on a walk down. */
  readonly hiddenInfos: Map<MinSize, Map<Element, HiddenInfo>>;
  /** Where what scrolls begins. */
  readonly scrollStarts: Map<Element, IsBeforeStart>;
  readonly roles: Map<Element, string>;
  readonly names: Map<Element, string>;
  /** What a subtree adds to a name, for elements that are asked for their own name too. */
  readonly contents: Map<Element, string>;
  /** What elements say where others refer to them. */
  readonly references: Map<Element, string>;
  /** Of each tree. */
  readonly generatedContent: Map<Node, GeneratedContentIndex>;
  readonly labels: Map<Node, Labels>;
  readonly sites: Map<Document, Site>;
  /** What stands over columns, by the row or box that it is in or alone in. */
  readonly heads: Map<Element, ColumnHeads | null>;
  readonly imagesOfMaps: ImagesOfMaps;
  /** Whether the keyboard goes from cell to cell though only one of them has a tabindex. */
  readonly rovingGrids: Map<Element, boolean>;
  /** What was judged of an element with much in it, by what was asked. */
  readonly judged: Map<Element, Map<string, boolean>>;
}

/** The computed style of an element, with what is asked for most often read already: each read takes 0.3 µs and more. */
export interface StyleInfo {
  readonly style: CSSStyleDeclaration;
  readonly display: string;
  /** `visibility: hidden` or `collapse`. */
  readonly isInvisible: boolean;
}

/** The cells over the columns of what follows, and what each is called. */
export interface ColumnHeads {
  readonly cells: readonly Element[];
  readonly said: readonly (string | undefined)[];
  /** The page says that they are heads; others are known by what is drawn below them. */
  readonly isFormal: boolean;
}

/** What the links of a document are resolved against. */
export interface Site {
  /** Its origin and a slash; empty where it is opaque. */
  root: string;
  /** What they are resolved against, without the place in it. */
  base: string;
  /** Paths lead to the same origin: no `base` element says otherwise. */
  isBase: boolean;
}

const newMap = (): Map<string, boolean> => new Map();

/** Asks something of an element once, however many in it want to know. */
export const judge = (el: Element, what: string, cache: DomCache, ask: () => boolean): boolean =>
  getOrInsertComputed(getOrInsertComputed(cache.judged, el, newMap), what, ask);

/** Names in messages are at most so long. */
const NAME_CHARS = 200;

export const createDomCache = (maxText = NAME_CHARS): DomCache => {
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

/** How an element looks, asked for once a pass. */
export const styleInfoOf = (el: Element, cache: DomCache): StyleInfo =>
  getOrInsertComputed(cache.styles, el, readStyleInfo, cache);

const readStyleInfo = (el: Element, { opaque }: DomCache): StyleInfo => {
  const style = computedStyle(el);
  return { style, display: style.display, isInvisible: !opaque.get(el) && isInvisible(style) };
};

export const styleOf = (el: Element, cache: DomCache): CSSStyleDeclaration => styleInfoOf(el, cache).style;

/** Engines without inheritance (happy-dom) say nothing of `visibility`, and that is visible. */
export const isInvisible = ({ visibility }: CSSStyleDeclaration): boolean =>
  visibility === 'hidden' || visibility === 'collapse';
