import { isFrame } from './content.ts';
import { frameDocument, isElement, shadowRootOf } from './flat-tree.ts';
import { elementsIn, findAll, tagOf } from './read.ts';

type Root = Document | Element | ShadowRoot;

/** What an element holds beside its children: its shadow root, or its same-origin document. */
const innerRoot = (el: Element): Root | null =>
  shadowRootOf(el) || (isFrame(tagOf(el)) ? frameDocument(el) : null);

/** The trees that a page is made of: its document, and below it shadow roots and same-origin documents. */
export const allRoots = (doc: Document): Root[] => {
  const roots: Root[] = [doc];
  for (const el of allElements(doc)) {
    const inner = innerRoot(el);
    if (inner) roots.push(inner);
  }
  return roots;
};

/** Every element below `root` in document order, with those of shadow roots and same-origin frames where their hosts stand. */
export const allElements = (root: Root, into: Element[] = []): Element[] => {
  const own = isElement(root) && innerRoot(root);
  if (own) allElements(own, into);
  const found = findAll(root, '*');
  for (let i = 0; i < found.length; i++) {
    const el = found[i] as Element;
    into.push(el);
    const inner = innerRoot(el);
    if (inner) allElements(inner, into);
  }
  return into;
};

/** All elements of the page that match, shadow roots and same-origin frames included, tree by tree. */
export const findEverywhere = (selector: string): Element[] =>
  allRoots(document).reduce<Element[]>((all, root) => all.concat(elementsIn(root, selector)), []);
