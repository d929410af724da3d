import { flatParent, isElement, shadowRootOf } from './flat-tree.ts';
import { attr, closestTo, findAll, keyword, listAttr, prop, tagOf, textOf, walkerOver } from './read.ts';
import { BETWEEN_WORDS } from './unicode-pattern.ts';

/** Where the text stands that a page is there for. */
export interface MainContent {
  /** The smallest element that holds all of it. */
  content: Element;
  /** What stands in it and does not belong to it: lists of links, comments, what is beside the point. */
  excluded: Set<Element>;
  /** How much of its text stands in paragraphs, in characters; one of a script without spaces counts three. */
  prose: number;
}

/** What is known of an element that text is shown in. */
interface Tally {
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
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|br|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|rb|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/;

const NOT_TEXT =
  /^(?:script|style|noscript|template|iframe|object|embed|button|select|textarea|svg|canvas|audio|video)$/;

const BESIDE = /^(?:nav|aside|footer|dialog|menu)$/;
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

/** Blocks of text, and lists of them: what holds them is the content. */
const TEXT_BLOCK = /^(?:p|pre|ul|ol|dl|li|dd|blockquote)$/;

const LIST = /^[uod]l$/;

const HEADING = /^h[1-6]$/;

/** Never a list of links by itself. */
const PART_OF_TEXT = /^(?:p|h[1-6]|td|th|tr|tbody|li|dt|dd|pre|blockquote|figcaption)$/;

/** Shorter is a label, a date, a teaser. */
const LEAST_PARAGRAPH = 80;
/** Less is no article. */
const LEAST_PROSE = 250;
/** A part that holds so much of the prose is where the content is. */
const MOST = 0.6;
/** Of what comes with a larger part so much must be prose: links and labels are less. */
const DENSE = 0.75;

const WIDE = /[\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]/g;

const sizeOf = (text: string): number => {
  const trimmed = text.trim();
  const shown = /\s\s/.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
  return shown.length + (shown.match(WIDE) ?? []).length * 2;
};

/** Generators of documents call a section by the words of its heading. */
const isCalledByHeading = (el: Element | null): boolean => {
  const id = el && attr(el, 'id');
  const heading = id && findAll(el, 'h1, h2, h3, h4, h5, h6')[0];
  if (!heading) return false;
  const text = textOf(heading).toLowerCase();
  return id.split(BETWEEN_WORDS(id)).every((word) => text.includes(word.toLowerCase()));
};

/**
 * One section of several in such a document: its id says what it is about, not what it is. What is around it is not asked:
 * it would be for each of its sections anew.
 */
const isSection = (el: Element): boolean =>
  isCalledByHeading(el) &&
  [prop(el, 'previousElementSibling'), prop(el, 'nextElementSibling')].some(isCalledByHeading);

const isBeside = (el: Element, tag: string): boolean => {
  if (BESIDE.test(tag) || BESIDE_ROLE.test(keyword(el, 'role'))) return true;
  const classes = listAttr(el, 'class');
  const names = `${classes} ${attr(el, 'id') ?? ''}`;
  return (
    BESIDE_CLASS.test(names) &&
    (COMMENTS_CLASS.test(names) || !CONTENT_CLASS.test(names)) &&
    tag !== 'body' &&
    findAll(el, 'h1, main').length === 0 &&
    (BESIDE_CLASS.test(classes) || !isSection(el))
  );
};

/** A list of one item is there for its looks. */
const isOnlyChild = (el: Element): boolean =>
  !prop(el, 'previousElementSibling') && !prop(el, 'nextElementSibling');

/** Sees each element once, those above it first. */
class Tallies {
  private readonly byElement = new Map<Element, Tally>();
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
      item: parent?.item ?? (parent?.tag === 'li' && !isOnlyChild(parent.el) ? parent : undefined),
      isOut:
        parent?.isOut ||
        NOT_TEXT.test(tag) ||
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
const isInRecord = ({ item, parent, tag }: Tally): boolean =>
  item !== undefined && !(item === parent && tag === 'p');

/** A heading that leads to itself. */
const isAnchor = (heading: Element): boolean =>
  /^#/.test(attr(findAll(heading, 'a')[0] ?? closestTo(heading, 'a') ?? heading, 'href') ?? '');

/** Lists of links in its cells are what it says of something. */
const isTableOfData = ({ el, tag, linked, chars }: Tally): boolean =>
  tag === 'table' && linked <= chars * DENSE && findAll(el, 'th').length > 0;

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

/**
 * Headings that stand before one, in characters, with those that are known: a text between them and it is its lead. None
 * where prose stands behind it: that is under another heading.
 */
const titlesUpTo = (one: Tally, { children }: Tally, known: number): number => {
  const place = children.indexOf(one);
  if (children.some(({ prose }, i) => i > place && prose > 0)) return 0;
  return children.slice(0, place).reduce((sum, { titles }) => sum + titles, known);
};

/** Fewer boxes that begin with a heading are columns, or an article and what is beside it. */
const LEAST_SECTIONS = 3;
/** From a box down to the heading that it begins with. */
const MOST_LEVELS = 5;

/** What a section of a document has in common with those beside it. */
const sectionKind = (box: Tally): string => {
  let one: Tally | undefined = box;
  for (let i = 0; one && i < MOST_LEVELS && !HEADING.test(one.tag); i++) [one] = one.children;
  const isSection = one && one !== box && HEADING.test(one.tag) && !box.isOut;
  return isSection ? `${one?.tag} ${box.tag} ${listAttr(box.el, 'class')}` : '';
};

/** Several boxes of one kind that each begin with a heading of one level: sections of a document, whatever is in them. */
const sectionsIn = ({ children }: Tally): ((one: Tally) => boolean) => {
  const counts = new Map<string, number>();
  for (const one of children) {
    const kind = sectionKind(one);
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return (one) => (counts.get(sectionKind(one)) ?? 0) >= LEAST_SECTIONS;
};

/** Down to where most of the prose stands, and up again as long as what comes with it is mostly prose as well. */
const choose = (top: Tally): Tally => {
  let at = top;
  for (let next: Tally | undefined = top; next; ) {
    at = next;
    const least: number = at.prose * MOST;
    next = at.children.find((one) => one.prose > 0 && one.prose >= least);
  }
  while (at.parent && (TEXT_BLOCK.test(at.tag) || INLINE.test(at.tag))) at = at.parent;
  let titles = 0;
  for (let one = at, above = at.parent; above; one = above, above = above.parent) {
    titles = titlesUpTo(one, above, titles);
    const more = above.chars - at.chars - titles;
    const isLandmark = /^(?:main|article)$/.test(above.tag);
    const gain = isLandmark ? more - above.linked + at.linked : above.prose - at.prose;
    if (more > 0 && (gain >= more * DENSE || sectionsIn(above)(one))) {
      at = above;
      titles = 0;
    }
  }
  return at;
};

const isListOfLinks = ({ el, tag, prose, linked, chars }: Tally): boolean =>
  prose === 0 &&
  linked > chars * (LIST.test(tag) ? DENSE : 0.5) &&
  !INLINE.test(tag) &&
  !PART_OF_TEXT.test(tag) &&
  findAll(el, 'th').length === 0;

/** A heading, or a box around nothing else. */
const isHeading = (box: Tally | undefined): boolean => {
  let one = box;
  while (one && !HEADING.test(one.tag) && one.own === 0 && one.children.length === 1) one = one.children[0];
  return one !== undefined && HEADING.test(one.tag);
};

const excludedIn = (content: Tally): Set<Element> => {
  const excluded = new Set<Element>();
  const todo = [content];
  for (let at = todo.pop(); at; at = todo.pop()) {
    let before: Tally | undefined;
    const isSection = sectionsIn(at);
    for (const one of at.children) {
      const isUnderHeading = LIST.test(one.tag) && isHeading(before);
      if (one.isOut) excluded.add(one.el);
      else if (isListOfLinks(one)) {
        if (!isUnderHeading && !isSection(one)) excluded.add(one.el);
      } else if (!LIST.test(one.tag) && !isTableOfData(one)) todo.push(one);
      if (!one.isOut) before = one;
    }
  }
  return excluded;
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
 */
export const findMainContent = (
  root: Element,
  isShown: (el: Element) => boolean,
): MainContent | undefined => {
  const tallies = new Tallies(root, isShown);
  const top = tallies.of(root);
  readTexts(root, tallies);
  sumUp(tallies.all);
  const found = choose(top);
  if (found.prose < LEAST_PROSE || isListOfTeasers(found)) return undefined;
  return { content: found.el, excluded: excludedIn(found), prose: found.prose };
};
