import { holdsValue, isFrame, isInsideValue } from '../dom/content.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { flatChildren, shadowRootOf } from '../dom/flat-tree.ts';
import type { Owned } from '../dom/owned.ts';
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
