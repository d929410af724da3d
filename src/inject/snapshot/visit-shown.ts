import { holdsValue, isFrame, isNotContent } from '../dom/content.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { flatChildren, frameDocument, isElement, isText } from '../dom/flat-tree.ts';
import { fromDocument, tagOf } from '../dom/read.ts';
import { skipsOwnText } from '../dom/rendered.ts';
import { type ClipContext, hiddenBelow, hidesSubtree, ONE_PIXEL } from '../dom/visibility.ts';
import { isTextBoundary, joinText, newSeam } from './text-runs.ts';
import { generatedTextOf, hostsOfGeneratedText } from './written-by-style.ts';

/** An element in the walk through what a page shows. */
export interface Shown {
  readonly el: Element;
  readonly tag: string;
  /** Text before and after it is on other lines. */
  readonly isBlock: boolean;
  /** Whether it can be seen itself; something in it may be. */
  readonly isShown: boolean;
}

export interface Visitor {
  /** Whether texts are given as they are in the DOM (always in a `<pre>`); else as snapshots print them. */
  readonly isVerbatim?: boolean;
  /** Returns false to skip its content; then `leave` is not called. */
  enter(at: Shown): boolean;
  leave(at: Shown): void;
  /** Called with what a visible text adds to its line. */
  text(data: string, within: Shown): void;
}

interface OpenElement extends Shown {
  children: ArrayLike<Node>;
  index: number;
  /** What its ancestors clip. */
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
): OpenElement => {
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

/** Walks through what a person sees of an element, in reading order, in shadow roots and frames, too. */
export const visitShown = (root: Element, visitor: Visitor, cache: DomCache): void => {
  const stack: OpenElement[] = [];
  const written = hostsOfGeneratedText(document, cache, () => false);
  let seam = newSeam();
  const addText = (data: string, at: OpenElement): void =>
    visitor.text(at.isVerbatim ? data : joinText(seam, data, at.tag, cache), at);
  const addGenerated = (at: OpenElement, pseudo: '::before' | '::after'): void => {
    const text = written.has(at.el) && at.showsText && !at.isVerbatim ? generatedTextOf(at.el, pseudo) : '';
    if (text) addText(text, at);
  };
  const crossEdge = ({ el, isBlock }: OpenElement, end: 0 | 1): void => {
    if (isBlock) seam = newSeam();
    else seam.edges.push([el, end]);
  };
  const enter = (el: Element, above: OpenElement | undefined): void => {
    const tag = tagOf(el);
    if (isNotContent(tag)) return;
    const { reason, below } = above
      ? hiddenBelow(el, above.el, above.clip, cache, ONE_PIXEL)
      : { reason: undefined, below: {} };
    if (reason && (hidesSubtree(reason) || isFrame(tag))) return;
    const isVerbatim = above?.isVerbatim ?? visitor.isVerbatim ?? false;
    const opened = open(el, tag, below, reason !== undefined, isVerbatim, cache);
    // Spaces separate the value of a field from the words around it.
    const field = above && opened.isShown && !isVerbatim && holdsValue(tag) ? above : undefined;
    crossEdge(opened, 0);
    if (field) addText(' ', field);
    if (visitor.enter(opened)) {
      stack.push(opened);
      addGenerated(opened, '::before');
    } else if (field) addText(' ', field);
  };
  enter(root, undefined);
  for (let top = stack[0]; top; top = stack[stack.length - 1]) {
    const node = top.children[top.index++];
    if (!node) {
      stack.pop();
      addGenerated(top, '::after');
      visitor.leave(top);
      crossEdge(top, 1);
    } else if (isText(node)) {
      if (top.showsText) addText(node.data, top);
    } else if (isElement(node)) enter(node, top);
  }
};
