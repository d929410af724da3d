/**
 * Reads of a node that its page can't shadow. A form's named controls (and properties that a page defines on a
 * single element) hide what the prototype has, so the getters of the prototypes are asked with the node as
 * receiver.
 */
const read = <T>(prototype: object, key: PropertyKey, node: Node): T =>
  Reflect.get(prototype, key, node) as T;

/**
 * The same for what is read of every node: the getter is looked up once, when the script comes in and the built-ins are
 * in place. As fast as `node.name` in Blink, where `Reflect.get` takes twice as long.
 */
export const reader = <T>(prototype: object, key: string): ((node: Node) => T) => {
  const get: (this: Node) => T =
    Object.getOwnPropertyDescriptor(prototype, key)?.get ||
    function () {
      return read(prototype, key, this);
    };
  return (node) => get.call(node);
};

/** A property as the element's class has it: a page may put one of its own on the element, and frameworks do. */
export const prop = <E extends Node, K extends keyof E>(el: E, key: K): E[K] =>
  read(Reflect.getPrototypeOf(el) as object, key, el);

/** Sets one, past what the page has put on the element. */
export const setProp = <E extends Element, K extends keyof E>(el: E, key: K, value: E[K]): void => {
  Reflect.set(Reflect.getPrototypeOf(el) as object, key, value, el);
};

/** Calls a method of the element's or document's class: controls of a form and images of a document may be called like it. */
export const call = <E extends Node, K extends keyof E, A extends unknown[], R>(
  el: E & Record<K, (...args: A) => R>,
  key: K,
  ...args: A
): R => Reflect.apply(prop(el as E, key) as (...args: A) => R, el, args);

export const props = <E extends Element, K extends keyof E>(el: E, ...keys: K[]): Pick<E, K> => {
  const found = {} as Pick<E, K>;
  for (const key of keys) found[key] = prop(el, key);
  return found;
};

/** The engine's own: a component's `focus` may give it to a part of it, or to nothing, which a press does not ask. */
export const methodOf = (el: Element, key: 'focus' | 'blur'): (() => void) =>
  isHtml(el) ? HTMLElement.prototype[key] : prop(el as HTMLElement, key);

/** The computed style of an element of any document, by the captured function. */
export const computedStyle = (el: Element, pseudo?: string): CSSStyleDeclaration => {
  const doc = documentOf(el);
  if (doc === document) return window.getComputedStyle(el, pseudo);
  return Reflect.apply(window.getComputedStyle, viewOf(doc) || window, [el, pseudo]);
};

/** Scrolls an element into view at once. */
export const showAt = (
  el: Element,
  block: ScrollLogicalPosition,
  inline: ScrollLogicalPosition = 'nearest',
): void => {
  // jsdom has no such method, for want of a view.
  const { scrollIntoView } = Element.prototype as Partial<Element>;
  scrollIntoView?.call(el, { block, inline, behavior: 'instant' as ScrollBehavior });
};

/** The frame element that shows a document, asked of the window by the captured getter: the page in it may lie. */
export const frameOf = (doc: Document): Element | null => {
  const view = viewOf(doc);
  const get = Object.getOwnPropertyDescriptor(window, 'frameElement')?.get;
  return (view && (get ? Reflect.apply(get, view, []) : view.frameElement)) || null;
};

/** Elements hold each other, in one tree. */
export const contains = (outer: Node, inner: Node | null): boolean =>
  Node.prototype.contains.call(outer, inner);

export const textOf = (node: Node): string => prop(node, 'textContent') || '';

export const parentElementOf = reader<Element | null>(Node.prototype, 'parentElement');

/** What the addresses in a document are resolved against. */
export const baseOf = (doc: Document): string => read(Document.prototype, 'baseURI', doc);

export const walkerOver = (root: Node, show: number): TreeWalker =>
  Document.prototype.createTreeWalker.call(documentOf(root) || root, root, show);

const localNameOf = reader<string>(Element.prototype, 'localName');

/** Lower-case local name in any namespace. */
export const tagOf = (el: Element): string => localNameOf(el).toLowerCase();

const namespaceOf = reader<string | null>(Element.prototype, 'namespaceURI');

