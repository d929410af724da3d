import { elementById, flatChildren, isElement } from './flat-tree.ts';
import { pushInOrder } from './push-in-order.ts';
import {
  attr,
  closestTo,
  contains,
  elementsIn,
  fromDocument,
  holds,
  isAfter,
  listAttr,
  textOf,
} from './read.ts';
import { DENSE, HEADING, INLINE, isTableOfData, type Tallies, type Tally, tallyTexts } from './text-tally.ts';

/** The part of a page with the text that it is about, such as an article. */
export interface MainContent {
  /** The smallest element that contains the content; its title and lead may lie outside. */
  content: Element;
  /** The smallest element that also contains the title of the page and what is between the title and `content`. */
  whole: Element;
  /** Whether a title was found in `whole`. */
  isTitled?: boolean;
  /** Elements inside of `whole` that do not belong to the content: lists of links, comments, asides. Absent where nothing tells what the content is. */
  excluded?: Set<Element>;
}

/** Blocks of text, and lists of them: never the content themselves, but their parent may be. */
const TEXT_BLOCK = /^(?:p|pre|[uod]l|li|dd|blockquote)$/;

const LIST_TAG = /^[uod]l$/;

/** Elements that are never excluded as a list of links. */
const PART_OF_TEXT = /^(?:p|h[1-6]|td|th|tr|tbody|li|dt|dd|pre|blockquote|figcaption)$/;

/** The least prose of an article, characters. */
const MIN_PROSE = 250;

/** A child with more than this share of the prose contains the content. */
const CONTENT_SHARE = 0.6;

/** How many levels below a box its first heading may be. */
const MAX_HEADING_DISTANCE = 5;

/** What the sections of a document have in common; undefined for a box that does not begin with a heading. */
const sectionKind = (box: Tally): string | undefined => {
  let first: Tally | undefined = box;
  let depth = 0;
  for (; first && depth < MAX_HEADING_DISTANCE && !HEADING.test(first.tag); depth++) [first] = first.children;
  return first && HEADING.test(first.tag) && !box.isOut
    ? `${first.tag} ${depth} ${box.tag} ${listAttr(box.el, 'class')}`
    : undefined;
};

/**
 * A test for the sections of a document: children of one kind that each begin with a heading of one level. Boxes of
 * different kinds are columns, or an article and an aside.
 */
const sectionsIn = ({ children }: Tally): ((child: Tally) => boolean) => {
  const kinds = children.filter(isText).map(sectionKind);
  const repeated = kinds.filter((kind, i) => kind && kinds.indexOf(kind) < i);
  return (child) => repeated.includes(sectionKind(child));
};

/** Descends to the element with most of the prose, and climbs again as long as the text gained is mostly prose too. */
const choose = (top: Tally): Tally => {
  let at = top;
  for (let next: Tally | undefined = top; next && !isTableOfData(at); ) {
    at = next;
    const least: number = at.prose * CONTENT_SHARE;
    next = at.children.find((child) => child.prose > least);
  }
  while (at.parent && (TEXT_BLOCK.test(at.tag) || INLINE.test(at.tag))) at = at.parent;
  const landmark = closestTo(at.el, 'main, article');
  for (let child = at, above = at.parent; above; child = above, above = above.parent) {
    const more = above.chars - at.chars;
    // In the nearest landmark tables and lists count as content too, if three fifths (0.8 of DENSE) of what is gained
    // are no links.
    const gain = above.el === landmark ? (more - above.linked + at.linked) / 0.8 : above.prose - at.prose;
    if (more > 0 && (gain >= more * DENSE || sectionsIn(above)(child))) at = above;
  }
  return at;
};

/** Whether there are hardly more than links in an element; the headings above them tell nothing about that. */
const isListOfLinks = ({
  el,
  tag,
  prose,
  linked,
  chars,
  titles,
  own,
  children: [child, another],
}: Tally): boolean =>
  prose === 0 &&
  linked > (chars - titles) * (LIST_TAG.test(child && !another && !own ? child.tag : tag) ? DENSE : 0.5) &&
  !INLINE.test(tag) &&
  !PART_OF_TEXT.test(tag) &&
  !holds(el, 'th');

/** Whether a box is a heading, or contains nothing but one. */
const isHeading = (box: Tally | undefined): boolean => {
  let at = box;
  while (at && !HEADING.test(at.tag) && at.own === 0 && at.children.length === 1) at = at.children[0];
  return !!at && HEADING.test(at.tag);
};

/** A form with less than this share of the prose is a form to fill in (newsletter, comment), not a wrapper of the content. */
const FORM_SHARE = 0.25;

/** Teasers or search results: at least this many short texts, each with a heading that links to another page. */
const MIN_TEASERS = 3;

/** Teasers have less prose than this on average, characters. */
const MAX_TEASER_PROSE = 500;

const isListOfTeasers = (content: Tally): boolean => {
  let count = 0;
  let prose = 0;
  const todo = [content];
  for (let at = todo.pop(); at; at = todo.pop()) {
    if (at.heads > 1) for (const child of at.children) todo.push(child);
    else if (at.heads === 1 && at.prose > 0) {
      count++;
      prose += at.prose;
    }
  }
  return count >= MIN_TEASERS && prose > content.prose * DENSE && prose < count * MAX_TEASER_PROSE;
};

