import { elementById, flatParentAcrossFrames } from './flat-tree.ts';
import { attr, findAll, matches } from './read.ts';

/** Who takes whom as a child by `aria-owns` (https://www.w3.org/TR/wai-aria-1.2/#aria-owns). */
export interface Owned {
  children: Map<Element, Element[]>;
  owner: Map<Element, Element>;
}

const IN_SELECT = 'option, optgroup, select *';

/** Whether `el` is above `from` once what was owned so far has moved. */
const isAbove = (el: Element, from: Element, owner: Map<Element, Element>): boolean => {
  for (let at: Element | null = from; at; at = owner.get(at) ?? flatParentAcrossFrames(at))
    if (at === el) return true;
  return false;
};

/**
 * Each element is owned once, by the first in document order that `shows` what it owns; what would make a circle is
 * ignored.
 */
export const readOwned = (root: Document | ShadowRoot, shows: (owner: Element) => boolean): Owned => {
  const children = new Map<Element, Element[]>();
  const owner = new Map<Element, Element>();
  const owners = findAll(root, '[aria-owns]');
  for (let i = 0; i < owners.length; i++) {
    const el = owners[i] as Element;
    if (!shows(el)) continue;
    const taken: Element[] = [];
    for (const id of (attr(el, 'aria-owns') ?? '').split(/\s+/)) {
      const child = elementById(el, id);
      // What is in a select is its value, and told with it.
      if (!child || matches(child, IN_SELECT) || owner.has(child) || isAbove(child, el, owner)) continue;
      owner.set(child, el);
      taken.push(child);
    }
    if (taken.length > 0) children.set(el, taken);
  }
  return { children, owner };
};