const isInNamespace =
  (address: string): ((el: Element) => boolean) =>
  (el) =>
    namespaceOf(el) === address;

export const isHtml = isInNamespace('http://www.w3.org/1999/xhtml');

export const isSvg = isInNamespace('http://www.w3.org/2000/svg');

export const isMathMl = isInNamespace('http://www.w3.org/1998/Math/MathML');

/** The type of an input element as the engine reads it, empty for any other element. */
export const inputTypeOf = (el: Element): string =>
  tagOf(el) === 'input' ? prop(el as HTMLInputElement, 'type') : '';

export const typeOfNode = reader<number>(Node.prototype, 'nodeType');

export const childNodesOf = reader<ArrayLike<Node>>(Node.prototype, 'childNodes');

export const firstChildOf = reader<Node | null>(Node.prototype, 'firstChild');

export const nextSiblingOf = reader<Node | null>(Node.prototype, 'nextSibling');
export const previousSiblingOf = reader<Node | null>(Node.prototype, 'previousSibling');
export const firstElementOf = reader<Element | null>(Element.prototype, 'firstElementChild');
export const nextElementOf = reader<Element | null>(Element.prototype, 'nextElementSibling');
export const previousElementOf = reader<Element | null>(Element.prototype, 'previousElementSibling');

export const parentNodeOf = reader<Node | null>(Node.prototype, 'parentNode');

/** Of more children a budget may want the first only. */
const MANY_CHILDREN = 500;

/** The children of a node, by their links as long as they are few: a list of the engine's is slow to be asked by number. */
export const childrenOf = (node: Node): ArrayLike<Node> => {
  const children: Node[] = [];
  for (let at = firstChildOf(node); at; at = nextSiblingOf(at)) {
    if (children.length === MANY_CHILDREN) return childNodesOf(node);
    children[children.length] = at;
  }
  return children;
};

export const documentOf = reader<Document>(Node.prototype, 'ownerDocument');

export const isConnected = reader<boolean>(Node.prototype, 'isConnected');

export const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node);

