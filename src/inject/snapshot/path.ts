import { elementById, isElement } from '../dom/flat-tree.ts';
import { attr, documentOf, fromDocument, parentNodeOf, rootOf, typeOfNode } from '../dom/read.ts';

/** As it stands in the document: XPath tells `foreignObject` from `foreignobject`. */
const nameOf = (el: Element): string => Reflect.get(Element.prototype, 'localName', el) as string;

const XHTML = 'http://www.w3.org/1999/xhtml';

/** Whether both are met by the same name test. */
const isTwin = (a: Element, b: Element): boolean =>
  nameOf(a) === nameOf(b) && a.namespaceURI === b.namespaceURI;

/** Only the elements of an HTML document have names that XPath knows without a resolver of namespaces. */
const nameTest = (el: Element): string =>
  el.namespaceURI === XHTML && (documentOf(el).contentType ?? 'text/html') === 'text/html'
    ? nameOf(el)
    : `*[local-name()="${nameOf(el)}"]`;

const step = (el: Element): string => {
  const parent = parentNodeOf(el);
  let index = 1;
  let twins = false;
  const siblings = parent ? (parent as ParentNode).children : [];
  for (let i = 0, before = true; i < siblings.length; i++) {
    const sibling = siblings[i] as Element;
    if (sibling === el) before = false;
    else if (isTwin(sibling, el)) {
      twins = true;
      if (before) index++;
    }
  }
  return twins ? `${nameTest(el)}[${index}]` : nameTest(el);
};

/** An id leads to the first element that has it. */
const isLedToById = (el: Element, id: string | null): boolean =>
  id !== null && /^[\w-]+$/.test(id) && typeOfNode(rootOf(el)) === 9 && elementById(el, id) === el;

const withinTree = (el: Element): string => {
  const id = attr(el, 'id');
  if (isLedToById(el, id)) return `//*[@id="${id}"]`;
  let path = '';
  for (let at: Node | null = el; at && isElement(at); at = parentNodeOf(at)) path = `/${step(at)}${path}`;
  return path;
};

/** XPath of an element; steps into shadow roots and frames are joined by ` >>> `. */
export const pathOf = (el: Element): string => {
  let path = '';
  for (let at: Element | null = el; at; ) {
    path = path ? `${withinTree(at)} >>> ${path}` : withinTree(at);
    const root: Node = rootOf(at);
    at =
      typeOfNode(root) === 11
        ? (root as ShadowRoot).host
        : (fromDocument(documentOf(at), 'defaultView')?.frameElement ?? null);
  }
  return path;
};
