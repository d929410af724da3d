import { attr, holds, textOf } from '../../dom/read.ts';
import { type AccessibilityNode, preOrder } from '../accessibility-node.ts';

/** How many links away the text link of a picture may be: a link for the date or topic may stand between them. */
const MAX_DISTANCE = 2;

const targetOf = ({ node, el }: AccessibilityNode): string =>
  node.role === 'link' && el ? attr(el, 'href') || '' : '';

/** Whether a link has no text and no control: a picture, or nothing. */
const isPictureLink = ({ el }: AccessibilityNode): boolean =>
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
 * Merges a picture link with a text link beside it that leads to the same place.
 * `<a href=/1><img></a> <a href=/1>Lamp</a>` is the link "Lamp".
 */
export const mergeLinksToSameTarget = (root: AccessibilityNode): void => {
  const links: AccessibilityNode[] = [];
  for (const at of preOrder(root)) if (at.interactivity) links.push(at);
  const targets = links.map(targetOf);
  links.forEach((link, i) => {
    const target = targets[i] as string;
    if (!target || target[0] === '#') return;
    for (let k = Math.max(0, i - MAX_DISTANCE); k <= i + MAX_DISTANCE; k++) {
      const other = links[k];
      if (!other || k === i || targets[k] !== target) continue;
      if (!isPictureLink(link)) return;
      if (!isPictureLink(other)) {
        unwrap(link);
        return;
      }
    }
  });
};
