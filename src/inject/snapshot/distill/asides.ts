import { contains } from '../../dom/read.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';

/** Landmarks that stand around the main content (https://www.w3.org/TR/wai-aria-1.2/#landmark_roles). */
const AROUND = /^(?:banner|navigation|complementary|contentinfo)$/;

/** What is announced wherever it is. */
const ANNOUNCED = /^(?:dialog|alertdialog|alert|status)$/;

/** From so many links on a list is one of links, if it holds little else: a person skips it. */
const MANY_LINKS = 10;

/** So few lines of a footer are hardly longer than the one that counts them. */
const FEW_LINES = 4;

const LISTS = /^(?:list|navigation|generic|group|region|table|menu|complementary|listitem)$/;

/** A heading, or the link that is no more than one. */
const TITLE = /^(?:heading|button|link)$/;

/** What is found from below. */
interface Found {
  /** Lists of links, and footers of more than a few lines. */
  readonly lists: ReadonlySet<AccessibilityNode>;
  /** Headings of the first level, and what they stand in: the title of the main content may stand before it. */
  readonly titles: ReadonlySet<AccessibilityNode>;
}

const findBelow = (root: AccessibilityNode): Found => {
  const lists = new Set<AccessibilityNode>();
  const titles = new Set<AccessibilityNode>();
  const all = [root];
  // Where in `all` the node above each stands.
  const above = [0];
  for (let i = 0; i < all.length; i++) {
    const { children } = all[i] as AccessibilityNode;
    for (let k = 0; k < children.length; k++) above[all.push(children[k] as AccessibilityNode) - 1] = i;
  }
  // How many nodes and links stand in each, and the characters of links and of all else.
  const nodes = all.map(() => 0);
  const links = nodes.slice();
  const linked = links.slice();
  const other = links.slice();
  const add = (to: number[], i: number, more: number): void => {
    to[i] = (to[i] as number) + more;
  };
  for (let i = all.length - 1; i >= 0; i--) {
    const at = all[i] as AccessibilityNode;
    const { name = '', text = '', value = '', role, level } = at.node;
    const said = name.length + text.length + value.length;
    if (role === 'link') {
      // A link around more counts as one.
      links[i] = 1;
      linked[i] = said;
      other[i] = 0;
    } else add(other, i, said);
    const count = links[i] as number;
    const chars = linked[i] as number;
    const rest = other[i] as number;
    const below = nodes[i] as number;
    const isFooter = role === 'contentinfo' && below > FEW_LINES;
    if (isFooter || (count >= MANY_LINKS && chars > rest * 4 && LISTS.test(role))) lists.add(at);
    if (level === 1 && TITLE.test(role)) titles.add(at);
    if (i === 0) break;
    const up = above[i] as number;
    add(nodes, up, below + 1);
    add(links, up, count);
    add(linked, up, chars);
    add(other, up, rest);
    if (titles.has(at)) titles.add(all[up] as AccessibilityNode);
  }
  return { lists, titles };
};

/**
 * Marks what stands around the main content, which is printed last where there is no room for everything: for reading, the
 * landmarks around it, lists of links and all that is outside of `content`; for acting, footers and long lists of links.
 *
 * @param judged what has been judged to belong to the content
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
    if (at !== root && ((isForReading && AROUND.test(at.node.role)) || isOutside || lists.has(at))) {
      if (!holds && !(at.el && judged?.has(at.el))) {
        at.node.aside = true;
        continue;
      }
    }
    for (const child of at.children) stack.push(child);
  }
};
