import { elementById, isElement } from '../dom/flat-tree.ts';
import { attr, documentOf, frameOf, parentNodeOf, prop, rootOf, typeOfNode } from '../dom/read.ts';

/** As it stands in the document: XPath tells `foreignObject` from `foreignobject`. */
const nameOf = (el: Element): string => Reflect.get(Element.prototype, 'localName', el) as string;

const XHTML = 'http://www.w3.org/1999/xhtml';

/** Steps that are known, so that siblings are counted once for all of them. */
export type KnownSteps = Map<Element, string>;

/** Only the elements of an HTML document have names that XPath knows without a resolver of namespaces. */
const nameTest = (el: Element): string =>
  prop(el, 'namespaceURI') === XHTML && (prop(documentOf(el), 'contentType') ?? 'text/html') === 'text/html'
    ? nameOf(el)
    : `*[local-name()="${nameOf(el)}"]`;

/** Learns the steps to all children of a node. */
const learnSteps = (parent: ParentNode & Node, known: KnownSteps): void => {
  const byTest = new Map<string, Element[]>();
  const children = prop(parent, 'children');
  for (let i = 0; i < children.length; i++) {
    const child = children[i] as Element;
    const test = nameTest(child);
    const twins = byTest.get(test);
    if (twins) twins.push(child);
    else byTest.set(test, [child]);
  }
  byTest.forEach((twins, test) => {
    twins.forEach((child, i) => {
      known.set(child, twins.length > 1 ? `${test}[${i + 1}]` : test);
    });
  });
};

const step = (el: Element, known: KnownSteps): string => {
  const parent = parentNodeOf(el);
  if (parent && !known.has(el)) learnSteps(parent as unknown as ParentNode & Node, known);
  return known.get(el) ?? nameTest(el);
};

/** An id leads to the first element that has it. */
const isLedToById = (el: Element, id: string | null): boolean =>
  id !== null && /^[\w-]+$/.test(id) && typeOfNode(rootOf(el)) === 9 && elementById(el, id) === el;

const withinTree = (el: Element, known: KnownSteps): string => {
  const id = attr(el, 'id');
  if (isLedToById(el, id)) return `//*[@id="${id}"]`;
  let path = '';
  for (let at: Node | null = el; at && isElement(at); at = parentNodeOf(at))
    path = `/${step(at, known)}${path}`;
  return path;
};

/** XPath of an element; steps into shadow roots and frames are joined by ` >>> `. */
export const pathOf = (el: Element, known: KnownSteps = new Map()): string => {
  let path = '';
  for (let at: Element | null = el; at; ) {
    path = path ? `${withinTree(at, known)} >>> ${path}` : withinTree(at, known);
    const root: Node = rootOf(at);
    at = typeOfNode(root) === 11 ? (root as ShadowRoot).host : frameOf(documentOf(at));
  }
  return path;
};
