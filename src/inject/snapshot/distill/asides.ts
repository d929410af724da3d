import { contains } from '../../dom/read.ts';
import { type AccessibilityNode, preOrder } from '../accessibility-node.ts';

/** Landmarks that stand around the main content (https://www.w3.org/TR/wai-aria-1.2/#landmark_roles). */
const AROUND = /^(?:banner|navigation|complementary|contentinfo)$/;

/** What is announced wherever it is. */
const ANNOUNCED = /^(?:dialog|alertdialog|alert|status)$/;

/** From so many links on a list is one of links, if it holds little else: a person skips it. */
const MANY_LINKS = 10;

const LISTS = /^(?:list|navigation|generic|group|region|table|menu|complementary|listitem)$/;

/** Characters of links and of all else below each node, and how many links. */
interface Weight {
  links: number;
  linked: number;
  other: number;
}

const weigh = (root: AccessibilityNode): Map<AccessibilityNode, Weight> => {
  const weights = new Map<AccessibilityNode, Weight>();
  const all = preOrder(root);
  for (let i = all.length - 1; i >= 0; i--) {
    const at = all[i] as AccessibilityNode;
    const { name = '', text = '', value = '', role } = at.node;
    const said = name.length + text.length + value.length;
    const isLink = role === 'link';
    const weight: Weight = { links: isLink ? 1 : 0, linked: isLink ? said : 0, other: isLink ? 0 : said };
    // A link around more counts as one.
    if (!isLink)
      for (const child of at.children) {
        const below = weights.get(child) as Weight;
        weight.links += below.links;
        weight.linked += below.linked;
        weight.other += below.other;
      }
    weights.set(at, weight);
  }
  return weights;
};

const isListOfLinks = ({ node }: AccessibilityNode, { links, linked, other }: Weight): boolean =>
  LISTS.test(node.role) && links >= MANY_LINKS && linked > other * 4;

/** Headings of the first level, and what they stand in: the title of the main content may stand before it. */
const titlesIn = (root: AccessibilityNode): ReadonlySet<AccessibilityNode> => {
  const titles = new Set<AccessibilityNode>();
  const all = preOrder(root);
  for (let i = all.length - 1; i >= 0; i--) {
    const at = all[i] as AccessibilityNode;
    if ((at.node.role === 'heading' && at.node.level === 1) || at.children.some((child) => titles.has(child)))
      titles.add(at);
  }
  return titles;
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
  const weights = weigh(root);
  const isAround = ({ node }: AccessibilityNode): boolean =>
    isForReading ? AROUND.test(node.role) : node.role === 'contentinfo';
  const titles = content ? titlesIn(root) : new Set();
  const stack = [root];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (ANNOUNCED.test(at.node.role) || at.node.modal) continue;
    const holds = content && at.el && contains(at.el, content);
    const isOutside =
      content && at !== root && at.el && !holds && !titles.has(at) && !contains(content, at.el);
    if (at !== root && (isAround(at) || isOutside || isListOfLinks(at, weights.get(at) as Weight))) {
      if (!holds && !(at.el && judged?.has(at.el))) {
        at.node.aside = true;
        continue;
      }
    }
    for (const child of at.children) stack.push(child);
  }
};
