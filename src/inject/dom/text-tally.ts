import { flatParent, isElement, shadowRootOf } from './flat-tree.ts';
import {
  attr,
  closestTo,
  findAll,
  HEADINGS,
  hasAttr,
  holds,
  keyword,
  listAttr,
  neighboursOf,
  tagOf,
  textOf,
  tokensOf,
  walkerOver,
} from './read.ts';
import { WIDE, wordsOf } from './unicode-pattern.ts';

/** Counts of the text in an element, in characters; a wide (Chinese, Japanese, Korean) character counts as three. */
export interface Tally {
  readonly el: Element;
  readonly parent: Tally | undefined;
  readonly tag: string;
  readonly isLink: boolean;
  /** The list item around the element, where its list has several. */
  readonly item: Tally | undefined;
  /** Not content: hidden, a control, or an aside (navigation, footer, comments). */
  readonly isOut: boolean;
  readonly children: Tally[];
  /** Characters of its own lines, without those of blocks inside. */
  own: number;
  ownLinked: number;
  /** Characters of the whole subtree; those of links; those of paragraphs. */
  chars: number;
  linked: number;
  prose: number;
  /** Characters of headings that are no links. */
  titles: number;
  /** Headings that are links to another page. */
  heads: number;
}

/** Inline elements: their text belongs to a line of their parent. */
export const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|rb|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var)$/;

const NOT_TEXT =
  /^(?:script|style|template|noscript|audio|video|canvas|iframe|embed|object|svg|button|select|textarea)$/;

/** Whether a button is a disclosure: it opens the content below it, and titles it as a `summary` does. */
const isDisclosure = (el: Element): boolean => hasAttr(el, 'aria-expanded') && !hasAttr(el, 'aria-haspopup');

const ASIDE_TAG = /^(?:nav|aside|footer|dialog|menu)$/;

const ASIDE_ROLE =
  /^(?:alert|alertdialog|banner|complementary|contentinfo|dialog|menu|menubar|navigation|search|tablist|toolbar)$/;

/**
 * Classes and ids of asides. The last resort: readers' comments are prose as the article is, and often longer. Without
 * these words three of the thirty-two pages of the corpus are read wrong, with thirty more words none is read better.
 */
const ASIDE_CLASS = /comment|footer|related|sidebar/i;

/**
 * Classes of content win over those of asides: `article-with-sidebar` contains both. Except for comments:
 * `article_comments_content` contains only comments.
 */
const NOT_CONTENT_CLASS = /comments|^(?![\s\S]*(?:article|body|content|main))/i;

export const HEADING = /^h[1-6]$/;

/** The least length of a paragraph, characters: shorter is a label, a date, a teaser. */
const MIN_PARAGRAPH = 80;

/** The share of prose above which a part counts as prose, and the share of links above which a list is one of links. */
export const DENSE = 0.75;

const sizeOf = (text: string): number => text.trim().replace(/\s\s+/g, ' ').replace(WIDE, '$&$&$&').length;

/** Whether the id of an element repeats its heading, as documentation generators make it: `<section id="related-work">`. */
const hasIdOfHeading = (el: Element): boolean => {
  const id = attr(el, 'id');
  const heading = id && findAll(el, HEADINGS)[0];
  if (!heading) return false;
  const text = textOf(heading).toLowerCase();
  return wordsOf(id).every((word) => text.includes(word));
};

/**
 * Whether an element is one of several sections of such a document: its id then tells its subject, not its kind. Only its
 * siblings are compared: ancestors would be checked again for each of their sections.
 */
const isSection = (el: Element): boolean => hasIdOfHeading(el) && neighboursOf(el).some(hasIdOfHeading);

const isAside = (el: Element, tag: string): boolean => {
  // Notes to read with the text hold a link back to it: https://www.w3.org/TR/dpub-aria-1.1/#doc-backlink
  if (ASIDE_TAG.test(tag) || ASIDE_ROLE.test(keyword(el, 'role'))) return !holds(el, '[role=doc-backlink]');
  const classes = listAttr(el, 'class');
  const names = `${classes} ${attr(el, 'id') || ''}`;
  return (
    ASIDE_CLASS.test(names) &&
    NOT_CONTENT_CLASS.test(names) &&
    tag !== 'body' &&
    !holds(el, 'h1, main') &&
    !(isSection(el) && !ASIDE_CLASS.test(classes))
  );
};

