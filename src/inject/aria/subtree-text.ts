import { flatChildren, isElement, isText, soleText, tagOf } from '../dom/flat-tree.ts';
import { lookOf, type Pass, styleOf } from '../dom/pass.ts';
import { hasAttr, isSvg, keyword } from '../dom/read.ts';
import { isRenderedBelow, isVisibleByStyle, skipsOwnText } from '../dom/rendered.ts';
import { type GeneratedText, generatedText } from './generated-content.ts';
import { JoinedText, wordsShown } from './joined-text.ts';
import { referencedBy } from './references.ts';
import { roleOf } from './role.ts';
import { CONTROL_ROLES, NAMED_BY_CONTENT } from './role-data.ts';
import { alternativeBeforeContent, type Traversal, textOfAll, tooltipOf } from './text-alternative.ts';
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
  readonly transform: string;
}

/** How an element lies in its line: only inline neighbours without a box of their own join without a space. */
type Flow = 'inline' | 'atomic' | 'block';

const REPLACED =
  /^(?:img|input|video|canvas|iframe|embed|svg|select|textarea|button|meter|progress|output|math)$/;

const flowOf = (el: Element, tag: string, role: string, display: string): Flow => {
  const isInline = display === 'inline' || display.slice(0, 4) === 'ruby';
  if (!isInline && display.slice(0, 6) !== 'inline') return 'block';
  if (isSvg(el) && tag !== 'svg' && tag !== 'tspan') return 'block';
  return isInline && !CONTROL_ROLES.has(role) && !REPLACED.test(tag) ? 'inline' : 'atomic';
};

/** Their text is code. */
const CODE = /^(?:area|script|style|template|noscript|head)$/;

/** The text below `root`. White space inside is collapsed, at the ends it is kept. */
export const subtreeText = (root: Element, traversal: Traversal, pass: Pass): string => {
  const keeps = keepsContents(traversal);
  const known = keeps ? pass.contents.get(root) : undefined;
  if (known !== undefined) return known;
  const isMute = !traversal.showsHidden && !isVisibleByStyle(root, pass);
  const sole = isMute ? undefined : wordsOfSoleText(root, traversal, pass);
  if (sole !== undefined) {
    if (keeps && NAMED_BY_CONTENT.has(roleOf(root, pass))) pass.contents.set(root, sole);
    return sole;
  }
  const out = new JoinedText(pass.maxText);
  const stack: Frame[] = [openFrame(root, 'block', isMute, out, traversal, pass)];
  for (let frame = stack[0]; frame; frame = stack[stack.length - 1]) {
    const child = out.isFull ? undefined : frame.children[frame.index++];
    if (child === undefined) {
      stack.pop();
      closeFrame(frame, stack[stack.length - 1], out, traversal, pass);
      if (
        keeps &&
        traversal.ways.count === frame.waysBefore &&
        NAMED_BY_CONTENT.has(roleOf(frame.el, pass))
      ) {
        pass.contents.set(frame.el, out.since(frame.start));
      }
    } else if (isText(child)) {
      if (frame.isMute || (!traversal.showsHidden && skipsOwnText(frame.el, pass))) continue;
      if (traversal.isUnlaid) out.gap(false);
      out.addWords(wordsOfText(child, pass), frame.transform);
      if (traversal.isUnlaid) out.gap(false);
    } else if (isElement(child)) {
      if (frame.index > frame.ownFrom) out.gap(true);
      const opened = enter(frame, child, out, traversal, pass);
      if (opened) stack.push(opened);
    }
  }
  return out.text;
};

/** Of an element that holds one text, generated content and all else aside: most have no more, and need no walk. */
const wordsOfSoleText = (el: Element, { showsHidden }: Traversal, pass: Pass): string | undefined => {
  const text = soleText(el);
  if (!text || hasAttr(el, 'aria-owns') || (!showsHidden && skipsOwnText(el, pass))) return undefined;
  const tag = tagOf(el);
  const generates = pass.hasLayout && !showsHidden && !isSvg(el);
  if (generates && (generatedText(el, tag, '::before') || generatedText(el, tag, '::after')))
    return undefined;
  return wordsShown(wordsOfText(text, pass), styleOf(el, pass).textTransform, '');
};

/** Of a longer text the rest is not read: many names may refer to it. What is shown of it has less white space. */
const LONGEST_TEXT = 20_000;

