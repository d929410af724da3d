/**
 * One synchronous pass over a page: what was read once is kept until the pass is dropped. Nothing may write to
 * the DOM while a pass is in use, so that no read forces a second layout.
 */
export interface Pass {
  /** Longest name or text that is wanted; a computation may stop once it has more. */
  readonly maxText: number;
  /** False where boxes say nothing: jsdom, happy-dom, a view of no size. Geometry rules are skipped then. */
  readonly hasLayout: boolean;
  readonly styles: Map<Element, CSSStyleDeclaration>;
  readonly rendered: Map<Element, boolean>;
  /** Elements that do not show their content (`content-visibility: hidden`). */
  readonly skipping: Map<Element, boolean>;
  readonly roles: Map<Element, string>;
  readonly names: Map<Element, string>;
  /** What a subtree adds to a name, for elements that are asked for their own name too. */
  readonly contents: Map<Element, string>;
  readonly sites: Map<Document, Site>;
}

/** What the links of a document are resolved against. */
export interface Site {
  /** Its origin and a slash; empty where it is opaque. */
  root: string;
  /** Paths lead to the same origin: no `base` element says otherwise. */
  isBase: boolean;
}

export const createPass = (document: Document, maxText: number): Pass => {
  const root = document.documentElement?.getBoundingClientRect();
  return {
    maxText,
    hasLayout: root !== undefined && (root.width > 0 || root.height > 0),
    styles: new Map(),
    rendered: new Map(),
    skipping: new Map(),
    roles: new Map(),
    names: new Map(),
    contents: new Map(),
    sites: new Map(),
  };
};

/** The computed style of an element, asked for once a pass. */
export const styleOf = (el: Element, pass: Pass): CSSStyleDeclaration => {
  let style = pass.styles.get(el);
  if (!style) {
    style = (el.ownerDocument.defaultView ?? window).getComputedStyle(el);
    pass.styles.set(el, style);
  }
  return style;
};

/** `visibility: hidden` or `collapse`; engines without inheritance (happy-dom) say nothing, and that is visible. */
export const isInvisible = (style: CSSStyleDeclaration): boolean =>
  /^(?:hidden|collapse)$/.test(style.visibility);
