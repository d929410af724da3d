import { isElement } from '../dom/flat-tree.ts';
import { attr, documentOf, fromDocument, parentNodeOf, rootOf, tagOf, typeOfNode } from '../dom/read.ts';

const step = (el: Element): string => {
  const parent = parentNodeOf(el);
  const tag = tagOf(el);
  let index = 1;
  let twins = false;
  const siblings = parent ? (parent as ParentNode).children : [];
  for (let i = 0, before = true; i < siblings.length; i++) {
    const sibling = siblings[i] as Element;
    if (sibling === el) before = false;
    else if (tagOf(sibling) === tag) {
      twins = true;
      if (before) index++;
    }
  }
  // Elements of other namespaces have no name that XPath knows without a resolver.
  const name = el.namespaceURI === 'http://www.w3.org/1999/xhtml' ? tag : `*[local-name()="${tag}"]`;
  return twins ? `${name}[${index}]` : name;
};

const withinTree = (el: Element): string => {
  const id = attr(el, 'id');
  let path = '';
  if (id && /^[\w-]+$/.test(id) && typeOfNode(rootOf(el)) === 9) return `//*[@id="${id}"]`;
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
