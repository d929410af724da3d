import { readerOf } from './reads.ts';
import { Cascade } from './style/cascade.ts';
import { computedStyleOf } from './style/computed-style.ts';
import type { Size } from './style/media-query.ts';

/** Where a document stands that was not loaded from there. */
export interface Place {
  /** Its address; `about:blank` where it has none. */
  url: string;
  /** Of the window that media queries ask about, CSS px. */
  size: Size;
}

/** The nearest prototype of a node's class that has a member of this name. */
const prototypeWith = (node: object, member: string): object => {
  for (let at = Object.getPrototypeOf(node); at; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at, member)) return at;
  return {};
};

/** A class in the place of a DOM's own: its members, and those that it lacks. */
const classOver = (prototype: object, lacking: object = {}): { prototype: object } => {
  const own = Object.create(prototype) as Record<PropertyKey, unknown>;
  for (const [name, value] of Object.entries(lacking)) if (!(name in prototype)) own[name] = value;
  return { prototype: own };
};

/**
 * The same where classes refine what those above them have (linkedom: `Node.prototype.contains` knows no children): each
 * node's own method is called. Such a DOM has no controls that shadow what a form has.
 */
const refinedClass = (prototype: object, lacking: object = {}): { prototype: object } => {
  const { prototype: own } = classOver(prototype, lacking);
  const get = (_: object, name: PropertyKey): unknown => {
    if (name === 'compareDocumentPosition') return compareDocumentPosition;
    if (!(name in own)) return undefined;
    return function (this: Record<PropertyKey, unknown>, ...args: unknown[]): unknown {
      return Reflect.apply((this[name] ?? own[name as never]) as () => unknown, this, args);
    };
  };
  return { prototype: new Proxy(own, { get }) };
};

/** Whether nodes keep in themselves what others ask their class for. */
export const isRefined = (document: Document): boolean => Object.hasOwn(document, 'nodeType');

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

/** linkedom's only compares how deep nodes are (https://dom.spec.whatwg.org/#dom-node-comparedocumentposition). */
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

/** What the language brings, which the script takes from its window. */
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
 * A window for the script that reads: one document, and a platform of its own around it. Nothing is put into the global
 * scope or into the classes of the DOM that was brought.
 */
export const platformOf = (document: Document, { url, size }: Place): object => {
  const root = document.documentElement;
  if (!root) throw new TypeError('The document is empty.');
  const text = document.createTextNode('');
  const location = locationOf(url);
  const cascade = new Cascade(size);
  const fragment = document.createDocumentFragment();
  const classOf = isRefined(document) ? refinedClass : classOver;
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
  return Object.assign(window, { Reflect: readerOf(window, isRefined(document)) });
};

const nodeConstants = {
  DOCUMENT_POSITION_PRECEDING: 2,
  DOCUMENT_POSITION_FOLLOWING: 4,
  DOCUMENT_POSITION_CONTAINS: 8,
  DOCUMENT_POSITION_CONTAINED_BY: 16,
};
