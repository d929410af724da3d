import { holdsValue, isFrame, isInsideValue } from '../dom/content.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { flatChildren, isElement, shadowRootOf } from '../dom/flat-tree.ts';
import type { Owned } from '../dom/owned.ts';
import { attr } from '../dom/read.ts';
import { skipsOwnText } from '../dom/rendered.ts';
import { hiddenReasonOf, type MinSize } from '../dom/visibility.ts';

/**
 * Whether the children of an element are read: the content of a field is its value, that of a frame another document.
 */
export const hasOwnContent = (tag: string): boolean => !holdsValue(tag) && !isFrame(tag);

/**
 * Whether what an element owns by `aria-owns` is read as its child. A hidden owner hides nothing that stands
 * elsewhere.
 */
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

/** The attribute that gives the order of rows or cells (https://www.w3.org/TR/wai-aria-1.2/#aria-rowindex). */
export const orderOfChildren = (role: string): string => {
  if (role === 'row') return 'aria-colindex';
  return /^(?:rowgroup|table|(?:tree)?grid)$/.test(role) ? 'aria-rowindex' : '';
};

/**
 * Children in the order that a person sees: grids use an element again for another row without moving it in the
 * document, and draw it where its index says.
 */
export const inOrder = (children: ArrayLike<Node>, attribute: string): ArrayLike<Node> => {
  if (!attribute) return children;
  const indices = Array.from(children, (node) => (isElement(node) ? Number(attr(node, attribute)) : 0));
  const at = (i: number): number => indices[i] as number;
  const drawn = indices
    .map((_, i) => i)
    .filter(at)
    .sort((a, b) => at(a) - at(b) || a - b);
  let next = 0;
  return indices.map((index, i) => children[index ? (drawn[next++] as number) : i] as Node);
};
