import { isFrame, isNotContent } from '../dom/content.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { flatChildren, frameDocument, isElement, isText } from '../dom/flat-tree.ts';
import { fromDocument, tagOf } from '../dom/read.ts';
import { skipsOwnText } from '../dom/rendered.ts';
import { type ClipContext, hiddenBelow, hidesSubtree, ONE_PIXEL } from '../dom/visibility.ts';

/** An element on the way through what a page shows. */
export interface Shown {
  readonly el: Element;
  readonly tag: string;
  /** Text before and after it stands in other lines. */
  readonly isBlock: boolean;
  /** Whether it can be seen itself; something in it may be. */
  readonly isShown: boolean;
}

export interface Visitor {
  /** False: not what stands in it; then it is not left either. */
  enter(at: Shown): boolean;
  leave(at: Shown): void;
  /** A text that is shown, as it stands in the DOM. */
  text(data: string, within: Shown): void;
}

interface Open extends Shown {
  children: ArrayLike<Node>;
  index: number;
  /** What is known from above about what can be seen here. */
  clip: ClipContext;
  showsText: boolean;
}

const INLINE = /^(?:$|inline|contents|ruby)/;

const open = (el: Element, clip: ClipContext, isHidden: boolean, cache: DomCache): Open => {
  const tag = tagOf(el);
  const doc = isFrame(tag) ? frameDocument(el) : null;
  const body = doc && fromDocument(doc, 'body');
  const { display, isInvisible, style } = styleInfoOf(el, cache);
  const isShown = !isHidden && !isInvisible;
  return {
    el,
    tag,
    isBlock: !INLINE.test(display) || tag === 'br' || body !== null,
    isShown,
    children: body ? [body] : flatChildren(el),
    index: 0,
    clip: body ? {} : clip,
    showsText: isShown && style.fontSize !== '0px' && !skipsOwnText(el, cache),
  };
};

/** Leads through what a person sees of an element, in reading order; shadow roots and frames are entered. */
export const visitShown = (root: Element, visitor: Visitor, cache: DomCache): void => {
  const stack: Open[] = [];
  const enter = (el: Element, above: Open | undefined): void => {
    const tag = tagOf(el);
    if (isNotContent(tag)) return;
    const { reason, below } = above
      ? hiddenBelow(el, above.el, above.clip, cache, ONE_PIXEL)
      : { reason: undefined, below: {} };
    if (reason && (hidesSubtree(reason) || isFrame(tag))) return;
    const opened = open(el, below, reason !== undefined, cache);
    if (visitor.enter(opened)) stack.push(opened);
  };
  enter(root, undefined);
  for (let top = stack[0]; top; top = stack[stack.length - 1]) {
    const node = top.children[top.index++];
    if (!node) {
      stack.pop();
      visitor.leave(top);
    } else if (isText(node)) {
      if (top.showsText) visitor.text(node.data, top);
    } else if (isElement(node)) enter(node, top);
  }
};
