import { contains } from '../../dom/read.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';

/** Landmarks around the main content (https://www.w3.org/TR/wai-aria-1.2/#landmark_roles). */
const ASIDE_ROLE = /^(?:banner|navigation|complementary|contentinfo)$/;

/** Roles that are announced wherever they stand: they are never set aside. */
const ANNOUNCED = /^(?:dialog|alertdialog|alert|status)$/;

/** A list with at least this many links, and little else, is a list of links: a person skips it. */
const MIN_LINKS = 10;

/** A footer with at most this many links is hardly longer than the line that counts it. Its buttons are those of an application. */
const MAX_SHORT_FOOTER = 4;

const LINK_LIST_ROLE = /^(?:list|navigation|generic|group|region|table|menu|complementary|listitem)$/;

/** A heading, or the link or button that has taken a heading's level. */
const TITLE = /^(?:heading|button|link)$/;

/** What one pass from the leaves upwards finds. */
interface Findings {
  /** Lists of links, and footers of more than a few links. */
  readonly lists: ReadonlySet<AccessibilityNode>;
  /** Headings of level 1, and their ancestors up to a footer: the title may stand before the main content. */
  readonly titles: ReadonlySet<AccessibilityNode>;
}

/** Number of links in a node, and characters of links and of all else in it. */
interface Counted {
  readonly at: AccessibilityNode;
  readonly parent: Counted | undefined;
  links: number;
  linkedChars: number;
  otherChars: number;
}

const findBelow = (root: AccessibilityNode): Findings => {
  const lists = new Set<AccessibilityNode>();
  const titles = new Set<AccessibilityNode>();
  const counted = (at: AccessibilityNode, parent?: Counted): Counted => ({
    at,
    parent,
    links: 0,
    linkedChars: 0,
    otherChars: 0,
  });
  const all = [counted(root)];
  for (const parent of all) for (const child of parent.at.children) all.push(counted(child, parent));
  for (const own of all.reverse()) {
    const { at, parent } = own;
    const { name = '', text = '', value = '', role, level } = at.node;
    const ownChars = name.length + text.length + value.length;
    // A link counts as one, whatever is in it.
    if (role === 'link') Object.assign(own, { links: 1, linkedChars: ownChars, otherChars: 0 });
    else own.otherChars += ownChars;
    const { links, linkedChars, otherChars } = own;
    const isFooter = role === 'contentinfo' && links > MAX_SHORT_FOOTER;
    if (isFooter || (links >= MIN_LINKS && linkedChars > otherChars * 4 && LINK_LIST_ROLE.test(role)))
      lists.add(at);
    if (level === 1 && TITLE.test(role)) titles.add(at);
    if (!parent) break;
    parent.links += links;
    parent.linkedChars += linkedChars;
    parent.otherChars += otherChars;
    if (titles.has(at) && parent.at.node.role !== 'contentinfo') titles.add(parent.at);
  }
  return { lists, titles };
};

/**
 * Marks with `aside` what is printed last where the budget is too small for everything: for reading, the landmarks
 * around the main content, lists of links and all that is outside of `content`; for acting, footers and long lists of
 * links. The title of the page is in none of these lists.
 *
 * @param judged elements around the end of an earlier, partial reading: these are never set aside
 */
export const markAsides = (
  root: AccessibilityNode,
  isForReading: boolean,
  content: Element | undefined,
  judged?: WeakSet<Element>,
): void => {
  const { lists, titles } = findBelow(root);
  const stack = [root];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (ANNOUNCED.test(at.node.role) || at.node.modal) continue;
    const holds = content && at.el && contains(at.el, content);
    const isOutside = lists.has(at) || (content && at.el && !contains(content, at.el));
    if (
      at !== root &&
      ((isForReading && ASIDE_ROLE.test(at.node.role)) || (isOutside && !titles.has(at))) &&
      !holds &&
      !(at.el && judged?.has(at.el))
    ) {
      at.node.aside = true;
      continue;
    }
    for (const child of at.children) stack.push(child);
  }
};
