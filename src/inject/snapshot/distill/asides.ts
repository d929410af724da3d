import { contains } from '../../dom/read.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';

/** Landmarks around the main content (https://www.w3.org/TR/wai-aria-1.2/#landmark_roles). */
const ASIDE_ROLE = /^(?:banner|navigation|complementary|contentinfo)$/;

/** Roles that are announced wherever they stand: they are never set aside. */
const ANNOUNCED = /^(?:dialog|alertdialog|alert|status)$/;

/** A list with at least this many links, and little else, is a list of links: a person skips it. */
const MIN_LINKS = 10;

/** A footer with at most this many nodes is hardly longer than the line that counts it. */
const MAX_SHORT_FOOTER = 4;

const LINK_LIST_ROLE = /^(?:list|navigation|generic|group|region|table|menu|complementary|listitem)$/;

/** A heading, or the link or button that has taken a heading's level. */
const TITLE = /^(?:heading|link|button)$/;

/** What one pass from the leaves upwards finds. */
interface Findings {
  /** Lists of links, and footers of more than a few lines. */
  readonly lists: ReadonlySet<AccessibilityNode>;
  /** Headings of level 1, and their ancestors: the title may stand before the main content. */
  readonly titles: ReadonlySet<AccessibilityNode>;
}

const findBelow = (root: AccessibilityNode): Findings => {
  const lists = new Set<AccessibilityNode>();
  const titles = new Set<AccessibilityNode>();
  const all = [root];
  // Index in `all` of each node's parent.
  const parentIndex = [0];
  for (let i = 0; i < all.length; i++) {
    const { children } = all[i] as AccessibilityNode;
    for (let k = 0; k < children.length; k++) parentIndex[all.push(children[k] as AccessibilityNode) - 1] = i;
  }
  // For each node: number of nodes and links below it, and characters of links and of all else in it.
  const nodes = all.map(() => 0);
  const links = nodes.slice();
  const linkedChars = links.slice();
  const unlinkedChars = links.slice();
  const add = (to: number[], i: number, more: number): void => {
    to[i] = (to[i] as number) + more;
  };
  for (let i = all.length - 1; i >= 0; i--) {
    const at = all[i] as AccessibilityNode;
    const { name = '', text = '', value = '', role, level } = at.node;
    const ownChars = name.length + text.length + value.length;
    if (role === 'link') {
      // A link counts as one, whatever is in it.
      links[i] = 1;
      linkedChars[i] = ownChars;
      unlinkedChars[i] = 0;
    } else add(unlinkedChars, i, ownChars);
    const linkCount = links[i] as number;
    const linkChars = linkedChars[i] as number;
    const otherChars = unlinkedChars[i] as number;
    const nodeCount = nodes[i] as number;
    const isFooter = role === 'contentinfo' && nodeCount > MAX_SHORT_FOOTER;
    if (isFooter || (linkCount >= MIN_LINKS && linkChars > otherChars * 4 && LINK_LIST_ROLE.test(role)))
      lists.add(at);
    if (level === 1 && TITLE.test(role)) titles.add(at);
    if (i === 0) break;
    const parent = parentIndex[i] as number;
    add(nodes, parent, nodeCount + 1);
    add(links, parent, linkCount);
    add(linkedChars, parent, linkChars);
    add(unlinkedChars, parent, otherChars);
    if (titles.has(at)) titles.add(all[parent] as AccessibilityNode);
  }
  return { lists, titles };
};

/**
 * Marks with `aside` what is printed last where the budget is too small for everything: for reading, the landmarks
 * around the main content, lists of links and all that is outside of `content`; for acting, footers and long lists of
 * links.
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
    const isOutside =
      content && at !== root && at.el && !holds && !titles.has(at) && !contains(content, at.el);
    if (at !== root && ((isForReading && ASIDE_ROLE.test(at.node.role)) || isOutside || lists.has(at))) {
      if (!holds && !(at.el && judged?.has(at.el))) {
        at.node.aside = true;
        continue;
      }
    }
    for (const child of at.children) stack.push(child);
  }
};