const wordsOfText = (text: Text, { maxText }: Pass): string => {
  const { data } = text;
  return data.length > LONGEST_TEXT ? data.slice(0, Math.max(LONGEST_TEXT, 2 * maxText)) : data;
};

/** Inside of a reference or a label the same subtree may read differently. */
const keepsContents = (traversal: Traversal): boolean => traversal.target === null && traversal.jumps === 0;

/** Reads a child element: its text at once, or a frame where its children have to be read. */
const enter = (
  frame: Frame,
  el: Element,
  out: JoinedText,
  traversal: Traversal,
  pass: Pass,
): Frame | null => {
  const tag = tagOf(el);
  if (CODE.test(tag)) return null;
  let isMute = false;
  if (!traversal.showsHidden && !isShownAnyway(el, tag)) {
    if (!isRenderedBelow(el, frame.el, pass)) return null;
    if (keyword(el, 'aria-hidden') === 'true') {
      if (lookOf(el, pass).display.slice(0, 6) !== 'inline') out.gap(true);
      return null;
    }
    isMute = lookOf(el, pass).isInvisible;
  }
  if (tag === 'br') {
    out.add('\n', true);
    return null;
  }
  const role = roleOf(el, pass);
  const flow = flowOf(el, tag, role, lookOf(el, pass).display);
  if (isMute || role === 'none') return openFrame(el, flow, isMute, out, traversal, pass);
  if (traversal.visited.has(el) && traversal.target === null) {
    traversal.ways.count++;
    place(out, flow, unreadReferences(el, traversal, pass), false);
    return null;
  }
  const alternative = alternativeBeforeContent(el, role, traversal, true, pass);
  if (alternative) {
    const isDecoration = tag === 'img' && !alternative.text && hasAttr(el, 'alt');
    if (!isDecoration) place(out, flow, collapseSpace(alternative.text), alternative.isContent);
    return null;
  }
  const known = keepsContents(traversal) ? pass.contents.get(el) : undefined;
  if (known === undefined) return openFrame(el, flow, false, out, traversal, pass);
  place(out, flow, known, true);
  return null;
};

/** Rendered or not, options are chosen from, and titles of pictures are read. */
const isShownAnyway = (el: Element, tag: string): boolean =>
  (tag === 'option' && el.closest('select') !== null) || ((tag === 'title' || tag === 'desc') && isSvg(el));

/** A control inside of its own label says nothing, and still stands between the words around it. */
const place = (out: JoinedText, flow: Flow, text: string, isContent: boolean): void => {
  if (flow !== 'inline') out.gap(flow === 'block');
  out.add(text, isContent);
  if (flow !== 'inline') out.gap(flow === 'block');
};

/** What was read before is not read again, but what it refers to may still be new. */
const unreadReferences = (el: Element, traversal: Traversal, pass: Pass): string => {
  const targets = referencedBy(el, 'aria-labelledby').filter((target) => !traversal.visited.has(target));
  return targets.length > 0 ? textOfAll(targets, traversal, true, pass) : '';
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
  pass: Pass,
): Frame => {
  const tag = tagOf(el);
  const role = roleOf(el, pass);
  const isTransparent = flow === 'inline' && isPlain(el, tag, role);
  if (flow !== 'inline') out.gap(flow === 'block');
  if (!isTransparent) out.open();
  const generates = pass.hasLayout && !isMute && !traversal.showsHidden && !isSvg(el);
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
    transform: isMute ? '' : styleOf(el, pass).textTransform,
  };
};

const flowOfDisplay = (display: string): Flow =>
  display === 'inline' ? 'inline' : display.slice(0, 6) === 'inline' ? 'atomic' : 'block';

const placeGenerated = (out: JoinedText, { text, display, isAlternative }: GeneratedText): void =>
  place(out, flowOfDisplay(display), collapseSpace(text), !isAlternative);

const closeFrame = (
  frame: Frame,
  parent: Frame | undefined,
  out: JoinedText,
  traversal: Traversal,
  pass: Pass,
): void => {
  if (frame.after && !out.isFull) placeGenerated(out, frame.after);
  const { el, start } = frame;
  if (parent && !frame.isMute && hasAttr(el, 'title') && isBlank(out.since(start))) {
    const role = roleOf(el, pass);
    if (role !== 'none') out.add(tooltipOf(el, role, traversal.target !== null), false);
  }
  if (!frame.isTransparent) out.close(start);
  if (frame.flow !== 'inline') out.gap(frame.flow === 'block');
};
