/**
 * Reads of a node that its page can't shadow: the named controls of a form, and properties that a page defines on a
 * single element, hide those of the prototype. So the getter of the prototype is called with the node as receiver.
 */
const read = <T>(prototype: object, key: PropertyKey, node: Node): T =>
  Reflect.get(prototype, key, node) as T;

/**
 * A function that does the same for one property: the getter is looked up once, at injection, when the built-ins are in
 * place. As fast as `node.name` in Blink, where `Reflect.get` takes twice as long.
 */
export const reader = <T>(prototype: object, key: string): ((node: Node) => T) => {
  const get: (this: Node) => T =
    Object.getOwnPropertyDescriptor(prototype, key)?.get ||
    function () {
      return read(prototype, key, this);
    };
  return (node) => get.call(node);
};

/**
 * A property by the element's class: pages and frameworks define properties of the same name on single elements. Where
 * the getter of a custom element's class throws, by the class that it extends.
 */
export const prop = <E extends Node, K extends keyof E>(el: E, key: K): E[K] => {
  for (let at = Reflect.getPrototypeOf(el); at; at = Reflect.getPrototypeOf(at))
    try {
      return read(at, key, el);
    } catch {}
  return undefined as E[K];
};

/** Sets a property by the element's class, past one that the page has defined on the element. */
export const setProp = <E extends Element, K extends keyof E>(el: E, key: K, value: E[K]): void => {
  Reflect.set(Reflect.getPrototypeOf(el) as object, key, value, el);
};

/** Calls a method by the node's class: a control of a form or an image of a document may have the same name. */
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

/** The engine's own `focus` or `blur`: a component may override it, which focusing by a click ignores. */
export const methodOf = (el: Element, key: 'focus' | 'blur'): (() => void) =>
  isHtml(el) ? HTMLElement.prototype[key] : prop(el as HTMLElement, key);

/** The computed style of an element of any document, by the captured function. */
export const computedStyle = (el: Element, pseudo?: string): CSSStyleDeclaration => {
  const doc = documentOf(el);
  if (doc === document) return window.getComputedStyle(el, pseudo);
  return Reflect.apply(window.getComputedStyle, viewOf(doc) || window, [el, pseudo]);
};

/** Scrolls an element into view, without smooth scrolling. */
export const scrollToElement = (
  el: Element,
  block: ScrollLogicalPosition,
  inline: ScrollLogicalPosition = 'nearest',
): void => {
  // jsdom has no such method.
  const { scrollIntoView } = Element.prototype as Partial<Element>;
  scrollIntoView?.call(el, { block, inline, behavior: 'instant' as ScrollBehavior });
};

/** The frame element that contains a document, by the captured getter: the page in the frame may have replaced its own. */
export const frameOf = (doc: Document): Element | null => {
  const view = viewOf(doc);
  const get = Object.getOwnPropertyDescriptor(window, 'frameElement')?.get;
  return (view && (get ? Reflect.apply(get, view, []) : view.frameElement)) || null;
};

/** Whether `inner` is `outer` or a descendant, within one tree. */
export const contains = (outer: Node, inner: Node | null): boolean =>
  Node.prototype.contains.call(outer, inner);

export const textOf = (node: Node): string => prop(node, 'textContent') || '';

export const parentElementOf = reader<Element | null>(Node.prototype, 'parentElement');

/** The base URL of a document. */
export const baseOf = (doc: Document): string => read(Document.prototype, 'baseURI', doc);

export const walkerOver = (root: Node, show: number): TreeWalker =>
  Document.prototype.createTreeWalker.call(documentOf(root) || root, root, show);

/** The local name in its own case: XPath distinguishes `foreignObject` from `foreignobject`. */
export const localNameOf = reader<string>(Element.prototype, 'localName');

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

/** The type of an input element as the engine resolves it; empty for any other element. */
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

/** Longer lists of children are not copied: a budget may need only the first of them. */
const MANY_CHILDREN = 500;

/** The children of a node: copied by sibling links where they are few, because indexing a `NodeList` is slow. */
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

