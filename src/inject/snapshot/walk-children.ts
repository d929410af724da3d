import { flatChildren, frameDocument, shadowRootOf } from '../dom/flat-tree.ts';
import { hiddenReasonOf, type MinSize } from '../dom/hidden.ts';
import type { Owned } from '../dom/owned.ts';
import type { Pass } from '../dom/pass.ts';
import { fromDocument } from '../dom/read.ts';
import { skipsOwnText } from '../dom/rendered.ts';
import type { Draft } from './draft.ts';
import { opaqueFrame } from './frames.ts';
import type { ResolvedOptions } from './options.ts';
import { holdsValue, isFrame, isInsideUntold } from './walk-rules.ts';

/** What it holds is its value, or of another document. */
export const isToldWithoutChildren = (tag: string, own: Draft | undefined): boolean =>
  holdsValue(tag) || isFrame(tag) || (own?.node.value !== undefined && own.node.role === 'textbox');

/** Whether what an element owns can be seen where it is told: a hidden owner hides nothing that stands elsewhere. */
export const showsOwned = (el: Element, pass: Pass, min: MinSize): boolean =>
  !isInsideUntold(el) && !skipsOwnText(el, pass) && !hiddenReasonOf(el, pass, min);

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

/** The root of a frame's document; a frame that can't be entered says why. */
export const frameContent = (
  el: Element,
  own: Draft | undefined,
  { frames, maxAttrValueLen }: ResolvedOptions,
): ArrayLike<Node> | undefined => {
  const doc = frames ? frameDocument(el) : null;
  const root = doc && fromDocument(doc, 'documentElement');
  if (root) return [root];
  if (own) own.node.frame = opaqueFrame(el, frames, maxAttrValueLen);
  return undefined;
};
