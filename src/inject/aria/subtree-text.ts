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
 * One loop with an explicit stack, so that depth costs no call stack; the text of elements named from content is cached.
 */

/** An entry of the traversal's stack: an element whose children are being read. */
interface Entry {
  readonly el: Element;
  readonly children: ArrayLike<Node>;
  index: number;
  /** The index in `children` from which they are children by `aria-owns`. */
  readonly ownFrom: number;
  /** Where the text of the element starts in the output. */
  readonly start: number;
  readonly flow: Flow;
  /** A plain inline wrapper: its children join the text around it as if it were not there. */
  readonly isTransparent: boolean;
  /** Invisible itself, read only for its visible descendants. */
  readonly isMute: boolean;
  /** The count of {@link Traversal.ways} before the element was read. */
  readonly waysBefore: number;
  readonly after: GeneratedText | null;
  /** `text-transform`, read when its first text is. */
  transform?: string;
}

const REPLACED =
  /^(?:button|input|select|textarea|meter|output|progress|img|video|canvas|iframe|embed|svg|math)$/;

const flowOf = (el: Element, tag: string, role: string, display: string): Flow => {
  const flow = display.startsWith('ruby') ? INLINE : flowOfDisplay(display);
  if (flow === BLOCK || (isSvg(el) && tag !== 'svg' && tag !== 'tspan')) return BLOCK;
  return CONTROL_ROLES.has(role) || REPLACED.test(tag) ? ATOMIC : flow;
};

/** Elements whose text is code or metadata, and areas, which have none. */
const CODE = /^(?:area|script|style|template|noscript|head)$/;

/** The text below `root` with collapsed white space; one space may be left at each end. */
export const subtreeText = (root: Element, traversal: Traversal, cache: DomCache): string => {
  const isCached = mayCache(traversal);
  const known = isCached ? cache.contents.get(root) : undefined;
  if (known !== undefined) return known;
  const isMute = !traversal.showsHidden && !isVisibleByStyle(root, cache);
  const soleWords = isMute ? undefined : wordsOfSoleText(root, traversal, cache);
  if (soleWords !== undefined) {
    if (isCached && NAMED_BY_CONTENT.has(roleOf(root, cache))) cache.contents.set(root, soleWords);
    return soleWords;
  }
  const out = new JoinedText(cache.maxText);
  const stack: Entry[] = [openEntry(root, BLOCK, isMute, out, traversal, cache)];
  for (let entry = stack[0]; entry; entry = stack[stack.length - 1]) {
    const child = out.isFull ? undefined : entry.children[entry.index++];
    if (!child) {
      stack.pop();
      closeEntry(entry, stack[stack.length - 1], out, traversal, cache);
      // Cached only where complete: not when the limit was reached, and not when an element was read elsewhere or left out.
      if (
        isCached &&
        !out.isFull &&
        traversal.ways.count === entry.waysBefore &&
        NAMED_BY_CONTENT.has(roleOf(entry.el, cache))
      ) {
        cache.contents.set(entry.el, out.since(entry.start));
      }
    } else if (isText(child)) {
      if (entry.isMute || (!traversal.showsHidden && skipsOwnText(entry.el, cache))) continue;
      if (traversal.isUnlaid) out.gap(ATOMIC);
      entry.transform ||= styleOf(entry.el, cache).textTransform;
      out.addWords(wordsOfText(child, cache), entry.transform);
      if (traversal.isUnlaid) out.gap(ATOMIC);
    } else if (isElement(child)) {
      if (entry.index > entry.ownFrom) out.gap(BLOCK);
      const opened = enter(entry, child, out, traversal, cache);
      if (opened) stack.push(opened);
    }
  }
  return out.text;
};

/**
 * The text of an element with a single text node, without generated content: most are like that and need no walk. Else
 * undefined.
 */
const wordsOfSoleText = (el: Element, { showsHidden }: Traversal, cache: DomCache): string | undefined => {
  const text = soleText(el);
  if (!text || hasAttr(el, 'aria-owns') || (!showsHidden && skipsOwnText(el, cache))) return undefined;
  const tag = tagOf(el);
  const generates = cache.hasLayout && !showsHidden && !isSvg(el) && mayHaveGeneratedContent(el, cache);
  if (generates && (generatedText(el, tag, '::before') || generatedText(el, tag, '::after')))
    return undefined;
  return wordsShown(wordsOfText(text, cache), styleOf(el, cache).textTransform, '');
};

