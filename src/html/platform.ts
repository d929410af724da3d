import { readerOf } from './reads.ts';
import { Cascade } from './style/cascade.ts';
import { computedStyleOf } from './style/computed-style.ts';
import type { Size } from './style/media-query.ts';

/** URL and viewport of a document that was not loaded by a browser. */
export interface Place {
  /** Its URL; `about:blank` where it has none. */
  url: string;
  /** Size of the viewport for media queries, in CSS px. */
  size: Size;
}

/** The nearest prototype of a node that has an own member of this name. */
const prototypeWith = (node: object, member: string): object => {
  for (let at = Object.getPrototypeOf(node); at; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at, member)) return at;
  return {};
};

/** A class with the members of a DOM's own class, and the `missing` ones. */
const extendedClass = (prototype: object, missing: object = {}): { prototype: object } => {
  const own = Object.create(prototype) as Record<PropertyKey, unknown>;
  for (const [name, value] of Object.entries(missing)) if (!(name in prototype)) own[name] = value;
  return { prototype: own };
};

/**
 * The same for a DOM whose subclasses override methods (in linkedom `Node.prototype.contains` ignores children): calls each
 * node's own method. In such a DOM, controls don't shadow properties of their form.
 */
const refinedClass = (prototype: object, missing: object = {}): { prototype: object } => {
  const { prototype: own } = extendedClass(prototype, missing);
  const get = (_: object, name: PropertyKey): unknown => {
    if (name === 'compareDocumentPosition') return compareDocumentPosition;
    if (!(name in own)) return undefined;
    return function (this: Record<PropertyKey, unknown>, ...args: unknown[]): unknown {
      return Reflect.apply((this[name] ?? own[name as never]) as () => unknown, this, args);
    };
  };
  return { prototype: new Proxy(own, { get }) };
};

/** Whether nodes of a DOM have own members that others have on the class. */
export const hasOwnMembers = (document: Document): boolean => Object.hasOwn(document, 'nodeType');

const NO_RECT = { x: 0, y: 0, left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };

const ELEMENT_METHODS = {
  getBoundingClientRect: () => NO_RECT,
  getClientRects: () => [],
  getAttributeNames(this: Element) {
    return Array.from(this.attributes, ({ name }) => name);
  },
  hasAttributes(this: Element) {
    return this.attributes.length > 0;
  },
};

const NODE_METHODS = {
  getRootNode(this: Node) {
    let root: Node = this;
    while (root.parentNode) root = root.parentNode;
    return root;
  },
};

const rootPathOf = (node: Node): Node[] => {
  const path: Node[] = [];
  for (let at: Node | null = node; at; at = at.parentNode) path.push(at);
  return path.reverse();
};

/** https://dom.spec.whatwg.org/#dom-node-comparedocumentposition, since linkedom's only compares depths. */
function compareDocumentPosition(this: Node, other: Node): number {
  if (this === other) return 0;
  const [own, others] = [rootPathOf(this), rootPathOf(other)];
  const { DOCUMENT_POSITION_FOLLOWING: following, DOCUMENT_POSITION_PRECEDING: preceding } = nodeConstants;
  if (own[0] !== others[0]) return 1 + 32 + following;
  let i = 0;
  while (own[i] === others[i]) i++;
  const [mine, theirs] = [own[i], others[i]];
  if (!mine) return nodeConstants.DOCUMENT_POSITION_CONTAINED_BY + following;
  if (!theirs) return nodeConstants.DOCUMENT_POSITION_CONTAINS + preceding;
  for (let at: Node | null = mine; at; at = at.nextSibling) if (at === theirs) return following;
  return preceding;
}

const locationOf = (url: string): { href: string; origin: string } => {
  try {
    const { href, origin } = new URL(url);
    return { href, origin };
  } catch {
    throw new TypeError(`The url has to be absolute: ${JSON.stringify(url.slice(0, 200))}.`);
  }
};

/** The built-ins of JavaScript that the script reads from its window. */
const LANGUAGE = {
  Array,
  Boolean,
  Date,
  Error,
  Float64Array,
  Function,
  Int32Array,
  JSON,
  Map,
  Math,
  Number,
  Object,
  Promise,
  RegExp,
  Set,
  String,
  Symbol,
  TypeError,
  Uint8Array,
  Uint32Array,
  WeakMap,
  WeakRef,
  WeakSet,
  encodeURIComponent,
  parseFloat,
  parseInt,
};

/**
 * A window object for the reading script: the document with a platform around it. The global scope and the classes of the
 * caller's DOM are not changed.
 */
export const platformOf = (document: Document, { url, size }: Place): object => {
  const root = document.documentElement;
  if (!root) throw new TypeError('The document is empty.');
  const text = document.createTextNode('');
  const location = locationOf(url);
  const cascade = new Cascade(size);
  const fragment = document.createDocumentFragment();
  const classOf = hasOwnMembers(document) ? refinedClass : extendedClass;
  const window = {
    ...LANGUAGE,
    URL,
    crypto: globalThis.crypto,
    performance: globalThis.performance,
    setTimeout: () => 0,
    clearTimeout: () => undefined,
    MessageChannel: undefined,
    document,
    location,
    innerWidth: size.width,
    innerHeight: size.height,
    getComputedStyle: (el: Element, pseudo?: string | null) => computedStyleOf(cascade, el, pseudo),
    Node: { ...nodeConstants, ...classOf(prototypeWith(text, 'appendChild'), NODE_METHODS) },
    Element: classOf(prototypeWith(root, 'getAttribute'), ELEMENT_METHODS),
    HTMLElement: classOf(prototypeWith(root, 'onclick')),
    Document: classOf(Object.getPrototypeOf(document)),
    DocumentFragment: classOf(Object.getPrototypeOf(fragment)),
  };
  return Object.assign(window, { Reflect: readerOf(window, hasOwnMembers(document)) });
};

const nodeConstants = {
  DOCUMENT_POSITION_PRECEDING: 2,
  DOCUMENT_POSITION_FOLLOWING: 4,
  DOCUMENT_POSITION_CONTAINS: 8,
  DOCUMENT_POSITION_CONTAINED_BY: 16,
};
