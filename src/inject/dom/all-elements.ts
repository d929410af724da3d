import { isFrame } from './content.ts';
import { frameDocument, isElement, shadowRootOf } from './flat-tree.ts';
import { elementsIn, findAll, tagOf } from './read.ts';

type Root = Document | Element | ShadowRoot;

/** The tree that an element hosts: its shadow root, or the same-origin document of a frame. */
const innerRoot = (el: Element): Root | null =>
  shadowRootOf(el) || (isFrame(tagOf(el)) ? frameDocument(el) : null);

/** The trees of a page: its document, and below it all shadow roots and same-origin documents. */
export const allRoots = (doc: Document): Root[] => {
  const roots: Root[] = [doc];
  for (const el of allElements(doc)) {
    const inner = innerRoot(el);
    if (inner) roots.push(inner);
  }
  return roots;
};

/** Every element below `root` in document order; those of a shadow root or same-origin frame follow their host. */
export const allElements = (root: Root, into: Element[] = []): Element[] => {
  const ownTree = isElement(root) && innerRoot(root);
  if (ownTree) allElements(ownTree, into);
  const elements = findAll(root, '*');
  for (let i = 0; i < elements.length; i++) {
    const el = elements[i] as Element;
    into.push(el);
    const inner = innerRoot(el);
    if (inner) allElements(inner, into);
  }
  return into;
};

/** All elements of the page that match, shadow roots and same-origin frames included, grouped by tree. */
export const findEverywhere = (selector: string): Element[] =>
  allRoots(document).reduce<Element[]>((all, root) => all.concat(elementsIn(root, selector)), []);