/**
 * How many characters of a text node are read (twice the print limit where that is more, as white space collapses): any
 * number of names may refer to it.
 */
const MAX_TEXT_CHARS = 20_000;

const wordsOfText = (text: Text, { maxText }: DomCache): string => {
  const { data } = text;
  return data.length > MAX_TEXT_CHARS ? data.slice(0, Math.max(MAX_TEXT_CHARS, 2 * maxText)) : data;
};

/** Whether texts can be cached: inside of a reference or a label the same subtree may have another text. */
const mayCache = (traversal: Traversal): boolean => !traversal.target && traversal.jumps === 0;

/**
 * Reads a child element: adds its text at once and returns null, or returns a stack entry where its children have to be
 * read.
 */
const enter = (
  entry: Entry,
  el: Element,
  out: JoinedText,
  traversal: Traversal,
  cache: DomCache,
): Entry | null => {
  const tag = tagOf(el);
  if (CODE.test(tag)) return null;
  let { isMute } = entry;
  if (!traversal.showsHidden && !isShownAnyway(el, tag)) {
    if (!isRenderedBelow(el, entry.el, cache)) return null;
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
  if (isMute || role === 'none') return openEntry(el, flow, isMute, out, traversal, cache);
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
  const known = mayCache(traversal) ? cache.contents.get(el) : undefined;
  if (known === undefined) return openEntry(el, flow, false, out, traversal, cache);
  place(out, flow, known, true);
  return null;
};

/** Whether an element counts although it is not rendered: the options of a select, the title and description of an SVG. */
const isShownAnyway = (el: Element, tag: string): boolean =>
  (tag === 'option' && !!el.closest('select')) || ((tag === 'title' || tag === 'desc') && isSvg(el));

/** Adds the text of an element, separated by its flow. An empty text separates too: a control inside of its own label. */
const place = (out: JoinedText, flow: Flow, text: string, isContent: boolean): void => {
  out.gap(flow);
  out.add(text, isContent);
  out.gap(flow);
};

/** The text of the `aria-labelledby` targets that were not visited yet, for an element that was. */
const unreadReferences = (el: Element, traversal: Traversal, cache: DomCache): string => {
  const targets = referencedBy(el, 'aria-labelledby').filter((target) => !traversal.visited.has(target));
  return targets.length > 0 ? textOfAll(targets, traversal, true, cache) : '';
};

/** Tags without an ARIA role that are nodes of Chromium's accessibility tree all the same. */
const NODES_WITHOUT_ROLE = /^(?:abbr|label|legend|figcaption|ruby|canvas|object)$/;

/**
 * The elements owned by `aria-owns` that were not visited yet: a cycle ends there. None for an element with a popup, which
 * is not named by the content of that.
 */
const ownedBy = (el: Element, traversal: Traversal): Element[] =>
  hasAttr(el, 'aria-haspopup')
    ? []
    : referencedBy(el, 'aria-owns').filter((target) => !traversal.visited.has(target));

/** Whether an element is a mere wrapper, which is not in Chromium's accessibility tree. */
const isPlain = (el: Element, tag: string, role: string): boolean =>
  (role === 'generic' || role === 'none') && !hasAttr(el, 'id') && !NODES_WITHOUT_ROLE.test(tag);

const openEntry = (
  el: Element,
  flow: Flow,
  isMute: boolean,
  out: JoinedText,
  traversal: Traversal,
  cache: DomCache,
): Entry => {
  const tag = tagOf(el);
  const role = roleOf(el, cache);
  const isTransparent = flow === INLINE && isPlain(el, tag, role);
  out.gap(flow);
  if (!isTransparent) out.open();
  // Generated content of an editing host, such as the suggested rest of a word, is not part of its text.
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

const closeEntry = (
  entry: Entry,
  parent: Entry | undefined,
  out: JoinedText,
  traversal: Traversal,
  cache: DomCache,
): void => {
  if (entry.after && !out.isFull) placeGenerated(out, entry.after);
  const { el, start } = entry;
  if (!entry.isTransparent) out.close(start);
  // After its end: as what comes from an attribute, a tooltip is separate from the text on both sides.
  if (parent && !entry.isMute && hasAttr(el, 'title') && isBlank(out.since(start))) {
    const role = roleOf(el, cache);
    if (role !== 'none') out.add(tooltipOf(el, role, !!traversal.target), false);
  }
  out.gap(entry.flow);
};
