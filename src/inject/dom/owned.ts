import { elementById, flatParentAcrossFrames } from './flat-tree.ts';
import { attr, findAll, matches } from './read.ts';

/** Owners and their children by `aria-owns` (https://www.w3.org/TR/wai-aria-1.2/#aria-owns). */
export interface Owned {
  children: Map<Element, Element[]>;
  /** Undefined for an element that stays where it is. */
  owner: Map<Element, Element | undefined>;
}

/** Elements that only a select owns. */
const IN_SELECT = 'option, optgroup, select *';

/** How many ids are looked up in a tree: a hostile page may let every element own all others. */
const MAX_IDS = 50_000;

/** An element and its ancestors, where elements that are owned already count as children of their owner. */
const pathUp = (el: Element, owner: Owned['owner']): ReadonlySet<Element> => {
  const path = new Set<Element>();
  for (let at: Element | null = el; at; at = owner.get(at) || flatParentAcrossFrames(at)) path.add(at);
  return path;
};

/**
 * Reads `aria-owns` in a tree. Each element is claimed once, by its first owner in document order; one for which `shows`
 * is false leaves it where it is, as in Chromium. An owner that would become its own descendant is ignored.
 */
export const readOwned = (root: Document | ShadowRoot, shows: (owner: Element) => boolean): Owned => {
  const children = new Map<Element, Element[]>();
  const owner: Owned['owner'] = new Map();
  const owners = findAll(root, '[aria-owns]');
  let left = MAX_IDS;
  for (let i = 0; i < owners.length && left > 0; i++) {
    const el = owners[i] as Element;
    const shownOwner = shows(el) ? el : undefined;
    const taken: Element[] = [];
    const ids = (attr(el, 'aria-owns') || '').split(/\s+/, left);
    left -= ids.length;
    // Read with the first id that needs it, and then valid for all: an owned element that is no ancestor adds none.
    let above: ReadonlySet<Element> | undefined;
    for (const id of ids) {
      const child = elementById(el, id);
      // Options are printed with the value of their select.
      if (!child || owner.has(child) || matches(child, IN_SELECT)) continue;
      above = above || pathUp(el, owner);
      if (above.has(child)) continue;
      owner.set(child, shownOwner);
      if (shownOwner) taken.push(child);
    }
    if (taken[0]) children.set(el, taken);
  }
  return { children, owner };
};
