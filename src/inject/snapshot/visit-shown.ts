import { holdsValue, isFrame, isNotContent } from '../dom/content.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { flatChildren, frameDocument, isElement, isText } from '../dom/flat-tree.ts';
import { fromDocument, tagOf } from '../dom/read.ts';
import { skipsOwnText } from '../dom/rendered.ts';
import { type ClipContext, hiddenBelow, hidesSubtree, ONE_PIXEL } from '../dom/visibility.ts';
import { isTextBoundary, joinText, newSeam } from './text-runs.ts';
import { generatedTextOf, hostsOfGeneratedText } from './written-by-style.ts';

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
  /** It takes texts as they stand in the DOM, as those of `pre` are for all; of others it gets what snapshots print. */
  readonly isVerbatim?: boolean;
  /** False: not what stands in it; then it is not left either. */
  enter(at: Shown): boolean;
  leave(at: Shown): void;
  /** What a text that is shown adds to its line. */
  text(data: string, within: Shown): void;
}

interface Open extends Shown {
  children: ArrayLike<Node>;
  index: number;
  /** What is known from above about what can be seen here. */
  clip: ClipContext;
  showsText: boolean;
  isVerbatim: boolean;
}

const open = (
  el: Element,
  tag: string,
  clip: ClipContext,
  isHidden: boolean,
  isVerbatim: boolean,
  cache: DomCache,
): Open => {
  const doc = isFrame(tag) ? frameDocument(el) : null;
  const body = doc && fromDocument(doc, 'body');
  const { isInvisible, style } = styleInfoOf(el, cache);
  const isShown = !isHidden && !isInvisible;
  return {
    el,
    tag,
    isBlock: isTextBoundary(el, tag, cache) || tag === 'br' || !!body,
    isShown,
    children: body ? [body] : flatChildren(el),
    index: 0,
    clip: body ? {} : clip,
    showsText: isShown && style.fontSize !== '0px' && !skipsOwnText(el, cache),
    isVerbatim: isVerbatim || tag === 'pre',
  };
};

/** Leads through what a person sees of an element, in reading order; shadow roots and frames are entered. */
export const visitShown = (root: Element, visitor: Visitor, cache: DomCache): void => {
  const stack: Open[] = [];
  const written = hostsOfGeneratedText(document, cache, () => false);
  let seam = newSeam();
  const say = (data: string, at: Open): void =>
    visitor.text(at.isVerbatim ? data : joinText(seam, data, at.tag, cache), at);
  const sayWritten = (at: Open, pseudo: '::before' | '::after'): void => {
    const text = written.has(at.el) && at.showsText && !at.isVerbatim ? generatedTextOf(at.el, pseudo) : '';
    if (text) say(text, at);
  };
  const cross = ({ el, isBlock }: Open, end: 0 | 1): void => {
    if (isBlock) seam = newSeam();
    else seam.edges.push([el, end]);
  };
  const enter = (el: Element, above: Open | undefined): void => {
    const tag = tagOf(el);
    if (isNotContent(tag)) return;
    const { reason, below } = above
      ? hiddenBelow(el, above.el, above.clip, cache, ONE_PIXEL)
      : { reason: undefined, below: {} };
    if (reason && (hidesSubtree(reason) || isFrame(tag))) return;
    const isVerbatim = above?.isVerbatim ?? visitor.isVerbatim ?? false;
    const opened = open(el, tag, below, reason !== undefined, isVerbatim, cache);
    // The value of a field stands apart from the words around it.
    const field = above && opened.isShown && !isVerbatim && holdsValue(tag) ? above : undefined;
    cross(opened, 0);
    if (field) say(' ', field);
    if (visitor.enter(opened)) {
      stack.push(opened);
      sayWritten(opened, '::before');
    } else if (field) say(' ', field);
  };
  enter(root, undefined);
  for (let top = stack[0]; top; top = stack[stack.length - 1]) {
    const node = top.children[top.index++];
    if (!node) {
      stack.pop();
      sayWritten(top, '::after');
      visitor.leave(top);
      cross(top, 1);
    } else if (isText(node)) {
      if (top.showsText) say(node.data, top);
    } else if (isElement(node)) enter(node, top);
  }
};
