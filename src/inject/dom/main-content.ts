import { countUp } from './count-up.ts';
import { flatChildren, isElement } from './flat-tree.ts';
import { pushInOrder } from './push-in-order.ts';
import { contains, fromDocument, holds, isAfter, listAttr, textOf } from './read.ts';
import { DENSE, HEADING, INLINE, isTableOfData, type Tallies, type Tally, tallyTexts } from './text-tally.ts';

/** Where the text stands that a page is there for. */
export interface MainContent {
  /** The smallest element that holds all of it, but for its beginning. */
  content: Element;
  /** What holds the title of the page and what stands below that as well. */
  whole: Element;
  /** Whether it has a title in it. */
  isTitled: boolean;
  /** What stands in it and does not belong to it: lists of links, comments, what is beside the point. */
  excluded: Set<Element>;
}

/** Blocks of text, and lists of them: what holds them is the content. */
const TEXT_BLOCK = /^(?:p|pre|ul|ol|dl|li|dd|blockquote)$/;

const LIST_TAG = /^[uod]l$/;

/** Never a list of links by itself. */
const PART_OF_TEXT = /^(?:p|h[1-6]|td|th|tr|tbody|li|dt|dd|pre|blockquote|figcaption)$/;

/** Less is no article. */
const LEAST_PROSE = 250;

/** A part that holds so much of the prose is where the content is. */
const CONTENT_SHARE = 0.6;

/** Fewer boxes that begin with a heading are columns, or an article and what is beside it. */
const LEAST_SECTIONS = 3;

/** From a box down to the heading that it begins with. */
const HEADING_DISTANCE = 5;

/** What a section of a document has in common with those beside it. */
const sectionKind = (box: Tally): string => {
  let one: Tally | undefined = box;
  for (let i = 0; one && i < HEADING_DISTANCE && !HEADING.test(one.tag); i++) [one] = one.children;
  const isSection = one && one !== box && HEADING.test(one.tag) && !box.isOut;
  return isSection ? `${one?.tag} ${box.tag} ${listAttr(box.el, 'class')}` : '';
};

/** Several boxes of one kind that each begin with a heading of one level: sections of a document, whatever is in them. */
const sectionsIn = ({ children }: Tally): ((one: Tally) => boolean) => {
  const counts = new Map<string, number>();
  for (const one of children) {
    const kind = sectionKind(one);
    if (kind) countUp(counts, kind);
  }
  return (one) => (counts.get(sectionKind(one)) || 0) >= LEAST_SECTIONS;
};

/** Down to where most of the prose stands, and up again as long as what comes with it is mostly prose as well. */
const choose = (top: Tally): Tally => {
  let at = top;
  for (let next: Tally | undefined = top; next; ) {
    at = next;
    const least: number = at.prose * CONTENT_SHARE;
    next = at.children.find((one) => one.prose > 0 && one.prose >= least);
  }
  while (at.parent && (TEXT_BLOCK.test(at.tag) || INLINE.test(at.tag))) at = at.parent;
  for (let one = at, above = at.parent; above; one = above, above = above.parent) {
    const more = above.chars - at.chars;
    // A landmark with so much more in it has other things than paragraphs to say: tables, lists.
    const isLandmark = more > at.chars / 2 && /^(?:main|article)$/.test(above.tag);
    const gain = isLandmark ? more - above.linked + at.linked : above.prose - at.prose;
    if (more > 0 && (gain >= more * DENSE || sectionsIn(above)(one))) at = above;
  }
  return at;
};

const isListOfLinks = ({ el, tag, prose, linked, chars }: Tally): boolean =>
  prose === 0 &&
  linked > chars * (LIST_TAG.test(tag) ? DENSE : 0.5) &&
  !INLINE.test(tag) &&
  !PART_OF_TEXT.test(tag) &&
  !holds(el, 'th');

/** A heading, or a box around nothing else. */
const isHeading = (box: Tally | undefined): boolean => {
  let one = box;
  while (one && !HEADING.test(one.tag) && one.own === 0 && one.children.length === 1) one = one.children[0];
  return !!one && HEADING.test(one.tag);
};

/** A form with less of the prose than this is there to be filled in: a newsletter, a comment. */
const FORM = 0.25;

