/**
 * Reads of a node that its page can't shadow. A form's named controls (and properties that a page defines on a
 * single element) hide what the prototype has, so the getters of the prototypes are asked with the node as
 * receiver. As fast as `node.name` in Blink.
 */
const read = <T>(prototype: object, key: PropertyKey, node: Node): T =>
  Reflect.get(prototype, key, node) as T;

/** Lower-case local name in any namespace. */
export const tagOf = (el: Element): string => read<string>(Element.prototype, 'localName', el).toLowerCase();

export const typeOfNode = (node: Node): number => read(Node.prototype, 'nodeType', node);

export const childNodesOf = (node: Node): ArrayLike<Node> => read(Node.prototype, 'childNodes', node);

export const firstChildOf = (node: Node): Node | null => read(Node.prototype, 'firstChild', node);

export const nextSiblingOf = (node: Node): Node | null => read(Node.prototype, 'nextSibling', node);

export const parentNodeOf = (node: Node): Node | null => read(Node.prototype, 'parentNode', node);

export const documentOf = (node: Node): Document => read(Node.prototype, 'ownerDocument', node);

export const isConnected = (node: Node): boolean => read(Node.prototype, 'isConnected', node);

export const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node);

/** An attribute, null where it is absent. */
export const attr = (el: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(el, name);

/** An attribute whose value is a keyword: lower case, empty where it is absent. */
export const keyword = (el: Element, name: string): string => {
  const value = attr(el, name);
  return value ? value.toLowerCase() : '';
};

export const hasAttr = (el: Element, name: string): boolean => Element.prototype.hasAttribute.call(el, name);

export const matches = (el: Element, selector: string): boolean =>
  Element.prototype.matches.call(el, selector);

/** The nearest element, from `el` up to the root of its tree, that matches. */
export const closestTo = (el: Element, selector: string): Element | null =>
  Element.prototype.closest.call(el, selector);

export const openRootOf = (el: Element): ShadowRoot | null => read(Element.prototype, 'shadowRoot', el);

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

/** `<img name=body>` shadows members of a document too. */
export const fromDocument = <
  K extends 'body' | 'documentElement' | 'activeElement' | 'title' | 'defaultView' | 'readyState',
>(
  doc: Document,
  key: K,
): Document[K] => read(Document.prototype, key, doc);
