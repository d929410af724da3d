import { holdsValue, isFrame, isInsideValue } from '../dom/content.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { flatChildren, isElement, shadowRootOf } from '../dom/flat-tree.ts';
import type { Owned } from '../dom/owned.ts';
import { attr } from '../dom/read.ts';
import { skipsOwnText } from '../dom/rendered.ts';
import { hiddenReasonOf, type MinSize } from '../dom/visibility.ts';

/** False: what it holds is its value, or of another document. */
export const hasOwnContent = (tag: string): boolean => !holdsValue(tag) && !isFrame(tag);

/** Whether what an element owns can be seen where it is listed: a hidden owner hides nothing that stands elsewhere. */
export const showsOwned = (el: Element, cache: DomCache, min: MinSize): boolean =>
  !isInsideValue(el) && !skipsOwnText(el, cache) && !hiddenReasonOf(el, cache, min);

/** The children of an element in the flat tree, with what it owns by `aria-owns` behind them. */
export const childrenBelow = (el: Element, shadow: boolean, owned: Owned): ArrayLike<Node> => {
  const children = !shadow && shadowRootOf(el) ? [] : flatChildren(el);
  const taken = owned.children.get(el);
  return taken
    ? Array.from(children)
        .filter((child) => !taken.includes(child as Element))
        .concat(taken)
    : children;
};

/** What says in which order rows and cells are drawn (https://www.w3.org/TR/wai-aria-1.2/#aria-rowindex). */
export const orderOfChildren = (role: string): string => {
  if (role === 'row') return 'aria-colindex';
  return /^(?:rowgroup|table|(?:tree)?grid)$/.test(role) ? 'aria-rowindex' : '';
};

/**
 * Children as a person sees them: grids that use an element again for another row leave it where it is in the document,
 * and draw it where its index says.
 */
export const inOrder = (children: ArrayLike<Node>, name: string): ArrayLike<Node> => {
  if (!name) return children;
  const indices = Array.from(children, (node) => (isElement(node) ? Number(attr(node, name)) : 0));
  const at = (i: number): number => indices[i] as number;
  const drawn = indices
    .map((_, i) => i)
    .filter(at)
    .sort((a, b) => at(a) - at(b) || a - b);
  let next = 0;
  return indices.map((index, i) => children[index ? (drawn[next++] as number) : i] as Node);
};
