import { elementById, flatParentAcrossFrames } from './flat-tree.ts';
import { attr, findAll, matches } from './read.ts';

/** Who takes whom as a child by `aria-owns` (https://www.w3.org/TR/wai-aria-1.2/#aria-owns). */
export interface Owned {
  children: Map<Element, Element[]>;
  owner: Map<Element, Element>;
}

const IN_SELECT = 'option, optgroup, select *';

/** A page may say of each of its elements that it owns all of them: so many ids are looked at in a document. */
const MOST_IDS = 50_000;

/** An element and all above it once what was owned so far has moved. */
const pathUp = (el: Element, owner: ReadonlyMap<Element, Element>): ReadonlySet<Element> => {
  const path = new Set<Element>();
  for (let at: Element | null = el; at; at = owner.get(at) || flatParentAcrossFrames(at)) path.add(at);
  return path;
};

/**
 * Each element is owned once, by the first in document order that `shows` what it owns; what would make a circle is
 * ignored.
 */
export const readOwned = (root: Document | ShadowRoot, shows: (owner: Element) => boolean): Owned => {
  const children = new Map<Element, Element[]>();
  const owner = new Map<Element, Element>();
  const owners = findAll(root, '[aria-owns]');
  let left = MOST_IDS;
  for (let i = 0; i < owners.length && left > 0; i++) {
    const el = owners[i] as Element;
    if (!shows(el)) continue;
    const taken: Element[] = [];
    const ids = (attr(el, 'aria-owns') || '').split(/\s+/, left);
    left -= ids.length;
    // What is taken from elsewhere is not above.
    let above: ReadonlySet<Element> | undefined;
    for (const id of ids) {
      const child = elementById(el, id);
      // What is in a select is its value, and printed with it.
      if (!child || owner.has(child) || matches(child, IN_SELECT)) continue;
      above = above || pathUp(el, owner);
      if (above.has(child)) continue;
      owner.set(child, el);
      taken.push(child);
    }
    if (taken.length > 0) children.set(el, taken);
  }
  return { children, owner };
};