/** In document order. */
export const isAfter = (el: Element, at: Element): boolean =>
  (Node.prototype.compareDocumentPosition.call(at, el) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** An attribute, null where it is absent. */
export const attr = (el: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(el, name);

/** The rest of a longer list of words is not read: a page may give megabytes of it to each of its elements. */
const LONGEST_LIST = 4000;

/** An attribute that is a list of words, such as `class`; empty where it is absent. */
export const listAttr = (el: Element, name: string): string => (attr(el, name) || '').slice(0, LONGEST_LIST);

/**
 * An attribute whose value is a keyword: lower case, empty where it is absent. `undefined` is what scripts write that have
 * none, and the same to ARIA (https://www.w3.org/TR/wai-aria-1.2/#aria-current, #aria-invalid).
 */
export const keyword = (el: Element, name: string): string => {
  const word = listAttr(el, name).toLowerCase();
  return word === 'undefined' ? '' : word;
};

/** Not a number where it is absent or none. */
export const integerAttr = (el: Element, name: string): number => Number.parseInt(attr(el, name) || '', 10);

/** Most elements have none: asking for each by its name takes longer. */
export const hasAttributes = (el: Element): boolean => Element.prototype.hasAttributes.call(el);

export const hasAttr = (el: Element, name: string): boolean => Element.prototype.hasAttribute.call(el, name);

/** Whether an element has more children than so many: to count them all takes as long as there are children. */
export const hasMoreChildren = (el: Element, most: number): boolean => {
  let at = firstElementOf(el);
  for (let i = 0; at && i < most; i++) at = nextElementOf(at);
  return !!at;
};

/** The elements right before and behind one. */
export const neighboursOf = (el: Element): Element[] =>
  [previousElementOf(el), nextElementOf(el)].filter((at): at is Element => !!at);

/** The only child element; null where there are others, or none. */
export const soleChildOf = (el: Element): Element | null => {
  const first = firstElementOf(el);
  return first && !nextElementOf(first) ? first : null;
};

/** What style sheets give as a length. */
export const px = (length: string): number => Number.parseFloat(length) || 0;

export const attributeNamesOf = (el: Element): string[] => Element.prototype.getAttributeNames.call(el);

export const matches = (el: Element, selector: string): boolean =>
  Element.prototype.matches.call(el, selector);

/** The same, false for a selector that the engine does not know. */
export const isMatch = (el: Element, selector: string): boolean => {
  try {
    return matches(el, selector);
  } catch {
    return false;
  }
};

/** A `<dialog>` that the engine itself keeps on top; Chromium before 105 does not tell. */
export const isNativeModal = (el: Element): boolean => tagOf(el) === 'dialog' && isMatch(el, ':modal');

/** The nearest element, from `el` up to the root of its tree, that matches. */
export const closestTo = (el: Element, selector: string): Element | null =>
  Element.prototype.closest.call(el, selector);

export const openRootOf: (el: Element) => ShadowRoot | null = reader(Element.prototype, 'shadowRoot');

export const rectOf = (el: Element): DOMRect => Element.prototype.getBoundingClientRect.call(el);

/** A size or scroll offset of an element, in CSS px. */
export const measure = (
  el: Element,
  key: 'clientWidth' | 'clientHeight' | 'scrollWidth' | 'scrollHeight' | 'scrollLeft' | 'scrollTop',
): number => read(Element.prototype, key, el);

/** All elements below `root` that match, in document order; shadow roots and frames are not entered. */
export const findAll = (root: Document | Element | ShadowRoot, selector: string): ArrayLike<Element> => {
  const type = typeOfNode(root);
  const prototype =
    type === 9 ? Document.prototype : type === 11 ? DocumentFragment.prototype : Element.prototype;
  return (prototype as ParentNode).querySelectorAll.call(root, selector);
};

/** Whether anything below `root` matches. */
export const holds = (root: Document | Element, selector: string): boolean =>
  findAll(root, selector).length > 0;

/** Whether an element matches, or anything in it. */
export const isOrHolds = (el: Element, selector: string): boolean =>
  matches(el, selector) || holds(el, selector);

/** Whether an element holds all the words of another one around it. */
export const isTextOf = (el: Element, around: Element): boolean =>
  textOf(around).trim() === textOf(el).trim();

export const CONTROLS = 'a[href], button, input, textarea, select';

export const INPUT_BUTTONS = 'input[type=button], input[type=submit]';

export const isBodyOrRoot = (el: Element): boolean => /^(?:body|html)$/.test(tagOf(el));

/** Inputs that are checked or not. */
export const CHECKED_INPUTS = 'input[type=checkbox], input[type=radio]';

/** A selector of elements that are given one of several roles. */
export const withRole = (roles: string): string => roles.replace(/(\w+) ?/g, ',[role=$1]').slice(1);

export const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/** The same as a list of its own. */
export const elementsIn = (root: Document | Element | ShadowRoot, selector: string): Element[] =>
  Array.from(findAll(root, selector));

/** `<img name=body>` shadows members of a document too. */
export const fromDocument = <
  K extends
    | 'body'
    | 'documentElement'
    | 'activeElement'
    | 'title'
    | 'defaultView'
    | 'readyState'
    | 'hidden'
    | 'implementation'
    | 'cookie',
>(
  doc: Document,
  key: K,
): Document[K] => read(Document.prototype, key, doc);

/** The element at the root of a document. */
export function rootElement(doc = document): Element {
  return fromDocument(doc, 'documentElement');
}

export const viewOf = (doc: Document): (Window & typeof globalThis) | null =>
  fromDocument(doc, 'defaultView');

/** The window of an element; ours where its document has none. */
export const windowOf = (el: Element): Window & typeof globalThis =>
  (viewOf(documentOf(el)) || window) as Window & typeof globalThis;

/** What a page shows: its body, or its root where it has none; a page may take away both. */
export const bodyOf = (): Element | null => fromDocument(document, 'body') || rootElement();

/** A film or a sound with the browser's own controls: a press on it starts and stops it. */
export const isMedia = (el: Element): el is HTMLMediaElement =>
  /^(?:video|audio)$/.test(tagOf(el)) && hasAttr(el, 'controls');