/** What does not belong to the content in some parts of it. */
const excludeIn = (parts: Tally[], prose: number, excluded: Set<Element>): void => {
  const todo = parts;
  for (let at = todo.pop(); at; at = todo.pop()) {
    let before: Tally | undefined;
    const isSection = sectionsIn(at);
    for (const one of at.children) {
      const isUnderHeading = LIST_TAG.test(one.tag) && isHeading(before);
      if (one.isOut || (one.tag === 'form' && one.prose < prose * FORM)) excluded.add(one.el);
      else if (isListOfLinks(one)) {
        if (!isUnderHeading && !isSection(one)) excluded.add(one.el);
      } else if (!LIST_TAG.test(one.tag) && !isTableOfData(one)) todo.push(one);
      if (!one.isOut) before = one;
    }
  }
};

/** What stands between the title of the page and its content and is no list of links. */
const isLead = ({ prose, titles, linked, chars }: Tally): boolean =>
  prose + titles > 0 && linked <= chars / 4;

/** Most of a document's title; what else is in that is what the site is called. */
const isMostOf = (title: string, el: Element): boolean => {
  const text = textOf(el).trim().replace(/\s+/g, ' ');
  return text.length > title.length / 2 && title.includes(text);
};

/**
 * The heading of the page: the first that the document's title says, else one of its highest level: in the content, or the
 * last before it, unless that leads elsewhere.
 */
const titleOf = (content: Tally, all: readonly Tally[]): Tally | undefined => {
  const headings = all.filter(({ tag, chars }) => HEADING.test(tag) && chars > 0);
  const said = fromDocument(document, 'title');
  const highest = headings.some(({ tag }) => tag === 'h1') ? 'h1' : 'h2';
  const named = headings.find(({ el }) => isMostOf(said, el));
  const titles = named ? [named] : headings.filter(({ tag }) => tag === highest);
  const inside = titles.find(({ el }) => contains(content.el, el));
  const title = inside || titles.filter(({ el }) => isAfter(content.el, el)).pop();
  return inside || title?.titles ? title : undefined;
};

/** The content with its title and what stands between them, its lead and pictures; what is around them is left out. */
const fromTitle = (content: Tally, { all, byElement }: Tallies): MainContent => {
  const excluded = new Set<Element>();
  const parts = [content];
  const heading = titleOf(content, all);
  const title = heading && contains(content.el, heading.el) ? undefined : heading;
  const onWay = new Set<Tally>();
  for (let one = title; one; one = one.parent) onWay.add(one);
  let whole = content;
  for (; title && whole.parent && !onWay.has(whole); whole = whole.parent) onWay.add(whole);
  let isBetween = false;
  const todo = [whole.el];
  for (let el = todo.pop(); el && title; el = todo.pop()) {
    const at = byElement.get(el);
    if (at === title || at === content) isBetween = at === title;
    else if (at && onWay.has(at)) {
      pushInOrder(todo, Array.from(flatChildren(el)).filter(isElement));
    } else if (at && isBetween && isLead(at)) parts.push(at);
    else if (at || !isBetween) excluded.add(el);
  }
  excludeIn(parts, content.prose, excluded);
  return { content: content.el, whole: whole.el, isTitled: !!heading, excluded };
};

/** So many short texts, each under a heading that leads to the whole of it, are teasers or results. */
const LEAST_TEASERS = 3;

const MOST_IN_TEASER = 500;

const isListOfTeasers = (content: Tally): boolean => {
  let count = 0;
  let prose = 0;
  const todo = [content];
  for (let at = todo.pop(); at; at = todo.pop()) {
    if (at.heads > 1) for (const one of at.children) todo.push(one);
    else if (at.heads === 1 && at.prose > 0) {
      count++;
      prose += at.prose;
    }
  }
  return count >= LEAST_TEASERS && prose > content.prose * DENSE && prose < count * MOST_IN_TEASER;
};

/**
 * The main content of a page: where most of its prose stands. Undefined where there is no text of some length: apps,
 * results, forms, shops, front pages. A pure read, once over all texts.
 *
 * @param takesShort where there is no such text, the one article of a page is what it is about, as short as it may be
 */
export const findMainContent = (
  root: Element,
  isShown: (el: Element) => boolean,
  takesShort = false,
): MainContent | undefined => {
  const tallies = tallyTexts(root, isShown);
  const found = choose(tallies.of(root));
  if (found.prose >= LEAST_PROSE && !isListOfTeasers(found)) return fromTitle(found, tallies);
  if (!takesShort) return undefined;
  const [article, another] = tallies.all.filter(
    ({ tag, chars, linked }) => tag === 'article' && chars > linked * 2,
  );
  return article && !another ? fromTitle(article, tallies) : undefined;
};
