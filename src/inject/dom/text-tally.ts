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
  walkerOver,
} from './read.ts';
import { WIDE, wordsOf } from './unicode-pattern.ts';

/** What is known of an element that text is shown in. */
export interface Tally {
  readonly el: Element;
  readonly parent: Tally | undefined;
  readonly tag: string;
  readonly isLink: boolean;
  /** The list item that it stands in, one of several. */
  readonly item: Tally | undefined;
  /** Not content: hidden, a control, or beside the content. */
  readonly isOut: boolean;
  readonly children: Tally[];
  /** Characters of its own lines: not those of blocks in it. */
  own: number;
  ownLinked: number;
  /** With all that stands in it. */
  chars: number;
  linked: number;
  prose: number;
  /** Characters of headings that are no links. */
  titles: number;
  /** Headings that are links to another page. */
  heads: number;
}

/** Stands in a line of its parent's. */
export const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|br|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|rb|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/;

const NOT_TEXT =
  /^(?:script|style|template|noscript|iframe|object|embed|button|select|textarea|svg|canvas|audio|video)$/;

/** What it opens stands below it: it says what that is about, as a summary does. */
const isDisclosure = (el: Element): boolean => hasAttr(el, 'aria-expanded') && !hasAttr(el, 'aria-haspopup');

const ASIDE_TAG = /^(?:nav|aside|footer|dialog|menu)$/;

const BESIDE_ROLE =
  /^(?:alert|alertdialog|banner|complementary|contentinfo|dialog|menu|menubar|navigation|search|tablist|toolbar)$/;

/**
 * The last resort: readers' comments are prose as the article is, and often more of it. Without these words three of
 * the thirty-two pages of the corpus are read wrong, with thirty more none is read better.
 */
const BESIDE_CLASS = /comment|footer|related|sidebar/i;

/** `article-with-sidebar` is around both. */
const CONTENT_CLASS = /article|body|content|main/i;

/** `article_comments_content` is around comments only. */
const COMMENTS_CLASS = /comments/i;

export const HEADING = /^h[1-6]$/;

/** Shorter is a label, a date, a teaser. */
const LEAST_PARAGRAPH = 80;

/** Of what comes with a larger part so much must be prose: links and labels are less. */
export const DENSE = 0.75;

const sizeOf = (text: string): number => {
  const shown = text.trim().replace(/\s\s+/g, ' ');
  return shown.length + (shown.match(WIDE) || []).join('').length * 2;
};

/** Generators of documents call a section by the words of its heading. */
const isCalledByHeading = (el: Element | null): boolean => {
  const id = el && attr(el, 'id');
  const heading = id && findAll(el, HEADINGS)[0];
  if (!heading) return false;
  const text = textOf(heading).toLowerCase();
  return wordsOf(id).every((word) => text.includes(word));
};

/**
 * One section of several in such a document: its id says what it is about, not what it is. What is around it is not asked:
 * it would be for each of its sections anew.
 */
const isSection = (el: Element): boolean => isCalledByHeading(el) && neighboursOf(el).some(isCalledByHeading);

const isBeside = (el: Element, tag: string): boolean => {
  if (ASIDE_TAG.test(tag) || BESIDE_ROLE.test(keyword(el, 'role'))) return true;
  const classes = listAttr(el, 'class');
  const names = `${classes} ${attr(el, 'id') || ''}`;
  return (
    BESIDE_CLASS.test(names) &&
    (COMMENTS_CLASS.test(names) || !CONTENT_CLASS.test(names)) &&
    tag !== 'body' &&
    !holds(el, 'h1, main') &&
    (BESIDE_CLASS.test(classes) || !isSection(el))
  );
};

/** A list of one item is there for its looks. */
const isOnlyChild = (el: Element): boolean => neighboursOf(el).length === 0;

/** Sees each element once, those above it first. */
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
      isLink: (tag === 'a' && attr(el, 'href') !== null) || parent?.isLink === true,
      item: parent?.item || (parent?.tag === 'li' && !isOnlyChild(parent.el) ? parent : undefined),
      isOut:
        parent?.isOut ||
        (NOT_TEXT.test(tag) && !isDisclosure(el)) ||
        (!INLINE.test(tag) && (isBeside(el, tag) || !this.isShown(el))),
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

/** Puts each text to the block that it stands in; shadow roots too. */
const readTexts = (root: Node, tallies: Tallies): void => {
  const walker = walkerOver(root, 5 /* elements and text */);
  let before: { holder: Element; tally: Tally } | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isElement(node)) {
      const shadow = shadowRootOf(node);
      if (shadow) readTexts(shadow, tallies);
      continue;
    }
    const { data } = node as Text;
    const holder = /\S/.test(data) && flatParent(node);
    if (!holder) continue;
    // Texts that stand side by side.
    if (before?.holder !== holder) before = { holder, tally: tallies.of(holder) };
    const { tally } = before;
    if (tally.isOut) continue;
    const size = sizeOf(data);
    let block = tally;
    while (block.parent && INLINE.test(block.tag)) block = block.parent;
    block.own += size;
    if (tally.isLink) block.ownLinked += size;
  }
};

/** The items of a list are texts; what stands in blocks in them are records: results, teasers, comments. */
const isInRecord = ({ item, parent, tag }: Tally): boolean => !!item && !(item === parent && tag === 'p');

/** A heading that leads to itself. */
const isAnchor = (heading: Element): boolean =>
  /^#/.test(attr(findAll(heading, 'a')[0] || closestTo(heading, 'a') || heading, 'href') || '');

/** Lists of links in its cells are what it says of something. */
export const isTableOfData = ({ el, tag, linked, chars }: Tally): boolean =>
  tag === 'table' && linked <= chars * DENSE && holds(el, 'th');

/** What stands in an element counts for all that is above it. */
const sumUp = (all: readonly Tally[]): void => {
  for (let i = all.length - 1; i >= 0; i--) {
    const one = all[i] as Tally;
    const { parent, own, ownLinked } = one;
    const plain = own - ownLinked;
    one.chars += own;
    one.linked += ownLinked;
    const isTitle = HEADING.test(one.tag);
    if (isTitle) one.titles += plain;
    else if (plain >= LEAST_PARAGRAPH && plain > ownLinked && !isInRecord(one)) one.prose += plain;
    if (isTableOfData(one)) one.linked = 0;
    if (isTitle && ownLinked > own / 2 && !isAnchor(one.el)) one.heads++;
    if (!parent) continue;
    parent.heads += one.heads;
    parent.chars += one.chars;
    parent.titles += one.titles;
    parent.linked += one.linked;
    parent.prose += one.prose;
  }
};

/** What is known of a root and of all in it that text is shown in. A pure read, once over all texts. */
export const tallyTexts = (root: Element, isShown: (el: Element) => boolean): Tallies => {
  const tallies = new Tallies(root, isShown);
  tallies.of(root);
  readTexts(root, tallies);
  sumUp(tallies.all);
  return tallies;
};
