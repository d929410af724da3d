import { type DomCache, styleInfoOf, styleOf } from '../dom/dom-cache.ts';
import { flatChildren, isElement, isText, soleText, tagOf } from '../dom/flat-tree.ts';
import { mayHaveGeneratedContent } from '../dom/generated-content-index.ts';
import { hasAttr, isSvg, keyword } from '../dom/read.ts';
import { isRenderedBelow, isVisibleByStyle, skipsOwnText } from '../dom/rendered.ts';
import { type GeneratedText, generatedText } from './generated-content.ts';
import { ATOMIC, BLOCK, type Flow, INLINE, JoinedText, wordsShown } from './joined-text.ts';
import { referencedBy } from './references.ts';
import { roleOf } from './role.ts';
import { CONTROL_ROLES, NAMED_BY_CONTENT } from './role-data.ts';
import {
  alternativeBeforeContent,
  isEditingHost,
  type Traversal,
  textOfAll,
  tooltipOf,
} from './text-alternative.ts';
import { collapseSpace, isBlank } from './white-space.ts';

/**
 * Step 2F: the text of a subtree as part of a name (https://www.w3.org/TR/accname-1.2/#comp_name_from_content).
 * One loop with a stack of its own: depth costs no call stack, and what is asked for its own name later is kept.
 */

/** One element whose children are being read. */
interface Frame {
  readonly el: Element;
  readonly children: ArrayLike<Node>;
  index: number;
  /** From here on they are children by `aria-owns` only. */
  readonly ownFrom: number;
  /** Where its text starts. */
  readonly start: number;
  readonly flow: Flow;
  /** Its children join the text around them as if it was not there. */
  readonly isTransparent: boolean;
  /** Invisible itself, read for its visible descendants. */
  readonly isMute: boolean;
  /** {@link Traversal.ways} before it was read. */
  readonly waysBefore: number;
  readonly after: GeneratedText | null;
  /** `text-transform`, read with its first text. */
  transform?: string;
}

const REPLACED =
  /^(?:img|input|video|canvas|iframe|embed|svg|select|textarea|button|meter|progress|output|math)$/;

const flowOf = (el: Element, tag: string, role: string, display: string): Flow => {
  const flow = display.startsWith('ruby') ? INLINE : flowOfDisplay(display);
  if (flow === BLOCK || (isSvg(el) && tag !== 'svg' && tag !== 'tspan')) return BLOCK;
  return CONTROL_ROLES.has(role) || REPLACED.test(tag) ? ATOMIC : flow;
};

/** Their text is code. */
const CODE = /^(?:area|script|style|template|noscript|head)$/;

/** The text below `root`. White space inside is collapsed, at the ends it is kept. */
export const subtreeText = (root: Element, traversal: Traversal, cache: DomCache): string => {
  const keeps = keepsContents(traversal);
  const known = keeps ? cache.contents.get(root) : undefined;
  if (known !== undefined) return known;
  const isMute = !traversal.showsHidden && !isVisibleByStyle(root, cache);
  const sole = isMute ? undefined : wordsOfSoleText(root, traversal, cache);
  if (sole !== undefined) {
    if (keeps && NAMED_BY_CONTENT.has(roleOf(root, cache))) cache.contents.set(root, sole);
    return sole;
  }
  const out = new JoinedText(cache.maxText);
  const stack: Frame[] = [openFrame(root, BLOCK, isMute, out, traversal, cache)];
  for (let frame = stack[0]; frame; frame = stack[stack.length - 1]) {
    const child = out.isFull ? undefined : frame.children[frame.index++];
    if (!child) {
      stack.pop();
      closeFrame(frame, stack[stack.length - 1], out, traversal, cache);
      // Of what is read no further a part is missing, of an item in another one that says more than a name.
      if (
        keeps &&
        !out.isFull &&
        traversal.ways.count === frame.waysBefore &&
        NAMED_BY_CONTENT.has(roleOf(frame.el, cache))
      ) {
        cache.contents.set(frame.el, out.since(frame.start));
      }
    } else if (isText(child)) {
      if (frame.isMute || (!traversal.showsHidden && skipsOwnText(frame.el, cache))) continue;
      if (traversal.isUnlaid) out.gap(ATOMIC);
      frame.transform ||= styleOf(frame.el, cache).textTransform;
      out.addWords(wordsOfText(child, cache), frame.transform);
      if (traversal.isUnlaid) out.gap(ATOMIC);
    } else if (isElement(child)) {
      if (frame.index > frame.ownFrom) out.gap(BLOCK);
      const opened = enter(frame, child, out, traversal, cache);
      if (opened) stack.push(opened);
    }
  }
  return out.text;
};

/** Of an element that holds one text, generated content and all else aside: most have no more, and need no walk. */
const wordsOfSoleText = (el: Element, { showsHidden }: Traversal, cache: DomCache): string | undefined => {
  const text = soleText(el);
  if (!text || hasAttr(el, 'aria-owns') || (!showsHidden && skipsOwnText(el, cache))) return undefined;
  const tag = tagOf(el);
  const generates = cache.hasLayout && !showsHidden && !isSvg(el) && mayHaveGeneratedContent(el, cache);
  if (generates && (generatedText(el, tag, '::before') || generatedText(el, tag, '::after')))
    return undefined;
  return wordsShown(wordsOfText(text, cache), styleOf(el, cache).textTransform, '');
};

/** Of a longer text the rest is not read: many names may refer to it. What is shown of it has less white space. */
const LONGEST_TEXT = 20_000;

const wordsOfText = (text: Text, { maxText }: DomCache): string => {
  const { data } = text;
  return data.length > LONGEST_TEXT ? data.slice(0, Math.max(LONGEST_TEXT, 2 * maxText)) : data;
};

