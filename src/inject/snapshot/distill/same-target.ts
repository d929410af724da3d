import { attr, holds, textOf } from '../../dom/read.ts';
import { type AccessibilityNode, preOrder } from '../accessibility-node.ts';

/** So many links further on the words of a picture may stand: a date, a topic between them. */
const MOST_BETWEEN = 2;

const targetOf = ({ node, el }: AccessibilityNode): string =>
  node.role === 'link' && el ? attr(el, 'href') || '' : '';

/** Whether a link shows a picture, or nothing, and no words. */
const isPicture = ({ el }: AccessibilityNode): boolean =>
  !!el && !/\S/.test(textOf(el)) && !holds(el, 'button, input, select');

const unwrap = (own: AccessibilityNode): void => {
  const { parent } = own;
  if (!parent) return;
  const at = parent.children.indexOf(own);
  const inside = own.isWhole ? own.children : [];
  for (const child of inside) child.parent = parent;
  parent.children.splice(at, 1, ...inside);
};

/**
 * The link of a picture beside the link of its words, to the same place: one of them says and does what both do.
 * `<a href=/1><img></a> <a href=/1>Lamp</a>` is the link "Lamp".
 */
export const mergeLinksToSameTarget = (root: AccessibilityNode): void => {
  const links: AccessibilityNode[] = [];
  for (const at of preOrder(root)) if (at.interactivity) links.push(at);
  const targets = links.map(targetOf);
  links.forEach((link, i) => {
    const target = targets[i] as string;
    if (!target || target[0] === '#') return;
    for (let k = Math.max(0, i - MOST_BETWEEN); k <= i + MOST_BETWEEN; k++) {
      const other = links[k];
      if (!other || k === i || targets[k] !== target) continue;
      if (!isPicture(link)) return;
      if (!isPicture(other)) {
        unwrap(link);
        return;
      }
    }
  });
};
