import { countUp } from '../dom/count-up.ts';
import { elementById, isElement, shadowHostOf } from '../dom/flat-tree.ts';
import { attr, documentOf, frameOf, parentNodeOf, prop, rootOf, typeOfNode } from '../dom/read.ts';

/** As it stands in the document: XPath tells `foreignObject` from `foreignobject`. */
const nameOf = (el: Element): string => Reflect.get(Element.prototype, 'localName', el) as string;

const XHTML = 'http://www.w3.org/1999/xhtml';

/** Steps that are known, so that siblings are counted once for all of them. */
export type KnownSteps = Map<Element, string>;

const anyOf = (el: Element): string => `*[local-name()="${nameOf(el)}"]`;

/** Only the elements of an HTML document have names that XPath knows without a resolver of namespaces. */
const nameTest = (el: Element): string =>
  prop(el, 'namespaceURI') === XHTML && (prop(documentOf(el), 'contentType') || 'text/html') === 'text/html'
    ? nameOf(el)
    : anyOf(el);

/** Learns the steps to all children of a node. */
const learnSteps = (parent: ParentNode & Node, known: KnownSteps): void => {
  const children = Array.from(prop(parent, 'children'));
  const counts = new Map<string, number>();
  const places = children.map((child) => {
    const test = nameTest(child);
    // A local name is one of HTML's elements too.
    for (const passed of new Set([test, anyOf(child)])) countUp(counts, passed);
    return { child, test, place: counts.get(test) };
  });
  for (const { child, test, place } of places)
    known.set(child, (counts.get(test) as number) > 1 ? `${test}[${place}]` : test);
};

const step = (el: Element, known: KnownSteps): string => {
  const parent = parentNodeOf(el);
  if (parent && !known.has(el)) learnSteps(parent as unknown as ParentNode & Node, known);
  return known.get(el) || nameTest(el);
};

/** An id leads to the first element that has it. */
const isLedToById = (el: Element, id: string | null): boolean =>
  !!id && /^[\w-]+$/.test(id) && typeOfNode(rootOf(el)) === 9 && elementById(el, id) === el;

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
    at = shadowHostOf(at) || frameOf(documentOf(at));
  }
  return path;
};