/** Adds to `excluded` what does not belong to the content in some parts of it: asides, small forms, lists of links and of teasers. */
const excludeIn = (parts: Tally[], prose: number, title: Tally | undefined, excluded: Set<Element>): void => {
  const todo = parts;
  for (let at = todo.pop(); at; at = todo.pop()) {
    let before: Tally | undefined;
    const isSection = sectionsIn(at);
    for (const child of at.children) {
      const isUnderHeading = LIST_TAG.test(child.tag) && isHeading(before);
      if (child.isOut || (child.tag === 'form' && child.prose < prose * FORM_SHARE)) excluded.add(child.el);
      else if (title && contains(child.el, title.el)) todo.push(child);
      else if (isListOfTeasers(child)) excluded.add(child.el);
      else if (isListOfLinks(child)) {
        if (!isUnderHeading && !isSection(child)) excluded.add(child.el);
      } else if (!LIST_TAG.test(child.tag) && !isTableOfData(child)) todo.push(child);
      if (!child.isOut) before = child;
    }
  }
};

/** Whether there are few links in an element around the content. */
const isText = ({ linked, chars }: Tally): boolean => linked <= chars / 4;

/** Whether an element holds notes on the content: it leads back to places in it. */
const hasNotesOn = (content: Element, el: Element): boolean =>
  elementsIn(el, 'a[href^="#"]').some((link) => {
    const target = elementById(content, (attr(link, 'href') as string).slice(1));
    return target !== content && contains(content, target);
  });

/** Whether the text of an element makes up more than half of the document's title; the rest is the name of the site. */
const isMostOf = (title: string, el: Element): boolean => {
  const text = textOf(el).trim().replace(/\s+/g, ' ');
  return text.length > title.length / 2 && title.includes(text);
};

/**
 * The title heading of the page: the first that repeats the document's title, else one of the highest level: the first in the
 * content, or the last before it, unless that is a link.
 */
const titleOf = (content: Tally, all: readonly Tally[]): Tally | undefined => {
  const headings = all.filter(({ tag, chars }) => HEADING.test(tag) && chars > 0);
  const documentTitle = fromDocument(document, 'title');
  const highest = headings.some(({ tag }) => tag === 'h1') ? 'h1' : 'h2';
  const named = headings.find(({ el }) => isMostOf(documentTitle, el));
  const titles = named ? [named] : headings.filter(({ tag }) => tag === highest);
  const inside = titles.find(({ el }) => contains(content.el, el));
  const title = inside || titles.filter(({ el }) => isAfter(content.el, el)).pop();
  return inside || title?.titles ? title : undefined;
};

/** The content from its title on: with the lead and pictures between them, and without what surrounds them. */
const fromTitle = (content: Tally, { all, byElement }: Tallies): MainContent => {
  const excluded = new Set<Element>();
  const parts = [content];
  const heading = titleOf(content, all);
  const title = heading && contains(content.el, heading.el) ? undefined : heading;
  const onWay = new Set<Tally>();
  for (let at = title; at; at = at.parent) onWay.add(at);
  let whole = content;
  for (; title && whole.parent && !onWay.has(whole); whole = whole.parent) onWay.add(whole);
  let isBetween = false;
  const todo = [whole.el];
  for (let el = todo.pop(); el && title; el = todo.pop()) {
    const at = byElement.get(el);
    if (at === title || at === content) isBetween = at === title;
    else if (at && onWay.has(at)) {
      pushInOrder(todo, Array.from(flatChildren(el)).filter(isElement));
    } else if (
      at &&
      !at.isOut &&
      isText(at) &&
      // Between the title and the content: a lead, that is prose, a heading, or what stands under such a heading.
      (isBetween
        ? at.prose + at.titles > 0 || isHeading(parts[parts.length - 1])
        : hasNotesOn(content.el, el))
    )
      parts.push(at);
    else if (at || !isBetween) excluded.add(el);
  }
  excludeIn(parts, content.prose, heading, excluded);
  return { content: content.el, whole: whole.el, isTitled: !!heading, excluded };
};

/**
 * The main content of a page: the part with most of its prose. Undefined on pages without a longer text: apps, search
 * results, forms, shops, front pages. A pure read, once over all texts.
 *
 * @param takesShort where there is no longer text, take the only `article` of the page, however short, or else its
 *   `main`, if it holds most of the text
 */
export const findMainContent = (
  root: Element,
  isShown: (el: Element) => boolean,
  takesShort = false,
): MainContent | undefined => {
  const tallies = tallyTexts(root, isShown);
  const found = choose(tallies.of(root));
  if (found.prose >= MIN_PROSE && !isListOfTeasers(found)) return fromTitle(found, tallies);
  if (!takesShort) return undefined;
  const [article, another] = tallies.all.filter(
    ({ tag, chars, linked }) => tag === 'article' && chars > linked * 2,
  );
  if (article && !another) return fromTitle(article, tallies);
  const main = tallies.all.find(({ tag, chars }) => tag === 'main' && chars > tallies.of(root).chars / 2);
  return main && { content: main.el, whole: main.el };
};