/** Inside of a reference or a label the same subtree may read differently. */
const keepsContents = (traversal: Traversal): boolean => !traversal.target && traversal.jumps === 0;

/** Reads a child element: its text at once, or a frame where its children have to be read. */
const enter = (
  frame: Frame,
  el: Element,
  out: JoinedText,
  traversal: Traversal,
  cache: DomCache,
): Frame | null => {
  const tag = tagOf(el);
  if (CODE.test(tag)) return null;
  let { isMute } = frame;
  if (!traversal.showsHidden && !isShownAnyway(el, tag)) {
    if (!isRenderedBelow(el, frame.el, cache)) return null;
    if (keyword(el, 'aria-hidden') === 'true') {
      if (flowOfDisplay(styleInfoOf(el, cache).display) === BLOCK) out.gap(BLOCK);
      return null;
    }
    isMute = styleInfoOf(el, cache).isInvisible;
  }
  if (tag === 'br') {
    out.add('\n', true);
    return null;
  }
  const role = roleOf(el, cache);
  const flow = flowOf(el, tag, role, styleInfoOf(el, cache).display);
  if (isMute || role === 'none') return openFrame(el, flow, isMute, out, traversal, cache);
  if (traversal.visited.has(el) && !traversal.target) {
    traversal.ways.count++;
    place(out, flow, unreadReferences(el, traversal, cache), false);
    return null;
  }
  const alternative = alternativeBeforeContent(el, role, traversal, true, cache);
  if (alternative) {
    const isDecoration = tag === 'img' && !alternative.text && hasAttr(el, 'alt');
    if (!isDecoration) place(out, flow, collapseSpace(alternative.text), alternative.isContent);
    return null;
  }
  const known = keepsContents(traversal) ? cache.contents.get(el) : undefined;
  if (known === undefined) return openFrame(el, flow, false, out, traversal, cache);
  place(out, flow, known, true);
  return null;
};

/** Rendered or not, options are chosen from, and titles of pictures are read where those are seen. */
const isShownAnyway = (el: Element, tag: string): boolean =>
  (tag === 'option' && !!el.closest('select')) || ((tag === 'title' || tag === 'desc') && isSvg(el));

/** A control inside of its own label says nothing, and still stands between the words around it. */
const place = (out: JoinedText, flow: Flow, text: string, isContent: boolean): void => {
  out.gap(flow);
  out.add(text, isContent);
  out.gap(flow);
};

/** What was read before is not read again, but what it refers to may still be new. */
const unreadReferences = (el: Element, traversal: Traversal, cache: DomCache): string => {
  const targets = referencedBy(el, 'aria-labelledby').filter((target) => !traversal.visited.has(target));
  return targets.length > 0 ? textOfAll(targets, traversal, true, cache) : '';
};

const OWN_PIECE = /^(?:abbr|label|legend|figcaption|ruby|canvas|object)$/;

/**
 * What an element owns by `aria-owns` and was not read yet, so that no circle is run twice. What opens something is not
 * called after what is in that.
 */
const ownedBy = (el: Element, traversal: Traversal): Element[] =>
  hasAttr(el, 'aria-haspopup')
    ? []
    : referencedBy(el, 'aria-owns').filter((target) => !traversal.visited.has(target));

/** Nothing but a wrapper: not in Chromium's accessibility tree. */
const isPlain = (el: Element, tag: string, role: string): boolean =>
  (role === 'generic' || role === 'none') && !hasAttr(el, 'id') && !OWN_PIECE.test(tag);

const openFrame = (
  el: Element,
  flow: Flow,
  isMute: boolean,
  out: JoinedText,
  traversal: Traversal,
  cache: DomCache,
): Frame => {
  const tag = tagOf(el);
  const role = roleOf(el, cache);
  const isTransparent = flow === INLINE && isPlain(el, tag, role);
  out.gap(flow);
  if (!isTransparent) out.open();
  // What a style sheet draws at the ends of an editor, as the rest of a word, is no text of it.
  const generates =
    cache.hasLayout &&
    !(el === traversal.target && isEditingHost(el)) &&
    !isMute &&
    !traversal.showsHidden &&
    !isSvg(el) &&
    mayHaveGeneratedContent(el, cache);
  const start = out.text.length;
  const before = generates ? generatedText(el, tag, '::before') : null;
  if (before) placeGenerated(out, before);
  const children = flatChildren(el);
  const waysBefore = traversal.ways.count;
  const owns = hasAttr(el, 'aria-owns');
  if (owns) traversal.ways.count++;
  return {
    el,
    children: owns ? [...Array.from(children), ...ownedBy(el, traversal)] : children,
    index: 0,
    ownFrom: children.length,
    start,
    flow,
    isTransparent,
    isMute,
    waysBefore,
    after: generates ? generatedText(el, tag, '::after') : null,
  };
};

const flowOfDisplay = (display: string): Flow =>
  display === 'inline' ? INLINE : display.startsWith('inline') ? ATOMIC : BLOCK;

const placeGenerated = (out: JoinedText, { text, display, isAlternative }: GeneratedText): void =>
  place(out, flowOfDisplay(display), collapseSpace(text), !isAlternative);

const closeFrame = (
  frame: Frame,
  parent: Frame | undefined,
  out: JoinedText,
  traversal: Traversal,
  cache: DomCache,
): void => {
  if (frame.after && !out.isFull) placeGenerated(out, frame.after);
  const { el, start } = frame;
  if (parent && !frame.isMute && hasAttr(el, 'title') && isBlank(out.since(start))) {
    const role = roleOf(el, cache);
    if (role !== 'none') out.add(tooltipOf(el, role, !!traversal.target), false);
  }
  if (!frame.isTransparent) out.close(start);
  out.gap(frame.flow);
};
