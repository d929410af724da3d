import { countUp } from '../dom/count-up.ts';
import { elementById, isElement, shadowHostOf } from '../dom/flat-tree.ts';
import {
  attr,
  documentOf,
  frameOf,
  isHtml,
  localNameOf,
  parentNodeOf,
  prop,
  rootOf,
  typeOfNode,
} from '../dom/read.ts';

/** The XPath steps to elements, kept so that siblings are counted once for all of them. */
export type KnownSteps = Map<Element, string>;

const testByLocalName = (el: Element): string => `*[local-name()="${localNameOf(el)}"]`;

/**
 * The node test for an element: XPath without a namespace resolver matches names only for HTML elements in an HTML
 * document.
 */
const nameTest = (el: Element): string =>
  isHtml(el) && (prop(documentOf(el), 'contentType') || 'text/html') === 'text/html'
    ? localNameOf(el)
    : testByLocalName(el);

/** Adds the steps to all children of a node. */
const addSteps = (parent: ParentNode & Node, known: KnownSteps): void => {
  const children = Array.from(prop(parent, 'children'));
  const counts = new Map<string, number>();
  const places = children.map((child) => {
    const test = nameTest(child);
    // A test by local name matches HTML elements too, so each child counts for both tests.
    for (const matching of new Set([test, testByLocalName(child)])) countUp(counts, matching);
    return { child, test, place: counts.get(test) };
  });
  for (const { child, test, place } of places)
    known.set(child, (counts.get(test) as number) > 1 ? `${test}[${place}]` : test);
};

const step = (el: Element, known: KnownSteps): string => {
  const parent = parentNodeOf(el);
  if (parent && !known.has(el)) addSteps(parent as unknown as ParentNode & Node, known);
  return known.get(el) || nameTest(el);
};

/** Whether an element can be found by its id: it is the first element of its document with it. */
const isFoundById = (el: Element, id: string | null): boolean =>
  !!id && /^[\w-]+$/.test(id) && typeOfNode(rootOf(el)) === 9 && elementById(el, id) === el;

const withinTree = (el: Element, known: KnownSteps): string => {
  const id = attr(el, 'id');
  if (isFoundById(el, id)) return `//*[@id="${id}"]`;
  let path = '';
  for (let at: Node | null = el; at && isElement(at); at = parentNodeOf(at))
    path = `/${step(at, known)}${path}`;
  return path;
};

/** The XPath of an element; parts in different shadow roots and frames are joined by ` >>> `. */
export const pathOf = (el: Element, known: KnownSteps = new Map()): string => {
  let path = '';
  for (let at: Element | null = el; at; ) {
    path = path ? `${withinTree(at, known)} >>> ${path}` : withinTree(at, known);
    at = shadowHostOf(at) || frameOf(documentOf(at));
  }
  return path;
};
