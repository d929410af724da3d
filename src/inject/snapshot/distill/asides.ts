import { contains } from '../../dom/read.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';

/** Landmarks that stand around the main content (https://www.w3.org/TR/wai-aria-1.2/#landmark_roles). */
const AROUND = /^(?:banner|navigation|complementary|contentinfo)$/;

/** What is announced wherever it is. */
const ANNOUNCED = /^(?:dialog|alertdialog|alert|status)$/;

/** From so many links on a list is one of links, if it holds little else: a person skips it. */
const MANY_LINKS = 10;

/** So few links of a footer are hardly longer than the line that counts them; its buttons are those of an application. */
const FEW_LINKS = 4;

const LISTS = /^(?:list|navigation|generic|group|region|table|menu|complementary|listitem)$/;

/** A heading, or the link that is no more than one. */
const TITLE = /^(?:heading|link|button)$/;

/** What is found from below. */
interface Found {
  /** Lists of links, and footers of more than a few. */
  readonly lists: ReadonlySet<AccessibilityNode>;
  /** Headings of the first level, and what they stand in: the title of the main content may stand before it. */
  readonly titles: ReadonlySet<AccessibilityNode>;
}

/** What stands in a node: how many links, and the characters of those and of all else. */
interface Counted {
  readonly at: AccessibilityNode;
  readonly up: Counted | undefined;
  links: number;
  linked: number;
  other: number;
}

const findBelow = (root: AccessibilityNode): Found => {
  const lists = new Set<AccessibilityNode>();
  const titles = new Set<AccessibilityNode>();
  const counted = (at: AccessibilityNode, up?: Counted): Counted => ({
    at,
    up,
    links: 0,
    linked: 0,
    other: 0,
  });
  const all = [counted(root)];
  for (const up of all) for (const child of up.at.children) all.push(counted(child, up));
  for (const own of all.reverse()) {
    const { at, up } = own;
    const { name = '', text = '', value = '', role, level } = at.node;
    const said = name.length + text.length + value.length;
    // A link around more counts as one.
    if (role === 'link') Object.assign(own, { links: 1, linked: said, other: 0 });
    else own.other += said;
    const { links, linked, other } = own;
    const isFooter = role === 'contentinfo' && links > FEW_LINKS;
    if (isFooter || (links >= MANY_LINKS && linked > other * 4 && LISTS.test(role))) lists.add(at);
    if (level === 1 && TITLE.test(role)) titles.add(at);
    if (!up) break;
    up.links += links;
    up.linked += linked;
    up.other += other;
    if (titles.has(at)) titles.add(up.at);
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