/** Whether `el` follows `at` in document order. */
export const isAfter = (el: Element, at: Element): boolean =>
  (Node.prototype.compareDocumentPosition.call(at, el) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** An attribute, null where it is absent. */
export const attr = (el: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(el, name);

/** How many characters of a list attribute are read: a hostile page may give megabytes of it to every element. */
const MAX_LIST_CHARS = 4000;

/** An attribute that is a list of words, such as `class`; empty where it is absent. */
export const listAttr = (el: Element, name: string): string =>
  (attr(el, name) || '').slice(0, MAX_LIST_CHARS);

/**
 * An attribute whose value is a keyword: lower case, empty where it is absent. `undefined`, which scripts write for a
 * missing value, counts as absent, as in ARIA (https://www.w3.org/TR/wai-aria-1.2/#aria-current, #aria-invalid).
 */
export const keyword = (el: Element, name: string): string => {
  const value = listAttr(el, name).toLowerCase();
  return value === 'undefined' ? '' : value;
};

/** An attribute as an integer; `NaN` where it is absent or not a number. */
export const integerAttr = (el: Element, name: string): number => Number.parseInt(attr(el, name) || '', 10);

/** The `tabindex` of an element; `NaN` where it has none. */
export const tabIndexOf = (el: Element): number => integerAttr(el, 'tabindex');

/** A quick test before attributes are read by name: most elements have none. */
export const hasAttributes = (el: Element): boolean => Element.prototype.hasAttributes.call(el);

export const hasAttr = (el: Element, name: string): boolean => Element.prototype.hasAttribute.call(el, name);

/** Whether an element has more than `most` children, without counting them all. */
export const hasMoreChildren = (el: Element, most: number): boolean => {
  let at = firstElementOf(el);
  for (let i = 0; at && i < most; i++) at = nextElementOf(at);
  return !!at;
};

/** The previous and next sibling elements, as far as there are any. */
export const neighboursOf = (el: Element): Element[] =>
  [previousElementOf(el), nextElementOf(el)].filter((at): at is Element => !!at);

/** The only child element; null where there are others, or none. */
export const soleChildOf = (el: Element): Element | null => {
  const first = firstElementOf(el);
  return first && !nextElementOf(first) ? first : null;
};

/** A computed length (`12px`) as a number of CSS px; 0 for keywords. */
export const px = (length: string): number => Number.parseFloat(length) || 0;

export const attributeNamesOf = (el: Element): string[] => Element.prototype.getAttributeNames.call(el);

export const matches = (el: Element, selector: string): boolean =>
  Element.prototype.matches.call(el, selector);

/** Whether an element matches; false for a selector that the engine does not support. */
export const isMatch = (el: Element, selector: string): boolean => {
  try {
    return matches(el, selector);
  } catch {
    return false;
  }
};

/** Whether an element is a `<dialog>` opened by `showModal()`. Chromium before 105 has no `:modal`: false. */
export const isNativeModal = (el: Element): boolean => tagOf(el) === 'dialog' && isMatch(el, ':modal');

/** The nearest element, from `el` up to the root of its tree, that matches. */
export const closestTo = (el: Element, selector: string): Element | null =>
  Element.prototype.closest.call(el, selector);

export const openRootOf: (el: Element) => ShadowRoot | null = reader(Element.prototype, 'shadowRoot');

/** What is in an element, or the characters of a text, as a range. */
export const contentsOf = (node: Node): Range => {
  const range = call(documentOf(node), 'createRange') as Range;
  range.selectNodeContents(node);
  return range;
};

/** Whether an element has no box of its own: it is not rendered, or has `display: contents`. */
export const isBoxless = (el: Element): boolean => Element.prototype.getClientRects.call(el).length === 0;

/** The client rects of an element; of one without a box of its own, those of its contents. */
export const clientRectsOf = (el: Element): ArrayLike<DOMRect> =>
  isBoxless(el) ? contentsOf(el).getClientRects() : Element.prototype.getClientRects.call(el);

/** The bounding rect of the same. jsdom has none of ranges. */
export const rectOf = (el: Element): DOMRect => {
  const own = Element.prototype.getBoundingClientRect.call(el);
  return (!own.width && !own.height && isBoxless(el) && contentsOf(el).getBoundingClientRect?.()) || own;
};

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

/** Whether a descendant of `root` matches. */
export const holds = (root: Document | Element, selector: string): boolean =>
  findAll(root, selector).length > 0;

/** Whether an element or a descendant matches. */
export const isOrHolds = (el: Element, selector: string): boolean =>
  matches(el, selector) || holds(el, selector);

/** Whether an element contains all the text of an ancestor. */
export const isTextOf = (el: Element, ancestor: Element): boolean =>
  textOf(ancestor).trim() === textOf(el).trim();

export const CONTROLS = 'a[href], button, input, textarea, select';

export const isBodyOrRoot = (el: Element): boolean => /^(?:body|html)$/.test(tagOf(el));

/** Checkboxes and radio buttons. */
export const CHECKED_INPUTS = 'input[type=checkbox], input[type=radio]';

/** A selector for a `role` attribute of one of several roles: `withRole('tab link')` is `[role=tab],[role=link]`. */
export const withRole = (roles: string): string => roles.replace(/(\w+) ?/g, ',[role=$1]').slice(1);

export const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/** Like {@link findAll}, as an array. */
export const elementsIn = (root: Document | Element | ShadowRoot, selector: string): Element[] =>
  Array.from(findAll(root, selector));

/** A property of a document by its class: `<img name=body>` shadows that of the document itself. */
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

/** The body of the page, or its root element where it has no body; null where a page has removed both. */
export const bodyOf = (): Element | null => fromDocument(document, 'body') || rootElement();

/** Video or audio with the browser's own controls: a click on it plays and pauses. */
export const isMedia = (el: Element): el is HTMLMediaElement =>
  /^(?:video|audio)$/.test(tagOf(el)) && hasAttr(el, 'controls');