/** Whether the items next to a list item are of other kinds, by their classes: the list is there for its looks, such as columns. */
const isOnlyOfKind = (el: Element): boolean =>
  neighboursOf(el).every(
    (at) => hasAttr(at, 'class') && !tokensOf(el).some((kind) => tokensOf(at).includes(kind)),
  );

/** The tallies of all elements with text: one for each, parents before children. */
export class Tallies {
  readonly byElement = new Map<Element, Tally>();
  readonly all: Tally[] = [];
  constructor(
    private readonly root: Element,
    private readonly isShown: (el: Element) => boolean,
  ) {}

  of(el: Element): Tally {
    const known = this.byElement.get(el);
    if (known) return known;
    const above = el === this.root ? null : flatParent(el);
    const parent = above ? this.of(above) : undefined;
    const tag = tagOf(el);
    const tally: Tally = {
      el,
      parent,
      tag,
      isLink: parent?.isLink || (tag === 'a' && hasAttr(el, 'href')),
      item: parent?.item || (parent?.tag === 'li' && !isOnlyOfKind(parent.el) ? parent : undefined),
      isOut:
        parent?.isOut ||
        (NOT_TEXT.test(tag) && !isDisclosure(el)) ||
        (!INLINE.test(tag) && (isAside(el, tag) || !this.isShown(el))),
      children: [],
      own: 0,
      ownLinked: 0,
      chars: 0,
      linked: 0,
      prose: 0,
      titles: 0,
      heads: 0,
    };
    this.byElement.set(el, tally);
    this.all.push(tally);
    parent?.children.push(tally);
    return tally;
  }
}

/** Adds the size of each text to its block, shadow roots included. */
const readTexts = (root: Node, tallies: Tallies): void => {
  const walker = walkerOver(root, 5 /* elements and text */);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const shadow = isElement(node) && shadowRootOf(node);
    if (shadow) readTexts(shadow, tallies);
    const data = isElement(node) ? '' : (node as Text).data;
    const holder = /\S/.test(data) && flatParent(node);
    const tally = holder && tallies.of(holder);
    if (!tally || tally.isOut) continue;
    const size = sizeOf(data);
    let block = tally;
    while (block.parent && INLINE.test(block.tag)) block = block.parent;
    block.own += size;
    if (tally.isLink) block.ownLinked += size;
  }
};

/**
 * Whether text is in a block inside of a list item, other than a paragraph: such items are records (results, teasers,
 * comments), not prose.
 */
const isInRecord = ({ item, parent, tag }: Tally): boolean => !!item && !(item === parent && tag === 'p');

/** Whether the link in or around a heading is a permalink to the heading itself. */
const isAnchor = (heading: Element): boolean =>
  /^#/.test(attr(findAll(heading, 'a')[0] || closestTo(heading, 'a') || heading, 'href') as string);

/** Whether a table has headers and few links: lists of links in its cells are data. */
export const isTableOfData = ({ el, tag, linked, chars }: Tally): boolean =>
  tag === 'table' && linked <= chars * DENSE && holds(el, 'th');

/** Adds the counts of each element to its parent, from the last in document order to the root. */
const sumUp = (all: readonly Tally[]): void => {
  for (const tally of all.slice().reverse()) {
    const { parent, own, ownLinked, tag } = tally;
    const plain = own - ownLinked;
    const isHeading = HEADING.test(tag);
    const isTitle = isHeading && plain >= ownLinked;
    tally.chars += own;
    if (isTitle) tally.titles += own;
    else tally.linked += ownLinked;
    if (!isHeading && plain >= MIN_PARAGRAPH && plain > ownLinked && !isInRecord(tally)) tally.prose += plain;
    if (isTableOfData(tally)) tally.linked = 0;
    if (isHeading && !isTitle && !isAnchor(tally.el)) tally.heads++;
    if (!parent) continue;
    parent.heads += tally.heads;
    parent.chars += tally.chars;
    parent.titles += tally.titles;
    parent.linked += tally.linked;
    parent.prose += tally.prose;
  }
};

/** The tallies of a root and of all elements with text below it. A pure read, once over all texts. */
export const tallyTexts = (root: Element, isShown: (el: Element) => boolean): Tallies => {
  const tallies = new Tallies(root, isShown);
  tallies.of(root);
  readTexts(root, tallies);
  sumUp(tallies.all);
  return tallies;
};
